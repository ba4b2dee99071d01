import CSockets
package import EventLoopKit
import Glibc
package import NetworkModel
import SystemAddresses

/// Finds out from which address packets leave this machine, since its own packet filter may rewrite it (SNAT), as a remainder of a
/// VPN does. It requires `CAP_NET_RAW`.
package struct SentSourceProbe: Sendable {
    /// A packet that is not dropped leaves at once.
    private static let patience = Duration.milliseconds(50)
    private static let tcp: UInt8 = 6

    private let destination: SocketAddress
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameter destination: An IPv4 address elsewhere. The packet ends at the first router.
    package init(_ destination: SocketAddress, loop: EventLoop) {
        self.destination = destination
        self.loop = loop
    }

    /// Sends a SYN, and looks for it on the interface by which it leaves.
    ///
    /// - Returns: Its source address there, and the one that the kernel chose; `nil` if the packet was not seen.
    /// - Throws: `CancellationError`.
    package func observe() async throws -> (sent: IPAddress, own: IPAddress)? {
        let address = destination.address
        guard address.family == .ipv4, !address.isLoopback, !address.isUnspecified,
            let watch = try? ProbeSocket(.link), netdiag_watch_destination(watch.fd, address.bytes) == 0,
            let socket = try? ProbeSocket(.raw(.ipv4, .tcp))
        else { return nil }
        socket.setHopLimit(1)
        guard (try? socket.connect(to: SocketAddress(address, port: 0))) != nil, let own = socket.localAddress else {
            return nil
        }
        let segment = RawSYN.segment(to: destination, from: own)
        guard socket.send(segment) == 0 else { return nil }
        let deadline = ContinuousClock.now + Self.patience
        while try await watch.wait(until: deadline, on: loop) {
            guard let source = source(of: segment, seenBy: watch) else { continue }
            return (source, own)
        }
        return nil
    }

    /// The source address of the next packet, if it carries a segment: a translation keeps its sequence number.
    private func source(of segment: [UInt8], seenBy watch: ProbeSocket) -> IPAddress? {
        var buffer = [UInt8](repeating: 0, count: 128)
        var interface: UInt32 = 0
        let count = netdiag_receive_sent_packet(watch.fd, &buffer, buffer.count, &interface)
        guard count >= 20, interface != 0, buffer[9] == Self.tcp else { return nil }
        let head = Int(buffer[0] & 0x0f) * 4
        guard head >= 20, count >= head + 8, buffer[(head + 4)..<(head + 8)].elementsEqual(segment[4..<8]) else {
            return nil
        }
        return IPAddress(bytes: Array(buffer[12..<16]))
    }
}
