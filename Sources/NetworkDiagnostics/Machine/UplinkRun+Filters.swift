import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

/// Packets elsewhere than to documentation addresses, which many routers and firewalls drop or reject as bogons.
extension UplinkRun {
    /// The hop limits of packets to addresses that hosts have, so that hardly any reach these.
    private static let limitsToHosts = 2...3
    /// The same as for a second round of other packets: Linux reports one packet per second to a host.
    private static let pause = Duration.milliseconds(1_100)

    /// The evidence with packets to other addresses in place of those to documentation addresses, if only a filter of the latter
    /// keeps the uplink from being proven to work: to addresses that belong to nobody either and are rarely filtered; if those are
    /// silent as well, to hosts with which this machine's programs have or had connections, or else to the root server that a
    /// resolver names. Some networks drop packets to all special-purpose addresses (RFC 6890), but not to those of hosts.
    ///
    /// - Parameters:
    ///   - leg: The interface of one of several next hops in use, over which nothing is compared; `nil` otherwise.
    ///   - reported: Set to the present if a router reported any of these packets, or may do so later.
    func pastFilters(
        _ evidence: UplinkEvidence, on leg: String?, reported: inout ContinuousClock.Instant
    ) async throws -> UplinkEvidence {
        let families = evidence.familiesToTryElsewhere
        guard leg == nil, !families.isEmpty else { return evidence }
        guard engine.uplink.begin(.elsewhere) else { return withLastReports(recalled(evidence)) }
        let nobody = families.compactMap { DocumentationAddress.unfiltered($0, in: snapshot) }
        let isLate = evidence.timeForPackets(atLeast: Self.packetLimit) > Self.packetLimit
        let others = try await connectionAttempts(to: nobody, gateways: evidence.gateways)
        if isLate || others.contains(where: { $0.error != nil }) { reported = .now }
        let found = replaced(evidence, by: others)
        let left = found.familiesToTryElsewhere
        guard !left.isEmpty else {
            engine.uplink.record(unreached: [], of: families)
            return found
        }
        let addresses = try await hosts(left, beside: found)
        let sent = try await packets(toHosts: addresses, beside: found)
        if isLate || sent.contains(where: { $0.error != nil }) { reported = .now }
        let passed = replaced(
            found,
            by: UplinkEvidence.withoutRejected(sent).map { packet in
                var packet = packet
                packet.hideDestination()
                return packet
            }
        ).recording(toHosts: sent)
        // A failed check, or a pulse, repeats nothing. Its silence confirms what was found before.
        let before = isHurried ? engine.uplink.familiesUnreached ?? [] : []
        let silent = before.filter { family in
            sent.allSatisfy { $0.destination.family != family || Self.isSilent($0) }
        }
        engine.uplink.record(
            unreached: passed.familiesStopping(sent) + silent, of: Array(Set(sent.map(\.destination.family))))
        return isHurried ? withLastReports(recalled(passed)) : recalled(passed)
    }

    private static func isSilent(_ packet: UplinkEvidence.Packet) -> Bool {
        packet.error == nil && packet.answer == nil
    }

    /// The evidence with what this and earlier observations have found about packets to hosts.
    private func recalled(_ evidence: UplinkEvidence) -> UplinkEvidence {
        var evidence = evidence
        evidence.familiesUnreached = engine.uplink.familiesUnreached
        return evidence
    }

    /// The SYNs to hosts that the nearest router behind the gateway reports in any case, after a pause, if a device forbids every page:
    /// to those for which the first ones were silent.
    private func repeatedAttempts(
        to hosts: [IPAddress], after packets: [UplinkEvidence.Packet], beside evidence: UplinkEvidence
    ) async throws -> [UplinkEvidence.Packet] {
        let nearest = Self.limitsToHosts.lowerBound
        let silent = hosts.filter { host in packets.allSatisfy { $0.destination != host || Self.isSilent($0) } }
        guard !isHurried, evidence.mayBeQuarantine, !silent.isEmpty else { return [] }
        try await engine.loop.sleep(until: .now + Self.pause)
        return try await connectionAttempts(to: silent, nearest...nearest, gateways: evidence.gateways)
    }

    /// The evidence with what routers reported last about packets to hosts, if nothing else is known of them.
    private func withLastReports(_ evidence: UplinkEvidence) -> UplinkEvidence {
        guard let last = engine.uplink.last else { return evidence }
        var evidence = evidence
        evidence.familiesProhibited = evidence.familiesProhibited ?? last.familiesProhibited
        evidence.familiesUnreachable = evidence.familiesUnreachable ?? last.familiesUnreachable
        return evidence
    }

