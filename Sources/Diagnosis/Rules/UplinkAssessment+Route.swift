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
}
