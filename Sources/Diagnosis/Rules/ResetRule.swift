package import NetworkModel

/// Rules for a connection that a device on the path resets. The RST is the response to a SYN whose hop limit (TTL) is too low
/// for the host, since an echo request with the same limit ends at a router; or SYNs with the same limit to an address that nobody has
/// are reset as well.
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
            }), accepted.outcome == .answered, let limit = accepted.answeredAt, limit <= maxLimit,
            // It does so for every host.
            ProxyRules.transparent(evidence) == nil
        else { return nil }
        return finding(accepted, destination, limit, gateway, evidence, isAccepted: true)
    }

    /// The hop limit from which on a SYN to a destination is answered; `nil` if it is not known.
    static func distance(of destination: TCPEvidence.Attempt, in evidence: Evidence) -> Int? {
        evidence.path?.traces.first {
            $0.address == destination.address && $0.port == destination.port && $0.transport == .tcp
        }?.answeredAt
    }

    /// Whether the host itself refuses a connection: SYNs are answered from the same hop limit on as echo requests, so that the family
    /// leads there. A router that rejects connections answers from a lower one on.
    static func isRefusedByHost(_ attempt: TCPEvidence.Attempt, _ evidence: Evidence) -> Bool {
        guard attempt.outcome == .refused, let limit = distance(of: attempt, in: evidence) else {
            return false
        }
        return evidence.path?.traces.contains {
            $0.address == attempt.address && $0.transport == .icmp && $0.answeredAt == limit
        } == true
    }

    /// Whether a device near this machine accepts connections in place of a host: echo requests with the same hop limit end at a
    /// router.
    static func isAcceptedNearby(_ destination: TCPEvidence.Attempt, _ evidence: Evidence) -> Bool {
        guard let limit = distance(of: destination, in: evidence), limit <= maxLimit else { return false }
        return router(before: destination.address, at: limit, evidence) != nil
    }

    /// The question where a connection is accepted, if it is then reset, or the response is a proxy's own, or may be a portal's.
    static func followUpsOnceAccepted(_ evidence: Evidence) -> [PathFollowUp] {
        guard
            let destination = resetDestination(evidence) ?? ProxyRules.destinationOfMark(evidence)
                ?? TLSInterceptionRule.doubtfulDestination(evidence) ?? forbiddenDestination(evidence)
                ?? PageLeadingHere.destination(in: evidence),
            evidence.gatewayHop(to: destination.address) != nil
        else { return [] }
        return [.origin(destination)]
    }

    /// The gateway that accepts the connection in place of the host, as web filters do: an echo request with the same
    /// hop limit ends there. `nil` if none does, or if it is not known.
    static func acceptingGateway(_ evidence: Evidence) -> IPAddress? {
        guard evidence.proxy == nil, let winner = evidence.tcp?.winner, isAcceptedNearby(winner, evidence),
            let accepted = evidence.path?.traces.first(where: {
                $0.address == winner.address && $0.port == winner.port && $0.transport == .tcp
            }), accepted.answeredAt == 1, accepted.isAnsweredHere != true
        else { return nil }
        return evidence.gatewayHop(to: winner.address)?.route.gateway
    }

    /// The host of the Internet that forbids a page without TLS, which may be a web filter instead; `nil` if there is
    /// none.
    private static func forbiddenDestination(_ evidence: Evidence) -> PathDestination? {
        guard evidence.proxy == nil, evidence.tls == nil, let http = evidence.http, http.outcome == .response,
            http.status == 403, http.isStatusExpected != true,
            let winner = evidence.tcp?.winner, winner.address.isOfInternet
        else { return nil }
        return PathDestination(winner.address, port: winner.port, .tcp)
    }

    /// The router at which echo requests to a host end that have this hop limit; `nil` if they reach the host, or none reports them.
    private static func router(before host: IPAddress, at limit: Int, _ evidence: Evidence) -> IPAddress? {
        let others = (evidence.path?.traces ?? []).filter { $0.address == host && $0.transport == .icmp }
        let routers = others.lazy.compactMap { trace in trace.hops.first { $0.limit == limit }?.address }
        return routers.first { $0 != host }
    }

    /// The router that reports datagrams, or SYNs to port 80, with this hop limit to an address that nobody has as expired or
    /// undeliverable, if SYNs to its port 443 with the same limit, and no lower one, are reset: a device resets such connections
    /// whoever has the address, and no further away than that router. A router without a route reports SYNs to port 80 with the default
    /// limit. `nil` if there is none, or the host is not in the Internet.
    private static func router(
        behindFilterAt limit: Int, _ destination: PathDestination, _ evidence: Evidence
    ) -> IPAddress? {
        guard let uplink = evidence.uplink, destination.port == 443, destination.address.isOfInternet,
            let gateway = evidence.gatewayHop(to: destination.address)?.route.gateway,
            uplink.gateways.contains(where: { $0.bytes == gateway.bytes })
        else { return nil }
        let resets = uplink.rejectedConnections.filter {
            $0.answer == .reset && $0.destination.family == destination.address.family && !$0.destination.isUnspecified
        }
        guard resets.compactMap(\.limit).min() == limit else { return nil }
        let others = uplink.packets.filter { ($0.transport ?? .udp) == .udp } + (uplink.otherPorts ?? [])
        let expired = others.first { packet in
            packet.limit == limit && packet.error?.isOwn == false
                && [.timeExceeded, .networkUnreachable, .hostUnreachable].contains(packet.error?.meaning)
                && resets.contains { $0.destination == packet.destination && $0.limit == limit }
        }
        return expired?.error?.reporter ?? uplink.routerBehindPortFilter
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
        _ evidence: Evidence, isAccepted: Bool = false
    ) -> Finding? {
        let address = destination.address
        guard
            let router = self.router(before: address, at: limit, evidence)
                ?? (isAccepted ? nil : self.router(behindFilterAt: limit, destination, evidence))
        else { return nil }
        let (who, culprit) = responder(at: limit, router, gateway, reset, isAccepted: isAccepted)
        let isGateway = culprit.bytes == gateway.bytes
        return PathRules.filtered(
            on: isGateway ? .network : nil, confidence: 0.9,
            [
                "who": who, "router": "\(culprit)",
                "destination": isAccepted
                    ? FactPhrase.onceEstablished.text(["destination": destination.text]) : destination.text,
                "answer": "connection reset", "address": "\(address)",
            ])
    }

    /// The device that responds, as text, and the address of the router that it probably is.
    private static func responder(
        at limit: Int, _ router: IPAddress, _ gateway: IPAddress, _ reset: PathEvidence.Trace, isAccepted: Bool
    ) -> (who: String, router: IPAddress) {
        // Only the first router responds to a packet that it would not forward.
        if limit == 1, router.bytes == gateway.bytes {
            return (FactPhrase.theGateway.text(["router": "\(router)"]), router)
        }
        // Whatever accepts connections was reached by the packet. A router before it may have redirected them there.
        if isAccepted { return (FactPhrase.orBefore.text(["router": "\(router)"]), router) }
        // A router checks the hop limit before it rejects what it forwards, so that it may also be the one before.
        guard let before = reset.hops.last(where: { $0.limit == limit - 1 })?.address ?? (limit == 2 ? gateway : nil)
        else { return ("\(router)", router) }
        let who =
            before.bytes == gateway.bytes ? FactPhrase.theGateway.text(["router": "\(before)"]) : "\(before)"
        return (FactPhrase.orBehind.text(["who": who, "router": "\(router)"]), before)
    }

    /// The question, which is useful if a host behind a gateway refuses connections, or queries of a DNS server are refused.
    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> PathFollowUp? {
        if evidence.isResolver(subject), !subject.isSilent { return .origin(subject.destination) }
        let isRefused = evidence.tcp?.attempts.contains {
            $0.address == subject.destination.address && $0.outcome == .refused
        }
        return isRefused == true && subject.gateway != nil && subject.destination.transport == .tcp
            ? .origin(subject.destination) : nil
    }
}

extension Evidence {
    /// The gateway that accepts the connection in place of the host; `nil` if none does, or if it is not known.
    package var acceptingGateway: IPAddress? { ResetRule.acceptingGateway(self) }
}
