public import NetworkModel

/// The states of next hops.
extension GatewayRules {
    /// Whether nothing shows that a gateway is there: it is dead; or this process may not send echo requests, and nothing else
    /// was heard from it.
    static func isUnheard(_ gateway: IPAddress?, among hops: [GatewayEvidence.Hop]) -> Bool {
        guard let gateway, let hop = hops.first(where: { $0.route.gateway?.bytes == gateway.bytes }) else {
            return false
        }
        switch condition(of: hop) {
        case .alive, .silent: return false
        case .dead: return true
        case .unknown: return hop.echo?.outcome == .notPermitted
        }
    }

    /// Whether a gateway replied to this process's ARP or NDP requests, which see packets before any filter, while the kernel
    /// still waits for a reply: this machine drops it.
    static func isARPWithheld(_ hop: GatewayEvidence.Hop) -> Bool {
        guard hop.arp == .answered, hop.neighbour?.state.isUnanswered == true, let echo = hop.echo else { return false }
        return echo.outcome == .timeout || echo.outcome == .unreachable && echo.reporter == nil
    }

    /// Whether a next hop is gone, as its own silence and that of ARP or NDP show together.
    public static func isDead(_ hop: GatewayEvidence.Hop) -> Bool {
        condition(of: hop) == .dead
    }

    /// Whether a next hop answers ARP or NDP from another hardware address than its permanent neighbour entry has, and no pings.
    package static func hasWrongNeighbour(_ hop: GatewayEvidence.Hop) -> Bool { wrongNeighbour(among: [hop]) != nil }

    /// The state of a next hop, from its echo and its neighbour entry.
    static func condition(of hop: GatewayEvidence.Hop) -> Condition {
        if hop.echo?.outcome == .reply || hop.series?.outcome == .reply { return .alive }
        // Packets arrive through it, so it forwards, even if it replies to nothing.
        if hop.isReceiving == true { return .silent }
        if hop.arp == .silent { return .dead }
        // A packet that this machine itself did not send says nothing about the gateway.
        if hop.echo?.failure == "EPERM" || hop.echo?.failure == "EACCES" {
            return hop.neighbour?.state == .failed ? .dead : .unknown
        }
        if hop.arp == .answered { return isARPWithheld(hop) ? .dead : .silent }
        if let echo = hop.echo, echo.outcome == .notPermitted {
            // A datagram was sent instead, so that the neighbour entry is newer than that. An older entry that the kernel has
            // not yet doubted says nothing about now.
            if echo.received > 0 { return .alive }
            return echo.sent > 0 && hop.neighbour?.state.isUnanswered == true ? .dead : .unknown
        }
        if hop.echo?.outcome == .timeout, hop.hasAnsweredBefore == true {
            // It may reply to ARP, but no request was sent.
            return hop.arp == .busy && hop.neighbour?.state.isUnanswered != true ? .unknown : .dead
        }
        switch hop.neighbour?.state {
        // Without a request of our own, the entry may be from a time when the gateway was absent.
        case .failed, .incomplete:
            return hop.echo.map { $0.outcome == .timeout || $0.outcome == .unreachable } == true ? .dead : .unknown
        case .reachable, .permanent, .noarp: return hop.echo?.outcome == .timeout ? .silent : .alive
        case .stale, .delay, .probe: return hop.echo?.outcome == .timeout ? .silent : .unknown
        case nil, .some(.none):
            // If the kernel itself ends the echo (EHOSTUNREACH), it found no neighbour.
            return hop.echo?.outcome == .unreachable && hop.echo?.reporter == nil ? .dead : .unknown
        }
    }

    /// The findings, with what this machine's routes and neighbour entries add to them.
    static func named(_ findings: [Finding], _ evidence: Evidence) -> [Finding] {
        let strangers = (evidence.gateway?.hops ?? []).filter { isSilentNeighbour($0, evidence) }
        let wrong = strangers.lazy.compactMap(wrongHost).first
        return (wrong.map { [$0] } ?? []) + namingDetours(findings, evidence)
    }

