import NetworkModel

/// Rules for a target on the link whose address two hosts have: connections go to the one that this machine heard last, which may
/// not be the one that has the service.
enum SharedTargetRule {
    /// The question, which is useful if the target refuses connections or does not answer them.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        targets(in: evidence).compactMap { $0.nextHop.map { .link(.otherHolder($0)) } }
    }

    /// The findings. They are warnings, since ARP does not tell two hosts from two network cards of one.
    static func findings(in evidence: Evidence) -> [Finding] {
        targets(in: evidence).compactMap { hop in
            guard let address = hop.nextHop, let rival = hop.rival, let known = hop.neighbour?.hardwareAddress,
                rival != known
            else { return nil }
            return Finding(
                AddressCauses.duplicate, confidence: 0.7, severity: .warning,
                [
                    "interface": shown(hop.route.interface ?? "?"), "addresses": "\(address)", "shared": "\(address)",
                    "which": FactPhrase.sameAddress.text(["address": "\(address)"]),
                    "who": FactPhrase.besidesAnother.text(["address": shown(rival), "other": shown(known)]),
                ])
        }
    }

    /// The next hops that are targets on the link without a connection.
    private static func targets(in evidence: Evidence) -> [GatewayEvidence.Hop] {
        guard evidence.proxy == nil, let tcp = evidence.tcp, tcp.winner == nil else { return [] }
        let failed = tcp.attempts.filter { $0.outcome == .refused || $0.outcome == .timeout }.map(\.address)
        return (evidence.gateway?.hops ?? []).filter { hop in
            hop.route.gateway == nil && hop.neighbour?.state != .permanent
                && hop.nextHop.map { $0.family == .ipv4 && failed.contains($0) } == true
        }
    }
}
