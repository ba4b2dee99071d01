import NetworkModel

/// Rules for a gateway behind which nothing is heard, and that answers ARP or NDP alone: neither echo requests, nor packets whose
/// hop limit ends there, nor queries. Its ARP shows that a host is there, and not that the fault is behind it.
enum DeafGatewayRule {
    /// The finding about a dead uplink, with what is not heard from the gateway itself. If it is this machine's DNS server as well,
    /// the fault begins there: with a provider that is gone, most routers still answer something. Firewalls that nobody queries are
    /// often silent on purpose, so that their silence says nothing about where the fault is. A permanent neighbour entry does not even
    /// show that the gateway is there: whether this machine has a wrong one is not known without an ARP or NDP request.
    ///
    /// - Parameters:
    ///   - traces: Packets over the same gateway.
    ///   - sources: This machine's addresses.
    static func corrected(
        _ finding: Finding, _ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?, _ traces: [PathEvidence.Trace],
        _ sources: [AddressEvidence.Source]
    ) -> Finding {
        guard finding.id == PathCauses.upstreamDown.id, finding.severity == .error, finding.facts["resolver"] == nil,
            let gateway = finding.facts["gateway"], let proof = finding.facts["proof"], let uplink,
            let hop = hops.first(where: { $0.route.gateway.map { "\($0)" } == gateway }), isSilent(hop),
            let address = hop.route.gateway, !isHeard(address, uplink), !traces.contains(where: { isFrom(address, $0) })
        else { return finding }
        let isQueried = uplink.queries.contains { $0.server.bytes == address.bytes }
        if isQueried, hop.arp != .answered, hop.neighbour?.state == .permanent {
            let facts = GatewayRules.factsOfGone(hop).merging(["fixed": gateway]) { $1 }
            var open = Finding(GatewayCauses.unreachable, confidence: 0.7, severity: finding.severity, facts)
            open.side = nil
            return open
        }
        guard hop.arp == .answered || hop.neighbour?.state == .reachable else { return finding }
        var facts = finding.facts
        facts["proof"] = "\(FactPhrase.answersNoPacket.text); \(proof)"
        facts["deaf"] = gateway
        if isQueried { facts["router"] = nil }
        // Its answers may go to another host with this machine's address, for which only root may look.
        if hop.arp != .answered, address.family == .ipv4 {
            let own = sources.first { $0.interface == hop.route.interface && $0.address.address.family == .ipv4 }
            facts["contested"] = own.map { "\($0.address.address)" }
        }
        var corrected = Finding(
            PathCauses.upstreamDown, confidence: isQueried ? 0.7 : finding.confidence, severity: finding.severity,
            facts)
        // Without the right to see packets arrive, this process does not know whether this machine drops them.
        corrected.side = !isQueried ? finding.side : hop.arp == .answered ? .network : nil
        return corrected
    }

    /// The same for the evidence of a check.
    static func corrected(_ finding: Finding, in evidence: Evidence) -> Finding {
        corrected(
            finding, evidence.gateway?.hops ?? [], evidence.uplink, evidence.path?.traces ?? [],
            evidence.address?.usable ?? [])
    }

    /// Whether a gateway whose hardware address is known answered no echo request.
    private static func isSilent(_ hop: GatewayEvidence.Hop) -> Bool {
        GatewayRules.condition(of: hop) == .silent && hop.echo?.outcome == .timeout && hop.echo?.isKeptOut != true
            && hop.isReceiving != true
    }

    /// Whether the gateway answered a query, or reported a packet.
    static func isHeard(_ gateway: IPAddress, _ uplink: UplinkEvidence) -> Bool {
        let errors = uplink.packets.map(\.error) + [uplink.interception?.error]
        return errors.contains { $0?.reporter?.bytes == gateway.bytes }
            || uplink.allQueries.contains { query in
                query.server.bytes == gateway.bytes
                    && (query.outcome != .timeout || query.isLate == true || query.isTruncated == true)
            }
    }

    /// Whether the gateway reported a packet, or answered one that was sent to itself.
    private static func isFrom(_ gateway: IPAddress, _ trace: PathEvidence.Trace) -> Bool {
        trace.error?.reporter?.bytes == gateway.bytes || trace.hops.contains { $0.address?.bytes == gateway.bytes }
            || trace.address.bytes == gateway.bytes && trace.outcome != .silent
    }
}