    /// The questions about a host on the link: who has its address, if it is silent and a permanent neighbour entry says so;
    /// whether it is a gateway, if it is silent; and the gateways, if it is a resolver that needs one.
    static func onLink(_ evidence: Evidence, isResolver: Bool) -> [FollowUp] {
        let gateways: [FollowUp] = silentTargets(evidence).map { .link(.targetAsGateway($0)) }
        return neighbours(evidence) + gateways + (isResolver ? [.link(.gateways)] : [])
    }

    /// The question who has the address of a silent host on the link, if a permanent neighbour entry says so.
    static func neighbours(_ evidence: Evidence) -> [FollowUp] {
        let silent = (evidence.gateway?.hops ?? []).filter { isSilentNeighbour($0, evidence) }
        return silent.compactMap { hop in hop.nextHop.map { .link(.neighbour($0)) } }
    }

    /// The targets on the link from which nothing was received. If one is the gateway, everything else is lost with it, so that the
    /// fault is the gateway's, and not that of one host.
    private static func silentTargets(_ evidence: Evidence) -> [IPAddress] {
        let hops = (evidence.gateway?.hops ?? []).filter { $0.route.gateway == nil && $0.route.kind == .unicast }
        return hops.compactMap(\.nextHop).filter { address in
            if let echo = evidence.echo, echo.address.bytes == address.bytes {
                return echo.received == 0 && echo.reporter == nil
                    && (echo.outcome == .timeout || echo.outcome == .unreachable)
            }
            let attempts = evidence.tcp?.attempts.filter { $0.address.bytes == address.bytes } ?? []
            return !attempts.isEmpty
                && attempts.allSatisfy { attempt in
                    switch attempt.outcome {
                    case .timeout: true
                    case .hostUnreachable: attempt.refusal.map(\.isOwn) ?? true
                    default: false
                    }
                }
        }
    }

    /// Whether a target on the link with a permanent neighbour entry does not respond to connections, or a DNS server there does not
    /// respond to queries.
    private static func isSilentNeighbour(_ hop: GatewayEvidence.Hop, _ evidence: Evidence) -> Bool {
        guard hop.route.gateway == nil, hop.neighbour?.state == .permanent, let address = hop.nextHop else {
            return false
        }
        guard let attempts = evidence.tcp?.attempts.filter({ $0.address.bytes == address.bytes }), !attempts.isEmpty
        else {
            return evidence.pathSubjects.contains { subject in
                subject.isSilent && subject.destination.address.bytes == address.bytes && evidence.isResolver(subject)
            }
        }
        return attempts.allSatisfy { $0.outcome == .timeout }
    }

    /// The finding about a host on the link that responds from another hardware address; `nil` if it does not.
    private static func wrongHost(_ hop: GatewayEvidence.Hop) -> Finding? {
        guard let fixed = hop.neighbour?.hardwareAddress, let real = hop.arpAddress, fixed != real,
            let address = hop.nextHop
        else { return nil }
        return Finding(
            GatewayCauses.wrongNeighbour, confidence: 0.95,
            [
                "gateway": "\(address)", "interface": shown(hop.route.interface ?? "?"), "fixed": shown(fixed),
                "real": shown(real),
            ])
    }

    /// The findings, with the route of this machine that leads to a dead gateway, although its destination is on the link
    /// itself: a remainder, without which packets would arrive.
    private static func namingDetours(_ findings: [Finding], _ evidence: Evidence) -> [Finding] {
        findings.map { finding in
            guard finding.id == GatewayCauses.unreachable.id, let gateway = finding.facts["gateway"],
                let route = evidence.gateway?.hops.map(\.route).first(where: { $0.gateway.map { "\($0)" } == gateway }),
                let destination = route.destination, let interface = route.interface, route.rule == nil,
                route.table == nil,
                evidence.address?.usable.contains(where: { source in
                    source.interface == interface && source.address.prefixLength < route.prefixLength
                        && destination.isIn(prefix: source.address.address, length: source.address.prefixLength)
                }) == true
            else { return finding }
            let prefix = "\(destination)/\(route.prefixLength)"
            let link = Template.shellWord(shown(interface))
            let facts = ["near": prefix, "detour": "ip route del \(prefix) via \(gateway) dev \(link)"]
            var named = Finding(GatewayCauses.unreachable, like: finding, adding: facts)
            named.side = .machine
            return named
        }
    }
}
