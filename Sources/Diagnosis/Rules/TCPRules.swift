public import NetworkModel

extension TCPEvidence: JudgedEvidence {
    /// Whether a connection was established, and no step of the dialogue failed.
    public var isProven: Bool {
        attempts.contains { $0.outcome == .connected } && script?.contains { !$0.hasSucceeded } != true
    }
    /// Always `nil`: TCP has no datagrams.
    public var datagrams: DatagramEvidence? { nil }
    /// Always false: silence before a connection is established is a `timeout` of an attempt.
    public var hasStalled: Bool { false }

    /// The findings about the connections to the target's addresses, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { TCPRules.findings(in: evidence) }
}

/// Rules for the connections to the target's addresses.
enum TCPRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let tcp = evidence.tcp, !tcp.attempts.isEmpty else { return [] }
        let missing = evidence.observed.read(GatewayEvidence.self) { $0.familiesWithoutRoute } ?? []
        // An address without a route says nothing about the target.
        let attempts = tcp.attempts.filter { !missing.contains($0.address.family) }
        let failed = attempts.filter { $0.outcome != .connected && $0.outcome != .abandoned }
        let connected = attempts.filter { $0.outcome == .connected }
        if connected.isEmpty {
            if let (dead, later) = LossRule.later(than: failed, in: evidence) { return partly(dead, later, evidence) }
            return failed.isEmpty || isGatewayUnheard(failed, evidence) ? [] : [down(failed, evidence)]
        }
        // If a handshake in the dialogue fails, the TLS rules report that.
        let isTLS = evidence.observed.read(TLSEvidence.self) { $0.outcome != .established } ?? false
        if !isTLS, let step = tcp.script?.first(where: { !$0.hasSucceeded }), let winner = tcp.winner {
            return [
                Finding(
                    TCPCauses.unexpectedAnswer, confidence: 0.97,
                    [
                        "destination": destination(winner), "address": "\(winner.address)", "port": "\(winner.port)",
                        "step": shown(step.step), "received": shown(step.received ?? "nothing"),
                    ])
            ]
        }
        return SomeAddressesRule.findings(
            partly: failed.isEmpty ? [] : partly(failed, connected, evidence), failed, connected, evidence)
            + SlowConnectionRule.findings(tcp, evidence)
    }

    /// The questions about other reasons why no connection is established.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let tcp = evidence.tcp, !tcp.attempts.isEmpty else { return [] }
        guard tcp.winner == nil else { return DeadFamilyRule.followUps(tcp, evidence) }
        let ofOthers: [FollowUp] = evidence.asked.mayUseProxy ? [.web(.detour), .web(.portal)] : []
        return SomeConnectionsRule.followUps(in: evidence) + ofOthers
    }

    /// Whether nothing was heard at all: neither from a host beyond the gateway, nor from the gateway, which this process may not
    /// ping. Any of them may be to blame.
    private static func isGatewayUnheard(_ failed: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        guard evidence.proxy == nil, !evidence.provesForwarding else { return false }
        return failed.allSatisfy { attempt in
            let gateway = evidence.gatewayHop(to: attempt.address)?.route.gateway
            return attempt.outcome == .timeout && attempt.refusal == nil
                && GatewayRules.isUnheard(gateway, among: evidence.gateway?.hops ?? [])
        }
            && evidence.uplink.map { !UplinkIndications($0).isGatewayThere } == true
    }

    /// The setting because of which SYNs without a response requested congestion notification; `nil` if they did not.
    static func ecnSetting(of attempt: TCPEvidence.Attempt) -> String? {
        attempt.isECNRequested == true ? "net.ipv4.tcp_ecn" : nil
    }

    private static func down(_ failed: [TCPEvidence.Attempt], _ evidence: Evidence) -> Finding {
        func first(_ outcome: TCPEvidence.Outcome) -> TCPEvidence.Attempt? { failed.first { $0.outcome == outcome } }
        if let found = first(.noResources) {
            let error = found.error ?? "?"
            return Finding.shortage(
                Shortage.of(error) ?? error, holders: Shortage.holders(error, towards: found.address), confidence: 1)
        }
        if let known = SomeConnectionsRule.finding(in: evidence) { return known }
        if let found = first(.refused) ?? SomeConnectionsRule.refusedLater(in: evidence) {
            return named(TCPCauses.refused, found, evidence)
        }
        if let found = first(.notPermitted) {
            return Finding(LocalCauses.firewall, ["destination": destination(found), "error": found.error ?? "EPERM"])
        }
        if let found = first(.hostUnreachable) {
            return evidence.hopOnLink(to: found.address) == nil
                ? noRoute(found, evidence) : hostDown(found.address, evidence)
        }
        if let found = first(.timeout) {
            if evidence.hopOnLink(to: found.address) != nil, evidence.isMissingOnLink(found.address) {
                return hostDown(found.address, evidence)
            }
            return named(TCPCauses.timeout, found, evidence)
        }
        if let found = first(.networkUnreachable) {
            // This machine has a route, so that a router on the path had none.
            let hasRoute = evidence.gateway?.hops.contains { $0.route.covers(found.address) } == true
            return hasRoute
                ? noRoute(found, evidence)
                : Finding(GatewayCauses.none, ["destination": "\(found.address)"])
        }
        return named(
            failed[0].outcome == .reset ? TCPCauses.reset : TCPCauses.timeout, failed[0], evidence, confidence: 0.5)
    }

    /// The finding that there is no route. The path rules say more once the reporter is known.
    private static func noRoute(_ attempt: TCPEvidence.Attempt, _ evidence: Evidence) -> Finding {
        // The kernel also reports "no route to host" if the hop limit was exceeded.
        if let refusal = attempt.refusal, refusal.meaning == .timeExceeded, let router = refusal.reporter {
            if let own = HopLimitRule.finding(about: attempt.address, evidence) { return own }
            return Finding(
                PathCauses.loop, confidence: 0.8,
                [
                    "destination": destination(attempt), "address": "\(attempt.address)", "router": "\(router)",
                    "hops": "\(router)",
                ])
        }
        // The kernel reports in its own name that it found no neighbour, so that no router answered.
        let isOwn = attempt.refusal?.isOwn == true
        let router = attempt.refusal?.reporter.map { "\($0)" }
        let reporter = router.map { FactPhrase.theRouter.text(["router": $0]) } ?? FactPhrase.routerOnTheWay.text
        var facts = [
            "destination": destination(attempt), "address": "\(attempt.address)",
            "who": isOwn ? FactPhrase.thisMachine.text : reporter,
            "answer": attempt.outcome == .hostUnreachable ? "host unreachable" : "network unreachable",
        ]
        if !isOwn { facts["router"] = router }
        var finding = Finding(PathCauses.noRoute, confidence: 0.8, facts)
        if isOwn { finding.side = .machine }
        return finding
    }

    private static func partly(
        _ failed: [TCPEvidence.Attempt], _ connected: [TCPEvidence.Attempt], _ evidence: Evidence
    ) -> [Finding] {
        AddressFamily.allCases.compactMap { family in
            let dead = failed.filter { $0.address.family == family }
            guard let first = dead.first, !isUnused(dead, evidence) else { return nil }
            // A program may listen on one loopback address only. Clients then use that one.
            if dead.allSatisfy(\.address.isLoopback), connected.contains(where: \.address.isLoopback) { return nil }
            let isWhole = !connected.contains { $0.address.family == family }
            // The addresses themselves are wrong, as the DNS rules report.
            if isWhole, !BlockedFamilyRule.answers(family, evidence).isEmpty { return nil }
            if let route = ownRejection(of: dead, evidence) {
                // IPv6 is rejected on purpose, so that it does not leak past a VPN.
                let isMeant = family == .ipv6 && route.prefixLength <= InternetRoutes.longest(.ipv6)
                return isMeant ? nil : GatewayRules.refusal(by: route, "\(first.address)")?.asWarning
            }
            if isWhole, isExplained(dead, family, evidence) { return nil }
            if isWhole, let known = DeadFamilyRule.finding(dead, family, evidence) { return known }
            let entry =
                !isWhole ? TCPCauses.someAddressesDead : family == .ipv6 ? TCPCauses.ipv6Broken : TCPCauses.ipv4Broken
            let name = shown(evidence.asked.host.description)
            var facts = [
                "name": name, "address": "\(first.address)",
                "addresses": dead.map { "\($0.address)" }.joined(separator: ", "),
                "failures": SomeAddressesRule.failures(of: dead), "count": "\(dead.count)",
                "total": "\(evidence.tcp?.attempts.count ?? dead.count)",
            ]
            let nat64 = TranslationRules.prefix(ofSynthesized: dead.map(\.address), evidence)
            // Unique local addresses of a company, in the public DNS: nothing is wrong with IPv6.
            let isForeign =
                isWhole && family == .ipv6
                && dead.allSatisfy { $0.outcome == .timeout && PrivateNetworkRule.isForeign($0.address, evidence) }
            if isForeign { (facts["foreign"], facts["address"]) = ("\(first.address)", nil) }
            let isClosed = isWhole && dead.allSatisfy { ResetRule.isRefusedByHost($0, evidence) }
            if let nat64 { facts["nat64"] = nat64 } else if !isForeign, !isClosed { facts["native"] = name }
            let isCompared = !isWhole || FamilyComparison.isMade(dead, family, evidence)
            if isCompared, facts["native"] != nil { facts["record"] = family == .ipv6 ? name : "\(first.address)" }
            if isClosed, nat64 == nil {
                facts["closed"] = facts["addresses"]
                (facts["address"], facts["port"]) = (nil, "\(first.port)")
            }
            let isListed = !isWhole && dead.allSatisfy { isOfHostsFile($0.address, evidence) }
            if isListed { (facts["address"], facts["listed"]) = (nil, name) }
            var finding = Finding(entry, confidence: 0.9, facts)
            if isListed { finding.side = .machine }
            if !isCompared { finding.side = nil }
            if isWhole, nat64 != nil { finding.side = .network }
            // The gateway itself reports that it has no route.
            let reporters = dead.map { $0.refusal?.reporter }
            if isWhole, reporters.allSatisfy({ $0.map(evidence.isGatewayItself) == true }) { finding.side = .upstream }
            return finding
        }
    }

    /// Whether another finding, of a layer below, says why no address of a family is reached.
    private static func isExplained(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence
    ) -> Bool {
        // A rule or a table of this machine.
        let rejecting = (evidence.gateway?.hops ?? []).map(\.route).filter {
            $0.rejects && ($0.rule != nil || $0.table != nil)
        }
        if dead.allSatisfy({ attempt in rejecting.contains { $0.covers(attempt.address) } }) { return true }
        // The gateway of the family.
        let hops = dead.map { evidence.gatewayHop(to: $0.address) }
        if hops.allSatisfy({ $0.map { GatewayRules.condition(of: $0) == .dead } ?? false }) { return true }
        // The interface of the family, such as that of 464XLAT; the source address; or the routers.
        if isBehindLostLink(dead, family, evidence) || SourceRule.explains(dead, evidence) { return true }
        guard family == .ipv6 else { return false }
        return hops.contains { $0?.rival != nil } || !StalePrefixRule.findings(in: evidence).isEmpty
            || RouterRules.severalPrefixes(in: evidence) != nil
    }

    /// Whether packets to these addresses leave through interfaces without a carrier, or only such interfaces have addresses of their
    /// family.
    private static func isBehindLostLink(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence
    ) -> Bool {
        let lost = Set(
            LinkRules.findings(in: evidence).filter { $0.id == LinkCauses.noCarrier.id }
                .compactMap { $0.facts["interface"] })
        guard !lost.isEmpty else { return false }
        let isLost = { (interface: String?) in interface.map { lost.contains(shown($0)) } == true }
        let isRouted = dead.allSatisfy { isLost(evidence.hop(to: $0.address)?.route.interface) }
        let sources = (evidence.address?.usable ?? []).filter {
            $0.address.address.family == family && !$0.address.address.isLinkLocal
        }
        return isRouted || !sources.isEmpty && sources.allSatisfy { isLost($0.interface) }
    }

    /// The route in this machine's main table that rejects packets to all of these addresses; `nil` if there is none.
    private static func ownRejection(of dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Route? {
        let taken = dead.map { evidence.hop(to: $0.address)?.route }
        let isRejected = taken.allSatisfy { $0.map { $0.rejects && $0.rule == nil && $0.table == nil } == true }
        return isRejected ? taken[0] : nil
    }

    /// Whether only the hosts file of this machine has an address for the target's name.
    private static func isOfHostsFile(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        let sources = evidence.dns?.resolution.answers.filter { $0.address?.bytes == address.bytes }.map(\.source) ?? []
        return sources.contains(.hosts) && !sources.contains(.dns)
    }

    /// Whether programs do not try these addresses as long as others work: those of IPv6 in the Internet, if the system resolver
    /// lists IPv4 first, or, if its order is not known, from a unique local or link-local address, or one of 6to4 or Teredo.
    /// Addresses of 6to4 reach each other.
    static func isUnused(_ dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        let isUnmatched = dead.allSatisfy { attempt in
            attempt.address.family == .ipv6 && attempt.address.isOfInternet
                && !LocalPrefixRule.isOfTransition(attempt.address)
        }
        guard isUnmatched else { return false }
        // Those that a route of this machine rejects are listed last because of that, which is a fault.
        let isRejected = dead.contains { evidence.hop(to: $0.address)?.route.rejects == true }
        if !isRejected, let isIPv4First = evidence.dns?.resolution.system?.isIPv4First { return isIPv4First }
        let known = (evidence.address?.usable ?? []).map(\.address)
        // Another address is preferred to a deprecated one (RFC 6724 section 5, rule 3).
        let preferred = known.filter { !$0.flags.contains(.deprecated) }
        return !preferred.isEmpty && LocalPrefixRule.prefersIPv4(from: preferred)
    }

    /// The finding about a host that is down. It names the interface, since that is often the wrong one, of a bridge or VPN
    /// whose network also covers the target's, and no side if an access point of this network may keep the two apart.
    static func hostDown(_ address: IPAddress, _ evidence: Evidence) -> Finding {
        let hop = evidence.hopOnLink(to: address)
        if let route = hop?.route, route.isDefault {
            // All of the Internet is looked for on the link: the route is wrong, and no host is down.
            let interface = route.interface.map(shown) ?? "the link"
            return Finding(
                GatewayCauses.none, confidence: 0.9,
                [
                    "destination": FactPhrase.defaultWithoutGateway.text([
                        "address": "\(address)", "interface": interface,
                    ]),
                    "interface": interface,
                ])
        }
        var facts = ["address": "\(address)", "interface": hop?.route.interface.map(shown) ?? "the link"]
        let link = evidence.link?.carriers.first { $0.name == hop?.route.interface }
        // No access point is between this machine and what is behind its own bridge.
        if let link, link.kind != "bridge", !RouteSelection.isTunnel(link), !address.isOfInternet {
            facts["isolated"] = "\(address)"
        }
        // Whether the host is off, or the netmask is wrong so that it is looked for in the wrong place, is not known.
        let wide = evidence.address?.wide.flatMap { $0.destination == address ? $0 : nil }
        facts["wide"] = wide.map { "\($0.address)/\($0.prefixLength)" }
        facts["stray"] = wide == nil && link?.kind != "bridge" ? strayRoute(hop?.route, to: address, evidence) : nil
        var finding = Finding(TCPCauses.hostDown, facts)
        if facts["isolated"] == nil { finding.side = .remote }
        if wide != nil { finding.side = .network }
        if facts["stray"] != nil { finding.side = .machine }
        return finding
    }

    /// The prefix of the route because of which this address of the Internet is looked for on the link, if somebody added it to
    /// this machine, for more than one host, and the machine has no address in it; `nil` if the host may well be on the link.
    private static func strayRoute(_ route: Route?, to address: IPAddress, _ evidence: Evidence) -> String? {
        guard let route, let prefix = route.destination, address.isOfInternet,
            route.origin == "boot" || route.origin == "static", route.prefixLength < address.bytes.count * 8,
            !(evidence.address?.usable ?? []).contains(where: { route.covers($0.address.address) })
        else { return nil }
        return "\(prefix)/\(route.prefixLength)"
    }

    /// The finding about a host on the link for which the kernel got no reply; `nil` if it may be there.
    static func hostDown(onLink address: IPAddress, _ evidence: Evidence) -> Finding? {
        guard evidence.hopOnLink(to: address)?.neighbour?.state.isUnanswered == true else { return nil }
        return hostDown(address, evidence)
    }

    static func destination(_ attempt: TCPEvidence.Attempt) -> String {
        SocketAddress(attempt.address, port: attempt.port).description
    }

    private static func named(
        _ entry: CauseEntry, _ attempt: TCPEvidence.Attempt, _ evidence: Evidence, confidence: Double = 0.98
    ) -> Finding {
        var facts = [
            "destination": destination(attempt), "address": "\(attempt.address)", "port": "\(attempt.port)",
        ].merging(evidence.unobserved(attempt.address)) { $1 }
        let hop = evidence.gateway?.hops.first { $0.route.covers(attempt.address) }
        let tunnel = evidence.link?.carriers.first { $0.name == hop?.route.interface && RouteSelection.isTunnel($0) }
        facts["tunnel"] = tunnel.map { shown($0.name) }
        facts["ecn"] = ecnSetting(of: attempt)
        if evidence.answersPings(attempt.address) == true { facts["live_port"] = "\(attempt.port)" }
        // The advice depends on who can act: on this machine, on a host in the user's network, or elsewhere.
        if evidence.isOfOwnService {
            facts["local_port"] = "\(attempt.port)"
            // The address is not on loopback, and another host may have it as well: a remainder of a load balancer.
            let held = evidence.address?.usable.first { $0.address.address.bytes == attempt.address.bytes }
            if let held, !attempt.address.isLoopback, attempt.address.isOfInternet {
                facts["own"] = "\(attempt.address)"
                facts["held"] = "\(held.address.address)/\(held.address.prefixLength)"
                facts["holder"] = shown(held.interface)
            }
        } else {
            let isNear = attempt.address.isPrivate || attempt.address.isLinkLocal
            facts[isNear ? "host" : "server"] = "\(attempt.address)"
        }
        let router = routerWithAddress(attempt.address, evidence)
        if let router {
            (facts["router_address"], facts["router"]) = ("\(attempt.address)", "\(router)")
            (facts["host"], facts["server"], facts["live_port"]) = (nil, nil, nil)
        }
        let destination = PathDestination(attempt.address, port: attempt.port, .tcp)
        let isTimeout = entry.id == TCPCauses.timeout.id
        let isForeign = isTimeout && PrivateNetworkRule.isForeign(attempt.address, evidence)
        if isTimeout {
            facts["blocked_port"] = DroppedRule.filteredPort(of: destination)
            facts["last_router"] = LastRouterRule.router(towards: attempt.address, evidence).map { "\($0)" }
            if facts["last_router"] == nil, evidence.answersPings(attempt.address) == false,
                case .name = evidence.asked.host
            {
                facts["mute_name"] = shown(evidence.asked.host.description)
            }
            if isForeign { facts["foreign"] = "\(attempt.address)" }
            if isOfHostsFile(attempt.address, evidence), case .name = evidence.asked.host {
                facts["listed"] = shown(evidence.asked.host.description)
            }
        }
        var finding = Finding(entry, confidence: isForeign ? min(confidence, 0.8) : confidence, facts)
        if router != nil {
            finding.side = .network
        } else if isTimeout, facts["listed"] == nil, DroppedRule.isOpen(destination, evidence) {
            // The host drops the SYNs, or a router in between does.
            finding.side = .upstream
        } else if isForeign, PrivateNetworkRule.isLedAway(attempt.address, evidence) {
            finding.side = .machine
        } else if facts["listed"] != nil, !evidence.isOfOwnService {
            // The hosts file of this machine may be wrong, or the host does not answer.
            finding.side = nil
        }
        return finding
    }

    /// The gateway, if an address behind it is one of its own: it answers echo requests that no router may forward.
    static func routerWithAddress(_ address: IPAddress, _ evidence: Evidence) -> IPAddress? {
        let isFirst = evidence.path?.traces.contains {
            $0.address == address && $0.transport == .icmp && $0.answeredAt == 1
        }
        return isFirst == true ? evidence.gatewayHop(to: address)?.route.gateway : nil
    }
}
