import CSockets
package import EventLoopKit
import Glibc
package import NetworkModel
import SystemAddresses

/// Tests whether a response reaches this machine, but is dropped before it reaches its socket: by the machine's own packet
/// filter, or because it arrives on an interface that does not lead back. It requires `CAP_NET_RAW` to see what the kernel
/// drops.
package struct ArrivalProbe: Sendable {
    /// The time before it starts: most responses arrive within it, and the probe needs two sockets.
    package static let head = Duration.milliseconds(100)
    /// The delivery from the interface to the socket takes microseconds.
    private static let delivery = Duration.milliseconds(30)

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let loop: EventLoop

    package init(destination: SocketAddress, transport: PathEvidence.Transport, loop: EventLoop) {
        self.destination = destination
        self.transport = transport
        self.loop = loop
    }

    /// Sends one more packet, and waits for its response.
    ///
    /// - Returns: `nil` if there was none, if it was delivered, and if this process has no permission.
    /// - Throws: `CancellationError`.
    package func observe(
        until deadline: ContinuousClock.Instant, after head: Duration = head
    ) async throws -> PathEvidence.Trace.Arrival? {
        let start = ContinuousClock.now + head
        guard transport != .icmp, start < deadline else { return nil }
        try await loop.sleep(until: start)
        let family = destination.address.family
        guard let watch = try? ProbeSocket(.link),
            netdiag_watch_source(watch.fd, family.rawFamily, destination.address.bytes) == 0
        else { return nil }
        let drops = Self.reversePathDrops
        guard let socket = try? ProbeSocket(transport == .tcp ? .stream(family) : .datagram(family)) else { return nil }
        socket.resetOnClose()
        guard (try? socket.connect(to: destination)) != nil, let port = socket.localPort else { return nil }
        if transport == .udp, socket.send(TracePacket.question) != 0 { return nil }
        while try await watch.wait(until: deadline, on: loop) {
            guard let interface = answer(on: watch, to: port) else { continue }
            let interest: EventLoop.Interest = transport == .tcp ? .writable : .readable
            if try await socket.wait(for: interest, until: .now + Self.delivery, on: loop) { return nil }
            return .init(
                interface: InterfaceName.of(index: interface), isReversePathFiltered: Self.reversePathDrops != drops)
        }
        return nil
    }

    /// Looks for a response.
    ///
    /// - Returns: The index of the interface on which it arrived.
    private func answer(on watch: ProbeSocket, to port: UInt16) -> UInt32? {
        var buffer = [UInt8](repeating: 0, count: 128)
        // Bounded, so that a flood of other packets cannot delay the deadline.
        for _ in 0..<64 {
            var interface: UInt32 = 0
            let count = netdiag_receive_packet(watch.fd, &buffer, buffer.count, &interface)
            guard count > 0 else { return nil }
            if interface != 0, isAnswer(buffer[..<count], to: port) { return interface }
        }
        return nil
    }

    /// Whether a packet is a response. It parses RFC 791, RFC 8200 without extension headers, and the ports at the beginning
    /// of TCP and UDP.
    func isAnswer(_ packet: ArraySlice<UInt8>, to port: UInt16) -> Bool {
        let bytes = Array(packet)
        guard let first = bytes.first else { return false }
        let isIPv4 = destination.address.family == .ipv4
        let (place, number) = isIPv4 ? (Int(first & 0x0f) * 4, 9) : (40, 6)
        guard bytes.count >= place + 4, place >= 20, bytes[number] == (transport == .tcp ? 6 : 17) else { return false }
        let source = isIPv4 ? bytes[12..<16] : bytes[8..<24]
        return Array(source) == destination.address.bytes
            && UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) == destination.port
            && UInt16(bytes[place + 2]) << 8 | UInt16(bytes[place + 3]) == port
    }

    /// The number of packets that the strict reverse path filter dropped (RFC 3704).
    private static var reversePathDrops: UInt64? {
        KernelCounters.value("IPReversePathFilter", of: "TcpExt:", in: SmallFile.text("/proc/net/netstat"))
    }
}
