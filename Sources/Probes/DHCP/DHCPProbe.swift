import CSockets
public import EventLoopKit
import Glibc
public import NetworkModel

/// Which DHCP servers are on a link, and what they would give: a DHCPDISCOVER, whose offers are never taken up
/// (RFC 2131 section 3.1). It takes `CAP_NET_BIND_SERVICE` for port 68 and, on systems before Linux 5.7, `CAP_NET_RAW`.
///
/// The machine's own DHCP client is not disturbed: it has its own transactions, and broadcasts reach all sockets of a port.
public struct DHCPProbe: Sendable {
    /// More servers than these are not told apart.
    private static let mostOffers = 8

    private let interface: Link
    private let hardwareAddress: [UInt8]
    private let loop: EventLoop

    /// - Parameter interface: A link with a hardware address of six bytes; others have no DHCP as it is here.
    public init?(on interface: Link, loop: EventLoop) {
        let bytes = (interface.hardwareAddress ?? "").split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard bytes.count == 6, !interface.isLoopback else { return nil }
        self.interface = interface
        hardwareAddress = bytes
        self.loop = loop
    }

    /// Asks twice and collects what is offered until the time is over: nobody knows how many servers there are.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> DHCPOffers {
        let deadline = ContinuousClock.now + limit
        let flags = CInt(NETDIAG_DATAGRAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC)
        let fd = socket(AF_INET, flags, 0)
        guard fd >= 0 else { return refused(errno) }
        defer { close(fd) }
        if let code = prepare(fd) { return refused(code) }
        let transaction = UInt32.random(in: 1...UInt32.max)
        let message = DHCPMessage.discover(transaction: transaction, hardwareAddress: hardwareAddress)
        var offers: [DHCPOffer] = []
        for wait in [ContinuousClock.now + limit / 2, deadline] {
            guard let everybody = IPAddress(bytes: [255, 255, 255, 255]) else { break }
            let sent = SocketAddress(everybody, port: 67).withSockaddr {
                sendto(fd, message, message.count, CInt(NETDIAG_NO_SIGNAL), $0, $1)
            }
            guard sent == message.count else { return refused(errno) }
            while try await !loop.ready(fd, for: .readable, until: wait).isEmpty {
                take(&offers, from: fd, transaction)
            }
        }
        return DHCPOffers(interface: interface.name, outcome: .asked, offers: offers)
    }

    private func refused(_ code: CInt) -> DHCPOffers {
        DHCPOffers(
            interface: interface.name, outcome: code == EACCES || code == EPERM ? .notPermitted : .failed,
            failure: SystemError.name(code))
    }

    /// - Returns: The errno of what could not be done.
    private func prepare(_ fd: CInt) -> CInt? {
        var on: CInt = 1
        let length = socklen_t(MemoryLayout<CInt>.size)
        // The port is shared with the machine's DHCP client, which may be on other links as well.
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, length)
        setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, length)
        let name = Array(interface.name.utf8)
        guard setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.count)) == 0 else { return errno }
        guard let any = IPAddress(bytes: [0, 0, 0, 0]) else { return EINVAL }
        guard SocketAddress(any, port: 68).withSockaddr({ bind(fd, $0, $1) }) == 0 else { return errno }
        return nil
    }

    private func take(_ offers: inout [DHCPOffer], from fd: CInt, _ transaction: UInt32) {
        var buffer = [UInt8](repeating: 0, count: 1_500)
        // Bounded, so that a flood cannot keep the deadline from being looked at.
        for _ in 0..<64 {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let (count, sender) = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    (recvfrom(fd, &buffer, buffer.count, 0, $0, &length), SocketAddress($0)?.address)
                }
            }
            guard count > 0, let sender else { return }
            guard let offer = DHCPMessage.offer(in: buffer[..<count], transaction: transaction, from: sender),
                offers.count < Self.mostOffers, !offers.contains(where: { $0.server == offer.server })
            else { continue }
            offers.append(offer)
        }
    }
}
