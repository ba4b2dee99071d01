import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Packets from each IPv6 prefix of the interface of the default route: a provider may have replaced one of them.
extension UplinkRun {
    /// The results of packets to a documentation address from each prefix; `nil` if there is only one prefix. The SYNs of the first
    /// round count for the address in use.
    ///
    /// A failed check sends packets to its own destination instead.
    ///
    /// - Parameter evidence: The evidence after the first round. Further ones are sent meanwhile: routers limit their reports to each
    ///   address separately.
    /// - Returns: The comparison, and the packets from the address in use that a router reported after those of the first round: its
    ///   limit may then leave nothing for those of a further one.
    func prefixes(
        beside evidence: UplinkEvidence
    ) async throws -> (trial: PrefixTrial?, reported: [UplinkEvidence.Packet]) {
        guard depth == .full, !isAfterFailure, let nobody = DocumentationAddress.any(.ipv6, in: snapshot),
            let route = snapshot.route(to: nobody), var trial = PrefixTrial(of: route, in: snapshot)
        else { return (nil, []) }
        guard engine.uplink.begin(.prefixes, occasion(after: engine.uplink.last)) else {
            return (engine.uplink.earlierPrefixes(like: trial), [])
        }
        trial.used = try await engine.source(of: nobody)
        let sent = evidence.packets.filter { packet in
            packet.transport == .tcp && packet.limit != nil && packet.isEarlier != true
                && packet.destination.family == .ipv6
        }
        for index in trial.sources.indices where trial.sources[index].address.address.bytes == trial.used?.bytes {
            trial.sources[index].packets = sent
        }
        // Packets from silent addresses are sent at this distance, however late a router may report them.
        var begun = ContinuousClock.now
        trial = try await observed(trial, at: nobody, evidence) { $0.packets.isEmpty }
        let isHeard = { (source: PrefixTrial.Source) in
            source.packets.contains { isReported($0, behind: evidence.gateways) }
        }
        // The silence of all says nothing about one of them; that of one is verified twice more.
        for _ in 0..<2 where trial.sources.contains(where: isHeard) && !trial.sources.allSatisfy(isHeard) {
            try await engine.loop.sleep(until: begun + Self.pause)
            begun = .now
            trial = try await observed(trial, at: nobody, evidence) { !isHeard($0) }
        }
        engine.uplink.store(trial)
        let used = trial.used
        let source = trial.sources.first { $0.address.address.bytes == used?.bytes }
        guard let source, !sent.isEmpty else { return (trial, []) }
        return (trial, source.packets.dropFirst(sent.count).filter { isReported($0, behind: evidence.gateways) })
    }

    /// The comparison with the results of three SYNs from each address.
    private func observed(
        _ trial: PrefixTrial, at nobody: IPAddress, _ evidence: UplinkEvidence,
        where isWanted: (PrefixTrial.Source) -> Bool
    ) async throws -> PrefixTrial {
        var trial = trial
        let wanted = trial.sources.indices.filter { isWanted(trial.sources[$0]) }
        let found = try await withThrowingTaskGroup(of: (Int, [UplinkEvidence.Packet]).self) { group in
            for index in wanted {
                let source = trial.sources[index].address.address
                group.addTask { (index, try await packets(to: nobody, from: source, evidence)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, packets) in found {
            trial.sources[index].packets += packets
        }
        return trial
    }

    private func packets(
        to nobody: IPAddress, from source: IPAddress, _ evidence: UplinkEvidence
    ) async throws -> [UplinkEvidence.Packet] {
        let deadline = ContinuousClock.now + Self.packetLimit
        return try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for limit in Self.hopLimits {
                let probe = UplinkPacketProbe(
                    toNobody: nobody, as: .tcp, limit: limit, loop: engine.loop, from: source)
                group.addTask { try await probe.observe(until: deadline) }
            }
            var packets: [UplinkEvidence.Packet] = []
            for try await packet in group {
                packets.append(packet)
                // One report is sufficient: it was routed to this address.
                if isReported(packet, behind: evidence.gateways) { break }
            }
            group.cancelAll()
            return packets
        }
    }
}
