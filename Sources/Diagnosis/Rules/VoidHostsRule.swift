import NetworkModel

/// Rules for a name that the hosts file maps to 0.0.0.0 or ::, as lists against advertisements do. The kernel takes that for this
/// machine (RFC 1122 section 3.2.1.3), so that a closed port of this machine is only the consequence. Redirects to this machine are not
/// followed, so that a loopback address means the same there.
enum VoidHostsRule {
    /// The finding, if no connection was established, and a DNS server has said something about the name.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        let here = assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)
        let isVoid = here.allSatisfy(\.isUnspecified) && assessment.hasNoConnection
        guard !here.isEmpty, isVoid || assessment.evidence.isRedirectLedHere else { return nil }
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

extension Evidence {
    /// Whether a redirect is not followed because the hosts file maps its name to this machine, while a DNS server has another host.
    package var isRedirectLedHere: Bool {
        guard place != nil, tcp == nil, let dns, dns.isOwnName != true, LocalhostName(dns.resolution.name) == nil else {
            return false
        }
        let isHere = { (address: IPAddress) in address.isLoopback || address.isUnspecified }
        let listed = dns.resolution.answers.filter { $0.source == .hosts }.compactMap(\.address)
        return !listed.isEmpty && listed.allSatisfy(isHere)
            && dns.resolution.answers.contains { $0.source == .dns && $0.address.map { !isHere($0) } == true }
    }
}
