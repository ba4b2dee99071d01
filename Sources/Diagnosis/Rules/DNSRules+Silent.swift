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
