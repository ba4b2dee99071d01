import NetworkModel

/// Rules for routes and next hops. What works beyond a gateway proves more than the gateway's own responses.
public enum GatewayRules: Rule {
    /// The state of a next hop.
    enum Condition {
        case alive, dead, silent, unknown
    }

    static func findings(in evidence: Evidence) -> [Finding] {
        guard let gateway = evidence.gateway else { return [] }
        if let lack = lackingDefaultRoute(in: evidence) { return [lack] }
        var destination =
            evidence.tcp?.attempts.first.map { "\($0.address)" } ?? evidence.proxy.map {
                FactPhrase.destinationProxy.text(["proxy": ProxyRules.hostAndPort($0)])
            }
            ?? shown(evidence.asked.host.description)
        // If this machine rejects packets to some addresses only, one of those is not reached.
        if let rejecting = gateway.hops.first(where: { $0.route.rejects }),
            gateway.hops.contains(where: { !$0.route.rejects }),
            let attempt = evidence.tcp?.attempts.first(where: { rejecting.route.covers($0.address) })
        {
            destination = "\(attempt.address)"
        }
        if let server = rejectedServer(in: evidence) ?? unroutedServer(in: evidence) {
            destination = FactPhrase.destinationServer.text(["server": shown(server)])
        }
        // The name only has addresses of the family that this network lacks.
        if gateway.hops.isEmpty, gateway.familiesWithoutRoute.count == 1,
            let family = gateway.familiesWithoutRoute.first,
            evidence.dns?.resolution.addresses.contains(where: { $0.family == family }) == true
        {
            destination = (family == .ipv4 ? FactPhrase.overIPv4 : .overIPv6).text(["destination": destination])
        }
        if let detour = DetourRule.intoEmptyTunnel(evidence, destination) { return [detour] }
        let forwarding = evidence.forwardingFamilies
        var findings = findings(
            in: gateway, destination: destination, interface: evidence.link?.carriers.first?.name,
            isForwarding: evidence.provesForwarding, heard: heardFamilies(evidence), thresholds: evidence.thresholds,
            hasFailed: evidence.hasTimedOut && !evidence.isTargetRefusing)
        findings += LocalFilterRule.keptOut(gateway.hops, evidence.uplink) + GatewayQuality.lossBesidePath(evidence)
        findings.removeAll { finding in
            finding.id == GatewayCauses.noICMP.id
                && finding.facts["gateway"].flatMap(IPAddress.init).map { !forwarding.contains($0.family) } == true
        }
        findings += doubtfulNeighbours(gateway, evidence)
        let plausible = GatewayQuality.plausible(findings, in: evidence)
        findings = named(GatewayQuality.graver(plausible, in: evidence), evidence).map {
            namingRouter($0, in: evidence)
        }
        if isLegToBlame(gateway, evidence) {
            findings = findings.map {
                $0.id == GatewayCauses.unreachable.id && $0.severity == .warning ? $0.asError : $0
            }
        }
        // Routes are missing in one address family only, while the other one leads to the target: that is no fault of this
        // layer.
        if !gateway.hops.isEmpty {
            findings.removeAll { $0.id == GatewayCauses.none.id }
            findings += untriedOverIPv4(gateway, evidence)
        }
        // Only a router advertisement, or an administrator, adds an IPv6 default route.
        if gateway.familiesWithoutRoute == [.ipv6],
            let ignoring = evidence.link?.carriers.first(where: { $0.isRAIgnored == true })
        {
            findings = findings.map { finding in
                guard finding.id == GatewayCauses.none.id else { return finding }
                return Finding(GatewayCauses.none, like: finding, adding: ["ignoring": shown(ignoring.name)])
            }
        }
        if BlockedFamilyRule.onlyFamily(in: evidence) != nil {
            findings.removeAll { $0.id == GatewayCauses.none.id }
        }
        if let translation = TranslationRules.literal(in: evidence) ?? TranslationRules.withoutNAT64(in: evidence) {
            findings = findings.map { $0.id == GatewayCauses.none.id ? translation : $0 }
        } else if TranslationRules.withoutDNS64(in: evidence) != nil {
            findings.removeAll { $0.id == GatewayCauses.none.id }
        }
        if DNSRules.lostFamily(in: evidence) != nil || DNSRules.isLedByHosts(evidence) {
            findings.removeAll { $0.id == GatewayCauses.none.id }
        }
        // Packets that arrived one by one came through this gateway in good time: it is the queue of the burst that takes time.
        if let calm = evidence.path?.burst?.calm.longest, calm <= evidence.thresholds.gatewayRoundTrip,
            !PathSizeRules.collapse(in: evidence).isEmpty
        {
            findings.removeAll { $0.id == GatewayCauses.slow.id }
        }
        if !findings.contains(where: { $0.severity == .error }), let server = deadServer(in: evidence) {
            findings.append(server)
        }
        // The missing permission is reported once: for the target, if that was to get the echo requests.
        if evidence.echo?.outcome == .notPermitted { findings.removeAll { $0.id == LocalCauses.permission.id } }
        return findings
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let gateway = evidence.gateway else { return [] }
        guard !gateway.isOnLink else { return onLink(evidence, isResolver: isResolverInNeed(evidence)) }
        let translation =
            TranslationRules.followUps(in: evidence) + underlayFollowUps(gateway) + neighbours(evidence)
        let isDoubtful = evidence.depth == .thorough || evidence.isSlow || DNSRules.mayLoseQueries(in: evidence)
        let hops = gateway.hops.filter { $0.route.gateway != nil }
        let hasTimedOut = evidence.hasTimedOut
        return translation
            + hops.filter { hop in
                isDoubtful || GatewayQuality.isDoubtful(hop, evidence.thresholds)
                    // Both requests may have been lost, if the gateway loses many.
                    || hasTimedOut && hop.echo?.outcome == .timeout && condition(of: hop) != .dead
            }
            .compactMap { $0.route.gateway.map { .link(.series(gateway: $0)) } }
    }

