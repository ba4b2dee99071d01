import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel
import Probes

/// Packets elsewhere than to documentation addresses, which many routers and firewalls drop or reject as bogons.
extension UplinkRun {
    /// The hop limits of packets to addresses that hosts have, so that hardly any reach these.
    static let limitsToHosts = 2...3

    /// The evidence with packets to other addresses in place of those to documentation addresses, if only a filter of the latter
    /// keeps the uplink from being proven to work: to addresses that belong to nobody either and are rarely filtered; if those are
    /// silent as well, to hosts with which this machine's programs have or had connections, or else to the root server that a
    /// resolver names. Some networks drop packets to all special-purpose addresses (RFC 6890), but not to those of hosts.
    ///
    /// - Parameters:
    ///   - leg: The interface of one of several next hops in use, over which nothing is compared; `nil` otherwise.
    ///   - reported: Set to the time of the last report about these packets, or to the present if routers may report some later.
    ///   - open: Set to what is found out about hosts at the time of the second round.
    func pastFilters(
        _ evidence: UplinkEvidence, on leg: String?, reported: inout ContinuousClock.Instant, open: inout OpenHosts
    ) async throws -> UplinkEvidence {
        let families = evidence.familiesToTryElsewhere
        guard leg == nil, !families.isEmpty else { return evidence }
        guard engine.uplink.begin(.elsewhere) else { return recalled(evidence, includingReports: true) }
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
        let begun = ContinuousClock.now
        var sent = try await connectionAttempts(to: addresses, Self.limitsToHosts, gateways: evidence.gateways)
        if isLate {
            reported = .now
        } else if sent.contains(where: { $0.error != nil }) {
            reported = min(.now, begun + Self.timeOfReports)
        }
        open = OpenHosts(isHurried ? [] : addresses.filter { isEnd(before: $0, sent, beside: found) }, sent)
        sent.removeAll { open.hosts.contains($0.destination) }
        let further = try await furtherPackets(
            toHosts: addresses.filter { !open.hosts.contains($0) }, after: sent, beside: found)
        if further.contains(where: { $0.error != nil }) { reported = .now }
        sent += further
        let passed = compared(found, withHosts: sent)
        // A failed check, or a pulse, repeats nothing. Its silence confirms what was found before.
        let before = isHurried ? engine.uplink.familiesUnreached ?? [] : []
        let silent = before.filter { family in
            sent.allSatisfy { $0.destination.family != family || Self.isSilent($0) }
        }
        engine.uplink.record(
            unreached: passed.familiesStopping(sent) + silent, of: Array(Set(sent.map(\.destination.family))))
        return recalled(passed, includingReports: isHurried)
    }

    static func isSilent(_ packet: UplinkEvidence.Packet) -> Bool {
        packet.error == nil && packet.answer == nil
    }

    /// The evidence with what became of packets to hosts.
    func compared(_ evidence: UplinkEvidence, withHosts sent: [UplinkEvidence.Packet]) -> UplinkEvidence {
        let passed = UplinkEvidence.withoutRejected(sent).map { packet in
            var packet = packet
            packet.hideDestination()
            return packet
        }
        let found = replaced(evidence, by: passed).recording(toHosts: sent)
        // Of a hurried one, silence confirms nothing.
        if !isHurried || found.familiesProhibited != nil || found.familiesUnreachable != nil {
            engine.uplink.recordComparison()
        }
        return found
    }

    /// The evidence with what this and earlier observations have found about packets to hosts.
    ///
    /// - Parameter includingReports: Whether to include what routers reported last about them, a while ago at most, if nothing else is
    ///   known.
    func recalled(_ evidence: UplinkEvidence, includingReports: Bool) -> UplinkEvidence {
        var evidence = evidence
        evidence.familiesUnreached = engine.uplink.familiesUnreached
        guard includingReports, let last = engine.uplink.lastCompared() else { return evidence }
        evidence.familiesProhibited = evidence.familiesProhibited ?? last.familiesProhibited
        evidence.familiesUnreachable = evidence.familiesUnreachable ?? last.familiesUnreachable
        return evidence
    }

