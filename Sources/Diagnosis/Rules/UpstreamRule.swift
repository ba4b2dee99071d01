import NetworkModel

/// Rules for a gateway that responds while nothing beyond it does: it does not forward, has no route back (no NAT), or its
/// own uplink is down.
///
/// A destination may drop packets on purpose. Therefore more than one sign is needed: silent resolvers beyond the gateway in
/// another network, a silent address in the Internet, to which there are always more hops, or a gateway that does not even
/// decrement the hop limit.
enum UpstreamRule {
    static func followUps(_ subjects: [PathSubject], _ evidence: Evidence) -> [PathFollowUp] {
        guard !isHeardBeyond(evidence), subjects.allSatisfy(\.isSilent) else { return [] }
        let beyond = subjects.filter { $0.gateway != nil }
        guard !beyond.isEmpty else { return [] }
        return beyond.map { .packet(PathDestination($0.destination.address, .icmp)) } + [.resolvers, .uplink]
    }

    static func finding(_ subjects: [PathSubject], _ evidence: Evidence) -> Finding? {
        // Packets pass, and are late: nobody need be silent.
        if evidence.uplink?.lateness != nil { return nil }
        // The uplink works, so that the destination itself is silent.
        let isProven = evidence.uplink.map { UplinkAssessment($0).status == .connectionUp } == true
        if isProven, subjects.contains(where: { $0.destination.address.family == .ipv4 }) { return nil }
        // Connections of this machine's programs work over the only gateway, so that what is behind it works as well.
        if let uplink = evidence.uplink, UplinkIndications(uplink).isConnectionHeard,
            Set(uplink.gateways.map(\.family)).count == 1
        {
            return nil
        }
        // Other targets are reached over the same gateway.
        if !subjects.isEmpty, subjects.allSatisfy({ $0.isBehindForwarder(in: evidence) }) { return nil }
        // A host in a private network is not behind the provider, whose router responds.
        let isPrivate = subjects.allSatisfy { $0.destination.address.isOfLocalNetwork }
        if isPrivate, let uplink = evidence.uplink, UplinkIndications(uplink).isProviderHeard { return nil }
        // Resolvers alone are silent, and may be dead.
        let areResolvers = subjects.allSatisfy { evidence.isResolver($0) }
        if areResolvers, let uplink = evidence.uplink, isProviderHeard(uplink),
            UplinkAssessment(uplink).status != .connectionDown
        {
            return nil
        }
        guard !isHeardBeyond(evidence), let subject = subjects.first(where: { $0.trace != nil && $0.gateway != nil }),
            let trace = subject.trace, let hop = subject.gateway, let gateway = hop.route.gateway,
            subjects.allSatisfy({ $0.trace.map { $0.outcome == .silent } ?? true })
        else { return nil }
        let condition = GatewayRules.condition(of: hop)
        guard condition == .alive || condition == .silent, !isShared(hop, evidence) else { return nil }
        let silent = (evidence.path?.traces ?? []).filter { $0.outcome == .silent }
        // Packets to the address itself may be dropped there, until an echo request was tried as well.
        guard silent.contains(where: { $0.address == trace.address && $0.transport == .icmp }) else { return nil }
        let isForwarding = trace.hops.contains { $0.limit == 1 && $0.address != nil }
        let addresses = silent.map(\.address).reduce(into: [IPAddress]()) { if !$0.contains($1) { $0.append($1) } }
        // Working IPv4 says little about IPv6, and a single silent IPv6 host says little as well.
        let family = subject.destination.address.family
        let alike = isProven ? addresses.filter { $0.family == family } : addresses
        let isWide = alike.contains { !$0.isIn(sameNetworkAs: alike[0]) }
        let isFar = !isProven && addresses.contains { !$0.isPrivate }
        guard isWide || isFar || condition == .alive && !isForwarding else { return nil }
        let confidence = isWide ? 0.95 : isFar ? 0.85 : 0.75
        var facts = [
            "gateway": "\(gateway)", "interface": shown(hop.route.interface ?? "?"), "address": "\(trace.address)",
        ]
        let proof = FactPhrase.nobodyAnswersAt.text([
            "addresses": addresses.prefix(4).map { "\($0)" }.joined(separator: ", ")
        ])
        let near = evidence.uplink.flatMap { resolverBeside(gateway, $0) }
        // A gateway that decrements hop limits, or passed packets a moment ago, may forward to a router that reports few packets
        // as undeliverable. It remains open whose fault that is.
        let mayForward =
            near.map { $0.other == nil } == true && (isForwarding || evidence.uplink.map(isRouterKnown) == true)
        facts["proof"] =
            mayForward
            ? FactPhrase.serverReachesBut.text(["server": "\(gateway)", "words": proof])
            : near.map { "\(proof); \($0.words)" } ?? proof
        if let near, !mayForward { facts["resolver"] = near.other } else { facts["router"] = "\(gateway)" }
        // The other end of a tunnel is in another network. Without the tunnel, packets leave through the gateways beneath it.
        let isTunnel = hop.isTunnel == true
        if isTunnel, evidence.gateway?.underlay?.isEmpty == false { facts["tunnel"] = facts["interface"] }
        var finding = Finding(
            PathCauses.upstreamDown, confidence: condition == .alive ? confidence : confidence - 0.1, facts)
        // A host that answers pings and does not count hops is not a router: its address is a mistake.
        let isNoRouter = near?.other != nil && hop.echo?.outcome == .reply && !isForwarding
        if near != nil { finding.side = mayForward ? nil : isTunnel ? .upstream : isNoRouter ? .machine : .network }
        return finding
    }

