import NetworkModel

/// The resolution of the target's name.
enum DNSRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let dns = evidence.dns else { return [] }
        let name = shown(dns.resolution.name)
        if let missing = dns.missing, !missing.isEmpty { return [unexpected(dns, missing, name)] }
        if !dns.resolution.answers.isEmpty { return someServersDead(dns) }
        // Unicast DNS has nothing to say of it: the rules of multicast DNS do.
        if evidence.isAboutMulticast { return [] }
        let wire = dns.resolution.failures.filter { $0.source == .dns }
        guard !wire.isEmpty else {
            if let problem = dns.problems.first, dns.servers.isEmpty {
                return [Finding(DNSCauses.misconfigured, ["problem": shown(problem)])]
            }
            if dns.servers.isEmpty { return [Finding(DNSCauses.noServer, ["name": name])] }
            // A name that no server is asked for: the system alone was, and it knows none.
            return [Finding(DNSCauses.nxdomain, ["name": name, "server": "the system's resolver"])]
        }
        return [failure(wire, name: name, families: evidence.families)] + deadServers(wire)
    }

    private static func unexpected(_ dns: DNSEvidence, _ missing: [String], _ name: String) -> Finding {
        let others = dns.unexpected ?? []
        return Finding(
            DNSCauses.unexpectedAnswer, confidence: 0.98,
            [
                "server": shown(dns.servers.first ?? "?"), "name": name,
                "missing": shown(missing.prefix(8).joined(separator: ", ")),
                "found": shown(others.isEmpty ? "nothing else" : others.prefix(8).joined(separator: ", ")),
            ])
    }

    /// The word of a server that answers counts more than the silence of others.
    private static func failure(
        _ failures: [Resolution.Failure], name: String, families: Set<AddressFamily>
    ) -> Finding {
        func first(_ reason: Resolution.FailureReason) -> Resolution.Failure? { failures.first { $0.reason == reason } }
        func named(_ entry: CauseEntry, _ failure: Resolution.Failure, confidence: Double = 0.98) -> Finding {
            Finding(
                entry, confidence: confidence,
                [
                    "name": name, "server": shown(failure.server ?? "?"), "servers": servers(failures),
                    "families": families.map { $0 == .ipv4 ? "IPv4" : "IPv6" }.sorted().joined(separator: " or "),
                ])
        }
        if let found = first(.nxdomain) { return named(DNSCauses.nxdomain, found) }
        if let found = first(.noData) { return named(DNSCauses.noAddress, found) }
        if let found = first(.servfail) { return named(DNSCauses.servfail, found) }
        if let found = first(.refused) { return named(DNSCauses.refused, found) }
        if let found = first(.malformed) { return named(DNSCauses.malformed, found) }
        if failures.allSatisfy({ $0.reason == .closed }) { return named(DNSCauses.serverClosed, failures[0]) }
        return named(DNSCauses.serverUnreachable, first(.timeout) ?? failures[0], confidence: 0.95)
    }

    private static func servers(_ failures: [Resolution.Failure]) -> String {
        var seen: [String] = []
        for server in failures.compactMap(\.server) where !seen.contains(server) { seen.append(server) }
        return shown(seen.joined(separator: ", "))
    }

    private static func someServersDead(_ dns: DNSEvidence) -> [Finding] {
        guard let answer = dns.resolution.answers.first(where: { $0.source == .dns }), let other = answer.server else {
            return []
        }
        let dead = dns.resolution.failures.filter {
            $0.source == .dns && $0.server != other && ($0.reason == .timeout || $0.reason == .closed)
        }
        return dead.first.map { [finding($0, other: other)] } ?? []
    }

    /// Dead servers beside one that answered, although not with an address.
    private static func deadServers(_ failures: [Resolution.Failure]) -> [Finding] {
        guard let alive = failures.first(where: { $0.reason != .timeout && $0.reason != .closed })?.server,
            let dead = failures.first(where: { ($0.reason == .timeout || $0.reason == .closed) && $0.server != alive })
        else { return [] }
        return [finding(dead, other: alive)]
    }

    private static func finding(_ dead: Resolution.Failure, other: String) -> Finding {
        Finding(
            DNSCauses.someServersDead, confidence: 0.9,
            [
                "server": shown(dead.server ?? "?"), "reason": dead.reason.rawValue, "other": shown(other),
                "delay": "\(dead.duration.value.rounded()) ms",
            ])
    }
}
