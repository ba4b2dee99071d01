import NetworkModel

/// Rules for a name that leads to the public address of this network's own router, which forwards the port to a host inside.
/// Many routers do so only for connections from outside.
enum HairpinRule {
    /// The finding about a silent connection to an address of the gateway that the gateway forwards.
    ///
    /// An echo request with a hop limit of 1 is answered by that address, so that it is the gateway's own, while the gateway
    /// reports that the hop limit of a SYN expired, so that it would have sent the SYN on.
    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        let address = subject.destination.address
        guard subject.isSilent, let gateway = subject.gateway?.route.gateway, gateway.bytes != address.bytes,
            let trace = subject.trace, trace.transport == .tcp, trace.outcome == .silent,
            trace.hops.contains(where: { $0.limit == 1 && $0.address != nil }),
            evidence.path?.traces.contains(where: {
                $0.address == address && $0.transport == .icmp && $0.answeredAt == 1
            }) == true
        else { return nil }
        var facts = [
            "destination": subject.destination.text, "address": "\(address)", "port": "\(subject.destination.port)",
            "gateway": "\(gateway)",
        ]
        if case .name(let name) = evidence.asked.host { facts["name"] = shown(name) }
        return Finding(PathCauses.hairpin, confidence: 0.85, facts)
    }

    /// The question whether a name leads to the network's own router, whose page for its settings has a certificate that is not for
    /// the name.
    static func followUps(_ tls: TLSEvidence, _ evidence: Evidence) -> [FollowUp] {
        guard evidence.proxy == nil, tls.outcome == .certificate, isOfOther(tls.problem),
            case .name = evidence.asked.host, let winner = evidence.tcp?.winner,
            evidence.gatewayHop(to: winner.address) != nil
        else { return [] }
        return [.path(.origin(PathDestination(winner.address, port: winner.port, .tcp)))]
    }

    /// The findings about such a certificate, in this network; or on no side, if it may be that of another host than the one
    /// that is meant.
    static func located(_ findings: [Finding]) -> [Finding] {
        findings.map { finding in
            var finding = finding
            if finding.facts["router_address"] != nil {
                finding.side = .network
            } else if TLSInterceptionRule.isDoubtful(finding) {
                finding.side = nil
            }
            return finding
        }
    }

    /// The facts about the router, if it accepted the connection itself; empty if not.
    static func facts(_ tls: TLSEvidence, _ evidence: Evidence) -> [String: String] {
        guard tls.outcome == .certificate, isOfOther(tls.problem), let winner = evidence.tcp?.winner,
            ResetRule.distance(of: winner, in: evidence) == 1,
            let router = TCPRules.routerWithAddress(winner.address, evidence)
        else { return [:] }
        return ["router_address": "\(winner.address)", "router": "\(router)"]
    }

    /// Whether a certificate may be that of another server than the one that is meant.
    private static func isOfOther(_ problem: TLSEvidence.CertificateProblem?) -> Bool {
        problem == .selfSigned || problem == .wrongHost || problem == .untrustedIssuer
    }
}
