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
    /// The delivery from the interface to the socket takes microseconds, but the kernel's thread for it may be interrupted in
    /// between if the processors are busy.
    private static let delivery = Duration.milliseconds(250)

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
        guard let watch = try? ProbeSocket(.link), let early = try? ProbeSocket(.link),
            netdiag_watch_source(watch.fd, family.rawFamily, destination.address.bytes, 0) == 0,
            netdiag_watch_source(early.fd, family.rawFamily, destination.address.bytes, 1) == 0
        else { return nil }
        let drops = Self.reversePathDrops
        guard let socket = try? ProbeSocket(transport == .tcp ? .stream(family) : .datagram(family)) else { return nil }
        socket.resetOnClose()
        guard (try? socket.connect(to: destination)) != nil, let port = socket.localPort else { return nil }
        if transport == .udp, socket.send(TracePacket.question) != 0 { return nil }
        let interest: EventLoop.Interest = transport == .tcp ? .writable : .readable
        while try await watch.wait(until: deadline, on: loop) {
            guard let (interface, isIntact) = receivedReply(on: watch, to: port) else { continue }
            if try await socket.wait(for: interest, until: .now + Self.delivery, on: loop) { return nil }
            return arrival(on: interface, isIntact, isReversePathFiltered: Self.reversePathDrops != drops)
        }
        // A rule for all packets that arrive on an interface (netdev) drops them before the first socket gets them.
        guard let (interface, isIntact) = receivedReply(on: early, to: port) else { return nil }
        if try await socket.wait(for: interest, until: .now + Self.delivery, on: loop) { return nil }
        return receivedReply(on: watch, to: port) == nil
            ? arrival(on: interface, isIntact, isReversePathFiltered: false) : nil
    }

    private func arrival(
        on interface: UInt32, _ isIntact: Bool, isReversePathFiltered: Bool
    ) -> PathEvidence.Trace.Arrival {
        var arrival = PathEvidence.Trace.Arrival(
            interface: InterfaceName.of(index: interface), isReversePathFiltered: isReversePathFiltered)
        if isIntact { arrival.isIntact = true }
        return arrival
    }

    /// Looks for a response.
    ///
    /// - Returns: The index of the interface on which it arrived, and whether its checksums are right.
    private func receivedReply(on watch: ProbeSocket, to port: UInt16) -> (interface: UInt32, isIntact: Bool)? {
        var buffer = [UInt8](repeating: 0, count: 2_048)
        // Bounded, so that a flood of other packets cannot delay the deadline.
        for _ in 0..<64 {
            var (interface, isChecked): (UInt32, UInt32) = (0, 0)
            let count = netdiag_receive_packet(watch.fd, &buffer, buffer.count, &interface, &isChecked)
            guard count > 0 else { return nil }
            if interface != 0, isAnswer(buffer[..<count], to: port) {
                return (interface, isChecked != 0 || isIntact(buffer[..<count]))
            }
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

    /// Whether the checksums of a response are right: that of the IPv4 header, and that of TCP or UDP over the pseudo header (RFC
    /// 9293 section 3.1, RFC 768, RFC 8200 section 8.1). A packet that was cut off counts as damaged.
    func isIntact(_ packet: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(packet)
        let isIPv4 = destination.address.family == .ipv4
        guard bytes.count >= 40 || isIPv4 && bytes.count >= 20 else { return false }
        let head = isIPv4 ? Int(bytes[0] & 0x0f) * 4 : 40
        let length = Int(bytes[isIPv4 ? 2 : 4]) << 8 | Int(bytes[isIPv4 ? 3 : 5])
        let end = isIPv4 ? length : head + length
        guard head >= 20, end >= head + 8, end <= bytes.count else { return false }
        if isIPv4, EchoSocket.checksum(Array(bytes[..<head])) != 0 { return false }
        let segment = Array(bytes[head..<end])
        // UDP over IPv4 may do without a checksum.
        if isIPv4, transport == .udp, segment[6] == 0, segment[7] == 0 { return true }
        let size = UInt32(segment.count)
        let pseudo =
            Array(isIPv4 ? bytes[12..<20] : bytes[8..<40])
            + [UInt8(size >> 24), UInt8(size >> 16 & 0xff), UInt8(size >> 8 & 0xff), UInt8(size & 0xff)]
            + [0, 0, 0, transport == .tcp ? 6 : 17]
        return EchoSocket.checksum(pseudo + segment) == 0
    }

    /// The number of packets that the strict reverse path filter dropped (RFC 3704).
    static var reversePathDrops: UInt64? {
        KernelCounters.value("IPReversePathFilter", of: "TcpExt:", in: SmallFile.text("/proc/net/netstat"))
    }
}
