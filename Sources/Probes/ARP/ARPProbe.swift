import ARPWire
public import EventLoopKit
import Glibc
public import NetworkModel

/// Sends ARP requests for an IPv4 address on the link (RFC 826), regardless of the kernel's cache.
///
/// A neighbour that replied a moment ago counts as reachable for up to 45 s (arp(7)), even if it is dead now. If a gateway is
/// silent while the kernel considers it reachable, this probe decides. It requires `CAP_NET_RAW`, or `netdiag-arp`, which has
/// it.
public struct ARPProbe: Sendable {
    private let address: IPAddress
    private let source: IPAddress
    private let interface: Link
    /// The hardware address whose replies are ignored.
    private let excluded: [UInt8]?
    private let loop: EventLoop

    /// Creates a probe of an address.
    ///
    /// - Parameters:
    ///   - address: The address to request, which must be an IPv4 address.
    ///   - source: The IPv4 address of this machine on the link.
    ///   - interface: The link, with a hardware address of six bytes.
    ///   - known: A hardware address whose replies are ignored, to find another host with the same address.
    ///   - loop: The loop on which the probe runs.
    public init?(
        address: IPAddress, from source: IPAddress, on interface: Link, otherThan known: String? = nil, loop: EventLoop
    ) {
        guard address.family == .ipv4, source.family == .ipv4, Self.bytes(interface.hardwareAddress) != nil else {
            return nil
        }
        self.address = address
        self.source = source
        self.interface = interface
        excluded = Self.bytes(known)
        self.loop = loop
    }

    /// Creates a probe for another host with an address of this machine. It sends ARP probes without a sender address, which
    /// do not change the cache of any host (RFC 5227 section 2.1.1).
    public init?(forDuplicatesOf address: IPAddress, on interface: Link, loop: EventLoop) {
        guard let nobody = IPAddress("0.0.0.0") else { return nil }
        self.init(address: address, from: nobody, on: interface, loop: loop)
    }

    /// How long to wait for the reply of a server after each request, in milliseconds. Other hosts may sleep as long as their access
    /// point lets them.
    package static let patienceOfServers = [100, 100]

    /// Sends two requests, 200 ms apart, and waits for a reply up to 500 ms.
    ///
    /// - Throws: `CancellationError`.
    public func observe() async throws -> GatewayEvidence.ARPResult { try await observe(waiting: ARPFrame.patience) }

    /// Sends requests.
    ///
    /// - Parameter patience: How long to wait for a reply after each of them, in milliseconds. `netdiag-arp` has times of its own.
    /// - Throws: `CancellationError`.
    package func observe(waiting patience: [Int]) async throws -> GatewayEvidence.ARPResult {
        // The protocol is set by bind(): setting it on a socket that already receives packets waits for all processors.
        guard let socket = try? ProbeSocket(.link) else {
            let arpRequest = ARPRequest(
                interface: Int(interface.index), address: address.bytes, excluding: excluded)
            guard let arpRequest else {
                return .init(.notPermitted)
            }
            return try await ARPHelper(loop: loop).resolve(arpRequest)
        }
        guard (try? socket.bindARP(toInterface: interface.index)) != nil else { return .init(.notPermitted) }
        let request = ARPFrame.request(
            from: Self.bytes(interface.hardwareAddress) ?? [], source.bytes, for: address.bytes)
        for wait in patience {
            socket.broadcastARP(request, onInterface: interface.index)
            let deadline = ContinuousClock.now + .milliseconds(wait)
            while try await socket.wait(until: deadline, on: loop) {
                if let hardware = reply(on: socket) { return .init(.answered, hardwareAddress: hardware) }
            }
        }
        return .init(.silent)
    }

    private func reply(on socket: ProbeSocket) -> String? {
        // Bounded, so that a packet storm on the link cannot delay the deadline.
        for _ in 0..<64 {
            guard let frame = socket.receive(atMost: 64), !frame.isEmpty else { return nil }
            let hardware = ARPFrame.hardwareAddress(of: address.bytes, in: frame[...])
            if let hardware, hardware != excluded { return Self.text(hardware) }
        }
        return nil
    }

    /// The text of a hardware address, as in the kernel's records: `aa:bb:cc:dd:ee:ff`.
    static func text(_ hardware: [UInt8]) -> String {
        hardware.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    static func bytes(_ text: String?) -> [UInt8]? {
        let bytes = (text ?? "").split(separator: ":").compactMap { UInt8($0, radix: 16) }
        return bytes.count == 6 ? bytes : nil
    }
}
