import NetworkModel

/// Rules for servers that answer queries of one type, and not those of another.
extension DNSRules {
    /// The types for which a server drops queries, while it responds to others at once.
    static func droppedTypes(_ assessment: DNSAssessment) -> [Resolution.Failure] {
        // Without the route that the other addresses need, it does not matter why they are missing.
        func isLate(_ failure: Resolution.Failure) -> Bool {
            assessment.isLate(failure) && lostFamily(in: assessment.evidence) == nil
        }
        return assessment.failures.filter { failure in
            failure.reason == .timeout && failure.isTruncated == nil && !isLate(failure)
                && assessment.answersOnWire.contains {
                    $0.server == failure.server && $0.duration.value * 2 < failure.duration.value
                }
        }
    }

    /// The finding about a type whose queries a server ignores. If it answers no query for other names either, and the uplink is down, it
    /// knows the answers for the other type itself, and waits for servers behind the uplink for this one.
    static func dropped(_ assessment: DNSAssessment) -> [Finding] {
        let silent = droppedTypes(assessment)
        guard !silent.isEmpty else { return [] }
        let lost = lostFamily(in: assessment.evidence)
        let failure = silent.first { failure in
            lost != nil || isStillSilent(failure, assessment) && loss(insteadOf: failure, assessment) == nil
        }
        guard let failure else { return [] }
        // Without a route for the answered type, the lost queries were those that mattered.
        if lost != nil, let loss = loss(insteadOf: failure, assessment, severity: .error) { return [loss] }
        let evidence = assessment.evidence
        // A target on the link shows nothing of what is beyond it.
        let isHeard = evidence.gateway?.isOnLink != true && UpstreamRule.isHeardBeyond(evidence)
        if lost == nil, !isHeard, let uplink = evidence.uplink,
            ResolverSide.query(of: failure.server, uplink)?.outcome == .timeout,
            let down = UplinkRules.assessment(uplink, in: evidence).findings.first(where: { $0.severity == .error })
        {
            return [down.asWarning]
        }
        let answered = assessment.answersOnWire.first?.family == .ipv4 ? "A" : "AAAA"
        return [familyDropped(failure, other: answered, assessment, severity: lost.map { _ in .error })]
    }

    /// How long programs wait for the type, as text. After its time limit, glibc repeats both queries one after the other, and then
    /// the second one from a socket of its own, whatever number of `attempts` is configured; `single-request` and
    /// `single-request-reopen` do so from the start (resolv.conf(5)).
    static func waitForDropped(_ timeout: Duration) -> String {
        MessagePhrase.waitForDropped.text([
            "delay": milliseconds(Milliseconds(timeout)), "longest": milliseconds(Milliseconds(timeout * 3)),
        ])
    }

    /// Whether a server still ignores queries of one type, so that it matters whether it answers those for other names.
    static func isTypeIgnored(_ assessment: DNSAssessment) -> Bool {
        droppedTypes(assessment).contains { assessment.followUp(.again, to: $0)?.failure == .timeout }
    }
}
