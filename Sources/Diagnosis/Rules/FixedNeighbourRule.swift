import NetworkModel

/// Rules for a gateway with a permanent neighbour entry that answers nothing, while only the other address family leads
/// anywhere, and this process may not find out who has the gateway's address: the entry may be wrong.
enum FixedNeighbourRule {
    /// The warning about the first such gateway; `nil` if there is none.
    static func finding(_ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?) -> Finding? {
        guard let uplink, let hop = hops.first(where: { isDoubtful($0) && isLost($0, uplink) }),
            let gateway = hop.route.gateway
        else { return nil }
        var found = Finding(
            GatewayCauses.unreachable, confidence: 0.7, severity: .warning,
            ["gateway": "\(gateway)", "interface": shown(hop.route.interface ?? "?"), "fixed": "\(gateway)"])
        found.side = nil
        return found
    }

    /// The finding about a lost address family, with such a gateway in place of what is behind it.
    static func corrected(
        _ finding: Finding, _ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?
    ) -> Finding {
        guard let family = LostFamilyRule.dead(in: [finding])?.family,
            var doubt = Self.finding(hops.filter { $0.route.family == family }, uplink)
        else { return finding }
        doubt.severity = finding.severity
        return doubt
    }

    /// The machine's findings with such a gateway, unless they blame it already, or this machine's own filter.
    static func adding(
        to findings: [Finding], _ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?
    ) -> [Finding] {
        guard let doubt = finding(hops, uplink) else { return findings }
        let isExplained = findings.contains { finding in
            guard finding.severity != .info else { return false }
            let isOfGateway = finding.layer == .gateway || finding.layer == .address
            return finding.id == LocalCauses.firewall.id
                || isOfGateway && finding.facts["gateway"] == doubt.facts["gateway"]
        }
        return isExplained ? findings : findings.map { corrected($0, hops, uplink) } + [doubt]
    }

    /// Whether nothing but a permanent neighbour entry says that a gateway is there. A reply to an ARP or NDP request would
    /// show which hardware address it has.
    private static func isDoubtful(_ hop: GatewayEvidence.Hop) -> Bool {
        guard hop.neighbour?.state == .permanent, hop.arp == .notPermitted, let echo = hop.echo else { return false }
        return echo.outcome == .timeout && echo.isKeptOut != true && hop.isReceiving != true
            && GatewayRules.condition(of: hop) == .silent
    }

    /// Whether packets were sent over the gateway's address family, and only those of the other one were heard of.
    private static func isLost(_ hop: GatewayEvidence.Hop, _ uplink: UplinkEvidence) -> Bool {
        let family = hop.route.family
        guard let gateway = hop.route.gateway, uplink.gateways.contains(where: { $0.bytes == gateway.bytes }),
            uplink.packets.contains(where: {
                $0.destination.family == family && $0.limit != nil && $0.failure == nil
            }),
            uplink.interception.map({ $0.isAccepted && $0.destination.family == family }) != true,
            !DeafGatewayRule.isHeard(gateway, uplink)
        else { return false }
        let indications = UplinkIndications(uplink)
        return !indications.isForwarding(over: family)
            && indications.isForwarding(over: family == .ipv4 ? .ipv6 : .ipv4)
    }
}
