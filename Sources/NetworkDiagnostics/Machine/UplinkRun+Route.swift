import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension UplinkRun {
    /// The evidence with SYNs to root servers, where the status depends on them (``UplinkEvidence/dependsOnHosts``).
    ///
    /// - Parameters:
    ///   - leg: The interface of one of several next hops in use, over which nothing is sent to hosts; `nil` otherwise.
    ///   - isLast: Whether there is no time for a pause, after which the router can report more packets.
    ///   - reported: Set to the present if a router reported any of these packets.
    func comparedWithHosts(
        _ evidence: UplinkEvidence, on leg: String?, isLast: Bool = false, reported: inout ContinuousClock.Instant
    ) async throws -> UplinkEvidence {
        guard leg == nil else { return evidence }
        // One round is left for an uplink that is in doubt.
        guard depth == .full, engine.uplink.begin(.elsewhere, leaving: isAfterFailure ? 0 : 1) else {
            return recalledRoute(evidence)
        }
        var hosts: [IPAddress] = []
        for family in AddressFamily.allCases {
            if let server = try await rootServer(family, beside: evidence) { hosts.append(server) }
        }
        var sent = try await connectionAttempts(to: hosts, gateways: evidence.gateways)
        var undecided = evidence.hosts(hosts, undecidedAfter: sent)
        if !isHurried, !isLast, !undecided.isEmpty {
            try await engine.loop.sleep(until: .now + Self.longPause)
            sent += try await connectionAttempts(to: undecided, gateways: evidence.gateways)
            undecided = evidence.hosts(undecided, undecidedAfter: sent)
        }
        if sent.contains(where: { $0.error != nil }) { reported = .now }
        var found = compared(evidence, withHosts: sent)
        let open = undecided.map(\.family).filter(evidence.leavesOutRejections)
        if !open.isEmpty { found.familiesUndecided = open }
        return isHurried ? recalledRoute(found) : found
    }

    /// The evidence with what that router last reported about packets to hosts, a while ago at most, if nothing else is known.
    private func recalledRoute(_ evidence: UplinkEvidence) -> UplinkEvidence {
        guard evidence.familiesUnreachable == nil, evidence.isRouteOpen, let last = engine.uplink.lastCompared(),
            last.isRouteOpen
        else { return evidence }
        var evidence = evidence
        evidence.familiesUnreachable = last.familiesUnreachable
        // Those that expired there show that it has a route.
        guard !evidence.packets.contains(where: \.destination.isUnspecified) else { return evidence }
        evidence.packets += last.packets.filter(\.destination.isUnspecified).map { packet in
            var packet = packet
            packet.isEarlier = true
            return packet
        }
        return evidence
    }

    /// The evidence with one more packet, to an address that providers route, if the only router behind the gateway reports those
    /// to documentation addresses as undeliverable: it has no route to the Internet, or only none to those addresses.
    ///
    /// The packet ends at the first router behind the gateway; or at the next one, if the first drops packets that end there before it
    /// looks for their route.
    func comparedWithRoutedAddress(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        guard engine.uplink.options.sendsPackets, evidence.isProviderWithoutRoute,
            let address = DocumentationAddress.filterWitness(.ipv4), snapshot.route(to: address)?.isDefault == true
        else { return evidence }
        let probe = UplinkPacketProbe(
            toNobody: address, as: .udp, limit: evidence.limitOfRouteTrial ?? Self.hopLimits.lowerBound,
            loop: engine.loop)
        var evidence = evidence
        evidence.packets.append(try await probe.observe(until: .now + Self.packetLimit))
        return assigningSenders(evidence)
    }
}

extension UplinkEvidence {
    /// Whether a resolver alone shows that the uplink works, and only packets to hosts show whether the only router that was heard behind
    /// the gateway has a route to any, and forwards to it. It reports packets to addresses that nobody has as undeliverable, as many do
    /// that have routes to all hosts.
    var dependsOnHosts: Bool { isRouteOpen && UplinkProof(self) == .works }
}
