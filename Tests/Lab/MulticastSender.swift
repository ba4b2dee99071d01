import EventLoopKit
import Glibc

/// An mDNS responder over IPv4 that responds to all queries to the group, 224.0.0.251 port 5353, with the same packets,
/// valid or not. It ends with the host at the latest.
///
/// `@unchecked Sendable`: after the start, its variables are only accessed on the thread of its loop.
public final class MulticastSender: LabServer, @unchecked Sendable {
    private let answers: [[UInt8]]
    private let fd: CInt
    private let loop: EventLoop
    private var watch: Watch?
    private var isOpen = true

    /// - Parameters:
    ///   - address: The host's address on the link.
    ///   - answers: The packets that are sent to the group for each query.
    init(on host: Host, address: String, answers: [[UInt8]]) throws {
        loop = try LabLoop.shared.get()
        self.answers = answers
        fd = try host.socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        var yes: CInt = 1
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var membership = ip_mreq()
        inet_pton(AF_INET, "224.0.0.251", &membership.imr_multiaddr)
        inet_pton(AF_INET, address, &membership.imr_interface)
        var place = Self.group
        place.sin_addr = in_addr()
        let code = withUnsafePointer(to: place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let size = socklen_t(MemoryLayout<ip_mreq>.size)
        guard code == 0, setsockopt(fd, CInt(IPPROTO_IP), IP_ADD_MEMBERSHIP, &membership, size) == 0,
            setsockopt(fd, CInt(IPPROTO_IP), IP_MULTICAST_IF, &membership.imr_interface, 4) == 0
        else { throw LabError.system("join 224.0.0.251", code: errno) }
        loop.execute { [self] in watch = try? loop.watch(fd, for: .readable) { _ in self.answer() } }
    }

    /// Sends unsolicited packets to the group, in this order.
    public func send(_ packets: [[UInt8]]) { loop.execute { [self] in if isOpen { sendToGroup(packets) } } }

    /// Closes the socket.
    public func stop() {
        loop.execute { [self] in
            guard isOpen else { return }
            isOpen = false
            watch?.cancel()
            close(fd)
        }
    }

    private static var group: sockaddr_in {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(5_353).bigEndian
        inet_pton(AF_INET, "224.0.0.251", &place.sin_addr)
        return place
    }

    private func answer() {
        var query = [UInt8](repeating: 0, count: 9_000)
        let count = recv(fd, &query, query.count, 0)
        // Only queries are answered, so that it does not respond to itself in a loop.
        guard count >= 12, query[2] & 0x80 == 0 else { return }
        sendToGroup(answers)
    }

    private func sendToGroup(_ packets: [[UInt8]]) {
        for packet in packets {
            withUnsafePointer(to: Self.group) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(fd, packet, packet.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}

extension Host {
    /// Starts an mDNS responder that responds to all queries with the same packets.
    @discardableResult
    public func startMulticastSender(_ address: String, answers: [[UInt8]]) throws -> MulticastSender {
        let sender = try MulticastSender(on: self, address: address, answers: answers)
        own(sender)
        return sender
    }
}
