import NetworkModel

/// Packets that are dropped since their hop limit is below that of packets that have passed no router, as by providers that permit no
/// tethering.
extension HopLimitRule {
    /// The greatest distance of the last router that is heard if packets are dropped by the provider.
    private static let maxDistance = 3

    /// The question whether a greater hop limit helps, if a host is silent behind the routers of this network and the provider's first
    /// ones, and nothing shows that packets get further, although the DNS server reaches the Internet.
    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> [PathFollowUp] {
        guard subject.isSilent, subject.gateway != nil, subject.destination.transport == .tcp,
            subject.destination.address.family == .ipv4, let trace = subject.trace, trace.outcome == .silent,
            trace.answeredAt == nil, let last = lastHop(of: trace), last.limit <= maxDistance,
            let uplink = evidence.uplink, uplink.queries.contains(where: \.reachesRoot),
            UplinkProof(uplink) == .unknown
        else { return [] }
        return [.raisedLimit(subject.destination)]
    }

    /// The finding if the host only answers packets with a hop limit above the usual one; `nil` if that is not known.
    static func raised(_ subject: PathSubject) -> Finding? {
        guard let trace = subject.trace, let raised = trace.raisedLimit, let last = lastHop(of: trace) else {
            return nil
        }
        let router = last.address.map { "\($0)" } ?? "?"
        return Finding(
            PathCauses.hopLimit, confidence: 0.9,
            [
                "destination": subject.destination.text, "address": "\(subject.destination.address)",
                "router": router, "raised": "\(raised)",
                "what": FactPhrase.hopLimitFiltered.text(["usual": "\(raised - 1)", "limit": "\(raised)"]),
            ])
    }

    private static func lastHop(of trace: PathEvidence.Trace) -> PathEvidence.Trace.Hop? {
        trace.hops.last { $0.address != nil }
    }
}
