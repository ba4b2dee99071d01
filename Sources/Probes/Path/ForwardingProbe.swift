import CSockets
package import EventLoopKit
import Glibc
package import NetworkModel

/// Tests whether a host that this machine's netmask puts on the link is behind the gateway, or whether a host on the link forwards
/// packets: it sends packets to the hardware address of a gateway to which no route of this machine leads them. It requires
/// `CAP_NET_RAW` (packet(7)).
package struct ForwardingProbe: Sendable {
    private let destination: IPAddress
    /// The port for a SYN; 0 for none.
    private let port: UInt16
    private let source: IPAddress
    private let gateway: [UInt8]
    private let interface: Link
    private let loop: EventLoop

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - port: A TCP port of the host, in case it does not respond to echo requests; 0 for none.
    ///   - source: The IPv4 address of this machine on the link.
    ///   - gateway: The gateway's hardware address, `aa:bb:cc:dd:ee:ff`.
    package init?(
        of destination: IPAddress, port: UInt16, from source: IPAddress, via gateway: String, on interface: Link,
        loop: EventLoop
    ) {
        guard destination.family == .ipv4, source.family == .ipv4, let gateway = ARPProbe.bytes(gateway) else {
            return nil
        }
        self.destination = destination
        self.port = port
        self.source = source
        self.gateway = gateway
        self.interface = interface
        self.loop = loop
    }

    /// Sends an echo request and a SYN, and once more if there is no response.
    ///
    /// A gateway that intercepts connections, as with a captive portal, responds itself, whatever the hop limit is.
    ///
    /// - Returns: Whether the host responded through the gateway; `nil` without permission.
    /// - Throws: `CancellationError`.
    package func observe() async throws -> Bool? {
        guard let socket = try? ProbeSocket(.link),
            netdiag_watch_source(socket.fd, destination.family.rawFamily, destination.bytes, 0) == 0
        else { return nil }
        guard try await isAnswered(on: socket, hopLimit: 64, [.milliseconds(250), .milliseconds(350)]) else {
            return false
        }
        return try await !isAnswered(on: socket, hopLimit: 1, [.milliseconds(150)])
    }

    /// The time in which routers report packets.
    private static let patienceOfReports = Duration.milliseconds(330)

    /// Sends SYNs whose hop limits end at routers on the way.
    ///
    /// - Returns: The packets with what routers reported; `nil` without permission.
    /// - Throws: `CancellationError`.
    package func reports(hopLimits: ClosedRange<UInt8>) async throws -> [UplinkEvidence.Packet]? {
        guard let watch = ICMPWatch(), let socket = try? ProbeSocket(.link) else { return nil }
        let peer = SocketAddress(destination, port: port)
        var sent: [(hopLimit: UInt8, port: UInt16)] = []
        for hopLimit in hopLimits {
            let segment = RawSYN.segment(to: peer, from: source)
            sent.append((hopLimit, UInt16(segment[0]) << 8 | UInt16(segment[1])))
            socket.sendIPv4(packet(6, segment, hopLimit: hopLimit), toHardware: gateway, on: interface.index)
        }
        try await loop.sleep(until: .now + Self.patienceOfReports)
        return sent.map { syn in
            UplinkEvidence.Packet(
                destination: destination, transport: .tcp, limit: Int(syn.hopLimit),
                error: watch.error(about: peer, .tcp, from: syn.port))
        }
    }

    /// - Parameter patience: How long to wait for a response after each pair of packets.
    private func isAnswered(
        on socket: ProbeSocket, hopLimit: UInt8, _ patience: [Duration]
    ) async throws -> Bool {
        let identifier = UInt16.random(in: 1...UInt16.max)
        let segment = RawSYN.segment(to: SocketAddress(destination, port: port), from: source)
        var packets = [packet(1, echo(identifier), hopLimit: hopLimit)]
        if port != 0 { packets.append(packet(6, segment, hopLimit: hopLimit)) }
        let marks = (UInt16(segment[0]) << 8 | UInt16(segment[1]), identifier)
        for wait in patience {
            for packet in packets { socket.sendIPv4(packet, toHardware: gateway, on: interface.index) }
            let deadline = ContinuousClock.now + wait
            while try await socket.wait(until: deadline, on: loop) {
                if isHeard(on: socket, port: marks.0, identifier: marks.1) { return true }
            }
        }
        return false
    }

    private func isHeard(on socket: ProbeSocket, port: UInt16, identifier: UInt16) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 2_048)
        // Bounded, so that a storm on the link cannot delay the deadline.
        for _ in 0..<64 {
            guard let (bytes, sender) = socket.receiveFrame(into: &buffer, on: interface.index) else { return false }
            let packet = Array(bytes)
            if isForwarded(packet, by: sender), isAnswer(packet, port: port, identifier: identifier) { return true }
        }
        return false
    }

    /// Whether a packet of the host to this machine has come from the gateway, or past any router, which lowers the hop limit. In
    /// a group of routers with a common address (VRRP), it may come from the own address of one of them.
    func isForwarded(_ packet: [UInt8], by sender: [UInt8]) -> Bool {
        guard packet.count >= 20, packet[0] >> 4 == 4, packet[12..<16].elementsEqual(destination.bytes),
            packet[16..<20].elementsEqual(source.bytes)
        else { return false }
        return sender == gateway || ![32, 60, 64, 128, 255].contains(packet[8])
    }

    /// Whether an IPv4 packet is an echo reply, or a segment to a port.
    func isAnswer(_ packet: [UInt8], port: UInt16, identifier: UInt16) -> Bool {
        let place = Int((packet.first ?? 0) & 0x0f) * 4
        guard place >= 20, packet.count >= place + 8 else { return false }
        func number(at offset: Int) -> UInt16 {
            UInt16(packet[place + offset]) << 8 | UInt16(packet[place + offset + 1])
        }
        switch packet[9] {
        case 1: return packet[place] == 0 && number(at: 4) == identifier
        case 6: return number(at: 2) == port
        default: return false
        }
    }

    /// An echo request (RFC 792).
    private func echo(_ identifier: UInt16) -> [UInt8] {
        var message: [UInt8] = [8, 0, 0, 0, UInt8(identifier >> 8), UInt8(identifier & 0xff), 0, 1]
        message += Array("netdiag echo request, RFC 792...".utf8)
        return Self.summed(message, at: 2)
    }

    /// An IPv4 packet (RFC 791 section 3.1) with a payload of a protocol.
    func packet(_ number: UInt8, _ payload: [UInt8], hopLimit: UInt8) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: 20 + payload.count)
        let header =
            [0x45, 0, UInt8(length >> 8), UInt8(length & 0xff), 0, 0, 0x40, 0, hopLimit, number, 0, 0] + source.bytes
            + destination.bytes
        return Self.summed(header, at: 10) + payload
    }

    /// Bytes with their checksum at a place in which there are zeros.
    private static func summed(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var bytes = bytes
        let sum = EchoSocket.checksum(bytes)
        (bytes[place], bytes[place + 1]) = (UInt8(sum >> 8), UInt8(sum & 0xff))
        return bytes
    }
}

