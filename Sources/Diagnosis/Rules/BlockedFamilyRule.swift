import NetworkModel

/// Rules for a name that a DNS server gives a good address in one family, and in the other one 0.0.0.0, :: or a loopback
/// address, as filters do that block one family only. Programs use the good address.
enum BlockedFamilyRule {
    /// The answers of a family, if no server gave an address of another host in it, but one in the other family; empty if
    /// there are none.
    static func answers(_ family: AddressFamily, _ evidence: Evidence) -> [Resolution.Answer] {
        guard let dns = evidence.dns, evidence.asked.question == nil, dns.isOwnName != true,
            LocalhostName(dns.resolution.name) == nil, !dns.resolution.answers.contains(where: { $0.source == .hosts })
        else { return [] }
        let answers = dns.resolution.answers.filter { $0.source == .dns && $0.address != nil }
        let ofFamily = answers.filter { $0.family == family }
        let isOdd = { (answer: Resolution.Answer) -> Bool in
            guard let address = answer.address else { return false }
            return address.isUnspecified || address.isLoopback && !isOfOwnServer(answer)
        }
        let isElsewhere = { (answer: Resolution.Answer) in
            answer.family != family && answer.address.map { !$0.isUnspecified && !$0.isLoopback } == true
        }
        guard ofFamily.allSatisfy(isOdd), answers.contains(where: isElsewhere) else { return [] }
        return ofFamily
    }

    /// The family of such answers, if no route leads to the good addresses in the other one, so that the answers are the cause, and not
    /// the missing route; `nil` otherwise.
    static func onlyFamily(in evidence: Evidence) -> AddressFamily? {
        guard let gateway = evidence.gateway, gateway.hops.isEmpty, gateway.familiesWithoutRoute.count == 1,
            let missing = gateway.familiesWithoutRoute.first, evidence.tcp?.winner == nil
        else { return nil }
        let family: AddressFamily = missing == .ipv4 ? .ipv6 : .ipv4
        let hasAddress = (evidence.address?.usable ?? []).contains { $0.address.address.family == family }
        return hasAddress && !answers(family, evidence).isEmpty ? family : nil
    }

    /// The finding about such answers: a warning if connections to them fail, and one in the other family works, and an error if there is
    /// no route in the other family.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        let evidence = assessment.evidence
        if let family = onlyFamily(in: evidence) {
            return finding(about: answers(family, evidence), .error, assessment)
        }
        guard let tcp = evidence.tcp, tcp.winner != nil, tcp.attempts.contains(where: { $0.outcome != .connected })
        else { return nil }
        return AddressFamily.allCases.lazy.compactMap { family -> Finding? in
            let attempts = tcp.attempts.filter { $0.address.family == family && $0.outcome != .abandoned }
            guard !attempts.isEmpty, !attempts.contains(where: { $0.outcome == .connected }) else { return nil }
            return finding(about: answers(family, evidence), .warning, assessment)
        }.first
    }

    private static func finding(
        about answers: [Resolution.Answer], _ severity: Severity, _ assessment: DNSAssessment
    ) -> Finding? {
        guard let first = answers.first else { return nil }
        return Finding(
            DNSCauses.blockedAnswer, confidence: 0.9, severity: severity,
            [
                "name": shown(assessment.name), "filtered": shown(assessment.name),
                "server": shown(first.server ?? "?"), "addresses": DNSRules.list(answers.compactMap(\.address)),
                "other": "", "why": DNSRules.why(answers.flatMap { $0.extendedErrors ?? [] }),
            ])
    }

    /// Whether the answer is from a server of this machine, which may mean this machine, and does not only pass it on.
    private static func isOfOwnServer(_ answer: Resolution.Answer) -> Bool {
        guard let server = answer.server, !DNSAssessment.stubs.contains(server) else { return false }
        return PathDestination(server: server)?.address.isLoopback ?? true
    }
}
