import NetworkModel

/// Rules for several DNS servers, some of which are silent.
extension DNSRules {
    /// The further servers for which programs wait before they query the one that responds.
    static func otherSilentServers(
        than dead: Resolution.Failure, beside alive: String, _ assessment: DNSAssessment
    ) -> [String] {
        assessment.failures.reduce(into: [String]()) { found, failure in
            guard let server = failure.server, failure.reason == .timeout || failure.ignoredReplies != nil,
                failure.hasNoAnswer, failure.isTruncated != true, failure.isWithheld != true, failure.isUnsent != true,
                server != dead.server, server != alive, !found.contains(server), !hasAnswered(server, assessment),
                refusal(of: server, assessment) == nil, !isBehind(server, alive, in: assessment.dns.servers)
            else { return }
            found.append(server)
        }
    }

    /// The finding about a name that a server denies. If a silent one in a private network comes before it, such as that of a company,
    /// that one may know the name: nothing shows that the name is wrong.
    static func unknown(
        _ failure: Resolution.Failure, _ assessment: DNSAssessment, _ facts: [String: String]
    ) -> Finding {
        guard !assessment.isOfTarget, let (dead, alive) = deadServer(assessment), alive == failure.server,
            let server = dead.server, !isBehind(server, alive, in: assessment.dns.servers),
            PathDestination(server: server)?.address.isOfInternet == false
        else { return named(DNSCauses.nxdomain, failure, assessment, facts) }
        var finding = named(DNSCauses.nxdomain, failure, assessment, facts.merging(["absent": shown(server)]) { $1 })
        finding.side = nil
        return finding
    }

    /// The silent servers, and those whose hosts answered that none runs there, as text; `nil` if all are silent.
    static func silentBesideClosed(_ assessment: DNSAssessment) -> String? {
        let silent = assessment.failures.filter { $0.reason == .timeout }.compactMap(\.server)
        let closed = assessment.failures.filter { $0.reason == .closed }.compactMap(\.server).filter {
            !silent.contains($0)
        }
        guard let first = closed.first, !silent.isEmpty else { return nil }
        let listed = silent.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return [
            shown(listed.joined(separator: ", ")),
            FactPhrase.theDNSServer.text(["server": shown(first), "does": FactPhrase.isNotRunning.text]),
        ].joined(separator: "; ")
    }
}
