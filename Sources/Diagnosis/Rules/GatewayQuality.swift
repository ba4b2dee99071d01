public import NetworkModel

/// Rules for the quality of a gateway that responds.
public enum GatewayQuality {
    /// The findings about loss and slow responses.
    ///
    /// - Parameter hasFailed: Whether nothing that was sent beyond the gateway got a response.
    static func findings(in gateway: GatewayEvidence, _ thresholds: Thresholds, hasFailed: Bool) -> [Finding] {
        gateway.hops.compactMap { hop in
            guard let series = isFull(hop) ? hop.series ?? hop.echo : hop.series, series.received > 0 || isFull(hop),
                let address = hop.route.gateway
            else { return nil }
            if series.lostShare > thresholds.gatewayLoss, isFull(hop) || !series.areRepliesLimited {
                let isRuinous = hasFailed && series.lostShare >= LossRule.ruinousShare
                return loss(hop, address, series, confidence: 0.9, severity: isRuinous ? .error : nil)
            }
            var facts = ["gateway": "\(address)", "interface": shown(hop.route.interface ?? "?")]
            guard let median = series.medianRoundTrip, median > thresholds.gatewayRoundTrip else { return nil }
            facts["time"] = "\(Int(median.value.rounded()))"
            facts["limit"] = "\(Int(thresholds.gatewayRoundTrip.value.rounded()))"
            return Finding(GatewayCauses.slow, confidence: 0.9, facts)
        }
    }

    private static func loss(
        _ hop: GatewayEvidence.Hop, _ gateway: IPAddress, _ series: EchoEvidence, confidence: Double,
        severity: Severity? = nil
    ) -> Finding {
        var facts = [
            "gateway": "\(gateway)", "interface": shown(hop.route.interface ?? "?"),
            "lost": "\(series.sent - series.received)", "sent": "\(series.sent)",
            "share": "\(Int((series.lostShare * 100).rounded()))",
        ]
        if isFull(hop) { facts["full"] = facts["interface"] }
        return Finding(GatewayCauses.loss, confidence: confidence, severity: severity, facts)
    }

    /// The finding about a gateway that loses just as many packets as is tolerated, while a host behind it loses more, but not
    /// significantly: together, they show that the link to the gateway loses too many.
    static func lossBesidePath(_ evidence: Evidence) -> [Finding] {
        guard let echoes = evidence.path?.echoes, echoes.received > 0,
            let hop = evidence.gatewayHop(to: echoes.address), let gateway = hop.route.gateway, let series = hop.series,
            series.received > 0, series.lostShare == evidence.thresholds.gatewayLoss,
            LossRule.isLostBefore(echoes.sent - echoes.received, of: echoes.sent, to: echoes.address, evidence)
        else { return [] }
        let lost = echoes.sent - echoes.received + series.sent - series.received
        guard Double(lost) > evidence.thresholds.gatewayLoss * Double(echoes.sent + series.sent) else { return [] }
        return [loss(hop, gateway, series, confidence: 0.7)]
    }

    /// From this share of lost echo requests on, an exchange that had to repeat nothing shows that the gateway limits its replies;
    /// a single answer shows it from the greater one on.
    private static let (improbableShare, absurdShare) = (0.6, 0.75)

    /// The findings without loss that what was forwarded, or answered by the gateway's other services, disproves: the gateway limits
    /// its replies to echo requests.
    static func plausible(_ findings: [Finding], in evidence: Evidence) -> [Finding] {
        guard findings.contains(where: { $0.id == GatewayCauses.loss.id }) else { return findings }
        let hasSign = evidence.hangingPeer != nil || evidence.hasTimedOut || LossRule.hasSign(in: evidence)
        return findings.filter { finding in
            guard finding.id == GatewayCauses.loss.id, finding.facts["full"] == nil,
                let hop = evidence.gateway?.hops.first(where: {
                    $0.route.gateway.map { "\($0)" } == finding.facts["gateway"]
                }), let replies = hop.series ?? hop.echo, replies.received > 0
            else { return true }
            let share = replies.lostShare
            if share >= absurdShare, LimitedGatewayRule.isDisprovedByQueries(replies, hop, evidence) { return false }
            return hasSign || share < improbableShare || !isDisproved(share, hop, evidence)
        }
    }

