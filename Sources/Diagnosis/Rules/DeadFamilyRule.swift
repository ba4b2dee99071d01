import NetworkModel

/// Rules for a target that is reached over one address family alone, if that is not its own fault: this machine drops the packets
/// of the other family, or that family leads nowhere at all.
enum DeadFamilyRule {
    /// The finding about the other family; `nil` if nothing shows that the target is not to blame.
    ///
    /// - Parameter dead: The failed connections over that family, to all addresses of the target.
    static func finding(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence
    ) -> Finding? {
        let own = dead.lazy.compactMap { attempt -> Finding? in
            let trace = evidence.path?.traces.first {
                $0.address == attempt.address && $0.port == attempt.port && $0.transport == .tcp
            }
            return trace.flatMap { LocalFilterRule.finding($0, destination: TCPRules.destination(attempt)) }
        }.first { $0.id == LocalCauses.firewall.id }
        if let own { return own.asWarning }
        let loop = dead.lazy.compactMap {
            evidence.trace(of: PathDestination($0.address, port: $0.port, .tcp))?.tunnelLoop
        }.first
        if let loop { return TunnelRule.looping(loop).asWarning }
        if let tunnel = emptyTunnel(dead, evidence) { return tunnel.asWarning }
        let hops = dead.compactMap { evidence.gatewayHop(to: $0.address) }
        if let stranger = GatewayRules.wrongNeighbour(among: hops) { return stranger.asWarning }
        if let doubt = FixedNeighbourRule.finding(hops, evidence.uplink) { return doubt }
        guard isLost(dead) else { return nil }
        if let limit = ownLimit(dead, family, evidence) { return limit.asWarning }
        let rejected = rejected(dead, evidence)?.asWarning
        guard let uplink = evidence.uplink else { return rejected }
        let found = UplinkAssessment(uplink).findings
        if family == .ipv4, UplinkIndications(uplink).isPortalOfIPv4Alone,
            let portal = found.first(where: { $0.id == PortalCauses.captivePortal.id })
        {
            return portal.asWarning
        }
        if let lost = LostFamilyRule.dead(in: found), lost.family == family { return lost.finding }
        return rejected ?? endingEarly(dead, family, evidence, uplink)
    }

    /// The finding about this machine's hop limit, if the packets expire on the way.
    private static func ownLimit(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence
    ) -> Finding? {
        let haveExpired = dead.allSatisfy { attempt in
            evidence.trace(of: PathDestination(attempt.address, port: attempt.port, .tcp))?.error?.meaning
                == .timeExceeded || attempt.refusal?.meaning == .timeExceeded
        }
        guard haveExpired, let first = dead.first else { return nil }
        let interface = evidence.hop(to: first.address)?.route.interface
        return HopLimitRule.expired(start: evidence.path?.hopLimit, family, on: interface)
    }

