import ARPWire
import CSockets
public import EventLoopKit
import Glibc
public import NetworkModel

/// Sends neighbour solicitations for an IPv6 address on the link (RFC 4861 section 7.2.2), regardless of the kernel's cache.
///
/// The kernel sends them itself, except for permanent entries. This machine's packet filter may drop the replies, so that the
/// kernel finds no neighbour; packet(7) shows them nevertheless. The probe requires `CAP_NET_RAW`; `netdiag-arp` does not do it.
public struct NDPProbe: Sendable {
    private let address: IPAddress
    private let interface: Link
    private let hardware: [UInt8]
    private let excluded: [UInt8]?
    private let loop: EventLoop

    /// Creates a probe of an address.
    ///
    /// - Parameters:
    ///   - address: The address to solicit, which must be an IPv6 address.
    ///   - interface: The link, with a hardware address of six bytes.
    ///   - known: A hardware address whose replies are ignored, to find another host with the same address.
    ///   - loop: The loop on which the probe runs.
    public init?(address: IPAddress, on interface: Link, otherThan known: String? = nil, loop: EventLoop) {
        guard address.family == .ipv6, let hardware = ARPProbe.bytes(interface.hardwareAddress) else { return nil }
        self.address = address
        self.interface = interface
        self.hardware = hardware
        excluded = ARPProbe.bytes(known)
        self.loop = loop
    }

    /// Sends two requests, 200 ms apart, and waits for a reply up to 500 ms.
    ///
    /// - Throws: `CancellationError`.
    public func observe() async throws -> GatewayEvidence.ARPResult {
        guard let socket = try? ProbeSocket(.raw(.ipv6, .icmp)) else { return .init(.notPermitted) }
        socket.receiveOnly(icmpType: NeighbourMessage.advertisementType)
        guard (try? socket.bind(toInterface: interface.name)) != nil, (try? socket.sendMulticast(on: interface)) != nil,
            let group = IPAddress(bytes: NeighbourMessage.group(of: address.bytes), zone: interface.name)
        else { return .init(.notPermitted) }
        let watch = watch()
        let question = NeighbourMessage.solicitation(for: address.bytes, from: hardware)
        for wait in ARPFrame.patience {
            // That this machine drops the question says nothing about the gateway.
            let failure = socket.send(question, to: SocketAddress(group, port: 0))
            guard failure != EPERM, failure != EACCES else { return .init(.notPermitted) }
            let deadline = ContinuousClock.now + .milliseconds(wait)
            while try await socket.wait(until: deadline, on: loop) {
                if let hardware = reply(on: socket) { return .init(.answered, hardwareAddress: hardware) }
            }
        }
        guard excluded == nil else { return .init(.silent) }
        return watch.flatMap(withheldReply).map { .init(.answered, hardwareAddress: $0) } ?? .init(.silent)
    }

    /// A socket that sees the packets of the address on the link before the packet filter; `nil` without permission.
    private func watch() -> ProbeSocket? {
        guard let watch = try? ProbeSocket(.link),
            netdiag_watch_source(watch.fd, AddressFamily.ipv6.rawFamily, address.bytes, 0) == 0
        else { return nil }
        return watch
    }

    /// The hardware address in a reply that arrived on the link, but not at the socket for ICMPv6.
    private func withheldReply(on watch: ProbeSocket) -> String? {
        var buffer = [UInt8](repeating: 0, count: 2_048)
        for _ in 0..<64 {
            var (index, isChecked): (UInt32, UInt32) = (0, 0)
            let count = netdiag_receive_packet(watch.fd, &buffer, buffer.count, &index, &isChecked)
            guard count > 0 else { return nil }
            if index == interface.index,
                let hardware = NeighbourMessage.hardwareAddress(of: address.bytes, inPacket: buffer[..<count])
            {
                return ARPProbe.text(hardware)
            }
        }
        return nil
    }

    private func reply(on socket: ProbeSocket) -> String? {
        // Bounded, so that a packet storm on the link cannot delay the deadline.
        for _ in 0..<64 {
            guard let packet = socket.receive(atMost: 256), !packet.isEmpty else { return nil }
            let hardware = NeighbourMessage.hardwareAddress(of: address.bytes, in: packet)
            if let hardware, hardware != excluded {
                return ARPProbe.text(hardware)
            }
        }
        return nil
    }
}
