import NetworkModel

/// The rule for spare uplinks that lead nowhere, while the one in use works.
///
/// Silence alone proves nothing here, either: many routers send no ICMP errors, and a spare uplink carries no traffic that would show
/// more. It counts if it was not always so, or if the gateway itself, as a DNS server, reaches nobody.
enum SpareRule {
    /// The number of packets with which routers are given two chances, more than a second apart.
    static let twoRounds = 6

    static func findings(_ indications: UplinkIndications) -> [Finding] {
        // The uplink below a tunnel only needs to reach the other end of the tunnel.
        guard TunnelRule.interface(of: indications.uplink) == nil else { return [] }
        return (indications.uplink.spares ?? []).filter { $0.isLeg != true }.compactMap { spare in
            guard let sign = sign(spare, beside: indications) else { return nil }
            return Finding(
                PathCauses.spareDown, confidence: sign.confidence,
                [
                    "gateway": spare.gateway.map { "\($0)" } ?? shown(spare.interface),
                    "interface": shown(spare.interface), "used": shown(indications.uplink.interface ?? "another one"),
                    "proof": sign.proof,
                ])
        }
    }

    /// The finding of a check about the uplink in use, if the silent targets are reached over it, and nothing behind its gateway
    /// reports packets to them or to unassigned addresses, while routers behind that of a spare uplink do.
    static func outdone(_ subjects: [PathSubject], _ evidence: Evidence) -> Finding? {
        guard let uplink = evidence.uplink, let gateway = uplink.gateway, !subjects.isEmpty,
            UplinkIndications(uplink).isSilentBesideSpareButNear,
            UplinkAssessment(uplink).status == .connectionIndeterminate,
            subjects.allSatisfy({ isLost($0, behind: gateway, evidence) })
        else { return nil }
        return UplinkAssessment.upstreamDown(UplinkIndications(uplink), "\(gateway)", confidence: 0.75)
    }

    /// The warning that nothing is heard over the uplink in use, except from a resolver with a link-local address, while routers
    /// behind the gateway of a spare one report the same packets.
    ///
    /// This is not certain without a target: routers of a cloud commonly report nothing, but forward packets.
    static func doubts(_ indications: UplinkIndications) -> [Finding] {
        guard indications.isSilentBesideSpareButNear, !indications.isSilentBesideSpare, indications.isSilentRepeatedly,
            // One on the link may be the router (``UpstreamRule``).
            !indications.queries.contains(where: { $0.place == .link }), indications.uplink.proxy == nil,
            let gateway = indications.uplink.gateway
        else { return [] }
        return [UplinkAssessment.upstreamDown(indications, "\(gateway)", confidence: 0.6).asWarning]
    }

    /// Whether a silent target of the Internet is behind a gateway that is there, and no router behind that reports SYNs or echo
    /// requests to it.
    private static func isLost(_ subject: PathSubject, behind gateway: IPAddress, _ evidence: Evidence) -> Bool {
        guard subject.isSilent, let hop = subject.gateway, hop.route.isDefault, hop.route.table == nil,
            hop.route.gateway?.bytes == gateway.bytes, GatewayRules.condition(of: hop) == .alive
        else { return false }
        let traces = (evidence.path?.traces ?? []).filter { $0.address == subject.destination.address }
        return traces.contains { $0.transport == .tcp } && traces.contains { $0.transport == .icmp }
            && traces.allSatisfy { trace in
                trace.outcome == .silent && trace.error == nil
                    && trace.hops.allSatisfy { $0.address == nil || $0.address?.bytes == gateway.bytes }
            }
    }

    /// The evidence that a spare uplink leads nowhere; `nil` if there is none.
    private static func sign(
        _ spare: UplinkEvidence.Spare, beside indications: UplinkIndications
    ) -> (proof: String, confidence: Double)? {
        if case .broken = UplinkAssessment(spare.uplink).state {
            let own = UplinkIndications(spare.uplink)
            return (own.against.joined(separator: "; "), own.confidence)
        }
        let used = indications.uplink
        let isReportedInUse = used.packets.contains { $0.limit != nil && $0.isReported(behind: used.gateways) }
        guard isReportedInUse, spare.isSilent, spare.isDoubtful, !spare.queries.contains(where: \.reachesRoot),
            spare.packets.count(where: { $0.limit != nil && $0.failure == nil }) >= twoRounds
        else { return nil }
        let ofGateway = spare.isGatewayAgainst ? spare.uplinkOfGateway.map { UplinkIndications($0).against } ?? [] : []
        guard spare.wasHeard == true else { return (ofGateway.joined(separator: "; "), 0.7) }
        return ((ofGateway.prefix(1) + [FactPhrase.noRouterBehindAnyMore.text]).joined(separator: "; "), 0.8)
    }
}

extension UplinkEvidence.Spare {
    /// Whether a router behind the gateway reported one of the packets.
    package var isHeard: Bool { packets.contains { $0.isReported(behind: [gateway].compactMap(\.self)) } }

    /// Whether packets were sent, and nothing came back.
    package var isSilent: Bool {
        let sent = packets.filter { $0.limit != nil && $0.failure == nil }
        return !sent.isEmpty && sent.allSatisfy { $0.error == nil && $0.answer == nil }
    }

    /// Whether there is a reason to doubt a silent uplink: routers reported packets before, the gateway reaches no other DNS server, or
    /// connections are lost there.
    package var isDoubtful: Bool {
        wasHeard == true && gatewayQuery?.reachesRoot != true || losesConnections == true || isGatewayAgainst
    }

    /// Whether the gateway, which accepts connections of DNS, fails or is silent if it has to query others. One that refuses may not
    /// serve this machine.
    fileprivate var isGatewayAgainst: Bool {
        guard let query = gatewayQuery, query.outcome == .servfail || query.outcome == .timeout else { return false }
        return uplinkOfGateway.map { UplinkIndications($0).areResolversAgainst } ?? false
    }

    /// The same evidence in the form of that for an uplink in use, with the response of the gateway.
    fileprivate var uplinkOfGateway: UplinkEvidence? {
        gatewayQuery.map { query in
            var uplink = uplink
            uplink.queries = [query]
            return uplink
        }
    }
}