    /// The finding about a router that reports that one of its rules rejects the packets.
    private static func rejected(_ dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Finding? {
        let subjects = dead.map { attempt in
            let destination = PathDestination(attempt.address, port: attempt.port, .tcp)
            return PathSubject(
                destination: destination, isSilent: false, trace: evidence.trace(of: destination),
                gateway: evidence.gatewayHop(to: attempt.address))
        }
        let areRejected = subjects.allSatisfy { subject in
            guard let error = subject.trace?.error, !error.isOwn, let reporter = error.reporter else { return false }
            return error.meaning == .prohibited && reporter.bytes != subject.destination.address.bytes
        }
        return areRejected ? subjects.first.flatMap { PathRules.refusal($0, evidence) } : nil
    }

    /// The finding about a family, if packets to the target get no further than the one router behind the gateway that reports any over
    /// it, as those to documentation addresses, while several report packets over the other one.
    private static func endingEarly(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence, _ uplink: UplinkEvidence
    ) -> Finding? {
        guard let last = UplinkIndications(uplink).lastRouter(beforeTargetOver: family),
            let gateway = uplink.gateways.first(where: { $0.family == family }), let first = dead.first,
            dead.allSatisfy({ $0.outcome == .timeout })
        else { return nil }
        let traces = dead.compactMap {
            evidence.trace(of: PathDestination($0.address, port: $0.port, .tcp))
        }.filter { !$0.hops.isEmpty }
        let areEnding = traces.allSatisfy { trace in
            trace.outcome == .silent && trace.hops.last?.address?.bytes == last.bytes
        }
        guard !traces.isEmpty, areEnding else { return nil }
        let facts = [
            "gateway": "\(gateway)", "interface": shown(uplink.interface ?? "?"), "address": "\(first.address)",
        ]
        switch family {
        case .ipv4:
            let ofFourth = [
                "last": "\(last)", "unconnected": "\(gateway)", "contrast": FactPhrase.whileSixthWorks.text,
                "effect": FactPhrase.fourthNotReached.text,
            ]
            return Finding(PathCauses.ipv4Down, confidence: 0.7, facts.merging(ofFourth) { $1 })
        case .ipv6:
            let ofSixth = [
                "contrast": FactPhrase.whileFourthWorks.text, "effect": FactPhrase.sixthTriedFirst.text,
            ].merging(RouterRules.factsOfRoute(by: gateway, uplink)) { $1 }
            return Finding(PathCauses.ipv6Down, confidence: 0.7, facts.merging(ofSixth) { $1 })
        }
    }

    /// The questions whether this machine drops the packets, and whether the family leads anywhere.
    static func followUps(_ tcp: TCPEvidence, _ evidence: Evidence) -> [FollowUp] {
        let failed = tcp.attempts.filter { $0.outcome != .connected && $0.outcome != .abandoned }
        let asked = AddressFamily.allCases.flatMap { family -> [FollowUp] in
            let dead = failed.filter { $0.address.family == family }
            guard let first = dead.first, isLost(dead) || isSentBack(dead), !TCPRules.isUnused(dead, evidence),
                !tcp.attempts.contains(where: { $0.address.family == family && $0.outcome == .connected })
            else { return [] }
            let destination = PathDestination(first.address, port: first.port, .tcp)
            // A tunnel may swallow the packets.
            if isLost(dead), let route = evidence.hop(to: first.address)?.route, route.gateway == nil, route.isDefault {
                return [.path(.packet(destination))]
            }
            guard let hop = evidence.gatewayHop(to: first.address), GatewayRules.condition(of: hop) != .dead else {
                return []
            }
            // This machine's own packet filter may have sent the response.
            guard isLost(dead) else { return [.path(.origin(destination))] }
            // ARP or NDP is not used while the target responds.
            let isFixed = hop.neighbour?.state == .permanent && hop.arpAddress == nil
            // One router alone may report packets to documentation addresses: those to the target may end there as well.
            let mayEnd =
                evidence.uplink.map { UplinkIndications($0).lastRouter(beforeTargetOver: family) != nil } == true
            // The link may lose the packets of that family.
            let isSilent = dead.contains { $0.outcome == .timeout } && hop.echo?.outcome == .reply
            let gateways = isSilent ? [hop.route.gateway].compactMap(\.self) : []
            let measured = gateways.map { FollowUp.link(.series(gateway: $0)) }
            return [.path(mayEnd ? .trace(destination) : .packet(destination)), .path(.uplink)] + measured
                + (isFixed ? [.link(.gateways)] : [])
        }
        return asked
    }

    /// Whether connections to hosts of the Internet were lost on the way there. One that is refused, or reset, was not.
    private static func isLost(_ dead: [TCPEvidence.Attempt]) -> Bool {
        dead.allSatisfy { attempt in
            switch attempt.outcome {
            case .timeout, .hostUnreachable, .networkUnreachable, .notPermitted: attempt.address.isOfInternet
            default: false
            }
        }
    }

    /// Whether connections to hosts of the Internet were refused or reset, by whatever device.
    private static func isSentBack(_ dead: [TCPEvidence.Attempt]) -> Bool {
        dead.allSatisfy { ($0.outcome == .refused || $0.outcome == .reset) && $0.address.isOfInternet }
    }

    /// The machine's findings without those about a family that is lost because of its gateway, of this machine's source address for
    /// it, or of this machine's packet filter: those are no second fault. A DNS server behind a dead tunnel is none either. By a
    /// proxy, programs reach hosts that have only IPv4 addresses.
    static func withoutExplained(_ findings: [Finding], _ observation: MachineObservation) -> [Finding] {
        let gone = findings.compactMap { finding in
            switch finding.id {
            case GatewayCauses.unreachable.id, AddressCauses.gatewayOffLink.id, AddressCauses.badSource.id,
                AddressCauses.duplicate.id:
                finding.facts["gateway"]
            case LocalCauses.firewall.id where finding.severity != .info: finding.facts["destination"]
            default: nil
            }
        }
        let isProxyReached = observation.uplink?.proxy != nil
        let rest = findings.filter { finding in
            guard LostFamilyRule.perTarget[finding.id] != nil else { return true }
            if isProxyReached, finding.id == PathCauses.ipv4Down.id { return false }
            return !gone.contains(finding.facts["gateway"] ?? finding.facts["unconnected"] ?? "")
        }
        guard let tunnel = observation.output.emptyTunnel else { return rest }
        let snapshot = observation.snapshot
        let areServersBehind = observation.resolvers.allSatisfy {
            snapshot.route(to: $0.resolver.address)?.interface == tunnel
        }
        if areServersBehind, rest.contains(where: { $0.id == DNSCauses.serverUnreachable.id }) {
            return [TunnelRule.empty(tunnel)] + rest.filter { $0.id != DNSCauses.serverUnreachable.id }
        }
        guard !rest.contains(where: { $0.severity == .error }) else { return rest }
        let unexplained = rest.filter { finding in
            guard finding.id == DNSCauses.someServersDead.id,
                let server = finding.facts["server"].flatMap({ IPAddress($0) })
            else { return true }
            return snapshot.route(to: server)?.interface != tunnel
        }
        return [TunnelRule.empty(tunnel).asWarning] + unexplained
    }

    /// The finding about a tunnel that takes all IPv6 packets, and through which none has ever arrived.
    private static func emptyTunnel(_ dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Finding? {
        let traces = dead.compactMap { evidence.trace(of: PathDestination($0.address, port: $0.port, .tcp)) }
        let tunnels = dead.map { evidence.hop(to: $0.address)?.route.interface }
        guard let tunnel = tunnels.first.flatMap(\.self), tunnels.allSatisfy({ $0 == tunnel }), !traces.isEmpty,
            traces.allSatisfy({ $0.outcome == .silent && $0.emptyTunnel == tunnel })
        else { return nil }
        return TunnelRule.empty(tunnel)
    }

    /// The machine's finding about a lost family, corrected if this machine drops its packets, or has a wrong hardware address for
    /// the gateway.
    static func explained(_ finding: Finding, _ hops: [GatewayEvidence.Hop], _ output: MachineOutput) -> Finding {
        guard finding.severity == .warning else { return finding }
        // The requests of NDP are dropped as well, so that the gateway seems to be gone.
        let isOfIPv6 =
            finding.id == PathCauses.ipv6Down.id
            || finding.id == GatewayCauses.unreachable.id
                && finding.facts["gateway"].flatMap(IPAddress.init)?.family == .ipv6
        if isOfIPv6, let own = output.findingOverIPv6() { return own.asWarning }
        guard LostFamilyRule.perTarget[finding.id] != nil else { return finding }
        let gateway = finding.facts["gateway"] ?? finding.facts["unconnected"]
        let used = hops.filter { hop in hop.route.gateway.map { "\($0)" } == gateway }
        return GatewayRules.wrongNeighbour(among: used)?.asWarning ?? finding
    }
}

extension Evidence {
    /// Whether the target is reached over one address family, and packets to it are lost over the other, so that the uplink decides
    /// whose fault that is.
    package var isFamilyLost: Bool {
        guard let tcp, tcp.winner != nil else { return false }
        return DeadFamilyRule.followUps(tcp, self).contains(.path(.uplink))
    }
}
