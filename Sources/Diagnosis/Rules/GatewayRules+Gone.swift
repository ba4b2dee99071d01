import NetworkModel

/// The findings about gateways that are not there, or not as they are configured.
extension GatewayRules {
    /// The ICMPv6 types of Neighbor Discovery: solicitations and advertisements of routers and neighbours (RFC 4861 section 4).
    static let neighbourTypes = "133-136"

    /// The finding about a dead gateway. If it is the other end of a tunnel, a dead gateway beneath that is the cause.
    static func gone(
        _ hop: GatewayEvidence.Hop, _ gateway: GatewayEvidence, confidence: Double
    ) -> Finding {
        guard hop.isTunnel == true else {
            var finding = Finding(GatewayCauses.unreachable, confidence: confidence, factsOfGone(hop))
            if isMisled(hop, gateway) { finding.side = .machine }
            return finding
        }
        // This machine needs one of them, so that all must be dead.
        let beneath = (gateway.underlay ?? []).filter { condition(of: $0) != .unknown }
        if let first = beneath.first, beneath.count == gateway.underlay?.count, beneath.allSatisfy(isDead) {
            return Finding(GatewayCauses.unreachable, confidence: confidence, factsOfGone(first))
        }
        var finding = Finding(GatewayCauses.unreachable, confidence: confidence, factsOfGone(hop))
        // Where the packets of the tunnel are lost beyond a gateway that is alive is not known.
        if beneath.contains(where: { condition(of: $0) == .alive }) { finding.side = .upstream }
        return finding
    }

    /// Whether a rule of this machine leads to a gateway that never answered, by another table than the main one, while the default
    /// gateway of that answers: the rule is the fault, and no route of the main table may be removed.
    static func isMisled(_ hop: GatewayEvidence.Hop, _ gateway: GatewayEvidence) -> Bool {
        guard hop.route.table != nil, hop.route.rule == nil, hop.hasAnsweredBefore != true else { return false }
        return (gateway.hops + (gateway.rivals ?? [])).contains { other in
            other.route.table == nil && other.route.isDefault && other.route.family == hop.route.family
                && condition(of: other) == .alive
        }
    }

    /// Whether this process may not see if replies to ARP requests arrive, which a packet filter of this machine may drop.
    private static func mayBeWithheld(_ hop: GatewayEvidence.Hop) -> Bool {
        hop.route.gateway?.family == .ipv4 && hop.arp == .notPermitted
    }

    /// Whether a gateway answers over IPv4 on the same link as another one.
    private static func isOverIPv4(_ hop: GatewayEvidence.Hop, beside other: GatewayEvidence.Hop) -> Bool {
        hop.route.gateway?.family == .ipv4 && hop.route.interface == other.route.interface
            && condition(of: hop) == .alive
    }

    /// The finding about a dead gateway that is preferred to one that answers.
    static func deadPreferred(_ preferred: GatewayEvidence.Hop, _ alive: GatewayEvidence.Hop) -> Finding {
        var facts = factsOfGone(preferred)
        let isSame = alive.route.gateway?.bytes == preferred.route.gateway?.bytes
        if isSame, let interface = alive.route.interface, interface != preferred.route.interface {
            facts["other"] = FactPhrase.sameAddressOn.text(["interface": shown(interface)])
            // The route to the subnet of both leads to the dead link as well, whatever the default route is.
            facts["idle"] = facts["interface"]
            return Finding(GatewayCauses.deadPreferred, confidence: 0.9, facts)
        }
        facts["other"] = alive.route.gateway.map { "\($0)" }
        let part = preferred.route.destination.map { "\($0)/\(preferred.route.prefixLength)" }
        let parts = preferred.route.parts ?? part.map { [$0] }
        // Halves of the Internet, which together hide the default route, are those of a VPN.
        let isOfVPN = preferred.isTunnel == true || preferred.route.parts != nil
        facts[parts != nil && isOfVPN ? "uncovering" : "removal"] = (parts ?? ["default"]).map { part in
            let interface = Template.shellWord(facts["interface"] ?? "?")
            let table = preferred.route.table.map { " table \($0)" } ?? ""
            return "ip route del \(part) via \(facts["gateway"] ?? "?") dev \(interface)\(table)"
        }.joined(separator: "; ")
        return Finding(GatewayCauses.deadPreferred, confidence: 0.9, facts)
    }

