import NetworkModel

/// The interpretation of the evidence about names that the DNS rules share.
struct DNSAssessment {
    let dns: DNSEvidence
    let evidence: Evidence
    /// The failures of servers that were queried on the wire.
    let failures: [Resolution.Failure]
    /// The addresses from servers that were queried on the wire.
    let answersOnWire: [Resolution.Answer]

    init(_ dns: DNSEvidence, _ evidence: Evidence) {
        self.dns = dns
        self.evidence = evidence
        answersOnWire = dns.resolution.answers.filter { $0.source == .dns && $0.address != nil }
        let failures = dns.resolution.failures.filter { $0.source == .dns }
        // If the upstream server failed itself, the response of the stub of systemd-resolved follows from that.
        let isExplained = failures.contains { $0.server.map { !Self.stubs.contains($0) } ?? false }
        self.failures =
            isExplained
            ? failures.filter {
                !Self.stubs.contains($0.server ?? "") || $0.reason != .servfail && $0.reason != .timeout
            }
            : failures.isEmpty ? Self.failuresOfSystem(dns) : failures
    }

    /// The failures of servers for a name without a dot, for which only the system resolver was queried, without a result.
    static func failuresOfSystem(_ dns: DNSEvidence) -> [Resolution.Failure] {
        guard DNSRules.hasSystemFailed(dns) else { return [] }
        return (dns.followUps ?? []).compactMap { followUp in
            guard followUp.purpose == .written, let reason = followUp.failure else { return nil }
            var failure = Resolution.Failure(
                source: .dns, server: followUp.server, type: followUp.type, reason: reason,
                duration: followUp.duration.duration)
            failure.extendedErrors = followUp.extendedErrors
            return failure
        }
    }

    /// The addresses of systemd-resolved (systemd-resolved.service(8)).
    static let stubs = ["127.0.0.53", "127.0.0.54"]

    /// The name in the target.
    var name: String { dns.resolution.name }

    /// Whether the target is a DNS server, and its answer is judged, not those of this machine's servers for its own name.
    var isOfTarget: Bool { evidence.asked.question?.name == name }

    /// Whether another DNS server than one that leaves out names or addresses may be a remedy: not if the server is the target, if
    /// who redirects to the name is to blame, or if the network is meant to have such a server.
    var mayReplaceServer: Bool {
        !isOfTarget && !RedirectRule.leadsInside(evidence) && !ResolverDenial.isMeant(evidence.uplink)
    }

    var answers: [Resolution.Answer] { dns.resolution.answers }

    /// The most informative failure of each type without an answer. The response of a server counts more than the silence of
    /// others.
    var words: [Resolution.Failure] {
        var words: [Resolution.Failure] = []
        for failure in failures {
            if let index = words.firstIndex(where: { $0.type == failure.type }) {
                if Self.rank(failure) < Self.rank(words[index]) { words[index] = failure }
            } else {
                words.append(failure)
            }
        }
        return words
    }

    /// Whether no server runs on the hosts of all servers that were queried. They limit their ICMP errors (icmp(7)), so that some
    /// queries may get none, also of those that examine the uplink.
    var areServersClosed: Bool {
        func isClosed(_ server: String) -> Bool {
            if failures.contains(where: { $0.server == server && $0.reason == .closed }) { return true }
            let query = ResolverSide.query(of: server, evidence.uplink)
            return query?.outcome == .closed && query?.isTruncated != true
        }
        return !failures.isEmpty
            && failures.allSatisfy { failure in
                if failure.reason == .closed { return true }
                guard failure.reason == .timeout, let server = failure.server,
                    PathDestination(server: server)?.address.isLoopback == false
                else { return false }
                return isClosed(server)
            }
    }

    private static func rank(_ failure: Resolution.Failure) -> Int {
        if failure.isAliasLoop == true { return 0 }
        if failure.lacksStream { return 3 }
        return switch failure.reason {
        case .nxdomain: 1
        case .noData: 2
        case .servfail: 4
        case .refused: 5
        case .malformed: 6
        case .closed: 7
        case .timeout: 8
        }
    }

    func followUps(_ purpose: DNSEvidence.FollowUp.Purpose) -> [DNSEvidence.FollowUp] {
        (dns.followUps ?? []).filter { $0.purpose == purpose }
    }

