import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Packets from several IPv4 addresses of this machine: a router may know, or admit, only one of them.
extension DiagnosticEngine {
    /// The hop limits behind the gateway.
    private static let limits = 2...3

    /// The results of packets to a documentation address from the address that programs use, and from another one in the gateway's
    /// subnet, in two rounds; `nil` if there is no other address, or if the uplink works or anything beyond the gateway was heard.
    ///
    /// - Throws: `CancellationError`.
    func sourceTrial(beside proof: UplinkEvidence?, in snapshot: NetworkSnapshot) async throws -> SourceTrial? {
        // Beside a proxy, a router may drop what does not go there on purpose. An address of which routers reported a packet before
        // may only have used up their limit of errors.
        guard uplink.options.sendsPackets, let proof, UplinkProof(proof) != .works, proof.proxy == nil,
            proof.isBeyondSilent, let nobody = DocumentationAddress.any(.ipv4, in: snapshot),
            let route = snapshot.route(to: nobody), let gateway = route.gateway,
            let link = route.interface.flatMap(snapshot.link(named:)), let source = try await source(of: nobody)
        else { return nil }
        let near = link.addresses.filter { own in
            own.isUsable && own.address.family == .ipv4 && gateway.isIn(prefix: own.address, length: own.prefixLength)
        }
        guard near.contains(where: { $0.address.bytes == source.bytes }),
            let other = near.first(where: { $0.address.bytes != source.bytes })?.address
        else { return nil }
        var trial = SourceTrial(source: source, other: other)
        (trial.isSourceReported, trial.isOtherReported) = (false, true)
        // Only packets from the other address use up a limit of reports.
        var reported = ContinuousClock.now
        for round in 0..<2 {
            if round > 0 { try await loop.sleep(until: reported + UplinkRun.pause) }
            async let isSourceReported = isReported(nobody, from: source, behind: proof.gateways)
            async let isOtherReported = isReported(nobody, from: other, behind: proof.gateways)
            if try await !isOtherReported { trial.isOtherReported = false }
            reported = .now
            if try await isSourceReported { trial.isSourceReported = true }
            guard trial.isOtherReported == true, trial.isSourceReported == false else { break }
        }
        return trial
    }

    private func isReported(
        _ nobody: IPAddress, from source: IPAddress, behind gateways: [IPAddress]
    ) async throws -> Bool {
        let end = ContinuousClock.now + UplinkRun.packetLimit
        return try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for limit in Self.limits {
                for transport in [PathEvidence.Transport.tcp, .udp] {
                    let probe = UplinkPacketProbe(
                        toNobody: nobody, as: transport, limit: limit, loop: loop, from: source)
                    group.addTask { try await probe.observe(until: end) }
                }
            }
            for try await packet in group where packet.isReported(behind: gateways) {
                group.cancelAll()
                return true
            }
            return false
        }
    }
}
