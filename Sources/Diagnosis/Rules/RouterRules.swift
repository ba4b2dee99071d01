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
        let ways = gateway.hops.filter { $0.route.gateway != nil }
        let isOnlyWay = ways.allSatisfy { $0.route.family == dead.route.family } && ways.first?.route == dead.route
        return isOnlyWay ? .error : nil
    }
}