    /// Whether a finding claims so much loss that answers from beyond the gateway, or of its other services, disprove it.
    static func isAbsurd(_ finding: Finding) -> Bool {
        guard finding.id == GatewayCauses.loss.id, finding.facts["full"] == nil,
            let share = finding.facts["share"].flatMap(Double.init)
        else { return false }
        return share >= absurdShare * 100 && share < 100
    }

    /// Whether an exchange through a gateway disproves that it loses this share of packets.
    private static func isDisproved(_ share: Double, _ hop: GatewayEvidence.Hop, _ evidence: Evidence) -> Bool {
        let gateway = hop.route.gateway
        func passes(_ address: IPAddress) -> Bool {
            address == gateway || evidence.gatewayHop(to: address)?.route.gateway == gateway
        }
        if let peer = evidence.peer, peer.port > 0, passes(peer.address) {
            if evidence.http?.outcome == .response || share >= absurdShare { return true }
        }
        guard share >= absurdShare, let resolution = evidence.dns?.resolution,
            !resolution.failures.contains(where: { $0.reason == .timeout })
        else { return false }
        let answers = resolution.answers.filter { $0.source == .dns }
        return !answers.contains { $0.isRepeated == true }
            && answers.contains { $0.server.flatMap(IPAddress.init).map(passes) == true }
    }

    /// Whether a gateway gets or sends no replies, not even to ARP, while data arrives through it: other packets fill the link.
    static func isFull(_ hop: GatewayEvidence.Hop) -> Bool {
        hop.isReceiving == true && hop.echo?.outcome == .timeout
            && (hop.arp == .silent || hop.neighbour?.state.isUnanswered == true)
    }

    /// The findings about queries without a response, which a full link explains. It explains no response, and no setting of
    /// this machine.
    private static let ofLostQueries = [
        DNSCauses.serverUnreachable, DNSCauses.someServersDead, DNSCauses.familyDropped, DNSCauses.slow, DNSCauses.loss,
    ].map(\.id)

    /// The findings about resolvers and names that a full link does not explain: that to a gateway, or a line behind it.
    static func unexplained(
        _ findings: [Finding], _ names: MachineNames? = nil, among hops: [GatewayEvidence.Hop],
        _ uplink: UplinkEvidence?
    ) -> [Finding] {
        guard uplink?.lateness != nil || hops.contains(where: isFull) else { return findings }
        let areLost = names?.mayHaveLostAnswers == true
        return findings.filter {
            !ofLostQueries.contains($0.id) && !(areLost && $0.id == DNSCauses.systemDiffers.id)
        }
    }

    /// The findings without the warnings that queries are lost, if the gateway that they are sent through, or to, loses packets: that is
    /// the cause. If many more of them are lost than pings, that is another loss.
    static func withoutLostQueries(_ findings: [Finding], in snapshot: NetworkSnapshot) -> [Finding] {
        withoutLostQueries(findings) { snapshot.route(to: $0)?.gateway }
    }

    /// The same for a check.
    static func withoutLostQueries(_ findings: [Finding], in evidence: Evidence) -> [Finding] {
        withoutLostQueries(findings) { server in
            let isOnLink = evidence.address?.usable.contains { $0.address.covers(server) } == true
            return isOnLink ? nil : evidence.gatewayHop(to: server)?.route.gateway
        }
    }

