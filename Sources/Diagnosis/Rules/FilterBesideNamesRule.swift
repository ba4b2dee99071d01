import NetworkModel

/// The rule for this machine's packet filter beside DNS servers that give no address: the check gets no further than to these, and once
/// they are mended or replaced, the filter is in the way.
enum FilterBesideNamesRule {
    /// The warning about a filter that keeps back queries to another configured server, or else connections to the target's port.
    static func findings(beside known: [Finding], in evidence: Evidence) -> [Finding] {
        let errors = known.filter { $0.severity == .error }
        guard !errors.isEmpty, errors.allSatisfy({ $0.layer == .dns }), evidence.proxy == nil,
            !known.contains(where: { $0.id == LocalCauses.firewall.id })
        else { return [] }
        if let other = evidence.dns?.followUps?.first(where: { $0.purpose == .other && $0.isWithheld == true }) {
            return [withheldQuery(to: other.server)]
        }
        return evidence.uplink.map { LocalFilterRule.besideOutage($0) } ?? []
    }

    /// The warning about queries to a server that this machine's packet filter keeps back.
    static func withheldQuery(to server: String?) -> Finding {
        let destination = server.flatMap(PathDestination.init(server:))?.text ?? server ?? "?"
        return Finding(
            LocalCauses.firewall, confidence: 0.95, severity: .warning,
            ["destination": shown(destination), "error": "EPERM"])
    }
}
