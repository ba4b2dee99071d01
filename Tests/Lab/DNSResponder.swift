import EventLoopKit
import Glibc

/// A DNS server over UDP that answers every question in the same way, rightly or wrongly. It ends with the host at the
/// latest.
///
/// `@unchecked Sendable`: after the start, its variables are only touched on the thread of its loop.
public final class DNSResponder: LabServer, @unchecked Sendable {
    /// How it answers.
    public enum Behaviour: Sendable {
        /// With this response code of RFC 1035 section 4.1.1 and no records: 0 no data, 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED.
        case code(UInt8)
        /// Never.
        case silent
        /// With bytes that are no DNS message.
        case garbage
        /// Empty and truncated (TC), so that the question is asked again over TCP, where nobody listens.
        case truncated
    }

    /// The port that it listens on.
    public let port: UInt16
    private let behaviour: Behaviour
    private let fd: CInt
    private let loop: EventLoop
    private var watch: Watch?
    private var isOpen = true

    init(on host: Host, address: String, port: UInt16, behaviour: Behaviour) throws {
        loop = try LabLoop.shared.get()
        (fd, self.port) = try boundSocket(on: host, type: SOCK_DGRAM, address: address, port: port)
        self.behaviour = behaviour
        loop.execute { [self] in watch = try? loop.watch(fd, for: .readable) { _ in self.answer() } }
    }

    /// Closes it: from then on the port is closed, which asks for an ICMP error.
    public func stop() {
        loop.execute { [self] in
            guard isOpen else { return }
            isOpen = false
            watch?.cancel()
            close(fd)
        }
    }

    private func answer() {
        var message = [UInt8](repeating: 0, count: 4_096)
        var sender = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let count = withUnsafeMutablePointer(to: &sender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(fd, &message, message.count, 0, $0, &length)
            }
        }
        guard count >= 12, let reply = reply(to: message[..<count]) else { return }
        withUnsafePointer(to: sender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(fd, reply, reply.count, 0, $0, length)
            }
        }
    }

    private func reply(to question: ArraySlice<UInt8>) -> [UInt8]? {
        // The question section ends after its name, type and class; what follows (EDNS) is left out.
        var end = 12
        while end < question.count, question[end] != 0 { end += Int(question[end]) + 1 }
        end += 5
        guard end <= question.count else { return nil }
        var reply = Array(question[..<end])
        reply[2] = 0x80 | (question[2] & 0x79)
        (reply[4], reply[5]) = (0, 1)
        for index in 6..<12 { reply[index] = 0 }
        switch behaviour {
        case .code(let code): reply[3] = 0x80 | code
        case .truncated: (reply[2], reply[3]) = (reply[2] | 0x02, 0x80)
        case .silent: return nil
        case .garbage: return Array(repeating: 0xff, count: 40)
        }
        return reply
    }
}

extension Host {
    /// Starts a DNS server that answers every question in the same way.
    ///
    /// - Parameters:
    ///   - port: 0 for one that is free: ``DNSResponder/port``.
    ///   - address: `::` for all addresses of both families.
    @discardableResult
    public func startDNSResponder(
        _ behaviour: DNSResponder.Behaviour, port: UInt16 = 53, address: String = "::"
    ) throws -> DNSResponder {
        let server = try DNSResponder(on: self, address: address, port: port, behaviour: behaviour)
        own(server)
        return server
    }
}
