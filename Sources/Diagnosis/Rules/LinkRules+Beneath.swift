import NetworkModel

/// What is wrong with an interface, or with what it is on: the ports of a bridge, the interface of a VLAN, and the links that
/// the packets of a tunnel leave over.
extension LinkRules {
    static func problem(of link: Link) -> CauseEntry? {
        if !link.isAdminUp { return LinkCauses.adminDown }
        if link.operationalState == .dormant { return LinkCauses.dormant }
        if !link.hasCarrier { return LinkCauses.noCarrier }
        return nil
    }

    /// The same, for a carrier. A new bridge without ports has a carrier, but leads nowhere.
    static func problem(of link: Link, _ evidence: LinkEvidence) -> CauseEntry? {
        problem(of: link) ?? (isPortless(link, evidence) ? LinkCauses.noCarrier : nil)
    }

    /// The finding about a broken carrier, or about what it is on.
    static func finding(
        _ entry: CauseEntry, about link: Link, in evidence: LinkEvidence, _ severity: Severity
    ) -> Finding {
        let members = (evidence.members ?? []).filter { $0.master == link.name }
        let waiting = waitingPort(of: link, members)
        if waiting == nil, let lower = beneath(link, members, evidence) {
            return Finding(lower.problem, severity: severity, facts(ofUnplugged: lower.name))
        }
        var facts = ["interface": shown(link.name)]
        var isOwn = true
        if let waiting, let state = waiting.portState {
            facts["bridge"] = shown(link.name)
            facts["lack"] = FactPhrase.portNotForwarding.text(["port": shown(waiting.name), "state": state.rawValue])
        } else if link.kind == "bridge", link.isAdminUp, !members.contains(where: leadsOut),
            evidence.members != nil, evidence.carriers.contains(where: { $0.name == link.name })
        {
            facts["portless"] = shown(link.name)
            // If there are several interfaces, nothing shows which one is meant.
            if let free = evidence.unbridged, free.count == 1 { facts["port"] = shown(free[0]) }
            let ports = members.map { shown($0.name) }.joined(separator: ", ")
            facts["lack"] =
                members.isEmpty ? FactPhrase.hasNoPorts.text : FactPhrase.onlyInnerPorts.text(["ports": ports])
        } else if link.kind == "tun" {
            // A tunnel has no cable: it is connected to a program.
            facts["tunnel"] = shown(link.name)
            facts["lack"] = FactPhrase.noProgramServes.text
        } else {
            facts = Self.facts(ofUnplugged: link.name)
            isOwn = false
        }
        var finding = Finding(entry, severity: severity, facts)
        // The other end of a tunnel is a program of this machine, and so are a bridge's ports and spanning tree.
        if isOwn { finding.side = .machine }
        return finding
    }

    /// The names of the interfaces that a finding about a carrier may name instead of it.
    static func namesBeneath(_ name: String, in evidence: LinkEvidence) -> [String] {
        var names = (evidence.members ?? []).filter { $0.master == name }.map(\.name)
        var next = evidence.carriers.first { $0.name == name }
        for _ in evidence.underlay ?? [] {
            next = next?.parent.flatMap { index in evidence.underlay?.first { $0.index == index } }
            if let next { names.append(next.name) }
        }
        return names
    }

