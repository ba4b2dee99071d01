package import NetworkModel

/// A router of the provider without a route to the Internet.
extension UplinkAssessment {
    /// The warning that the only router behind the gateway reports every packet as undeliverable, while no resolver answers for a
    /// reason of its own, as one on the link that is switched off. Each of the two faults prevents everything.
    ///
    /// It is not certain, since the router may have no route to documentation addresses alone. If it forwards to another address,
    /// there is no warning.
    ///
    /// - Parameter areQueriesWithheld: Whether this machine's own packet filter keeps back its queries, so that there may be none.
    static func withoutRoute(_ indications: UplinkIndications, areQueriesWithheld: Bool = false) -> [Finding] {
        let uplink = indications.uplink
        let isNobodyResolving =
            (areQueriesWithheld || !uplink.queries.isEmpty)
            && uplink.queries.allSatisfy { $0.outcome == .timeout && $0.isLate != true || $0.outcome == .closed }
        guard isNobodyResolving, uplink.proxy == nil, uplink.hasConnected != true, !indications.isHeardBeyond,
            !indications.isHostConnected, indications.isProviderWithoutRoute(includingEarlier: true),
            let gateway = uplink.gateway
        else { return [] }
        return [upstreamDown(indications, "\(gateway)", confidence: 0.7).asWarning]
    }
}

extension UplinkEvidence {
    /// Whether the only router behind the gateway just reported all packets to documentation addresses as undeliverable, and no
    /// resolver reaches the Internet: whether it has a route to other addresses is worth a question.
    package var isProviderWithoutRoute: Bool {
        let indications = UplinkIndications(self)
        return !indications.reachesRoot && !indications.isHeardBeyond && indications.isProviderWithoutRoute()
    }

    /// The hop limit with which a packet to a routed address shows whether that router has a route to it.
    package var limitOfRouteTrial: Int? { UplinkIndications(self).smallestRejectedLimit }
}

extension UplinkIndications {
    /// An error that a router reported for a packet, with the packet's destination and hop limit, if they are known.
    private struct RouterReport {
        let error: ICMPError
        var destination: IPAddress?
        var limit = Int.max

        var isRejection: Bool { error.meaning == .networkUnreachable || error.meaning == .hostUnreachable }
    }

    /// Whether the only router behind the gateway that responded, in each address family, reports all packets as undeliverable. It
    /// may have no route to the documentation addresses alone, so that this only counts together with other evidence.
    ///
    /// Many routers drop a packet whose hop limit ends there before they look for its route. That says nothing if they reject
    /// those to the same address that would get further.
    func isProviderWithoutRoute(includingEarlier: Bool = false) -> Bool {
        let packets = uplink.packets.filter { includingEarlier || $0.isEarlier != true }
        var reports = packets.compactMap { packet in
            packet.error.map { RouterReport(error: $0, destination: packet.destination, limit: packet.limit ?? .max) }
        }
        // The interception probe sends the same packet as a browser would, before the router has used up its limit of errors.
        if let error = uplink.interception?.error { reports.append(RouterReport(error: error)) }
        reports.removeAll { !$0.error.isReport(behind: uplink.gateways) }
        let rejections = reports.filter(\.isRejection)
        guard !rejections.isEmpty, !isRouterHeard else { return false }
        return reports.allSatisfy { report in
            report.isRejection
                || report.error.meaning == .timeExceeded
                    && rejections.contains { rejection in
                        rejection.error.reporter == report.error.reporter && rejection.limit > report.limit
                            && rejection.destination == report.destination
                    }
        }
    }

    /// The smallest hop limit of the packets that a router behind the gateway just reported as undeliverable; `nil` if there are
    /// none. A packet with a smaller one may end there whatever routes the router has.
    var smallestRejectedLimit: Int? {
        uplink.packets.compactMap { packet -> Int? in
            guard packet.isEarlier != true, packet.destination.family == .ipv4, let limit = packet.limit,
                let error = packet.error, RouterReport(error: error).isRejection,
                error.isReport(behind: uplink.gateways)
            else { return nil }
            return limit
        }.min()
    }
}
