import ARPWire
import CSockets
package import EventLoopKit
import Glibc
package import NetworkModel

/// Looks for another host on the link that has this machine's hardware address, as a copy of a virtual machine does. Switches send
/// each packet to the one of the two that they heard last, so that each loses replies.
///
/// It only listens: frames from this machine's own hardware address do not arrive on its own interface. It requires `CAP_NET_RAW`,
/// or `netdiag-arp`, which has it.
package struct HardwareTwinProbe: Sendable {
    private let interface: Link
    private let hardware: [UInt8]
    private let own: Set<[UInt8]>
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - interface: The link, with a hardware address of six bytes.
    ///   - snapshot: The state of the network, with the addresses of this machine. Some switches and bonds return its own frames.
    package init?(on interface: Link, in snapshot: NetworkSnapshot, loop: EventLoop) {
        guard !interface.isLoopback, let hardware = ARPProbe.bytes(interface.hardwareAddress) else { return nil }
        self.interface = interface
        self.hardware = hardware
        own = Set(snapshot.links.flatMap(\.addresses).map(\.address.bytes))
        self.loop = loop
    }

    /// Listens until a frame of another host arrives. A link-local address tells less than another one, for which it listens on.
    ///
    /// - Returns: `nil` if there was none, and if this process has no permission.
    /// - Throws: `CancellationError`.
    package func observe(until deadline: ContinuousClock.Instant) async throws -> LinkHost? {
        guard let socket = try? ProbeSocket(.link) else {
            return try await senderHeardByHelper(until: deadline).map(host)
        }
        guard netdiag_watch_hardware(socket.fd, interface.index, hardware) == 0 else { return nil }
        var sender: IPAddress?
        while sender.map(\.isLinkLocal) ?? true, try await socket.wait(until: deadline, on: loop) {
            sender = self.sender(on: socket) ?? sender
        }
        return sender.map(host)
    }

    /// The same through `netdiag-arp`, which reads the hardware address and the addresses of this machine itself.
    private func senderHeardByHelper(until deadline: ContinuousClock.Instant) async throws -> IPAddress? {
        guard let request = TwinRequest(interface: Int(interface.index)),
            let stream = HelperStream(sending: request.bytes),
            let bytes = try await stream.reply(of: TwinReply.length, until: deadline, on: loop),
            case .heard(let address)? = TwinReply(bytes: bytes), !own.contains(address)
        else { return nil }
        return IPAddress(bytes: address)
    }

    private func host(_ address: IPAddress) -> LinkHost {
        LinkHost(interface: interface.name, hardwareAddress: ARPProbe.text(hardware), address: address)
    }

    private func sender(on socket: ProbeSocket) -> IPAddress? {
        var buffer = [UInt8](repeating: 0, count: 256)
        // Bounded, so that a flood cannot delay the deadline.
        for _ in 0..<64 {
            var type: UInt16 = 0
            let count = netdiag_receive_frame(socket.fd, &buffer, buffer.count, &type)
            guard count > 0 else { return nil }
            if let sender = Self.sender(of: buffer[..<count], type), !own.contains(sender.bytes) { return sender }
        }
        return nil
    }

    /// The IP address of the sender of a frame; `nil` if it states none.
    ///
    /// - Parameters:
    ///   - packet: The packet without its link-layer header.
    ///   - type: The EtherType of the frame: IPv4, ARP (RFC 826) or IPv6.
    static func sender(of packet: ArraySlice<UInt8>, _ type: UInt16) -> IPAddress? {
        FrameSender.address(of: packet, type).flatMap { IPAddress(bytes: $0) }
    }
}
