import NetworkModel

/// A target that has addresses of one family alone, where that one leads nowhere.
enum LostFamilyRule {
    /// What a dead family is to a target that has an address of the other one.
    static let perTarget = [
        PathCauses.ipv6Down.id: TCPCauses.ipv6Broken.id, PathCauses.ipv4Down.id: TCPCauses.ipv4Broken.id,
    ]

    /// Which of the machine's findings is about a family that leads nowhere, and which family.
    static func dead(in findings: [Finding]) -> (finding: Finding, family: AddressFamily)? {
        findings.lazy.compactMap { finding in
            switch finding.id {
            case PathCauses.ipv6Down.id: (finding, .ipv6)
            case PathCauses.ipv4Down.id: (finding, .ipv4)
            default: nil
            }
        }.first
    }

    /// The finding of a target that has no other address: nothing is fallen back to.
    static func lost(_ finding: Finding, _ family: AddressFamily, _ evidence: Evidence) -> Finding {
        var facts = finding.facts
        let target = evidence.pathSubjects.first?.destination.text ?? "the target"
        // Another family may have been ruled out by whoever asked.
        let isLookedUp = evidence.dns != nil && evidence.families.contains(family == .ipv6 ? .ipv4 : .ipv6)
        let effect: FactPhrase =
            switch family {
            case .ipv4: isLookedUp ? .hasNoIPv6 : .askedOverIPv4
            case .ipv6: isLookedUp ? .hasNoIPv4 : .askedOverIPv6
            }
        facts["effect"] = effect.text(["target": target])
        guard family == .ipv6 else {
            return Finding(PathCauses.ipv4Down, confidence: finding.confidence, severity: .error, facts)
        }
        let source = evidence.address?.usable.first {
            $0.address.address.family == .ipv6 && !$0.address.address.isLinkLocal
        }
        facts["source"] = source.map { "\($0.address.address)" }
        return Finding(PathCauses.ipv6Down, confidence: finding.confidence, severity: .error, facts)
    }
}