    /// The finding about a gateway that reports hosts of the Internet as unreachable, since it finds no host at the address of its own
    /// next hop. It may report that from another one of its addresses on the link, as routers do that share one (VRRP).
    ///
    /// A host that is off in a network of the gateway itself is reported in the same way. Therefore nothing behind the gateway may
    /// respond, while a resolver on the link, which has another way out, reaches the Internet.
    static func refusedNearby(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        guard let error = subject.trace?.error, !error.isOwn, error.meaning == .hostUnreachable,
            let reporter = error.reporter, subject.destination.address.isOfInternet, !evidence.isResolver(subject),
            let hop = subject.gateway,
            hop.route.isDefault, let gateway = hop.route.gateway, GatewayRules.condition(of: hop) == .alive,
            gateway.bytes == reporter.bytes || isOnLink(reporter, evidence), !isShared(hop, evidence),
            !evidence.provesForwarding, var uplink = evidence.uplink, uplink.gateway?.bytes == gateway.bytes
        else { return nil }
        // A report from another address of the gateway does not come from a router behind it.
        for index in uplink.packets.indices {
            guard let error = uplink.packets[index].error, error.meaning == .hostUnreachable,
                error.reporter.map({ isOnLink($0, evidence) }) == true
            else { continue }
            uplink.packets[index].error = nil
        }
        let indications = UplinkIndications(uplink)
        guard UplinkAssessment(uplink).status != .connectionUp, !indications.isHeardBeyond,
            indications.arePacketsSilent, !indications.queries.contains(where: \.isFromBeyond),
            let near = resolverBeside(gateway, uplink), let resolver = near.other
        else { return nil }
        var finding = Finding(
            PathCauses.upstreamDown, confidence: 0.85,
            [
                "gateway": "\(gateway)", "interface": shown(hop.route.interface ?? "?"),
                "address": "\(subject.destination.address)", "resolver": resolver,
                "proof": [
                    FactPhrase.itAnswers.text(["answer": PathRules.meaningText(error.meaning)]), near.words,
                ].joined(separator: "; "),
            ])
        finding.side = .network
        return finding
    }

    /// Whether an address is on a link of this machine.
    private static func isOnLink(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        (evidence.address?.usable ?? []).contains { $0.address.prefixLength > 0 && $0.address.covers(address) }
    }

    /// Whether the provider's router responded now, or a moment ago: a daemon sends few packets, and keeps what they showed.
    private static func isProviderHeard(_ uplink: UplinkEvidence) -> Bool {
        UplinkIndications(uplink).isProviderHeard
            || uplink.packets.contains { $0.isEarlier == true && $0.isReported(beyond: uplink.gateways) }
    }