    /// The result of repeating the same query for a purpose.
    func followUp(
        _ purpose: DNSEvidence.FollowUp.Purpose, to failure: Resolution.Failure
    ) -> DNSEvidence.FollowUp? {
        followUps(purpose).first { $0.type == failure.type && $0.server == failure.server }
    }

    /// Whether the server responded to the same query after all, while programs still waited for it.
    func isLate(_ failure: Resolution.Failure) -> Bool { followUp(.late, to: failure) != nil }

    /// Whether a query only tested for lost responses. Its name is below the target's, where the owner may have a wildcard.
    func isTrial(_ followUp: DNSEvidence.FollowUp) -> Bool { followUp.name.hasSuffix("." + question(of: nil)) }

    /// The name in the query, without the final dot.
    func question(of failure: Resolution.Failure?) -> String {
        let name = failure?.question ?? name
        return name.hasSuffix(".") && name.count > 1 ? String(name.dropLast()) : name
    }

    /// The configured servers for which a query of the name has not failed.
    func others(than server: String?) -> [String] {
        guard evidence.asked.question == nil else { return [] }
        let silent = failures.filter { $0.hasNoAnswer }.compactMap(\.server)
        return dns.servers.prefix(4).filter { $0 != server && !silent.contains($0) }
    }

    /// The record types of the check's address families.
    var types: [DNSRecordType] {
        [.a, .aaaa].filter { evidence.families.contains($0 == .a ? .ipv4 : .ipv6) }
    }

    /// Whether the layers above name resolution failed.
    var failsAbove: Bool {
        let rules: [any Rule.Type] = [TCPRules.self, TLSRules.self, CaptivePortal.self]
        let findings = rules.flatMap { $0.findings(in: evidence) } + (evidence.kind?.findings(in: evidence) ?? [])
        return findings.contains { $0.severity == .error }
    }

    /// Whether programs do not read the hosts file, since the services of nsswitch.conf(5) lack `files`. systemd-resolved reads the
    /// file by itself.
    var isHostsFileUnread: Bool {
        dns.nameServices.map { !$0.contains("files") && !$0.contains("resolve") } ?? false
    }

    /// Whether no address accepted a connection.
    var hasNoConnection: Bool {
        if let tcp = evidence.tcp { return !tcp.attempts.isEmpty && tcp.winner == nil }
        return evidence.echo.map { $0.outcome == .timeout || $0.outcome == .unreachable } ?? false
    }

    /// Whether everybody should be able to resolve the name: it is not this machine's, not in its search domains, and not in
    /// a domain for private use.
    var isPublicName: Bool {
        guard dns.isOwnName != true, question(of: nil).contains(".") else { return false }
        return searchDomain == nil && !isIn(Self.privateDomains)
    }

    /// The domain of this machine's search list that contains the name, unless it is one for private use; `nil` if there is
    /// none.
    var searchDomain: String? {
        (dns.search ?? []).first { isIn([$0.lowercased()]) && !isIn(Self.privateDomains) }
    }

    /// Whether a name is known in its own network only: it has no domain, or one for private use.
    static func isPrivate(_ name: String) -> Bool {
        let name = name.hasSuffix(".") ? String(name.dropLast()) : name
        return !name.contains(".") || isName(name.lowercased(), in: privateDomains)
    }

    private func isIn(_ domains: [String]) -> Bool { Self.isName(question(of: nil).lowercased(), in: domains) }

    private static func isName(_ name: String, in domains: [String]) -> Bool {
        domains.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// The domains of RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and those that are used in their place (RFC 6762
    /// appendix G).
    private static let privateDomains = [
        "localhost", "local", "home.arpa", "internal", "intranet", "private", "corp", "home", "lan", "test",
    ]
}

extension Resolution.Failure {
    var recordType: DNSRecordType? { type.flatMap(DNSRecordType.init) }

    /// Whether the server was silent, its port was closed, or its replies were to something else.
    var hasNoAnswer: Bool { reason == .timeout || reason == .closed || (ignoredReplies != nil && reason == .malformed) }

    /// Whether the response over UDP was truncated, and TCP brought none: nothing, or data that are no response. Which of them it is
    /// may depend on what ends first, the data or the time.
    var lacksStream: Bool { isTruncated == true && (hasNoAnswer || reason == .malformed) }
}
