import NetworkModel

/// Multicast DNS and DNS-SD.
enum MulticastRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] { [] }
}
