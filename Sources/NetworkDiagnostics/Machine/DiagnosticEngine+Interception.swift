import Diagnosis
import LinkFacts
import NetworkModel
import Probes

/// Devices on the path that respond on port 443 in place of others.
extension DiagnosticEngine {
    /// The hop limit of the first SYN, and the time limit of its response: such a device is near.
    private static let hopLimit = 4
    private static let responseLimit = Duration.milliseconds(250)

    /// The handshake with a device on the path at an address that nobody has. Normally there is no response to a SYN with a small
    /// hop limit, and then no other packet is sent.
    ///
    /// - Parameter isAccepted: Whether it is known that connections to the address are accepted.
    /// - Returns: `nil` if there is no such device, or it neither completes a handshake nor resets it.
    /// - Throws: `CancellationError`.
    func secureInterception(
        at nobody: IPAddress, isAccepted: Bool, until end: ContinuousClock.Instant
    ) async throws -> TLSInterception? {
        if !isAccepted {
            let syn = UplinkPacketProbe(toNobody: nobody, as: .tcp, limit: Self.hopLimit, loop: loop)
            guard try await syn.observe(until: min(end, .now + Self.responseLimit)).answer == .accepted else {
                return nil
            }
        }
        let probe = TLSProbe(engine: curl, host: .address(nobody), port: 443)
        guard
            let tls = try await handshake(
                at: nobody, until: end, { try await probe.observe(over: $0, within: $1).tls })
        else { return nil }
        if tls.outcome == .reset {
            var met = TLSInterception(destination: nobody, problem: nil)
            met.isReset = true
            return met
        }
        guard tls.outcome == .certificate || tls.outcome == .established else { return nil }
        let leaf = tls.chain.first
        var met = TLSInterception(
            destination: nobody, problem: tls.outcome == .certificate ? tls.problem ?? .other : nil,
            issuer: leaf?.issuer, fingerprint: leaf?.fingerprint)
        if met.problem != nil, try await isAcceptedHere(SocketAddress(nobody, port: 443)) { met.isOfThisMachine = true }
        return met
    }

    private func handshake(
        at nobody: IPAddress, until end: ContinuousClock.Instant,
        _ work: @escaping @Sendable (ConnectedSocket, Duration) async throws -> TLSEvidence?
    ) async throws -> TLSEvidence? {
        let limit = ContinuousClock.now.duration(to: end)
        guard limit > .zero else { return nil }
        let seen = try await TCPProbe(addresses: [SocketAddress(nobody, port: 443)], loop: loop).observe(until: end) {
            try await work($0, limit)
        }
        return seen.upper ?? nil
    }
}

extension UplinkRun {
    /// A device that intercepts is near, and completes a handshake at once.
    private static let handshakeLimit = Duration.milliseconds(700)

    /// The handshake with a device that accepts SYNs to port 443 of addresses that nobody has; `nil` if there is none.
    func secureInterception(beside evidence: UplinkEvidence) async throws -> TLSInterception? {
        let accepted = evidence.packets.filter { packet in
            packet.limit != nil && packet.transport == .tcp && packet.answer == .accepted
        }
        guard let first = accepted.first else { return nil }
        // A pulse only determines whether the uplink works.
        guard depth == .full else { return engine.uplink.last?.secureInterception }
        return try await engine.secureInterception(
            at: first.destination, isAccepted: true, until: .now + Self.handshakeLimit)
    }
}
