import NetworkModel

/// Rules for Internet traffic that goes into a tunnel over another uplink, such as a VPN, without any response.
///
/// Many tunnel endpoints report no packets, so that this silence alone proves nothing. A host that a program or this check
/// tried to reach through the tunnel must be silent as well.
enum TunnelRule {
    /// The tunnel that traffic takes; `nil` if traffic does not take a tunnel.
    static func interface(of uplink: UplinkEvidence) -> String? {
        guard uplink.gateway == nil, let interface = uplink.interface,
            uplink.spares?.contains(where: { $0.interface != interface && $0.gateway != nil }) == true
        else { return nil }
        return interface
    }

    /// The findings for checks of targets that failed without a response.
    static func findings(in evidence: Evidence) -> [Finding] {
        guard isAffected(evidence), let uplink = evidence.uplink, let interface = interface(of: uplink),
            evidence.pathSubjects.allSatisfy({ route(to: $0, evidence)?.interface == interface }),
            !UpstreamRule.isHeardBeyond(evidence)
        else { return [] }
        switch UplinkAssessment(uplink).state {
        case .proven: return []
        case .broken(let finding): return [finding]
        case .unknown: break
        }
        guard UplinkIndications(uplink).arePacketsSilent else { return [] }
        let silent = evidence.pathSubjects.map { FactPhrase.targetIsSilent.text(["target": $0.destination.text]) }
        return [finding(interface, silent + [FactPhrase.noPacketReported.text], confidence: 0.85)]
    }

    /// The finding about a route to other networks, as of a split tunnel, that leads into a tunnel through which no packet has ever
    /// arrived; `nil` if there is none. A silent host alone says nothing about a tunnel that others answer through.
    static func empty(_ subjects: [PathSubject]) -> Finding? {
        guard let interface = subjects.first?.trace?.emptyTunnel,
            subjects.allSatisfy({ $0.trace?.outcome == .silent && $0.trace?.emptyTunnel == interface })
        else { return nil }
        let silent = subjects.map { FactPhrase.targetIsSilent.text(["target": $0.destination.text]) }
        let proof = silent + [FactPhrase.nothingEverReceived.text(["interface": shown(interface)])]
        return finding(shown(interface), proof, confidence: 0.8)
    }

    /// The finding about a tunnel through which no packet has ever arrived.
    static func empty(_ interface: String) -> Finding {
        let name = shown(interface)
        return finding(name, [FactPhrase.nothingEverReceived.text(["interface": name])], confidence: 0.8)
    }

    /// The finding about a tunnel whose own packets go into it again, if all failed destinations are behind it; `nil` if there is none.
    static func looping(_ subjects: [PathSubject]) -> Finding? {
        guard let loop = subjects.first?.trace?.tunnelLoop,
            subjects.allSatisfy({ $0.isSilent && $0.trace?.tunnelLoop?.interface == loop.interface })
        else { return nil }
        return looping(loop)
    }

    /// The finding about such a tunnel.
    static func looping(_ loop: TunnelLoop) -> Finding {
        let (tunnel, outer) = (shown(loop.interface), shown(loop.outer))
        var finding = Finding(
            PathCauses.tunnelDown, confidence: 0.9,
            [
                "interface": tunnel, "vpn": tunnel, "looping": tunnel, "outer": outer, "router": "\(loop.gateway)",
                "proof": FactPhrase.tunnelTakesItself.text(["count": "\(loop.packets)", "interface": outer]),
            ])
        finding.side = .machine
        return finding
    }

    /// The machine's findings with that about such a tunnel in place of those that it explains.
    ///
    /// - Parameter isUp: Whether the uplink works nevertheless, as over the other address family.
    static func explaining(_ findings: [Finding], by loop: TunnelLoop?, isUp: Bool) -> [Finding] {
        guard let loop else { return findings }
        let explained = [
            PathCauses.tunnelDown, PathCauses.upstreamDown, PathCauses.ipv4Down, PathCauses.ipv6Down,
            GatewayCauses.unreachable,
        ].map(\.id)
        let rest = withoutLosses(findings, of: loop).filter { finding in
            !explained.contains(finding.id) || finding.facts["interface"] != shown(loop.interface)
        }
        guard !rest.contains(where: { $0.severity == .error }) else { return findings }
        let cause = looping(loop)
        return [isUp ? cause.asWarning : cause] + rest
    }

