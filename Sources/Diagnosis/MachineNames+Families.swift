package import NetworkModel

/// Queries for one address family to which a server does not respond, or not properly, while it responds to those for the
/// other family.
extension MachineNames {
    /// The failures with their positions in the resolution, last first.
    package var familyFailures: [(place: Int, failure: Resolution.Failure)] {
        resolution.failures.enumerated().filter { isOfOneFamily($0.element) }.map { ($0.offset, $0.element) }.reversed()
    }

    /// Removes a failure of one address family, if queries for that type are answered after all: a server that ignores a type
    /// answers none of them, and some queries were lost. They are for names that no cache has, since a forwarder may wait for its
    /// own lost query when the same name is asked for again.
    package mutating func apply(_ answers: ResponseLossTrial, toFailureAt place: Int) {
        guard answers.lost < answers.sent, resolution.failures.indices.contains(place) else { return }
        resolution.failures.remove(at: place)
        if trial == nil { trial = answers }
    }

    /// Whether the response to a query arrived late.
    package func isLate(_ failure: Resolution.Failure) -> Bool {
        late.contains { $0.server == failure.server && $0.type == failure.type }
    }

    /// The finding about a server that answers for one address family at once, and late for the other one.
    private var slowFindings: [Finding] {
        let slowest = late.max { $0.duration.value < $1.duration.value }
        guard let slowest else { return [] }
        let records = FactPhrase.recordsOfName.text(["type": shown(slowest.type), "name": name])
        return [
            Finding(
                DNSCauses.slow, confidence: 0.9,
                [
                    "name": records, "typed": name, "server": shown(slowest.server),
                    "took": DNSRules.milliseconds(slowest.duration),
                    "limit": DNSRules.milliseconds(Thresholds().resolve),
                ])
        ]
    }

    /// The findings about programs that wait, or fail, since they query both address families.
    var familyFindings: [Finding] {
        let found = resolution.failures.first { isOfOneFamily($0) && !isLate($0) }
        guard found != nil || late.isEmpty else { return slowFindings }
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
        let wait = patience.map { Duration.seconds($0.timeout) }
        let delay =
            patience?.areOfPrograms == true
            ? wait.map(DNSRules.waitForDropped) : wait.map { DNSRules.milliseconds(Milliseconds($0)) }
        var more = ["type": type, "other": other, "delay": delay ?? DNSRules.milliseconds(failure.duration)]
        more["dropped"] = DNSRules.withoutSixth(type)
        if hasEndedEarly { more["later"] = type }
        return [
            Finding(DNSCauses.familyDropped, confidence: hasEndedEarly ? 0.6 : 0.9, facts.merging(more) { $1 })
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

    /// Whether a server answered a query for another type.
    ///
    /// - Parameter asIs: Whether the response that the name does not exist counts as well.
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