    /// Whether a router behind the gateway reported a packet a moment ago.
    private static func isRouterKnown(_ uplink: UplinkEvidence) -> Bool {
        uplink.packets.contains { $0.isEarlier == true && $0.isReported(behind: uplink.gateways) }
    }

    /// A resolver on the link that reaches the Internet, while nothing shows that the gateway forwards this machine's packets:
    /// the provider works. The gateway does not forward, or is not the router.
    ///
    /// - Returns: The sentence about it, and its address if it is not the gateway; `nil` if there is no such resolver.
    static func resolverBeside(
        _ gateway: IPAddress, _ uplink: UplinkEvidence
    ) -> (words: String, other: String?)? {
        guard UplinkIndications(uplink).firstRouter == nil,
            uplink.forwarders?.contains(where: { $0.bytes == gateway.bytes }) != true
        else { return nil }
        let near = uplink.queries.filter { query in
            query.reachesRoot && query.server.family == gateway.family
                && (query.place == .link || query.place == .gateway)
        }
        if near.contains(where: { $0.server.bytes == gateway.bytes }) { return (FactPhrase.forwardsNothing.text, nil) }
        guard let other = near.first(where: { $0.place == .link }) else { return nil }
        return (FactPhrase.anotherReaches.text(["server": "\(other.server)"]), "\(other.server)")
    }

    /// The warning of the machine's status about a gateway that is probably no router: it answers pings, and reports no packet whose
    /// hop limit ends there or behind it, in two rounds, while another host on the link resolves names of the Internet. A check, which
    /// sends packets to a host as well, is sure of it. The status stays unclear, unless routers report packets that are sent to the other
    /// host in place of the gateway: then it is an error.
    static func warning(_ observation: MachineObservation, _ hops: [GatewayEvidence.Hop]) -> Finding? {
        guard let uplink = observation.uplink, let gateway = uplink.gateway else { return nil }
        let indications = UplinkIndications(uplink)
        let ended = observation.output.nobody.filter { $0.address.family == gateway.family }
        guard indications.isSilentRepeatedly, indications.areConnectionsSilent, !indications.isHeardBeyond,
            !indications.isHostConnected, !ended.isEmpty,
            ended.allSatisfy({ $0.outcome == .silent && $0.isAnsweredHere != true }),
            let hop = hops.first(where: { $0.route.gateway?.bytes == gateway.bytes }), hop.echo?.outcome == .reply,
            let near = resolverBeside(gateway, uplink), let resolver = near.other
        else { return nil }
        let router = observation.output.router.map { "\($0)" }
        let words = router.map { FactPhrase.anotherReaches.text(["server": $0]) } ?? near.words
        var finding = Finding(
            PathCauses.upstreamDown, confidence: router == nil ? 0.6 : 0.9, severity: router == nil ? .warning : nil,
            [
                "gateway": "\(gateway)", "interface": shown(hop.route.interface ?? "?"),
                "address": uplink.nobody.map { "\($0)" } ?? "\(gateway)",
                "proof": [FactPhrase.noRouterBehind.text, words].joined(separator: "; "),
                "resolver": router ?? resolver,
            ])
        finding.side = .machine
        return finding
    }

    /// Whether the kernel may have sent the packets to another gateway, of which nothing is known (multipath).
    private static func isShared(_ hop: GatewayEvidence.Hop, _ evidence: Evidence) -> Bool {
        (evidence.gateway?.rivals ?? []).contains { rival in
            let isEquallyPreferred =
                rival.route.family == hop.route.family && rival.route.prefixLength == hop.route.prefixLength
                && rival.route.metric == hop.route.metric
            guard isEquallyPreferred else { return false }
            return switch rival.neighbour?.state {
            case .reachable, .stale, .delay, .probe, .permanent, .noarp: false
            case .failed, .incomplete, .some(.none), nil: GatewayRules.condition(of: rival) != .alive
            }
        }
    }