    /// The findings without the losses of such a tunnel, whose queue is full.
    static func withoutLosses(_ findings: [Finding], of loop: TunnelLoop?) -> [Finding] {
        guard let loop else { return findings }
        return findings.filter { finding in
            finding.id != LinkCauses.errors.id || finding.facts["interface"] != shown(loop.interface)
        }
    }

    /// Whether all failed destinations are silent, and the route to them is a default route without a gateway.
    static func isAffected(_ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects
        return !subjects.isEmpty && subjects.allSatisfy { $0.isSilent && route(to: $0, evidence)?.isDefault == true }
    }

    /// The finding about the tunnel, if more than packets to documentation addresses gets no response.
    static func finding(_ interface: String, _ proof: [String], confidence: Double) -> Finding {
        Finding(
            PathCauses.tunnelDown, confidence: confidence,
            ["interface": shown(interface), "vpn": shown(interface), "proof": proof.joined(separator: "; ")])
    }

    /// The finding as ``corrected(_:_:on:_:_:)`` returns it, for the evidence of a check.
    static func corrected(_ finding: Finding, in evidence: Evidence) -> Finding {
        corrected(
            finding, evidence.gateway?.hops ?? [], on: evidence.link?.carriers ?? [], evidence.uplink,
            evidence.path?.traces ?? [])
    }

    /// The finding about a gateway behind which nothing responds, corrected if it is the other end of a point-to-point link:
    /// without ARP or NDP, nothing shows that it is there.
    ///
    /// - Parameters:
    ///   - links: The interfaces of the default routes.
    ///   - traces: Traces over these routes, in which the other end may have reported a packet.
    static func corrected(
        _ finding: Finding, _ hops: [GatewayEvidence.Hop], on links: [Link], _ uplink: UplinkEvidence?,
        _ traces: [PathEvidence.Trace] = []
    ) -> Finding {
        guard finding.id == PathCauses.upstreamDown.id, let gateway = finding.facts["gateway"],
            let hop = hops.first(where: { $0.route.gateway.map { "\($0)" } == gateway }),
            let interface = hop.route.interface, let link = links.first(where: { $0.name == interface }),
            isUnheard(hop, on: link), isSilent(uplink), traces.allSatisfy(isSilent)
        else { return finding }
        var facts = finding.facts
        (facts["interface"], facts["line"]) = (shown(interface), shown(interface))
        return Finding(
            PathCauses.tunnelDown, confidence: finding.confidence, severity: finding.severity, facts)
    }

    /// Whether a gateway that needs no ARP or NDP does not reply to echo requests.
    private static func isUnheard(_ hop: GatewayEvidence.Hop, on link: Link) -> Bool {
        // The kernel does not list neighbours of interfaces without hardware addresses, such as TUN and PPP.
        let isWithoutARP =
            hop.neighbour.map { $0.state == .noarp } ?? (link.hardwareAddress == nil || link.isARPOff == true)
        return isWithoutARP && hop.arp == nil && hop.echo?.outcome == .timeout && hop.series?.outcome != .reply
            && hop.hasAnsweredBefore != true
    }

    /// Whether nothing at all was received, not even an error of the gateway.
    private static func isSilent(_ uplink: UplinkEvidence?) -> Bool {
        guard let uplink else { return true }
        return uplink.packets.allSatisfy { $0.error?.reporter == nil && $0.answer == nil }
            && uplink.queries.allSatisfy { $0.outcome == .timeout || $0.place == .own }
    }

    /// Whether no router reported a packet of a trace.
    private static func isSilent(_ trace: PathEvidence.Trace) -> Bool {
        let reporter = trace.error.flatMap { $0.isOwn ? nil : $0.reporter }
        return reporter == nil && trace.hops.allSatisfy { $0.address == nil }
    }

    private static func route(to subject: PathSubject, _ evidence: Evidence) -> Route? {
        evidence.gateway?.hops.map(\.route).first { route in
            route.gateway == nil && route.kind == .unicast && route.covers(subject.destination.address)
        }
    }
}