extension ProbeSocket {
    /// Sends an IPv4 packet to a hardware address on a link, over a socket of the kind ``ProbeSocket/Kind/link``.
    fileprivate func sendIPv4(_ packet: [UInt8], toHardware hardware: [UInt8], on interface: UInt32) {
        var place = sockaddr_ll()
        place.sll_family = UInt16(AF_PACKET)
        place.sll_protocol = UInt16(0x0800).bigEndian
        place.sll_ifindex = CInt(interface)
        place.sll_halen = 6
        withUnsafeMutableBytes(of: &place.sll_addr) { $0.copyBytes(from: hardware.prefix(6)) }
        withUnsafePointer(to: place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(fd, packet, packet.count, 0, $0, socklen_t(MemoryLayout<sockaddr_ll>.size))
            }
        }
    }

    /// Receives a packet, and the hardware address from which it came.
    ///
    /// - Returns: `nil` if there is none; an empty packet if it came over another interface, or is meant for another host.
    fileprivate func receiveFrame(
        into buffer: inout [UInt8], on interface: UInt32
    ) -> (bytes: ArraySlice<UInt8>, sender: [UInt8])? {
        var place = sockaddr_ll()
        var length = socklen_t(MemoryLayout<sockaddr_ll>.size)
        let count = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(fd, &buffer, buffer.count, 0, $0, &length)
            }
        }
        guard count >= 0 else { return nil }
        let isMeant = place.sll_ifindex == CInt(interface) && place.sll_pkttype == UInt8(PACKET_HOST)
        let sender = withUnsafeBytes(of: place.sll_addr) { Array($0.prefix(6)) }
        return (isMeant ? buffer[..<count] : [], sender)
    }
}
