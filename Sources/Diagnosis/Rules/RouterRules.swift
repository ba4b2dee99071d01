import NetworkModel

/// Rules for several routers that announce themselves on a link. Redundant routers are common and no fault. A dead one is,
/// since hosts use it until its announcement expires.
enum RouterRules {
    static func findings(in gateway: GatewayEvidence?, isForwarding: Bool) -> [Finding] {
        guard let gateway else { return [] }
        let dead = unreachableRouteAlternatives(in: gateway)
        guard let first = dead.first, let address = first.route.gateway else { return [] }
        let living = routers(in: gateway).filter { $0.route.interface == first.route.interface && isResponding($0) }
        return [
            Finding(
                AddressCauses.rogueRouter, confidence: 0.85, severity: isForwarding ? nil : severity(first, gateway),
                [
                    "gateway": "\(address)", "interface": shown(first.route.interface ?? "?"),
                    "announced": shown(first.route.interface ?? "?"),
                    "announcements":
                        "\(address) is not there, beside "
                        + living.compactMap { $0.route.gateway.map { "\($0)" } }.joined(separator: ", "),
                ])
        ]
    }

    /// The finding about several routers that announce themselves on an interface with several prefixes, if nothing that is sent
    /// over IPv6 gets an answer. Hosts may send packets to a router that does not know their source addresses, or that leads
    /// nowhere, such as a computer that shares its connection by mistake.
    ///
    /// - Parameters:
    ///   - trial: The prefixes, none of which works.
    ///   - routers: The gateways, among them the routers.
    private static func severalPrefixes(_ trial: PrefixTrial?, among routers: [IPAddress]) -> Finding? {
        guard let trial, trial.routers > 1, trial.sources.count > 1 else { return nil }
        let announced = routers.filter { $0.family == .ipv6 && $0.isLinkLocal }
        guard announced.count > 1 else { return nil }
        let words = FactPhrase.routersOfPrefixes.text([
            "routers": announced.map { "\($0)" }.joined(separator: ", "),
            "prefixes": trial.sources.map { PrefixTrial.prefix(of: $0.address.address) }.joined(separator: ", "),
        ])
        return Finding(
            AddressCauses.rogueRouter, confidence: 0.75,
            [
                "interface": shown(trial.interface), "announced": shown(trial.interface), "announcements": words,
            ])
    }

    /// The same for the machine, over which IPv6 does not work while IPv4 does.
    static func severalPrefixes(in uplink: UplinkEvidence) -> Finding? {
        severalPrefixes(uplink.prefixes, among: uplink.gateways)
    }

    /// The facts about a router on the link of the preferred one, which is announced as well, and over which IPv6 may work; empty without
    /// one.
    static func factsOfOther(than gateway: IPAddress, _ uplink: UplinkEvidence) -> [String: String] {
        func plain(_ address: IPAddress) -> String { "\(IPAddress(bytes: address.bytes) ?? address)" }
        let other = uplink.gateways.first { router in
            router.family == .ipv6 && router.isLinkLocal && router.bytes != gateway.bytes && router.zone == gateway.zone
        }
        let isOnUplink = gateway.zone == nil || gateway.zone == uplink.interface
        guard let other, gateway.isLinkLocal, isOnUplink else { return [:] }
        return ["other_router": plain(other), "doubted": plain(gateway)]
    }

    /// The facts of the advice about the default route by a router over IPv6 that leads nowhere: to use another router of its link, or to
    /// do without IPv6. Without an address of the router, `ip route del` may delete the route by the other one.
    static func factsOfRoute(by gateway: IPAddress, _ uplink: UplinkEvidence) -> [String: String] {
        let other = factsOfOther(than: gateway, uplink)
        return other.isEmpty ? ["sole": shown(uplink.interface ?? "?")] : other
    }

    /// The finding about several prefixes for a check whose target is reached over IPv4 only. That one target is not reached over IPv6 may
    /// be its own fault.
    static func severalPrefixes(in evidence: Evidence) -> Finding? {
        guard isFamilyBroken(evidence), let uplink = evidence.uplink, isIPv6Dead(uplink),
            StalePrefixRule.findings(in: evidence).isEmpty,
            evidence.tcp?.attempts.contains(where: { $0.address.family == .ipv4 && $0.outcome == .connected }) == true
        else { return nil }
        return severalPrefixes(
            evidence.address?.prefixes, among: evidence.gateway.map(routers)?.compactMap(\.route.gateway) ?? [])
    }

    private static func isIPv6Dead(_ uplink: UplinkEvidence) -> Bool {
        let found = UplinkAssessment(uplink).findings
        return LostFamilyRule.dead(in: found)?.family == .ipv6
            || found.contains { $0.id == AddressCauses.rogueRouter.id }
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let gateway = evidence.gateway, gateway.rivals != nil,
            !evidence.provesForwarding || isFamilyBroken(evidence)
        else { return [] }
        let isDoubtful =
            evidence.depth == .thorough || isFamilyBroken(evidence)
            || gateway.hops.contains { GatewayRules.condition(of: $0) == .dead }
        return isDoubtful ? [.link(.rivals)] : []
    }

    /// Whether nothing that was sent over IPv6, in which routers announce themselves, got a response.
    private static func isFamilyBroken(_ evidence: Evidence) -> Bool {
        guard evidence.gateway?.hops.contains(where: \.route.isAnnounced) == true else { return false }
        let attempts = evidence.tcp?.attempts.filter { $0.address.family == .ipv6 } ?? []
        return !attempts.isEmpty && attempts.allSatisfy { $0.outcome == .timeout || $0.outcome == .hostUnreachable }
    }

    /// The dead routers, if another one that announces itself works.
    static func unreachableRouteAlternatives(in gateway: GatewayEvidence) -> [GatewayEvidence.Hop] {
        let all = routers(in: gateway)
        return all.filter { router in
            GatewayRules.condition(of: router) == .dead
                && all.contains { $0.route.interface == router.route.interface && isResponding($0) }
        }
    }

    private static func routers(in gateway: GatewayEvidence) -> [GatewayEvidence.Hop] {
        (gateway.hops + (gateway.rivals ?? [])).filter(\.route.isAnnounced)
    }

    private static func isResponding(_ hop: GatewayEvidence.Hop) -> Bool {
        let condition = GatewayRules.condition(of: hop)
        return condition == .alive || condition == .silent
    }

    /// The severity: if packets only take the dead router, it is why nothing works.
    private static func severity(_ dead: GatewayEvidence.Hop, _ gateway: GatewayEvidence) -> Severity? {
        let hops = gateway.hops.filter { $0.route.gateway != nil }
        let isOnlyHop = hops.allSatisfy { $0.route.family == dead.route.family } && hops.first?.route == dead.route
        return isOnlyHop ? .error : nil
    }
}