    /// Whether the connections took a dead one of several next hops: this machine found no neighbour for them, or a later SYN,
    /// which took another next hop, was answered.
    private static func isLegToBlame(_ gateway: GatewayEvidence, _ evidence: Evidence) -> Bool {
        let isOneDead = gateway.hops.contains { hop in
            Self.isDead(hop) && gateway.hops.contains { $0.route.isLeg(beside: hop.route) && !Self.isDead($0) }
        }
        guard isOneDead, let attempts = evidence.tcp?.attempts, !attempts.isEmpty else { return false }
        return attempts.allSatisfy { attempt in
            switch attempt.outcome {
            case .hostUnreachable: attempt.refusal.map(\.isOwn) ?? true
            case .timeout:
                evidence.path?.traces.contains {
                    $0.address == attempt.address && $0.transport == .tcp && $0.outcome == .answered && $0.error == nil
                } == true
            default: false
            }
        }
    }

    /// Whether a resolver on the link gave no response, or one without a result. It may be the gateway, and it needs a
    /// gateway itself.
    private static func isResolverInNeed(_ evidence: Evidence) -> Bool {
        guard !evidence.isAboutMulticast, evidence.tcp == nil,
            let resolution = evidence.proxy?.resolution ?? evidence.dns?.resolution, resolution.answers.isEmpty
        else { return false }
        let wire = resolution.failures.filter { $0.source == .dns }
        // Only the system resolver is queried for a name without a dot.
        if wire.isEmpty { return evidence.dns.map(DNSRules.hasSystemFailed) ?? false }
        if isOwnPortClosed(wire, evidence) { return true }
        return wire.allSatisfy { $0.reason == .refused || $0.reason == .servfail || $0.reason == .timeout }
    }

    /// Whether no server runs at an address of this machine that is not a loopback address: it may be that of its gateway.
    static func isOwnPortClosed(_ failures: [Resolution.Failure], _ evidence: Evidence) -> Bool {
        guard let carriers = evidence.link?.carriers, !carriers.isEmpty, carriers.allSatisfy(\.isLoopback) else {
            return false
        }
        return !failures.isEmpty
            && failures.allSatisfy { failure in
                failure.reason == .closed
                    && failure.server.flatMap(PathDestination.init(server:))?.address.isLoopback == false
            }
    }