    /// The time in which a router can report another packet: twice as long if it has no route, which Linux charges twice.
    private static let pauses = (prohibited: Duration.milliseconds(1_100), unreachable: Duration.milliseconds(2_300))

    /// The results of SYNs to hosts. If a router rejects packets to addresses that nobody has, and is silent about these, it may have used up
    /// its limit of errors, so that one more follows to each host.
    private func packets(
        toHosts hosts: [IPAddress], beside evidence: UplinkEvidence
    ) async throws -> [UplinkEvidence.Packet] {
        var packets = try await connectionAttempts(to: hosts, Self.limitsToHosts, gateways: evidence.gateways)
        let undecided = hosts.compactMap { host -> (host: IPAddress, limit: Int, isProhibited: Bool)? in
            let rejected = evidence.nearestRejected(host.family)
            guard let limit = rejected?.limit ?? limitOfOutput(host.family, evidence.gateways) else { return nil }
            let isDecided = packets.contains { packet in
                packet.destination == host && (packet.limit ?? 0) >= limit
                    && (packet.error != nil || packet.answer != nil)
            }
            if isDecided { return nil }
            return (host, limit, rejected?.error?.meaning == .prohibited)
        }
        guard !undecided.isEmpty, !isHurried else { return packets }
        let isProhibited = undecided.allSatisfy(\.isProhibited)
        try await engine.loop.sleep(until: .now + (isProhibited ? Self.pauses.prohibited : Self.pauses.unreachable))
        for silent in undecided {
            packets += try await connectionAttempts(
                to: [silent.host], silent.limit...silent.limit, gateways: evidence.gateways)
        }
        let others = hosts.filter { host in !undecided.contains { $0.host == host } }
        return try await packets + repeatedAttempts(to: others, after: packets, beside: evidence)
    }

    /// The smallest hop limit behind the gateway, if that reports packets which end there as undeliverable.
    private func limitOfOutput(_ family: AddressFamily, _ gateways: [IPAddress]) -> Int? {
        let isUnreachable = engine.uplink.earlierOutput.traces.contains { trace in
            guard trace.address.family == family, let error = trace.error, !error.isOwn,
                error.meaning == .networkUnreachable || error.meaning == .hostUnreachable
            else { return false }
            return gateways.contains { $0.bytes == error.reporter?.bytes }
        }
        return isUnreachable ? Self.limitsToHosts.lowerBound : nil
    }

    private func replaced(_ evidence: UplinkEvidence, by packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
        var others = evidence
        others.packets = packets
        others = assigningSenders(others)
        var known = evidence
        known.gateways = others.gateways
        return known.replacingPackets(by: others.packets) ?? evidence
    }

    /// A host of the Internet in each address family: one of this machine's connections, or a root server.
    private func hosts(_ families: [AddressFamily], beside evidence: UplinkEvidence) async throws -> [IPAddress] {
        let peers = await recentPeers(families)
        var found = peers
        for family in families where !peers.contains(where: { $0.family == family }) {
            if let server = try await rootServer(family, beside: evidence) { found.append(server) }
        }
        return found
    }

    /// The address of a root server according to a resolver that reaches the Internet, if it is reached by the default route.
    private func rootServer(
        _ family: AddressFamily, beside evidence: UplinkEvidence
    ) async throws -> IPAddress? {
        let query = evidence.queries.first { $0.outcome == .nxdomain && $0.reachesRoot }
        guard let query, let server = snapshot.resolvers.servers.first(where: { $0.address == query.server }),
            let address = try await address(of: DiagnosticEngine.knownName, family, at: server),
            address.isOfInternet, let route = snapshot.route(to: address), route.isDefault, route.kind == .unicast
        else { return nil }
        return address
    }

    /// The host of the Internet in each address family from which this machine's programs heard last over TCP, if it is reached by
    /// the default route.
    private func recentPeers(_ families: [AddressFamily]) async -> [IPAddress] {
        guard let connections = try? await engine.links.connections() else { return [] }
        let heard = connections.compactMap { connection -> (peer: IPAddress, age: Duration)? in
            guard let age = connection.silence ?? connection.closed, connection.peer.isOfInternet,
                let route = snapshot.route(to: connection.peer), route.isDefault, route.kind == .unicast
            else { return nil }
            return (connection.peer, age)
        }
        return families.compactMap { family in
            heard.filter { $0.peer.family == family }.min { $0.age < $1.age }?.peer
        }
    }
}
