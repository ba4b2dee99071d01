import NetworkModel

/// The way beyond the gateway.
enum PathRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] { [] }
}
