import NetworkModel

/// A DNS server that leaves IPv6 addresses out of all responses, in a network with IPv6. The name may have one, so that its zone is
/// not to blame.
enum FilteredFamilyRule {
    /// The server that is to be queried for the IPv6 address of a name that has one: it knows no address of either family, and this
    /// machine has an IPv6 default route; `nil` if nothing depends on that.
    static func server(_ assessment: DNSAssessment) -> String? {
        guard assessment.evidence.families.contains(.ipv6), assessment.evidence.asked.question == nil,
            assessment.evidence.uplink?.gateways.contains(where: { $0.family == .ipv6 }) == true,
            let word = assessment.words.first(where: { $0.reason == .noData && $0.type == "AAAA" })
        else { return nil }
        return word.server
    }

    /// The finding about the server; `nil` if it has the IPv6 address of the known name, or was not queried for it.
    static func finding(_ failure: Resolution.Failure, _ assessment: DNSAssessment) -> Finding? {
        guard let server = server(assessment), failure.server == server,
            let known = assessment.followUps(.known).first(where: { $0.server == server }), known.failure == .noData,
            // A server without any address of the known name has another cause.
            ResolverSide.query(of: server, assessment.evidence.uplink)?.isDenial != true
        else { return nil }
        let why =
            FactPhrase.leavesOutSixth.text(["server": shown(server), "name": shown(known.name)])
            + DNSRules.why(known.extendedErrors)
        var facts = [
            "name": shown(assessment.question(of: failure)), "server": shown(server), "why": why,
            "filterer": shown(server), "lack": DNSRules.lack(failure, assessment),
        ]
        if assessment.mayReplaceServer { facts["denier"] = shown(server) }
        var finding = Finding(DNSCauses.noAddress, confidence: 0.8, facts)
        finding.side = .network
        return DNSRules.ofOwnServers(finding, [server], assessment.evidence.uplink)
    }
}
