import Diagnosis
import LinkFacts
import NetworkModel
import Probes

/// Packets elsewhere than to documentation addresses, which many routers and firewalls drop or reject as bogons.
extension UplinkRun {
    /// The hop limits of packets to addresses that hosts have, so that hardly any reach these.
    private static let limitsToHosts = 2...3

    /// The evidence with packets to other addresses in place of those to documentation addresses, if only a filter of the latter
    /// keeps the uplink from being proven to work: to addresses that belong to nobody either and are rarely filtered; if those are
    /// silent as well, to hosts with which this machine's programs have or had connections, or else to the root server that a
    /// resolver names. Some networks drop packets to all special-purpose addresses (RFC 6890), but not to those of hosts.
    ///
    /// - Parameter leg: The interface of one of several next hops in use, over which nothing is compared; `nil` otherwise.
    func pastFilters(_ evidence: UplinkEvidence, on leg: String?) async throws -> UplinkEvidence {
        let families = evidence.familiesToTryElsewhere
        guard leg == nil, !families.isEmpty else { return evidence }
        guard engine.uplink.begin(.elsewhere) else { return recalling(evidence) }
        let nobody = families.compactMap { DocumentationAddress.unfiltered($0, in: snapshot) }
        let found = replaced(evidence, by: try await connectionAttempts(to: nobody, gateways: evidence.gateways))
        let left = found.familiesToTryElsewhere
        guard !left.isEmpty else { return found }
        let addresses = try await hosts(left, beside: found)
        let sent = try await packets(toHosts: addresses, beside: found)
        let recorded = replaced(
            found,
            by: UplinkEvidence.withoutRejected(sent).map { packet in
                var packet = packet
                packet.hideDestination()
                return packet
            }
        ).recording(toHosts: sent)
        return isHurried ? recalling(recorded) : recorded
    }

    /// The evidence with what routers reported last about packets to hosts, if nothing else is known of them.
    private func recalling(_ evidence: UplinkEvidence) -> UplinkEvidence {
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
        return packets
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
