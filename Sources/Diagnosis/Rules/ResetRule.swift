import NetworkModel

/// Rules for a connection that a device on the path resets. The RST is the response to a SYN whose hop limit (TTL) is too low
/// for the host, since an echo request with the same limit ends at a router.
enum ResetRule {
    /// Behind this number of routers, there may be a load balancer that responds for the host.
    private static let maxLimit = 3

    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        let address = subject.destination.address
        guard let reset = subject.trace, reset.transport == .tcp, reset.outcome == .answered,
            let limit = reset.answeredAt, limit <= maxLimit,
            let gateway = subject.gateway?.route.gateway,
            evidence.tcp?.attempts.contains(where: { $0.address == address && $0.outcome == .refused }) == true
        else { return nil }
        return finding(reset, subject.destination, limit, gateway, evidence)
    }

    /// The finding about a connection that a device near this machine accepts in place of the host, and resets before the
    /// handshake is completed or a response arrives.
    static func findingOnceAccepted(_ evidence: Evidence) -> Finding? {
        guard let destination = resetDestination(evidence),
            let gateway = evidence.gatewayHop(to: destination.address)?.route.gateway,
            let accepted = evidence.path?.traces.first(where: {
                $0.address == destination.address && $0.port == destination.port && $0.transport == .tcp
            }), accepted.outcome == .answered, let limit = accepted.answeredAt, limit <= maxLimit
        else { return nil }
        return finding(accepted, destination, limit, gateway, evidence)
    }

    /// The question where a connection is accepted, if it is then reset.
    static func followUpsOnceAccepted(_ evidence: Evidence) -> [PathFollowUp] {
        guard let destination = resetDestination(evidence), evidence.gatewayHop(to: destination.address) != nil else {
            return []
        }
        return [.origin(destination)]
    }

    /// The destination that accepted a connection, and reset it at once; `nil` if there is none.
    private static func resetDestination(_ evidence: Evidence) -> PathDestination? {
        guard evidence.proxy == nil, let winner = evidence.tcp?.winner,
            // A handshake with TLS shows that the bytes reach the host.
            evidence.tls?.outcome == .reset || evidence.tls == nil && evidence.http?.outcome == .reset
        else { return nil }
        return PathDestination(winner.address, port: winner.port, .tcp)
    }

    /// The finding about a device that responds in place of the host, if an echo request with the same hop limit ends at a router.
    private static func finding(
        _ reset: PathEvidence.Trace, _ destination: PathDestination, _ limit: Int, _ gateway: IPAddress,
        _ evidence: Evidence
    ) -> Finding? {
        let address = destination.address
        let others = (evidence.path?.traces ?? []).filter { $0.address == address && $0.transport == .icmp }
        let routers = others.lazy.compactMap { trace in trace.hops.first { $0.limit == limit }?.address }
        guard let router = routers.first(where: { $0 != address }) else { return nil }
        // A router checks the hop limit before it rejects what it forwards, so that it may also be the one before.
        let before = reset.hops.last { $0.limit == limit - 1 }?.address ?? (limit == 2 ? gateway : nil)
        let isGateway = before?.bytes == gateway.bytes
        let who =
            before.map { address in
                let who = isGateway ? FactPhrase.theGateway.text(["router": "\(address)"]) : "\(address)"
                return FactPhrase.orBehind.text(["who": who, "router": "\(router)"])
            } ?? "\(router)"
        return PathRules.filtered(
            by: isGateway, confidence: 0.9,
            [
                "who": who, "router": "\(before ?? router)", "destination": destination.text,
                "answer": "connection reset", "address": "\(address)",
            ])
    }

    /// The question, which is useful if a host behind a gateway refuses connections, or the queries of a DNS server.
    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> PathFollowUp? {
        if evidence.isResolver(subject), !subject.isSilent, subject.gateway != nil {
            return .origin(subject.destination)
        }
        let isRefused = evidence.tcp?.attempts.contains {
            $0.address == subject.destination.address && $0.outcome == .refused
        }
        return isRefused == true && subject.gateway != nil && subject.destination.transport == .tcp
            ? .origin(subject.destination) : nil
    }
}
