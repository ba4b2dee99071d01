import NetworkModel

/// A gateway that limits its replies to echo requests: the lost ones say nothing about other packets, and neither whether nor where those
/// are lost. Losses disturb the pattern of the replies, so that others are compared with them.
enum LimitedGatewayRule {
    /// From this share of lost echo requests on, the others are too few for a comparison.
    private static let uselessShare = 0.75

    /// Whether queries to a gateway, or through it, were lost, each sent once, of which far more were answered than of the echo
    /// requests.
    static func isDisprovedByQueries(
        _ replies: EchoEvidence, _ hop: GatewayEvidence.Hop, _ evidence: Evidence
    ) -> Bool {
        guard let dns = evidence.dns, let (server, trial) = DNSRules.trial(DNSAssessment(dns, evidence)),
            trial.sent >= ResponseLossTrial.size, let gateway = hop.route.gateway,
            let address = PathDestination(server: server)?.address
        else { return false }
        let isOnLink = evidence.address?.usable.contains { $0.address.covers(address) } == true
        guard
            address.bytes == gateway.bytes
                || !isOnLink && evidence.gatewayHop(to: address)?.route.gateway?.bytes == gateway.bytes
        else { return false }
        let share = Double(trial.lost) / Double(trial.sent)
        return LossRule.isGreater(replies.lostShare, of: replies.sent, than: share, of: trial.sent)
    }

    /// Whether it is not known where packets to a host are lost, since its gateway answers too few echo requests.
    static func isPlaceUnknown(of address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let series = evidence.gatewayHop(to: address)?.series, series.received > 0 else { return false }
        return series.areRepliesLimited || series.lostShare >= uselessShare
    }
}
