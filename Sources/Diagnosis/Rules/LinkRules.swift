import NetworkModel

/// Rules for the interfaces of the route, of which the best one counts.
enum LinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard !SubnetRules.explainsLink(in: evidence) else { return [] }
        let off = withoutARP(
            evidence.link, evidence.gateway, isForwarding: evidence.provesForwarding, hasFailed: evidence.hasTimedOut)
        if let off { return [off] }
        var found = evidence.link.map { findings(in: $0, evidence.thresholds) } ?? []
        let cut = cut(
            evidence.link, evidence.gateway, isForwarding: evidence.provesForwarding, hasFailed: evidence.hasTimedOut)
        if let cut { found = [cut] + found.filter { !isExplained($0, by: cut) } }
        return found.contains { $0.severity == .error } ? found : found + PathSizeRules.mismatch(in: evidence)
    }

    static func findings(in evidence: LinkEvidence, _ thresholds: Thresholds) -> [Finding] {
        guard !evidence.carriers.isEmpty else {
            return evidence.others.isEmpty ? [Finding(LinkCauses.none, [:])] : []
        }
        let broken = evidence.carriers.compactMap { link in problem(of: link, evidence).map { (link, $0) } }
        let isDown = broken.count == evidence.carriers.count
        let named = isDown ? Array(broken.prefix(1)) : broken
        let findings = named.map { link, entry in
            // The loopback interface is only listed if nothing works without it.
            finding(entry, about: link, in: evidence, isDown || link.isLoopback ? .error : .warning)
        }
        // About a link that is down, there is nothing more to report.
        let working = evidence.carriers.filter { problem(of: $0, evidence) == nil && !$0.isLoopback }
        return findings + working.flatMap { LinkQuality.findings(of: $0, thresholds) }
            + lostMembers(evidence.members ?? [], of: working)
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let link = evidence.link else { return [] }
        if !link.carriers.isEmpty, link.carriers.allSatisfy({ problem(of: $0, link) != nil }) {
            return SubnetRules.followUps(in: evidence)
        }
        let carriers = link.carriers.filter { !$0.isLoopback && problem(of: $0, link) == nil }
        guard !carriers.isEmpty, evidence.depth == .thorough || evidence.isSlow || evidence.hasTimedOut
        else { return [] }
        return [.link(.losses(interfaces: carriers.map(\.name)))]
    }

    /// The port with a carrier because of which a bridge has none: a bridge's carrier is that of its forwarding ports, and the
    /// spanning tree keeps a new port from forwarding for twice the forward delay.
    static func waitingPort(of link: Link, _ members: [LinkEvidence.Member]) -> LinkEvidence.Member? {
        guard link.kind == "bridge", link.isAdminUp, !link.hasCarrier else { return nil }
        return members.first { member in
            member.master == link.name && member.isAdminUp && member.hasCarrier
                && (member.portState == .listening || member.portState == .learning)
        }
    }

    /// The kinds of interfaces on which ARP and NDP find the neighbours; `nil` is hardware.
    private static let kindsWithARP: Set<String?> = [nil, "veth", "bridge", "bond", "team", "vlan", "macvlan"]

    /// The finding about an interface on which ARP is switched off, if nothing behind it responds. The neighbour entries of
    /// such an interface prove nothing, since the kernel makes them up.
    ///
    /// - Parameters:
    ///   - isForwarding: Whether something beyond a gateway responds.
    ///   - hasFailed: Whether nothing that was sent got a response.
    static func withoutARP(
        _ link: LinkEvidence?, _ gateway: GatewayEvidence?, isForwarding: Bool, hasFailed: Bool
    ) -> Finding? {
        guard !isForwarding, let link, let gateway else { return nil }
        let silent = link.carriers.first { carrier in
            // Mobile modems have no neighbours, and drivers present them as Ethernet without ARP.
            guard carrier.isARPOff == true, kindsWithARP.contains(carrier.kind), !carrier.name.hasPrefix("ww") else {
                return false
            }
            let hops = gateway.hops.filter { $0.route.interface == carrier.name }
            return !hops.contains { $0.echo?.outcome == .reply }
                && hops.contains { hop in
                    guard hop.neighbour?.state == .noarp || hop.neighbour == nil else { return false }
                    // A default route, or its halves, without a gateway is that of a tunnel, in which there are no neighbours.
                    let isOnLink = hop.route.gateway == nil && hop.route.prefixLength > 1
                    return hop.echo?.outcome == .timeout || hop.echo == nil && hasFailed && isOnLink
                }
        }
        return silent.map { Finding(LinkCauses.arpOff, confidence: 0.95, ["interface": shown($0.name)]) }
    }

    /// The findings about ports that are administratively up, once had a carrier, and have none now. A bridge's port that
    /// never had a cable is not missing, nor is the tap of a stopped virtual machine.
    private static func lostMembers(_ members: [LinkEvidence.Member], of working: [Link]) -> [Finding] {
        working.compactMap { master in
            let own = members.filter { $0.master == master.name }
            let lost = own.filter { isLost($0, of: master) }
            guard let first = lost.first else { return nil }
            return Finding(
                LinkCauses.degraded, confidence: 0.9,
                [
                    "interface": shown(master.name), "kind": master.kind ?? "bond", "member": shown(first.name),
                    "members": lost.map { shown($0.name) }.joined(separator: ", "),
                    "left": "\(own.count { $0.hasCarrier })", "count": "\(own.count)",
                ])
        }
    }

    /// Whether a port had a carrier, and has none any more.
    static func isLost(_ member: LinkEvidence.Member, of master: Link) -> Bool {
        guard member.isAdminUp, !member.hasCarrier, member.kind != "tun" else { return false }
        return master.kind != "bridge" || member.carrierGains.map { $0 > 0 } == true
    }
}