    /// The facts about a dead gateway.
    ///
    /// - Parameter others: The other gateways, of which one may answer on the same link.
    static func factsOfGone(
        _ hop: GatewayEvidence.Hop, beside others: [GatewayEvidence.Hop] = []
    ) -> [String: String] {
        let interface = shown(hop.route.interface ?? "?")
        var facts = ["gateway": hop.route.gateway.map { "\($0)" } ?? "?", "interface": interface]
        // A link that works over IPv4 is plugged in.
        let worksOtherwise = hop.route.gateway?.family == .ipv6 && others.contains { isOverIPv4($0, beside: hop) }
        facts[hop.isTunnel == true ? "tunnel" : worksOtherwise ? "multicast" : "plug"] = interface
        if hop.route.origin == "dhcp" { facts["leased"] = interface }
        if let table = hop.route.table, hop.route.rule == nil {
            let isIPv4 = hop.route.family == .ipv4
            facts["table"] = "\(table)"
            facts["rules"] = isIPv4 ? "ip rule" : "ip -6 rule"
            facts["routes"] = isIPv4 ? "ip route" : "ip -6 route"
        }
        // Without a right, this process does not see whether replies arrive.
        if hop.route.gateway?.family == .ipv6, hop.arp == .notPermitted { facts["types"] = neighbourTypes }
        if mayBeWithheld(hop) { facts["resolution"] = "ARP" }
        return facts
    }

    /// The finding about a dead gateway, with a DNS server on its link that answers for names of the Internet: that may be the
    /// router, and the gateway's address be wrong. It is, if somebody configured it here, and the server does not only answer from a
    /// cache.
    ///
    /// - Parameters:
    ///   - servers: The DNS servers that answer for names of the Internet.
    ///   - sources: The addresses of this machine.
    ///   - uplink: What the servers know of names that no cache has; `nil` if they were not asked.
    static func namingRouter(
        _ finding: Finding, among servers: [IPAddress], on sources: [AddressEvidence.Source],
        _ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?
    ) -> Finding {
        guard finding.id == GatewayCauses.unreachable.id, finding.severity == .error, finding.facts["near"] == nil,
            // Nobody need correct the gateway of the main table if a rule leads past it.
            finding.facts["tunnel"] == nil, finding.facts["table"] == nil,
            let gateway = finding.facts["gateway"].flatMap(IPAddress.init)
        else { return finding }
        let router = servers.first { server in
            server.family == gateway.family && server.bytes != gateway.bytes
                && !sources.contains { $0.address.address.bytes == server.bytes }
                && sources.contains { source in
                    shown(source.interface) == finding.facts["interface"] && source.address.prefixLength > 0
                        && source.address.covers(server)
                }
        }
        guard let router else { return finding }
        var named = Finding(GatewayCauses.unreachable, like: finding, adding: ["resolver": "\(router)"])
        let isConfigured = hops.contains { hop in
            hop.route.gateway?.bytes == gateway.bytes && (hop.route.origin == "boot" || hop.route.origin == "static")
        }
        let isReaching = uplink.flatMap { UpstreamRule.resolverBeside(gateway, $0) }?.other != nil
        if isConfigured, isReaching || uplink == nil {
            // A check does not ask whether the server answers from its cache alone.
            named.side = isReaching ? .machine : nil
        } else {
            named.side = finding.side
        }
        return named
    }

    /// The same for the finding of a check.
    static func namingRouter(_ finding: Finding, in evidence: Evidence) -> Finding {
        let answers = (evidence.dns?.resolution.answers ?? []).filter {
            $0.source == .dns && $0.address?.isOfInternet == true
        }
        return namingRouter(
            finding, among: answers.compactMap(\.server).compactMap { IPAddress($0) },
            on: evidence.address?.usable ?? [], evidence.gateway?.hops ?? [], evidence.uplink)
    }

