import NetworkModel

/// Rules for a DNS server that is the target itself, and not one that this machine is configured with.
extension DNSRules {
    /// The finding about such a server, which its operator is to repair.
    static func ofTarget(_ finding: Finding) -> Finding {
        guard finding.severity == .error else { return finding }
        var finding = finding
        if finding.side != .machine { finding.side = .remote }
        return finding
    }

    /// What a name does not have, as the object of a sentence: addresses of the check's families, or a record of the type that a
    /// target asks its server for.
    static func lack(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> String {
        guard assessment.isOfTarget, let type = failure.recordType else {
            return FactPhrase.noAddressOf.text(["families": families(of: assessment)])
        }
        return switch type {
        case .a: FactPhrase.noAddressOf.text(["families": "IPv4"])
        case .aaaa: FactPhrase.noAddressOf.text(["families": "IPv6"])
        case .cname, .mx, .ns, .ptr, .soa, .srv, .txt: FactPhrase.noRecordOf.text(["type": type.rawValue])
        }
    }

    /// The address families of the check.
    private static func families(of assessment: DNSAssessment) -> String {
        let families = assessment.evidence.families
        guard families.count == 1, let one = families.first else { return FactPhrase.bothFamilies.text }
        return one == .ipv4 ? "IPv4" : "IPv6"
    }
}
