import NetworkModel

/// The rule for a gateway that leads all DNS queries to a server of its own, whatever server they are sent to: what refuses or fails
/// is that server, and not the one that this machine is configured with.
enum RedirectedQueryRule {
    /// The question where a connection to the port of the server ends that answered so soon, since routers redirect both transports.
    static func followUps(_ assessment: DNSAssessment) -> [FollowUp] {
        guard assessment.answers.isEmpty, let failure = assessment.words.first(where: isDoubtful),
            let server = portOfServer(of: failure), assessment.evidence.gatewayHop(to: server.address) != nil
        else { return [] }
        return [.path(.origin(server)), .path(.uplink)]
    }

    /// The finding about a failed query that did not reach its server; `nil` if nothing shows that.
    static func finding(
        _ entry: CauseEntry, _ failure: Resolution.Failure, _ assessment: DNSAssessment
    ) -> Finding? {
        guard let router = responder(to: failure, assessment.evidence) else { return nil }
        let why = FactPhrase.answersInItsPlace.text(["router": "\(router)"]) + DNSRules.why(failure.extendedErrors)
        var finding = DNSRules.named(entry, failure, assessment, ["why": why, "redirecting": "\(router)"])
        finding.side = .network
        return finding
    }

    /// The router that answers in place of the server of a failed query; `nil` if nothing shows that.
    private static func responder(to failure: Resolution.Failure, _ evidence: Evidence) -> IPAddress? {
        guard isDoubtful(failure), let server = portOfServer(of: failure), let uplink = evidence.uplink else {
            return nil
        }
        return responder(
            for: server, evidence.path?.traces ?? [], uplink,
            behind: evidence.gatewayHop(to: server.address)?.route.gateway)
    }

    /// The router that answers in place of one of the machine's servers, about which this entry is; `nil` if nothing shows that.
    static func responder(to server: String, _ entry: CauseEntry, _ observation: MachineObservation) -> IPAddress? {
        guard [DNSCauses.servfail.id, DNSCauses.refused.id].contains(entry.id), let uplink = observation.uplink,
            let resolver = observation.resolvers.lazy.map(\.resolver).first(where: { "\($0.address)" == server })
        else { return nil }
        return responder(
            for: PathDestination(resolver.address, port: resolver.port, .tcp), observation.output.origins, uplink,
            behind: observation.snapshot.route(to: resolver.address)?.gateway)
    }

    /// The machine's finding about such a server, with the router that answers in its place, as a check has it.
    static func corrected(
        _ finding: Finding, _ entry: CauseEntry, _ query: UplinkEvidence.Query?, by router: IPAddress
    ) -> Finding {
        let why = FactPhrase.answersInItsPlace.text(["router": "\(router)"]) + DNSRules.why(query?.reasons)
        var corrected = Finding(entry, like: finding, adding: ["why": why, "redirecting": "\(router)"])
        corrected.side = .network
        return corrected
    }

    private static func responder(
        for server: PathDestination, _ traces: [PathEvidence.Trace], _ uplink: UplinkEvidence,
        behind gateway: IPAddress?
    ) -> IPAddress? {
        // A device that accepts all connections says nothing about queries over UDP.
        guard uplink.interception?.isAccepted != true,
            let accepted = traces.first(where: {
                $0.address == server.address && $0.port == server.port && $0.transport == .tcp
            }), accepted.outcome == .answered, accepted.answeredAt == 1, accepted.isAnsweredHere != true,
            // An address of the router itself answers pings there.
            traces.first(where: { $0.address == server.address && $0.transport == .icmp })?.answeredAt != 1
        else { return nil }
        return gateway
    }

    private static func isDoubtful(_ failure: Resolution.Failure) -> Bool {
        failure.source == .dns && (failure.reason == .refused || failure.reason == .servfail)
    }

    /// The server of a query as the destination of a connection; `nil` for one in a private network, which may be the router itself.
    private static func portOfServer(of failure: Resolution.Failure) -> PathDestination? {
        guard let server = failure.server.flatMap(PathDestination.init(server:)), server.address.isOfInternet else {
            return nil
        }
        return PathDestination(server.address, port: server.port, .tcp)
    }
}
