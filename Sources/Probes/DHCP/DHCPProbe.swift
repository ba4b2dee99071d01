public import EventLoopKit
import Glibc
public import NetworkModel

/// Discovers the DHCP servers on a link and their offers. It sends a DHCPDISCOVER, and never accepts an offer (RFC 2131
/// section 3.1). It requires `CAP_NET_BIND_SERVICE` for port 68 and, before Linux 5.7, `CAP_NET_RAW`.
///
/// The machine's own DHCP client is not disturbed: it has its own transactions, and broadcasts reach all sockets of a port.
public struct DHCPProbe: Sendable {
    /// The maximum number of servers that are distinguished.
    private static let maxOffers = 8

    private let interface: Link
    private let hardwareAddress: [UInt8]
    private let loop: EventLoop

    /// Creates a probe of a link.
    ///
    /// - Parameters:
    ///   - interface: A link with a hardware address of six bytes; the result is `nil` for other links, for which DHCP
    ///     differs.
    ///   - loop: The loop on which the probe runs.
    public init?(on interface: Link, loop: EventLoop) {
        let bytes = (interface.hardwareAddress ?? "").split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard bytes.count == 6, !interface.isLoopback else { return nil }
        self.interface = interface
        hardwareAddress = bytes
        self.loop = loop
    }

    /// Sends two requests, and collects offers until the time limit, since the number of servers is not known.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> DHCPOffers {
        let deadline = ContinuousClock.now + limit
        let socket: ProbeSocket
        do throws(ProbeSocket.Failure) {
            socket = try ProbeSocket(.datagram(.ipv4))
            try prepare(socket)
        } catch {
            return refused(error.code)
        }
        let transaction = UInt32.random(in: 1...UInt32.max)
        let message = DHCPMessage.discover(transaction: transaction, hardwareAddress: hardwareAddress)
        var offers: [DHCPOffer] = []
        for wait in [ContinuousClock.now + limit / 2, deadline] {
            guard let everybody = IPAddress(bytes: [255, 255, 255, 255]) else { break }
            let code = socket.send(message, to: SocketAddress(everybody, port: 67))
            guard code == 0 else { return refused(code) }
            while try await socket.wait(until: wait, on: loop) { collect(&offers, from: socket, transaction) }
        }
        return DHCPOffers(interface: interface.name, outcome: .asked, offers: offers)
    }

    private func refused(_ code: CInt) -> DHCPOffers {
        DHCPOffers(
            interface: interface.name, outcome: code == EACCES || code == EPERM ? .notPermitted : .failed,
            failure: SystemError.name(code))
    }

    private func prepare(_ socket: ProbeSocket) throws(ProbeSocket.Failure) {
        // The port is shared with the machine's DHCP client, which may be active on other links.
        socket.allowSharedAddress()
        socket.allowBroadcast()
        try socket.bind(toInterface: interface.name)
        guard let any = IPAddress(bytes: [0, 0, 0, 0]) else { return }
        try socket.bind(to: SocketAddress(any, port: 68))
    }

    private func collect(_ offers: inout [DHCPOffer], from socket: ProbeSocket, _ transaction: UInt32) {
        var buffer = [UInt8](repeating: 0, count: 1_500)
        // Bounded, so that a flood cannot delay the deadline.
        for _ in 0..<64 {
            guard let (bytes, sender) = socket.receive(into: &buffer), !bytes.isEmpty else { return }
            guard let offer = DHCPMessage.offer(in: bytes, transaction: transaction, from: sender),
                offers.count < Self.maxOffers, !offers.contains(where: { $0.server == offer.server })
            else { continue }
            offers.append(offer)
        }
    }
}