    /// The results of further SYNs to each host about which routers are silent, if that may be due to their limit of errors.
    private func furtherPackets(
        toHosts hosts: [IPAddress], after packets: [UplinkEvidence.Packet], beside evidence: UplinkEvidence
    ) async throws -> [UplinkEvidence.Packet] {
        let undecided = hosts.compactMap { host -> (host: IPAddress, limits: ClosedRange<Int>, pause: Duration)? in
            guard let another = furtherPackets(host.family, beside: evidence) else { return nil }
            let isDecided = packets.contains { packet in
                packet.destination == host && (packet.limit ?? 0) >= another.limits.lowerBound
                    && !Self.isSilent(packet)
            }
            if isDecided { return nil }
            return (host, another.limits, another.pause)
        }
        guard !isHurried, let pause = undecided.map(\.pause).max() else { return [] }
        try await engine.loop.sleep(until: .now + pause)
        var further: [UplinkEvidence.Packet] = []
        for silent in undecided {
            further += try await connectionAttempts(
                to: [silent.host], silent.limits, gateways: evidence.gateways)
        }
        return further
    }

    /// The hop limits of further packets to a host, and the time after which a router can report them: if a router rejects packets to
    /// addresses that nobody has, or a device forbids every page.
    private func furtherPackets(
        _ family: AddressFamily, beside evidence: UplinkEvidence
    ) -> (limits: ClosedRange<Int>, pause: Duration)? {
        let nearest = Self.limitsToHosts.lowerBound
        if let rejected = evidence.nearestRejected(family), let limit = rejected.limit {
            return (limit...limit, rejected.error?.meaning == .prohibited ? Self.pause : Self.longPause)
        }
        if isOutputUnreachable(family, evidence.gateways) { return (nearest...nearest, Self.longPause) }
        guard !evidence.seemsToEnd(family), evidence.mayBeQuarantine else { return nil }
        return (nearest...nearest, Self.pause)
    }

    /// Whether the gateway reports packets that end there as undeliverable.
    func isOutputUnreachable(_ family: AddressFamily, _ gateways: [IPAddress]) -> Bool {
        engine.uplink.earlierOutput.traces.contains { trace in
            trace.address.family == family && trace.isUndeliverable
                && gateways.contains { $0.bytes == trace.error?.reporter?.bytes }
        }
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
    func rootServer(
        _ family: AddressFamily, beside evidence: UplinkEvidence
    ) async throws -> IPAddress? {
        // One that answers over TCP alone would be waited for in vain.
        let query = evidence.queries.first {
            $0.outcome == .nxdomain && $0.reachesRoot && $0.isOverTCPAlone != true
        }
        guard let query, let server = snapshot.resolvers.servers.first(where: { $0.address == query.server }),
            let address = try await address(of: DiagnosticEngine.knownName, family, at: server),
            address.isOfInternet, let route = snapshot.route(to: address), route.isDefault, route.kind == .unicast
        else { return nil }
        return address
    }

    /// The host of the Internet in each address family from which this machine's programs heard last over TCP, if it is reached by
    /// the default route.
    ///
    /// - Parameter port: The port that they were contacted on; `nil` for any.
    func recentPeers(_ families: [AddressFamily], on port: UInt16? = nil) async -> [IPAddress] {
        guard let connections = try? await engine.links.connections() else { return [] }
        let heard = connections.compactMap { connection -> (peer: IPAddress, age: Duration)? in
            guard let age = connection.silence ?? connection.closed, connection.peer.isOfInternet,
                port == nil || connection.port == port,
                let route = snapshot.route(to: connection.peer), route.isDefault, route.kind == .unicast
            else { return nil }
            return (connection.peer, age)
        }
        return families.compactMap { family in
            heard.filter { $0.peer.family == family }.min { $0.age < $1.age }?.peer
        }
    }
}