    /// The findings about routes and next hops.
    ///
    /// - Parameters:
    ///   - isForwarding: Whether something beyond a gateway responds.
    ///   - heard: The address families in which it is known to respond.
    ///   - hasFailed: Whether nothing that was sent beyond the gateway got a response.
    static func findings(
        in gateway: GatewayEvidence, destination: String, interface: String?, isForwarding: Bool,
        heard: Set<AddressFamily> = [], thresholds: Thresholds, hasFailed: Bool
    ) -> [Finding] {
        var findings =
            permission(gateway)
            + GatewayQuality.findings(in: gateway, thresholds, hasFailed: hasFailed && !isForwarding)
        guard !gateway.isOnLink else { return findings + quiet(gateway, isForwarding: isForwarding) }
        if let detour = DetourRule.dead(gateway, destination) { return [detour] + findings }
        if isForwarding {
            // One route works. A dead one deserves a warning before the first one fails as well, and so does a dead one that is
            // preferred in the other address family.
            let dead = unreachable(gateway, isForwarding: true).map {
                $0.id == GatewayCauses.deadPreferred.id ? $0.asWarning : $0
            }
            let warnings = wrongNeighbours(gateway, sparing: heard) + dead.filter { $0.severity == .warning }
            return refusals(in: gateway, destination) + warnings + findings
                + quiet(gateway, isForwarding: isForwarding)
        }
        guard !gateway.hops.isEmpty else {
            if let bound = gateway.bound { return [outsideVRF(bound, destination, gateway)] + findings }
            var facts = ["destination": destination]
            facts["interface"] = interface.map(shown)
            return [Finding(GatewayCauses.none, facts)] + findings
        }
        let strangers = wrongNeighbours(gateway)
        guard strangers.isEmpty else { return strangers + findings }
        let refusals = refusals(in: gateway, destination)
        if !gateway.hops.contains(where: { $0.route.kind == .unicast || $0.route.kind == .other }) {
            return refusals
        }
        findings = refusals + unreachable(gateway, isForwarding: false) + findings
        return findings + quiet(gateway, isForwarding: isForwarding)
    }

    /// The findings about packets that this machine's own rules and routes reject: a warning if another route to the target
    /// is open.
    private static func refusals(in gateway: GatewayEvidence, _ destination: String) -> [Finding] {
        let isOpen = gateway.hops.contains { $0.route.kind == .unicast || $0.route.kind == .other }
        let refused = gateway.hops.map(\.route).filter(\.rejects)
        guard let route = refused.first(where: { $0.rule != nil || $0.table != nil }) ?? refused.first else {
            return []
        }
        let prefix = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
        var facts = ["kind": route.kind.rawValue, "destination": destination, "prefix": prefix]
        facts["family"] = route.family == .ipv4 ? "IPv4" : "IPv6"
        facts["rules"] = route.family == .ipv4 ? "ip rule" : "ip -6 rule"
        facts["routes"] = route.family == .ipv4 ? "ip route" : "ip -6 route"
        if let rule = route.rule {
            facts["how"] = how(rule, route)
            facts["table"] = rule.action == .lookup ? route.table.map { "\($0)" } : nil
            facts["rule"] = shown(rule.text)
            facts["priority"] = "\(rule.priority)"
        } else if let table = route.table {
            facts["how"] = FactPhrase.ruleLeadsTo.text([
                "table": "\(table)", "prefix": prefix, "type": route.kind.rawValue,
            ])
            facts["rule"] = "table \(table) \(prefix)"
            facts["table"] = "\(table)"
        } else {
            facts["half"] = otherHalf(of: route, prefix)
            // The other address family is an alternative to a route in the main table.
            return isOpen ? [] : [Finding(GatewayCauses.routeRejects, facts)]
        }
        return [Finding(GatewayCauses.policy, confidence: 0.98, severity: isOpen ? .warning : nil, facts)]
    }

