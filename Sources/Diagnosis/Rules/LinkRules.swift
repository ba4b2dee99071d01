import NetworkModel

/// The interfaces that carry the route: the best one counts.
enum LinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let found = evidence.link.map { findings(in: $0) } ?? []
        return found.contains { $0.severity == .error } ? found : found + PathSizeRules.mismatch(in: evidence)
    }

    static func findings(in evidence: LinkEvidence) -> [Finding] {
        guard !evidence.carriers.isEmpty else {
            return evidence.others.isEmpty ? [Finding(LinkCauses.none, [:])] : []
        }
        let broken = evidence.carriers.compactMap { link in problem(of: link).map { (link, $0) } }
        let isDown = broken.count == evidence.carriers.count
        let named = isDown ? Array(broken.prefix(1)) : broken
        return named.map { link, entry in
            Finding(entry, severity: isDown ? .error : .warning, ["interface": shown(link.name)])
        }
    }

    private static func problem(of link: Link) -> CauseEntry? {
        if !link.isAdminUp { return LinkCauses.adminDown }
        if link.operationalState == .dormant { return LinkCauses.dormant }
        if !link.hasCarrier { return LinkCauses.noCarrier }
        return nil
    }
}

/// The addresses on those interfaces.
enum AddressRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let found =
            evidence.address.map { findings(in: $0, interface: evidence.link?.carriers.first?.name) } ?? []
        return found + RogueRouterRule.findings(in: evidence)
    }

    static func questions(in evidence: Evidence) -> [Question] { RogueRouterRule.questions(in: evidence) }

    static func findings(in evidence: AddressEvidence, interface: String?) -> [Finding] {
        func finding(_ entry: CauseEntry, _ sources: [AddressEvidence.Source], severity: Severity? = nil) -> Finding {
            Finding(
                entry, severity: severity,
                [
                    "interface": shown(sources.first?.interface ?? interface ?? "?"),
                    "addresses": sources.map { "\($0.address.address)" }.joined(separator: ", "),
                ])
        }
        let duplicate = evidence.unusable.filter { $0.address.flags.contains(.dadFailed) }
        guard evidence.usable.isEmpty else {
            return duplicate.isEmpty ? [] : [finding(AddressCauses.duplicate, duplicate, severity: .warning)]
        }
        guard duplicate.isEmpty else { return [finding(AddressCauses.duplicate, duplicate)] }
        let tentative = evidence.unusable.filter { !$0.address.isUsable && !$0.address.address.isLinkLocal }
        guard tentative.isEmpty else { return [finding(AddressCauses.tentative, tentative, severity: .error)] }
        let linkLocal = evidence.unusable.filter(\.address.address.isLinkLocal)
        let configured = linkLocal.filter { $0.address.address.family == .ipv4 }
        // An fe80:: address is there on every link that is up; it says nothing of an answer that failed to come.
        guard configured.isEmpty else { return [finding(AddressCauses.linkLocalOnly, linkLocal)] }
        return [finding(AddressCauses.none, [])]
    }
}
