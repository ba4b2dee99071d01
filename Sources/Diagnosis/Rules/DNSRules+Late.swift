package import NetworkModel

/// Rules for responses that arrive after their time is over, and while programs still wait for them.
extension DNSRules {
    /// The last response that arrived after its time.
    static func lateAnswer(_ assessment: DNSAssessment) -> DNSEvidence.FollowUp? {
        assessment.followUps(.late).max { $0.duration.value < $1.duration.value }
    }

    /// The finding about a response that programs waited for, and this check did not. If the server answered for the other address
    /// family at once, it says for which one it is slow.
    static func slow(
        _ late: DNSEvidence.FollowUp, _ limit: Milliseconds, _ assessment: DNSAssessment
    ) -> Finding {
        let name = shown(assessment.name)
        let isOfType = assessment.answersOnWire.contains { $0.server == late.server }
        return Finding(
            DNSCauses.slow, confidence: 0.9,
            [
                "name": isOfType ? FactPhrase.recordsOfName.text(["type": shown(late.type), "name": name]) : name,
                "typed": name, "server": shown(late.server), "took": milliseconds(late.duration),
                "limit": milliseconds(limit),
            ])
    }
}

extension Evidence {
    /// The queries whose missing responses are a finding although the name has an address, and whether their server has answered
    /// another one. Their responses may only be late.
    package var silenceBesideAnswers: (failures: [Resolution.Failure], areHeard: Bool) {
        guard let dns, !dns.resolution.answers.isEmpty, asked.question == nil else { return ([], false) }
        let assessment = DNSAssessment(dns, self)
        let dropped = DNSRules.droppedTypes(assessment).filter { DNSRules.isStillSilent($0, assessment) }
        if !dropped.isEmpty { return (dropped, true) }
        guard let (dead, alive) = DNSRules.deadServer(assessment), dead.reason == .timeout, dead.ignoredReplies == nil,
            dead.isUnsent != true, dead.isWithheld != true, dead.refusal == nil,
            !DNSRules.isBehind(dead.server, alive, in: dns.servers)
        else { return ([], false) }
        return ([dead], false)
    }
}