    /// Whether a host beyond the gateway responded, even with an error.
    static func isHeardBeyond(_ evidence: Evidence) -> Bool {
        if evidence.provesForwarding { return true }
        let attempts = (evidence.tcp?.attempts ?? []) + (evidence.proxy?.attempts ?? [])
        let isToldSo = attempts.compactMap(\.refusal).contains { refusal in
            guard !refusal.isOwn, let reporter = refusal.reporter else { return false }
            return !evidence.isGatewayItself(reporter)
        }
        if isToldSo { return true }
        let spoke = (evidence.path?.traces ?? []).contains { trace in
            guard let error = trace.error, !error.isOwn, let reporter = error.reporter else { return false }
            return !evidence.isGatewayItself(reporter) && !trace.isFirst(reporter)
        }
        if spoke { return true }
        let resolutions = [evidence.dns?.resolution, evidence.proxy?.resolution].compactMap(\.self)
        return resolutions.contains { resolution in
            let heard =
                resolution.answers.filter { $0.source == .dns }.compactMap(\.server)
                + resolution.failures.filter {
                    $0.source == .dns && $0.reason != .timeout && $0.reason != .closed
                }.compactMap(\.server)
            return heard.compactMap { IPAddress($0) }.contains { server in
                // The path to a resolver on this machine, on the link or at the gateway says nothing about what is beyond.
                !server.isLoopback && evidence.gatewayHop(to: server) != nil
                    && !(evidence.address?.usable.contains { $0.address.covers(server) } ?? false)
                    && !isOnOtherLink(server, evidence)
            }
        }
    }
}

extension UpstreamRule {
    /// Whether a server is the router of another link of this machine, a host on one, or behind a spare uplink: packets to it
    /// do not pass the gateway. The addresses that the evidence holds are those of the target's link only.
    private static func isOnOtherLink(_ server: IPAddress, _ evidence: Evidence) -> Bool {
        if (evidence.gateway?.rivals ?? []).contains(where: { $0.route.gateway?.bytes == server.bytes }) { return true }
        // A route to this server alone leads over the spare uplink.
        let isOfSpare = (evidence.uplink?.spares ?? []).contains { spare in
            spare.isLeg != true && spare.queries.contains { $0.server.bytes == server.bytes }
                && evidence.gateway?.hops.contains { $0.route.interface == spare.interface } != true
        }
        if isOfSpare { return true }
        let queries = evidence.uplink?.allQueries.filter { $0.server.bytes == server.bytes } ?? []
        return !queries.isEmpty && queries.allSatisfy { $0.place == .gateway || $0.place == .link }
    }
}

extension PathSubject {
    /// Whether the host is in a private network behind a gateway that currently forwards packets to other targets.
    func isBehindForwarder(in evidence: Evidence) -> Bool {
        guard destination.address.isOfLocalNetwork, let gateway = gateway?.route.gateway else { return false }
        return evidence.uplink?.forwarders?.contains { $0.bytes == gateway.bytes } == true
    }
}

extension Evidence {
    /// Whether a reporter is a gateway, even with another address: its kernel chooses the address for reports.
    func isGatewayItself(_ reporter: IPAddress) -> Bool {
        let known = (gateway?.hops ?? []).compactMap(\.route.gateway) + (uplink?.gateways ?? [])
        return known.contains { $0.bytes == reporter.bytes }
    }
}

extension LinkAddress {
    /// Whether another address is on the link, according to the prefix of this one.
    func covers(_ other: IPAddress) -> Bool { other.isIn(prefix: address, length: prefixLength) }
}

extension IPAddress {
    /// Whether the address is never routed in the Internet (RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291).
    var isPrivate: Bool {
        if family == .ipv6 { return bytes[0] & 0xfe == 0xfc || isLinkLocal || isLoopback }
        return bytes[0] == 10 || bytes[0] == 172 && bytes[1] & 0xf0 == 16 || bytes[0] == 192 && bytes[1] == 168
            || bytes[0] == 100 && bytes[1] & 0xc0 == 64 || isLinkLocal || isLoopback
    }

    /// Whether both addresses are in the same network, with the usual prefix lengths of a link: 24 and 64 bits.
    func isIn(sameNetworkAs other: IPAddress) -> Bool { isIn(prefix: other, length: family == .ipv4 ? 24 : 64) }
}
