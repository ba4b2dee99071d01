import NetworkModel

/// What lies in this machine itself, and in no layer of the network.
enum LocalRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] { LocalFilterRule.findings(in: evidence) }
}
