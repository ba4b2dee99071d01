package import NetworkModel

/// Rules for a target that only has addresses of one family, if that family is broken.
package enum LostFamilyRule {
    /// The causes for a target that has addresses of both families, by those of the machine.
    package static let perTarget = [
        PathCauses.ipv6Down.id: TCPCauses.ipv6Broken.id, PathCauses.ipv4Down.id: TCPCauses.ipv4Broken.id,
    ]

    /// The machine's finding about a broken address family, with the family; `nil` if there is none.
    package static func dead(in findings: [Finding]) -> (finding: Finding, family: AddressFamily)? {
        findings.lazy.compactMap { finding in
            switch finding.id {
            case PathCauses.ipv6Down.id: (finding, .ipv6)
            case PathCauses.ipv4Down.id: (finding, .ipv4)
            default: nil
            }
        }.first
    }

    /// The finding about a broken address family without the words that the other one works, beside an error about that one.
    static func withoutContrast(_ finding: Finding) -> Finding {
        guard let dead = dead(in: [finding]) else { return finding }
        let entry = dead.family == .ipv6 ? PathCauses.ipv6Down : PathCauses.ipv4Down
        var other = Finding(entry, like: finding, adding: ["contrast": ""])
        other.side = finding.side
        return other
    }

    /// The finding for a target without an address of the other family, so that programs cannot fall back to it.
    static func lost(_ finding: Finding, _ family: AddressFamily, _ evidence: Evidence) -> Finding {
        var facts = finding.facts
        // The request may have excluded the other family.
        let isLookedUp = evidence.dns != nil && evidence.families.contains(family == .ipv6 ? .ipv4 : .ipv6)
        // The name lacks an address, whatever address it was reached at, such as one of NAT64.
        let target =
            isLookedUp
            ? shown(evidence.asked.host.description) : evidence.pathSubjects.first?.destination.text ?? "the target"
        let effect: FactPhrase =
            switch family {
            case .ipv4: isLookedUp ? .hasNoIPv6 : .askedOverIPv4
            case .ipv6: isLookedUp ? .hasNoIPv4 : .askedOverIPv6
            }
        facts["effect"] = effect.text(["target": target])
        guard family == .ipv6 else {
            if let prefix = evidence.uplink?.translation?.prefix, facts["nat64"] != nil,
                let subject = evidence.pathSubjects.first(where: { prefix.contains($0.destination.address) })
            {
                facts["translated"] = "\(subject.destination.address)"
            }
            return Finding(PathCauses.ipv4Down, confidence: finding.confidence, severity: .error, facts)
        }
        let source = evidence.address?.usable.first {
            $0.address.address.family == .ipv6 && !$0.address.address.isLinkLocal
        }
        facts["source"] = source.map { "\($0.address.address)" }
        var lost = Finding(PathCauses.ipv6Down, confidence: finding.confidence, severity: .error, facts)
        lost.side = finding.side
        return lost
    }
}