    /// The other half of all addresses: a pair of routes to both hides the default route. `nil` if a route is not to one half.
    private static func otherHalf(of route: Route, _ prefix: String) -> String? {
        guard route.prefixLength == 1 else { return nil }
        return (route.family == .ipv4 ? ["0.0.0.0/1", "128.0.0.0/1"] : ["::/1", "8000::/1"]).first { $0 != prefix }
    }

    /// How a rule rejects packets: itself, or by a route in its table.
    private static func how(_ rule: PolicyRule, _ route: Route) -> String {
        guard rule.action == .lookup, let table = route.table else {
            return FactPhrase.ruleRefuses.text(words(rule))
        }
        let prefix = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
        return FactPhrase.thisRuleLeadsTo.text(
            words(rule).merging(["table": "\(table)", "prefix": prefix, "type": route.kind.rawValue]) { $1 })
    }

    static func words(_ rule: PolicyRule) -> [String: String] {
        ["priority": "\(rule.priority)", "rule": shown(rule.statement)]
    }

    /// The finding about packets that a rule rejects by protocol or port, or leads into a tunnel that nothing comes out of, while
    /// others leave.
    static func refusal(by route: Route, _ destination: String) -> Finding? {
        guard route.rejects else { return DetourRule.intoEmptyTunnel(route, destination) }
        return refusals(in: GatewayEvidence(hops: [.init(route: route)], isOnLink: false), destination).first
    }

    /// The finding about routes of this machine that reject a part of the Internet, next to a default route of the same
    /// address family. It is an error if the other family has no default route either.
    static func partlyRefused(in snapshot: NetworkSnapshot) -> Finding? {
        let whole = snapshot.refusedFamilies
        let found = (snapshot.refusals ?? []).first { route in
            route.rule == nil && route.table == nil && !whole.contains(route.family)
                && route.prefixLength <= InternetRoutes.longest(route.family)
        }
        guard let found, let part = found.destination else { return nil }
        let isOpen = snapshot.defaultRoutes.contains { $0.family != found.family && $0.kind == .unicast }
        // IPv6 is rejected on purpose, so that it does not leak past a VPN.
        guard !isOpen || found.family == .ipv4 else { return nil }
        let routes = GatewayEvidence(hops: [.init(route: found)], isOnLink: false)
        var finding = refusals(in: routes, FactPhrase.partOfInternet.text(["prefix": "\(part)/\(found.prefixLength)"]))
            .first
        if isOpen { finding?.severity = .warning }
        return finding
    }

    /// The warning about routes of this machine that reject all IPv4 packets to other networks, while IPv6 is open: hosts without
    /// IPv6 are not reached. IPv6 is rejected on purpose, so that it does not leak past a VPN.
    static func refusedOverIPv4(in snapshot: NetworkSnapshot) -> Finding? {
        guard snapshot.refusedFamilies.contains(.ipv4),
            snapshot.defaultRoutes.contains(where: { $0.family == .ipv6 && $0.kind == .unicast })
        else { return nil }
        let found = (snapshot.refusals ?? []).first { route in
            route.family == .ipv4 && route.rule == nil && route.table == nil
                && route.prefixLength <= InternetRoutes.longest(.ipv4)
        }
        let destination = FactPhrase.overIPv4.text(["destination": FactPhrase.otherNetworks.text])
        return found.flatMap {
            refusals(in: GatewayEvidence(hops: [.init(route: $0)], isOnLink: false), destination).first?.asWarning
        }
    }

    private static func outsideVRF(
        _ bound: BoundInterface, _ destination: String, _ gateway: GatewayEvidence
    ) -> Finding {
        let (interface, vrf) = (shown(bound.interface), shown(bound.vrf))
        let families = gateway.familiesWithoutRoute
        return Finding(
            GatewayCauses.policy, confidence: 0.9,
            [
                "destination": destination, "family": families.count == 1 && families[0] == .ipv6 ? "IPv6" : "IPv4",
                "how": FactPhrase.belongsToVRF.text(["interface": interface, "vrf": vrf]),
                "rule": "vrf \(vrf)", "rules": "ip rule", "vrf": vrf,
            ])
    }