    /// The warning that a target is not reached over IPv6, and that there is no route to its IPv4 addresses, although this machine
    /// has an IPv4 address on the same link.
    static func untriedOverIPv4(_ gateway: GatewayEvidence, _ evidence: Evidence) -> [Finding] {
        guard gateway.familiesWithoutRoute == [.ipv4], let interface = gateway.hops.first?.route.interface,
            let tcp = evidence.tcp, !tcp.attempts.isEmpty, tcp.winner == nil,
            evidence.dns?.resolution.addresses.contains(where: { $0.family == .ipv4 }) == true,
            // A network that translates needs no IPv4.
            gateway.translation?.prefix == nil, evidence.uplink?.translation == nil
        else { return [] }
        let isAddressed = (evidence.address?.usable ?? []).contains { source in
            source.interface == interface && source.address.address.family == .ipv4
                && !source.address.address.isLinkLocal
        }
        guard isAddressed else { return [] }
        let destination = FactPhrase.overIPv4.text(["destination": shown(evidence.asked.host.description)])
        return [
            Finding(
                GatewayCauses.none, severity: .warning, ["destination": destination, "interface": shown(interface)])
        ]
    }

    /// The question whether the gateways beneath a tunnel respond, if its other end does not.
    static func underlayFollowUps(_ gateway: GatewayEvidence) -> [FollowUp] {
        let isEndGone = gateway.hops.contains { $0.isTunnel == true && isDead($0) }
        guard isEndGone, gateway.underlay?.contains(where: { $0.echo == nil }) == true else { return [] }
        return [.link(.underlay)]
    }

    /// The findings about gateways that reply from another hardware address than the one in a permanent neighbour entry.
    static func wrongNeighbours(_ gateway: GatewayEvidence) -> [Finding] {
        wrongNeighbour(among: gateway.hops).map { [$0] } ?? []
    }

    /// The same as warnings, while something beyond another gateway responds. An entry through which something was heard is right.
    static func wrongNeighbours(_ gateway: GatewayEvidence, sparing heard: Set<AddressFamily>) -> [Finding] {
        let hops = gateway.hops.filter { !heard.contains($0.route.family) }
        return wrongNeighbour(among: hops).map { [$0.asWarning] } ?? []
    }

    /// The findings about gateways whose permanent neighbour entry may be wrong.
    static func doubtfulNeighbours(_ gateway: GatewayEvidence, _ evidence: Evidence) -> [Finding] {
        let heard = evidence.forwardingFamilies
        let hops = gateway.hops.filter { !heard.contains($0.route.family) }
        return FixedNeighbourRule.finding(hops, evidence.uplink).map { [$0] } ?? []
    }

    /// The address families in which this check or the uplink heard a host beyond a gateway.
    static func heardFamilies(_ evidence: Evidence) -> Set<AddressFamily> {
        guard let uplink = evidence.uplink else { return evidence.forwardingFamilies }
        let indications = UplinkIndications(uplink)
        return evidence.forwardingFamilies.union(AddressFamily.allCases.filter(indications.isForwarding(over:)))
    }

    /// The finding about the first of some gateways that replies from another hardware address; `nil` if none does.
    static func wrongNeighbour(among hops: [GatewayEvidence.Hop]) -> Finding? {
        let hop = hops.first { hop in
            guard let neighbour = hop.neighbour, neighbour.state == .permanent, let fixed = neighbour.hardwareAddress,
                let real = hop.arpAddress
            else { return false }
            return fixed != real && hop.echo?.outcome == .timeout
        }
        guard let hop, let address = hop.route.gateway else { return nil }
        return Finding(
            GatewayCauses.wrongNeighbour, confidence: 0.97,
            [
                "gateway": "\(address)", "interface": shown(hop.route.interface ?? "?"),
                "fixed": shown(hop.neighbour?.hardwareAddress ?? "?"), "real": shown(hop.arpAddress ?? "?"),
            ])
    }
}
