import NetworkModel

/// Rules for packets that a rule of policy routing leads elsewhere by their protocol, port, user or mark, where nothing answers. Other
/// packets may take the main table, so that the network works for them.
enum DetourRule {
    /// The finding about a rule that leads packets to a dead gateway; `nil` if there are other routes to the target as well.
    static func dead(_ gateway: GatewayEvidence, _ destination: String) -> Finding? {
        guard let hop = gateway.hops.first(where: { $0.route.rule != nil && $0.route.gateway != nil }),
            let rule = hop.route.rule, let address = hop.route.gateway, GatewayRules.condition(of: hop) == .dead,
            gateway.hops.allSatisfy({ $0.route.gateway == nil || $0.route.rule != nil })
        else { return nil }
        let words = GatewayRules.words(rule).merging(["gateway": "\(address)", "interface": interface(hop.route)]) {
            $1
        }
        return finding(
            rule, hop.route, destination, how: FactPhrase.thisRuleLeadsToDead.text(words), confidence: 0.95)
    }

    /// The finding about a rule that leads the packets of a check into a tunnel through which nothing has ever arrived. A host behind
    /// a tunnel that others answer through may itself be down.
    static func intoEmptyTunnel(_ evidence: Evidence, _ destination: String) -> Finding? {
        let subjects = evidence.pathSubjects
        guard let first = subjects.first, let route = evidence.hop(to: first.destination.address)?.route,
            route.rule != nil,
            subjects.allSatisfy({ subject in
                let taken = evidence.hop(to: subject.destination.address)?.route
                return subject.isSilent && subject.trace?.outcome == .silent && taken?.rule != nil
                    && taken?.interface != nil && subject.trace?.emptyTunnel == taken?.interface
            })
        else { return nil }
        return intoEmptyTunnel(route, destination)
    }

    /// The finding about such a route.
    static func intoEmptyTunnel(_ route: Route, _ destination: String) -> Finding? {
        guard let rule = route.rule, route.kind == .unicast else { return nil }
        let words = GatewayRules.words(rule).merging(["interface": interface(route)]) { $1 }
        return finding(
            rule, route, destination, how: FactPhrase.thisRuleLeadsIntoEmpty.text(words), confidence: 0.9)
    }

    private static func interface(_ route: Route) -> String { shown(route.interface ?? "?") }

    private static func finding(
        _ rule: PolicyRule, _ route: Route, _ destination: String, how: String, confidence: Double
    ) -> Finding {
        let isIPv4 = route.family == .ipv4
        var facts = [
            "destination": destination, "family": isIPv4 ? "IPv4" : "IPv6", "rule": shown(rule.text),
            "rules": isIPv4 ? "ip rule" : "ip -6 rule", "priority": "\(rule.priority)", "how": how,
        ]
        facts["table"] = route.table.map { "\($0)" }
        return Finding(GatewayCauses.policy, confidence: confidence, facts)
    }
}