    private static func unreachable(_ gateway: GatewayEvidence, isForwarding: Bool) -> [Finding] {
        // Gateways whose state the address rules explain are reported there.
        let rivals = RouterRules.unreachableRouteAlternatives(in: gateway)
        let hops = gateway.hops.filter { hop in
            hop.route.gateway != nil && !AddressRules.isLost(hop) && hop.holder == nil && !rivals.contains(hop)
        }
        let dead = hops.filter { condition(of: $0) == .dead }
        guard let first = dead.first, let preferred = hops.first else { return [] }
        if let hop = dead.first(where: isARPWithheld), let address = hop.route.gateway {
            var facts = ["destination": "\(address)", "error": "ARP"]
            if address.family == .ipv6 {
                facts["error"] = FactPhrase.neighbourRepliesBlocked.text
                facts["types"] = neighbourTypes
            }
            return [
                Finding(
                    LocalCauses.firewall, confidence: address.family == .ipv6 ? 0.9 : 0.8,
                    severity: dead.count == hops.count ? nil : .warning, facts)
            ]
        }
        let others = hops + (gateway.rivals ?? [])
        // The metric only decides within an address family; a dead gateway of the other family only affects that family.
        // A default route leads to a host of the Internet as well.
        let isPart = preferred.route.destination?.isOfInternet == true && preferred.route.table == nil
        let alive = others.first {
            condition(of: $0) == .alive && $0.route.family == preferred.route.family
                && ($0.route.prefixLength == preferred.route.prefixLength || isPart && $0.route.isDefault)
                // None of several next hops of a route is preferred.
                && !$0.route.isLeg(beside: preferred.route)
        }
        if let alive, condition(of: preferred) == .dead {
            guard isMisled(preferred, gateway) else { return [deadPreferred(preferred, alive)] }
            let finding = gone(preferred, gateway, confidence: 0.95)
            return [isForwarding ? finding.asWarning : finding]
        }
        if dead.count == hops.count { return [gone(first, gateway, confidence: 0.95)] }
        // If a router has just been switched off, the kernel's entry of the other address family is valid for another half
        // minute.
        let isRestSilent = hops.allSatisfy { hop in
            condition(of: hop) == .dead
                || condition(of: hop) == .silent && hop.arp == nil && hop.route.interface == first.route.interface
        }
        if !isForwarding, isRestSilent { return [gone(first, gateway, confidence: 0.9)] }
        return dead.map { hop in
            var finding = Finding(
                GatewayCauses.unreachable, confidence: 0.9, severity: .warning, factsOfGone(hop, beside: hops))
            if isMisled(hop, gateway) { finding.side = .machine }
            return finding
        }
    }

    private static func permission(_ gateway: GatewayEvidence) -> [Finding] {
        gateway.hops.compactMap(\.echo).first { $0.outcome == .notPermitted }.map {
            [Finding(LocalCauses.permission, ["address": "\($0.address)"])]
        } ?? []
    }

    private static func quiet(_ gateway: GatewayEvidence, isForwarding: Bool) -> [Finding] {
        // A gateway that may not be pinged is not silent.
        guard isForwarding, permission(gateway).isEmpty else { return [] }
        // A gateway that several interfaces lead to answers pings if it does so over one of them.
        let alive = gateway.hops.filter { condition(of: $0) == .alive }.compactMap(\.route.gateway?.bytes)
        let silent = gateway.hops.filter { condition(of: $0) == .silent && $0.echo?.isKeptOut != true }
        return silent.filter { !GatewayQuality.isFull($0) }.compactMap { hop in
            guard let address = hop.route.gateway, !isPlaceholder(address),
                // Routers of different links may have the same link-local address.
                address.isLinkLocal || !alive.contains(address.bytes)
            else { return nil }
            return Finding(GatewayCauses.noICMP, ["gateway": "\(address)"])
        }
    }

    /// Whether no host need have a gateway's address, so that none answers pings: the next router answers ARP for an IPv4
    /// link-local address in its place (proxy ARP), as with Calico.
    private static func isPlaceholder(_ gateway: IPAddress) -> Bool {
        gateway.family == .ipv4 && gateway.isLinkLocal
    }
}
