import NetworkModel

/// Rules for DNS servers that are silent, all of them or some.
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

    // MARK: Silence for one name

    /// Whether all of the servers were silent for the name, and answered for another one when the uplink was examined.
    static func areSilentForOneName(_ assessment: DNSAssessment) -> Bool {
        let servers = Set(assessment.failures.compactMap(\.server))
        return !servers.isEmpty && assessment.failures.allSatisfy { $0.reason == .timeout }
            && servers.allSatisfy { server in
                // Not a server that denies everything, makes up addresses, or is heard over TCP alone.
                guard let seen = ResolverSide.query(of: server, assessment.evidence.uplink) else { return false }
                return seen.isLate != true && seen.isOverTCPAlone != true
                    && (seen.reachesRoot || seen.control == .known)
            }
    }

    /// Whether a server answered when it was asked the same again, so that its silence has passed for this name, too.
    static func isAnsweredAgain(_ assessment: DNSAssessment) -> Bool {
        assessment.followUps(.again).contains { $0.failure != .timeout }
    }

    /// The finding that the silent servers just answered for another name: the servers of this one are to blame, or a rule of a
    /// forwarder for its domain. `nil` if nothing shows that.
    static func unansweredName(_ silence: Resolution.Failure, _ assessment: DNSAssessment) -> Finding? {
        guard areSilentForOneName(assessment), !isAnsweredAgain(assessment) else { return nil }
        let servers = Set(assessment.failures.compactMap(\.server))
        let name = shown(assessment.question(of: silence))
        let isForwarder = servers.allSatisfy(isOwn)
        var finding = named(
            DNSCauses.serverUnreachable, silence, assessment, confidence: 0.9,
            [
                // Incidents go by this fact: it is not an outage of the servers, which would be another one.
                "servers": FactPhrase.onlyForThisName.text([
                    "servers": shown(servers.sorted().joined(separator: ", ")), "name": name,
                ]), isForwarder ? "forwarded" : "unheard": name,
            ], isServerHeard: true)
        // A forwarder on this machine has a rule for a domain of the local network, such as that of a VPN.
        let isOfSearch = (assessment.dns.search ?? []).contains { domain in
            domain.contains(".") && assessment.name.lowercased().hasSuffix("." + domain.lowercased())
        }
        finding.side = isForwarder && isOfSearch ? .machine : .remote
        return finding
    }
}