    /// The finding about a link without a carrier beneath a carrier of the route that has one, if nothing behind it is heard: the
    /// only link that a tunnel's packets can leave over, or the only port of a bridge that leads out of this machine.
    ///
    /// - Parameters:
    ///   - isForwarding: Whether something beyond a gateway responds.
    ///   - hasFailed: Whether packets were sent, and nothing was received.
    static func cut(
        _ link: LinkEvidence?, _ gateway: GatewayEvidence?, isForwarding: Bool, hasFailed: Bool
    ) -> Finding? {
        guard let link, !isForwarding else { return nil }
        // Neighbours that were heard over a link before it went down are not heard any more.
        let down = (link.carriers + (link.underlay ?? [])).filter { problem(of: $0) != nil }.map(\.name)
        let hops = (gateway?.hops ?? []).filter { hop in
            hop.route.gateway != nil && hop.route.interface.map { !down.contains($0) } == true
        }
        guard !hops.contains(where: { GatewayRules.condition(of: $0) == .alive }) else { return nil }
        let isGone = hops.contains { GatewayRules.isDead($0) }
        if hasFailed || isGone, let finding = cutTunnel(link) { return finding }
        let silent = Set(hops.filter { GatewayRules.isDead($0) }.compactMap(\.route.interface))
        return link.carriers.lazy.filter { silent.contains($0.name) }.compactMap { cutBridge($0, link) }.first
    }

    /// Whether a finding is a consequence of a link beneath that has no carrier, or is about the same one.
    static func isExplained(_ finding: Finding, by cut: Finding) -> Bool {
        let name = cut.facts["interface"]
        return finding.facts["interface"] == name || finding.facts["member"] == name
    }

    private static func cutTunnel(_ link: LinkEvidence) -> Finding? {
        let working = link.carriers.filter { !$0.isLoopback && problem(of: $0, link) == nil }
        guard !working.isEmpty, working.allSatisfy({ RouteSelection.isTunnel($0) }), let underlay = link.underlay,
            let first = underlay.first, underlay.allSatisfy({ problem(of: $0) != nil }),
            let entry = problem(of: first)
        else { return nil }
        return finding(entry, about: first, in: link, .error)
    }

    private static func cutBridge(_ bridge: Link, _ link: LinkEvidence) -> Finding? {
        let members = (link.members ?? []).filter { $0.master == bridge.name && leadsOut($0) }
        guard bridge.kind == "bridge", bridge.hasCarrier, let lost = members.first,
            members.allSatisfy({ isLost($0, of: bridge) }), (link.members ?? []).count < RouteSelection.maxMembers
        else { return nil }
        var facts = facts(ofUnplugged: lost.name)
        facts["lack"] = FactPhrase.noSignalOfPort.text(["bridge": shown(bridge.name)])
        return Finding(LinkCauses.noCarrier, confidence: 0.9, facts)
    }

    /// The broken interface that a broken VLAN, macvlan or bridge is on; `nil` if there is none.
    private static func beneath(
        _ link: Link, _ members: [LinkEvidence.Member], _ evidence: LinkEvidence
    ) -> (name: String, problem: CauseEntry)? {
        guard link.isAdminUp else { return nil }
        var found: (name: String, problem: CauseEntry)?
        var next = link
        for _ in evidence.underlay ?? [] {
            guard let parent = next.parent.flatMap({ index in evidence.underlay?.first { $0.index == index } }),
                let broken = problem(of: parent)
            else { break }
            found = (parent.name, broken)
            next = parent
        }
        if let found { return found }
        guard link.kind == "bridge", !link.hasCarrier else { return nil }
        let outward = members.filter(leadsOut)
        guard !outward.contains(where: { $0.isAdminUp && $0.hasCarrier }) else { return nil }
        let lost = outward.first { isLost($0, of: link) } ?? outward.first { $0.isAdminUp } ?? outward.first
        return lost.map { ($0.name, $0.isAdminUp ? LinkCauses.noCarrier : LinkCauses.adminDown) }
    }

    private static func facts(ofUnplugged name: String) -> [String: String] {
        ["interface": shown(name), "plug": shown(name), "lack": FactPhrase.noSignal.text]
    }

    private static func leadsOut(_ member: LinkEvidence.Member) -> Bool {
        RouteSelection.leadsOut(member.name, kind: member.kind)
    }

    /// Whether a link is a bridge without a port.
    private static func isPortless(_ link: Link, _ evidence: LinkEvidence) -> Bool {
        guard link.kind == "bridge", let members = evidence.members, members.count < RouteSelection.maxMembers else {
            return false
        }
        return !members.contains { $0.master == link.name }
    }
}
