import NetworkModel

/// The rule for programs that wait for a name since the search list of resolv.conf(5) comes first (`ndots`): each of its names is a
/// query of its own, and the server denies them late.
enum SearchDelayRule {
    /// The finding about a target whose own name is resolved in time.
    static func findings(_ assessment: DNSAssessment) -> [Finding] {
        let resolution = assessment.dns.resolution
        guard let delay = resolution.searchDelay else { return [] }
        let evidence = assessment.evidence
        let limit = evidence.thresholds.resolve
        // A server that is silent, or slow for every name, is a cause of its own, and so are lost queries.
        let isPrompt = assessment.answersOnWire.allSatisfy { !evidence.isBeyond(limit, $0.duration) }
        guard evidence.isBeyond(limit, delay), isPrompt, let system = resolution.system, system.failure == nil,
            evidence.isBeyond(limit, system.duration), let server = assessment.answersOnWire.first?.server,
            !assessment.failures.contains(where: \.hasNoAnswer), DNSRules.lost(assessment).isEmpty
        else { return [] }
        return [
            finding(
                assessment.name, delay, limit, at: shown(server), search: assessment.dns.search ?? [],
                lines: assessment.dns.optionLine)
        ]
    }

    /// The finding about a name that always exists, if every server responds in time.
    static func findings(_ observation: MachineObservation) -> [Finding] {
        let limit = Thresholds().resolve
        func isBeyond(_ time: Milliseconds) -> Bool { time.duration - observation.ownDelay > limit.duration }
        let asked = observation.queriedResolvers
        let isPrompt = asked.allSatisfy { server in
            server.status == .connectionUp && !(server.duration.map(isBeyond) ?? false)
        }
        guard let names = observation.names, let searched = names.searched, searched.searched == nil,
            let delay = searched.searchDelay, isBeyond(delay), let system = searched.system,
            isBeyond(system.duration), let first = asked.first, isPrompt,
            names.resolution.answers.allSatisfy({ !isBeyond($0.duration) }), !names.isFailing
        else { return [] }
        return [
            finding(
                MachineNames.knownName, delay, limit, at: "\(first.resolver.address)",
                search: observation.snapshot.resolvers.search, lines: names.searchLines.joined(separator: ", "))
        ]
    }

    private static func finding(
        _ name: String, _ delay: Milliseconds, _ limit: Milliseconds, at server: String, search: [String],
        lines: String?
    ) -> Finding {
        let typed = search.first.map { "\(name).\($0)" } ?? name
        return Finding(
            DNSCauses.slow, confidence: 0.9,
            [
                "name": FactPhrase.namesOfSearchList.text(["name": shown(name)]), "typed": shown(typed),
                "server": server, "took": DNSRules.milliseconds(delay), "limit": DNSRules.milliseconds(limit),
                "search": DNSRules.searchFacts(lines)["search"] ?? "/etc/resolv.conf",
            ])
    }
}
