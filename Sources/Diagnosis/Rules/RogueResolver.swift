import NetworkModel

/// Rules for a host on the link that answers every name with its own address, so that all connections lead to it, while a server
/// that programs query after it answers truthfully. The DNS server of a portal is the gateway, or the only one.
enum RogueResolver {
    /// The host, and a server that answers truthfully, in the evidence of a check; `nil` if there is no such host.
    static func found(in evidence: Evidence) -> (rogue: String, truthful: String)? {
        guard let rogue = suspect(in: evidence), let dns = evidence.dns else { return nil }
        let here = Set(dns.resolution.addresses.map(\.bytes))
        let other = (dns.followUps ?? []).first { followUp in
            followUp.purpose == .other && followUp.server != rogue && !followUp.addresses.isEmpty
                && here.isDisjoint(with: followUp.addresses.map(\.bytes))
                // The resolver of this network. A distant one may be answered by the portal's gateway.
                && IPAddress(followUp.server).map { CaptivePortal.isHere($0, evidence) } == true
        }
        return other.map { (rogue: rogue, truthful: $0.server) }
    }

    /// The questions to the other servers.
    static func followUps(_ assessment: DNSAssessment) -> [NameFollowUp] {
        guard let rogue = suspect(in: assessment.evidence) else { return [] }
        return assessment.others(than: rogue).flatMap { other in
            assessment.types.map {
                NameFollowUp.query(.other, name: assessment.question(of: nil), type: $0, server: other)
            }
        }
    }

    /// The same in the evidence on the uplink.
    static func found(in queries: [UplinkEvidence.Query]) -> (rogue: String, truthful: String)? {
        guard let first = queries.first, first.outcome == .address, first.place == .link, !first.addresses.isEmpty,
            first.addresses.allSatisfy({ $0.bytes == first.server.bytes }),
            let other = queries.first(where: { $0.reachesRoot })
        else { return nil }
        return (rogue: "\(first.server)", truthful: "\(other.server)")
    }

    /// The finding with the facts about both.
    static func finding(
        _ found: (rogue: String, truthful: String), _ facts: [String: String], confidence: Double
    ) -> Finding {
        var finding = Finding(
            DNSCauses.hijacked, confidence: confidence, severity: .error,
            facts.merging(["rogue": shown(found.rogue), "truthful": shown(found.truthful)]) { $1 })
        finding.side = .network
        return finding
    }

    /// The server on the link that answered with its own address for the target as well as for a name that cannot exist.
    private static func suspect(in evidence: Evidence) -> String? {
        guard case let made?? = evidence.observed.read(DNSEvidence.self, { $0.madeUp.first }), let dns = evidence.dns,
            evidence.proxy == nil, evidence.asked.question == nil, let server = IPAddress(made.server),
            made.addresses.allSatisfy({ $0.bytes == server.bytes }), CaptivePortal.isHere(server, evidence),
            evidence.gateway?.hops.contains(where: { $0.route.gateway?.bytes == server.bytes }) != true
        else { return nil }
        let here = dns.resolution.addresses
        return !here.isEmpty && here.allSatisfy { $0.bytes == server.bytes } ? made.server : nil
    }
}
