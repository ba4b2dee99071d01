import NetworkModel

/// Several routers that announce themselves on one link. Redundant routers are common and no fault; one of them that is
/// dead is, since hosts go on choosing it until its announcement runs out.
enum RouterRules {
    static func findings(in gateway: GatewayEvidence?, isForwarding: Bool) -> [Finding] {
        guard let gateway else { return [] }
        let dead = deadRivals(in: gateway)
        guard let first = dead.first, let address = first.route.gateway else { return [] }
        let living = routers(in: gateway).filter { $0.route.interface == first.route.interface && isLiving($0) }
        return [
            Finding(
                AddressCauses.rogueRouter, confidence: 0.85, severity: isForwarding ? nil : severity(first, gateway),
                [
                    "gateway": "\(address)", "interface": shown(first.route.interface ?? "?"),
                    "announcements":
                        "\(address) is not there, beside "
                        + living.compactMap { $0.route.gateway.map { "\($0)" } }.joined(separator: ", "),
                ])
        ]
    }

    static func questions(in evidence: Evidence) -> [Question] {
        guard let gateway = evidence.gateway, let rivals = gateway.rivals else { return [] }
        let isDoubtful =
            evidence.depth == .thorough || gateway.hops.contains { GatewayRules.condition(of: $0) == .dead }
            || evidence.tcp?.attempts.contains { $0.address.family == .ipv6 && $0.outcome == .timeout } == true
        guard isDoubtful else { return [] }
        return Set(rivals.compactMap(\.route.interface)).sorted().map { .link(.rivals(interface: $0)) }
    }

    /// Dead routers beside which another one that announces itself lives.
    static func deadRivals(in gateway: GatewayEvidence) -> [GatewayEvidence.Hop] {
        let all = routers(in: gateway)
        return all.filter { router in
            GatewayRules.condition(of: router) == .dead
                && all.contains { $0.route.interface == router.route.interface && isLiving($0) }
        }
    }

    private static func routers(in gateway: GatewayEvidence) -> [GatewayEvidence.Hop] {
        (gateway.hops + (gateway.rivals ?? [])).filter(\.route.isAnnounced)
    }

    private static func isLiving(_ hop: GatewayEvidence.Hop) -> Bool {
        let condition = GatewayRules.condition(of: hop)
        return condition == .alive || condition == .silent
    }

    /// Where the dead one is the only way that packets take, it is why nothing works.
    private static func severity(_ dead: GatewayEvidence.Hop, _ gateway: GatewayEvidence) -> Severity? {
        let ways = gateway.hops.filter { $0.route.gateway != nil }
        let isOnlyWay = ways.allSatisfy { $0.route.family == dead.route.family } && ways.first?.route == dead.route
        return isOnlyWay ? .error : nil
    }
}
