public import NetworkModel

/// Rules for the quality of a gateway that responds.
public enum GatewayQuality {
    /// The findings about loss and slow responses.
    ///
    /// - Parameter hasFailed: Whether nothing that was sent beyond the gateway got a response.
    static func findings(in gateway: GatewayEvidence, _ thresholds: Thresholds, hasFailed: Bool) -> [Finding] {
        gateway.hops.compactMap { hop in
            guard let series = hop.series, series.received > 0, let address = hop.route.gateway else { return nil }
            var facts = ["gateway": "\(address)", "interface": shown(hop.route.interface ?? "?")]
            let share = Double(series.sent - series.received) / Double(max(series.sent, 1))
            if share > thresholds.gatewayLoss {
                facts["lost"] = "\(series.sent - series.received)"
                facts["sent"] = "\(series.sent)"
                facts["share"] = "\(Int((share * 100).rounded()))"
                let isRuinous = hasFailed && share >= LossRule.ruinousShare
                return Finding(GatewayCauses.loss, confidence: 0.9, severity: isRuinous ? .error : nil, facts)
            }
            guard let median = series.medianRoundTrip, median > thresholds.gatewayRoundTrip else { return nil }
            facts["time"] = "\(Int(median.value.rounded()))"
            facts["limit"] = "\(Int(thresholds.gatewayRoundTrip.value.rounded()))"
            return Finding(GatewayCauses.slow, confidence: 0.9, facts)
        }
    }

    /// The findings with loss as an error if programs waited in vain for a name that a server has: with so many packets lost,
    /// no setting of this machine is to blame.
    static func graver(_ findings: [Finding], in evidence: Evidence) -> [Finding] {
        guard let dns = evidence.dns, let lookup = dns.resolution.system, lookup.addresses.isEmpty,
            lookup.failure == .timeout || lookup.failure != nil && dns.systemAgain?.failure == .timeout,
            // A single packet may be lost on any path.
            dns.systemAgain.map({ $0.failure != nil }) ?? true,
            dns.resolution.answers.contains(where: { $0.source == .dns && $0.address != nil })
        else { return findings }
        return findings.map { finding in
            guard finding.id == GatewayCauses.loss.id,
                Double(finding.facts["share"] ?? "").map({ $0 >= LossRule.ruinousShare * 100 }) == true
            else { return finding }
            return finding.asError
        }
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
