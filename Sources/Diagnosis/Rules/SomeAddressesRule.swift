import NetworkModel

/// The rule for a name of which some addresses fail, and others work: one finding counts them all, whichever way they fail.
enum SomeAddressesRule {
    /// The findings about addresses that fail.
    ///
    /// - Parameter partly: The findings about those that accept no connection, one for each address family at most.
    static func findings(
        partly: [Finding], _ failed: [TCPEvidence.Attempt], _ connected: [TCPEvidence.Attempt], _ evidence: Evidence
    ) -> [Finding] {
        let id = TCPCauses.someAddressesDead.id
        guard let first = partly.first(where: { $0.id == id }) ?? above(connected, evidence) else { return partly }
        // Those that programs do not try are not counted: from here, nothing is known about them.
        let unusable = failed.filter { !TCPRules.isUnused([$0], evidence) } + failing(connected, evidence)
        let isSilent = unusable.contains { $0.outcome == .timeout }
        let facts = [
            "count": "\(unusable.count)", "total": "\(evidence.tcp?.attempts.count ?? unusable.count)",
            "failures": failures(of: unusable), "cost": isSilent ? FactPhrase.waitForSilentAddresses.text : "",
        ]
        var finding = Finding(
            TCPCauses.someAddressesDead, confidence: first.confidence, first.facts.merging(facts) { $1 })
        finding.side = first.side
        return [finding] + partly.filter { $0.id != id }
    }

    /// Joins the warning about some addresses with the error of the target, if each of them fails as the one that programs use does:
    /// that is one fault.
    static func join(_ findings: inout [Finding], in evidence: Evidence) {
        joinResets(&findings, in: evidence)
        guard let warning = findings.firstIndex(where: { $0.id == TCPCauses.someAddressesDead.id }),
            let attempts = evidence.tcp?.attempts, let failure = evidence.tcp?.winner?.failure,
            let error = findings.firstIndex(where: { $0.severity == .error && $0.id == failure.cause })
        else { return }
        let alike = attempts.filter { $0.failure == failure }.map(\.address)
        guard findings[warning].facts["count"] == "\(alike.count)" else { return }
        findings[error].add(alike, of: attempts.count)
        findings.remove(at: warning)
    }

    /// Removes the warning that one address family fails if the target resets all its connections, and those of the other family as
    /// well: whether a RST is seen as the end of the attempt or of the connection is chance.
    private static func joinResets(_ findings: inout [Finding], in evidence: Evidence) {
        guard let attempts = evidence.tcp?.attempts,
            findings.contains(where: { $0.severity == .error && $0.id == TCPCauses.reset.id })
        else { return }
        let isReset = { (family: AddressFamily) in
            attempts.allSatisfy { $0.address.family != family || $0.outcome == .reset }
        }
        findings.removeAll { finding in
            finding.id == TCPCauses.ipv6Broken.id && isReset(.ipv6)
                || finding.id == TCPCauses.ipv4Broken.id && isReset(.ipv4)
        }
    }

    /// Whether this rule names the address that programs use, since it fails, while another one of the name works.
    static func isWinnerNamed(_ tcp: TCPEvidence) -> Bool {
        tcp.winner?.failure != nil && tcp.attempts.contains { $0.outcome == .connected && $0.failure == nil }
    }

    /// The finding about addresses that accept connections, but fail above them, while others of the name work.
    private static func above(_ connected: [TCPEvidence.Attempt], _ evidence: Evidence) -> Finding? {
        let failing = Self.failing(connected, evidence)
        guard let first = failing.first, failing.count < connected.count else { return nil }
        return Finding(
            TCPCauses.someAddressesDead, confidence: 0.9,
            [
                "name": shown(evidence.asked.host.description), "address": "\(first.address)",
                "addresses": failing.map { "\($0.address)" }.joined(separator: ", "),
            ])
    }

    /// The connections above which something fails at the address itself, and not on the path to it.
    private static func failing(
        _ connected: [TCPEvidence.Attempt], _ evidence: Evidence
    ) -> [TCPEvidence.Attempt] {
        connected.filter { attempt in
            attempt.failure != nil && !(attempt.isMute && PathSizeRules.isNarrow(attempt.address, evidence))
        }
    }

    /// The addresses with their outcomes as text, as in `192.0.2.1, 192.0.2.2 (refused), 192.0.2.3 (timeout)`.
    static func failures(of attempts: [TCPEvidence.Attempt]) -> String {
        var groups: [(outcome: String, addresses: [String])] = []
        for attempt in attempts {
            let outcome = attempt.failure?.words ?? attempt.outcome.rawValue
            if let index = groups.firstIndex(where: { $0.outcome == outcome }) {
                groups[index].addresses.append("\(attempt.address)")
            } else {
                groups.append((outcome, ["\(attempt.address)"]))
            }
        }
        return groups.map { "\($0.addresses.joined(separator: ", ")) (\($0.outcome))" }.joined(separator: ", ")
    }
}

extension TCPEvidence.Attempt {
    /// Whether the address became silent after its connection was established.
    var isMute: Bool { outcome == .connected && failure?.isSilence == true }
}

extension TCPEvidence.Failure {
    /// Whether the time was over before something arrived.
    package var isSilence: Bool {
        [TLSCauses.handshakeTimeout.id, "http.no-answer", "http.stalled"].contains(cause)
    }
}
