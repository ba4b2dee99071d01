import NetworkModel

/// Rules for the interfaces of the route, of which the best one counts.
enum LinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard !SubnetRules.explainsLink(in: evidence) else { return [] }
        let found = evidence.link.map { findings(in: $0, evidence.thresholds) } ?? []
        return found.contains { $0.severity == .error } ? found : found + PathSizeRules.mismatch(in: evidence)
    }

    static func findings(in evidence: LinkEvidence, _ thresholds: Thresholds) -> [Finding] {
        guard !evidence.carriers.isEmpty else {
            return evidence.others.isEmpty ? [Finding(LinkCauses.none, [:])] : []
        }
        let broken = evidence.carriers.compactMap { link in problem(of: link).map { (link, $0) } }
        let isDown = broken.count == evidence.carriers.count
        let named = isDown ? Array(broken.prefix(1)) : broken
        let findings = named.map { link, entry in
            // The loopback interface is only listed if nothing works without it.
            var finding = Finding(entry, severity: isDown || link.isLoopback ? .error : .warning, facts(of: link))
            // The other end of a tunnel is a program of this machine.
            if link.kind == "tun" { finding.side = .machine }
            return finding
        }
        // About a link that is down, there is nothing more to report.
        let working = evidence.carriers.filter { problem(of: $0) == nil && !$0.isLoopback }
        return findings + working.flatMap { LinkQuality.findings(of: $0, thresholds) }
            + lostMembers(evidence.members ?? [], of: working)
    }

    static func questions(in evidence: Evidence) -> [Question] {
        if let carriers = evidence.link?.carriers, !carriers.isEmpty, carriers.allSatisfy({ problem(of: $0) != nil }) {
            return SubnetRules.questions(in: evidence)
        }
        guard let carriers = evidence.link?.carriers.filter({ !$0.isLoopback && problem(of: $0) == nil }),
            !carriers.isEmpty, evidence.depth == .thorough || evidence.isSlow || evidence.hasTimedOut
        else { return [] }
        return [.link(.losses(interfaces: carriers.map(\.name)))]
    }

    private static func facts(of link: Link) -> [String: String] {
        var facts = ["interface": shown(link.name)]
        // A tunnel has no cable: it is connected to a program.
        facts[link.kind == "tun" ? "tunnel" : "plug"] = shown(link.name)
        facts["lack"] = link.kind == "tun" ? FactPhrase.noProgramServes.text : FactPhrase.noSignal.text
        return facts
    }

    private static func problem(of link: Link) -> CauseEntry? {
        if !link.isAdminUp { return LinkCauses.adminDown }
        if link.operationalState == .dormant { return LinkCauses.dormant }
        if !link.hasCarrier { return LinkCauses.noCarrier }
        return nil
    }

    /// The findings about ports that are administratively up, once had a carrier, and have none now. A bridge's port that
    /// never had a cable is not missing, nor is the tap of a stopped virtual machine.
    private static func lostMembers(_ members: [LinkEvidence.Member], of working: [Link]) -> [Finding] {
        working.compactMap { master in
            let own = members.filter { $0.master == master.name }
            let lost = own.filter { member in
                guard member.isAdminUp, !member.hasCarrier, member.kind != "tun" else { return false }
                return master.kind != "bridge" || member.carrierGains.map { $0 > 0 } == true
            }
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
}