    private static func withoutLostQueries(
        _ findings: [Finding], through gateway: (IPAddress) -> IPAddress?
    ) -> [Finding] {
        let lossy = findings.filter { $0.id == GatewayCauses.loss.id }
        guard !lossy.isEmpty else { return findings }
        return findings.filter { finding in
            guard isOfLostQueries(finding),
                let server = finding.facts["server"].flatMap(PathDestination.init(server:))?.address
            else { return true }
            let hosts: [IPAddress?] = [server, gateway(server)]
            let places = hosts.compactMap(\.self).map { "\($0)" }
            return !lossy.contains { places.contains($0.facts["gateway"] ?? "") && !isGreater(finding, than: $0) }
        }
    }

    /// Whether a warning says that queries are lost, or that programs waited in vain for the answer to one that was repeated.
    private static func isOfLostQueries(_ finding: Finding) -> Bool {
        guard finding.severity == .warning else { return false }
        return finding.id == DNSCauses.loss.id
            || finding.id == DNSCauses.systemDiffers.id && finding.facts["why"] == FactPhrase.queryRepeated.text
    }

    /// Whether many more queries are lost than pings.
    private static func isGreater(_ queries: Finding, than pings: Finding) -> Bool {
        guard let lost = SameLossRule.counted(queries), let other = SameLossRule.counted(pings) else { return false }
        let share = Double(lost.lost) / Double(max(lost.sent, 1))
        let least = Double(other.lost) / Double(max(other.sent, 1))
        return share > least * 2 && LossRule.isGreater(share, of: lost.sent, than: least, of: other.sent)
    }

    /// Whether a page did not arrive in time, while the link to the gateway is full: those echo replies that arrived were late.
    /// A router that limits pings answers some of them at once.
    private static func isDrowned(_ evidence: Evidence) -> Bool {
        guard let http = evidence.http, http.outcome == .stalled || http.outcome == .noAnswer else { return false }
        return evidence.gateway?.hops.contains { hop in
            let replies = hop.series ?? hop.echo
            return isFull(hop) || replies?.roundTrip.map { $0 > evidence.thresholds.gatewayRoundTrip } == true
        } == true
    }

    /// The findings with loss as an error if a page did not arrive because of it, or programs waited in vain for a name that a
    /// server has: with so many packets lost, no setting of this machine is to blame. A target that refuses connections does so
    /// without any loss as well; and a server that has the name did not answer through a gateway which loses nearly all packets.
    static func graver(_ findings: [Finding], in evidence: Evidence) -> [Finding] {
        let isDrowned = isDrowned(evidence)
        guard isDrowned || isLookUpLost(evidence) && !evidence.isTargetRefusing else { return findings }
        return findings.map { finding in
            guard finding.id == GatewayCauses.loss.id, isDrowned || !isAbsurd(finding),
                Double(finding.facts["share"] ?? "").map({ $0 >= LossRule.ruinousShare * 100 }) == true
            else { return finding }
            return finding.asError
        }
    }

    private static func isLookUpLost(_ evidence: Evidence) -> Bool {
        guard let dns = evidence.dns, let lookup = dns.resolution.system, lookup.addresses.isEmpty,
            lookup.failure == .timeout || lookup.failure != nil && dns.systemAgain?.failure == .timeout,
            // A single packet may be lost on any path.
            dns.systemAgain.map({ $0.failure != nil }) ?? true,
            dns.resolution.answers.contains(where: { $0.source == .dns && $0.address != nil })
        else { return false }
        return true
    }

    /// Whether the result of an echo request makes more of them useful: the first one was lost, the reply was slow, or there
    /// was none although ARP or NDP know the gateway.
    public static func isDoubtful(_ hop: GatewayEvidence.Hop, _ thresholds: Thresholds) -> Bool {
        guard let echo = hop.echo, hop.route.gateway != nil else { return false }
        switch echo.outcome {
        case .reply:
            return echo.sent > 1 || echo.roundTrip.map { $0 > thresholds.gatewayRoundTrip } == true
        case .timeout:
            // A gateway that never replies to echo requests may work nevertheless.
            return hop.hasAnsweredBefore == true && hop.arp != .silent && hop.neighbour?.state != .failed
                && hop.neighbour?.state != .incomplete
        case .notPermitted, .unreachable:
            return false
        }
    }
}
