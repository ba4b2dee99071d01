import NetworkModel

/// Rules for a name that the hosts file maps to 0.0.0.0 or ::, as lists against advertisements do. The kernel takes that for this
/// machine (RFC 1122 section 3.2.1.3), so that a closed port of this machine is only the consequence.
enum VoidHostsRule {
    /// The finding, if no connection was established, and a DNS server has said something about the name.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        let here = assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)
        guard !here.isEmpty, here.allSatisfy(\.isUnspecified), assessment.hasNoConnection else { return nil }
        let there = assessment.answersOnWire.compactMap(\.address)
        let said = assessment.failures.first { !$0.hasNoAnswer }
        guard !there.isEmpty || said != nil else { return nil }
        let server = assessment.answersOnWire.first?.server ?? said?.server
        return Finding(
            DNSCauses.hostsOverride, confidence: 0.97, severity: .error,
            [
                "name": shown(assessment.name), "hosts": DNSRules.list(here), "server": shown(server ?? "?"),
                "dns": there.isEmpty ? FactPhrase.noAddress.text : DNSRules.list(there),
            ])
    }
}
