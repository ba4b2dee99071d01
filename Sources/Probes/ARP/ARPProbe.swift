import ARPWire
public import EventLoopKit
import Glibc
public import NetworkModel

/// Asks the link itself who has an IPv4 address (RFC 826), past what the kernel remembers.
///
/// A neighbour that answered a moment ago counts as reachable for up to 45 s (arp(7)), however dead it is now. Where
/// a gateway is silent and the kernel still trusts it, this decides. It takes `CAP_NET_RAW`, or `netdiag-arp`, which has it.
public struct ARPProbe: Sendable {
    private let address: IPAddress
    private let source: IPAddress
    private let interface: Link
    private let loop: EventLoop

    /// - Parameters:
    ///   - source: The IPv4 address of this machine on the link.
    ///   - interface: The link, with a hardware address of six bytes.
    public init?(address: IPAddress, from source: IPAddress, on interface: Link, loop: EventLoop) {
        guard address.family == .ipv4, source.family == .ipv4, Self.bytes(interface.hardwareAddress) != nil else {
            return nil
        }
        self.address = address
        self.source = source
        self.interface = interface
        self.loop = loop
    }

    /// Asks twice, 200 ms apart, and waits for an answer up to 500 ms.
    ///
    /// - Throws: `CancellationError`.
    public func observe() async throws -> GatewayEvidence.ARPOutcome {
        // The protocol comes with bind(): a socket that receives something already has to be quieted for it, which waits
        // for all processors.
        guard let socket = try? ProbeSocket(.link) else {
            guard let question = ARPQuestion(interface: Int(interface.index), address: address.bytes) else {
                return .notPermitted
            }
            return try await ARPHelper(loop: loop).resolve(question)
        }
        guard (try? socket.bindARP(toInterface: interface.index)) != nil else { return .notPermitted }
        let request = ARPFrame.request(
            from: Self.bytes(interface.hardwareAddress) ?? [], source.bytes, for: address.bytes)
        for wait in ARPFrame.patience {
            socket.broadcastARP(request, onInterface: interface.index)
            let deadline = ContinuousClock.now + .milliseconds(wait)
            while try await socket.wait(until: deadline, on: loop) {
                if hasReply(on: socket) { return .answered }
            }
        }
        return .silent
    }

    private func hasReply(on socket: ProbeSocket) -> Bool {
        // Bounded, so that a storm on the link cannot keep the deadline from being looked at.
        for _ in 0..<64 {
            guard let frame = socket.receive(atMost: 64), !frame.isEmpty else { return false }
            if ARPFrame.hardwareAddress(of: address.bytes, in: frame[...]) != nil { return true }
        }
        return false
    }

    private static func bytes(_ text: String?) -> [UInt8]? {
        let bytes = (text ?? "").split(separator: ":").compactMap { UInt8($0, radix: 16) }
        return bytes.count == 6 ? bytes : nil
    }
}
