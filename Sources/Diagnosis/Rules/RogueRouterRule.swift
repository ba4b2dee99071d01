import NetworkModel

/// Rules for DHCP servers that contradict each other. A host that gets the wrong gateway is cut off, at an unpredictable
/// time.
enum RogueRouterRule {
    static func findings(in evidence: Evidence) -> [Finding] {
        (evidence.address?.offers ?? []).compactMap { offers in
            let announced = offers.offers.filter { !$0.routers.isEmpty }
            guard let first = announced.first,
                let other = announced.first(where: { $0.routers[0] != first.routers[0] })
            else { return nil }
            // If the gateway of one server leads nowhere, that of the other one may be right.
            let isInUse = evidence.pathSubjects.contains { subject in
                guard subject.isSilent, let gateway = subject.gateway?.route.gateway else { return false }
                return announced.contains { $0.routers[0] == gateway }
            }
            let isFailing = isInUse && !UpstreamRule.isHeardBeyond(evidence)
            return Finding(
                AddressCauses.rogueRouter, confidence: 0.9, severity: isFailing ? .error : .warning,
                [
                    "interface": shown(offers.interface), "server": "\(first.server)", "other": "\(other.server)",
                    "announcements":
                        "the DHCP server \(first.server) offers \(first.routers[0]), \(other.server) offers \(other.routers[0])",
                ])
        }
    }

    /// The questions, if a route fails on an interface with an address from DHCP, or if the check is thorough.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        let sources = evidence.address?.usable.filter { $0.address.address.family == .ipv4 } ?? []
        let isThorough = evidence.depth == .thorough
        let hops = evidence.gateway?.hops.filter { $0.route.gateway != nil } ?? []
        let isFailing =
            hops.contains(where: GatewayRules.isDead)
            || evidence.pathSubjects.contains { $0.gateway != nil && $0.isSilent }
        guard isThorough || isFailing else { return [] }
        let asked = sources.filter { isThorough || $0.address.validLifetime != nil }.map(\.interface)
        return Array(Set(asked)).sorted().map { .path(.offers(interface: $0)) }
    }
}
