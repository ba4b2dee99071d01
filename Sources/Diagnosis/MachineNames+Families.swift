package import NetworkModel

/// Questions for one family that a server does not answer, or not well, while it answers those for the other.
extension MachineNames {
    /// Where they stand among the failures of the resolution, the last first.
    package var familyFailures: [(place: Int, failure: Resolution.Failure)] {
        resolution.failures.enumerated().filter { isOfOneFamily($0.element) }.map { ($0.offset, $0.element) }.reversed()
    }

    /// What programs wait for, or fail for: they ask for both families.
    var familyFindings: [Finding] {
        let found = resolution.failures.first(where: isOfOneFamily)
        guard let failure = found, let type = failure.type else { return [] }
        let other = type == "A" ? "AAAA" : "A"
        let code = failure.reason == .refused ? "REFUSED" : "SERVFAIL"
        let facts = ["name": name, "server": shown(failure.server ?? "?"), "code": code]
        guard failure.reason == .timeout else {
            let why = FactPhrase.whenAskedFor.text(["type": type, "other": other])
            return [
                Finding(
                    failure.reason == .refused ? DNSCauses.refused : DNSCauses.servfail, confidence: 0.9,
                    severity: .warning,
                    facts.merging(["why": why + DNSRules.why(failure.extendedErrors)]) { $1 })
            ]
        }
        let delay = patience.map { Milliseconds(.seconds($0.timeout)) } ?? failure.duration
        return [
            Finding(
                DNSCauses.familyDropped, confidence: 0.9,
                facts.merging(["type": type, "other": other, "delay": DNSRules.milliseconds(delay)]) { $1 })
        ]
    }

    private func isOfOneFamily(_ failure: Resolution.Failure) -> Bool {
        guard failure.source == .dns, failure.isTruncated == nil, let type = failure.type else { return false }
        switch failure.reason {
        case .timeout: return hasAnswer(otherThan: type, of: failure.server, asIs: true)
        case .servfail, .refused: return hasAnswer(otherThan: type, of: failure.server, asIs: false)
        case .nxdomain, .noData, .closed, .malformed: return false
        }
    }

    /// - Parameter asIs: Whether it is an answer, too, that there is no such name.
    private func hasAnswer(otherThan type: String, of server: String?, asIs: Bool) -> Bool {
        let family: AddressFamily = type == "A" ? .ipv6 : .ipv4
        return answersOnWire.contains { $0.server == server && $0.family == family }
            || asIs
                && resolution.failures.contains { failure in
                    failure.server == server && failure.type != type
                        && (failure.reason == .nxdomain || failure.reason == .noData)
                }
    }
}
