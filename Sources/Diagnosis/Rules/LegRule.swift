import NetworkModel

/// A default route with several next hops, one of which leads nowhere: packets that are put on it are lost, and others are not.
///
/// That the routers behind one leg are silent, or have no way to addresses that belong to nobody, proves nothing, unless something that was sent has got no answer.
enum LegRule {
    /// - Parameter isSomethingSilent: Whether a resolver, a target or this machine's connections get no answer.
    static func finding(in uplink: UplinkEvidence, isSomethingSilent: Bool) -> Finding? {
        let legs = (uplink.spares ?? []).filter { $0.isLeg == true }
        guard !legs.isEmpty, let interface = uplink.interface else { return nil }
        let first = UplinkEvidence.Spare(gateway: uplink.gateway, interface: interface, packets: uplink.packets)
        let all = [first] + legs
        guard let living = all.first(where: { isHeardBehind($0) }) else { return nil }
        let dead = all.first { leg in
            !isHeardBehind(leg) && leg.packets.contains { $0.failure == nil }
        }
        guard let dead, let gateway = dead.gateway, isSomethingSilent || isResolverLost(by: dead, living) else {
            return nil
        }
        let signs = UplinkSigns(dead.uplink)
        let other = living.gateway.map { "\($0)" } ?? shown(living.interface)
        return Finding(
            PathCauses.upstreamDown, confidence: signs.refusal == nil ? 0.8 : 0.95,
            [
                "gateway": "\(gateway)", "interface": shown(dead.interface),
                "address": dead.packets.first.map { "\($0.destination)" } ?? "\(gateway)",
                "proof": (signs.against + [FactPhrase.someGoByIt.text(["other": other])])
                    .joined(separator: "; "),
                "spare": shown(living.interface),
                "way": (living.gateway.map { "via \($0) " } ?? "") + "dev \(shown(living.interface))",
            ])
    }

    /// Silence that a question of DNS meets now and then is that of a dead leg, where the default route has one.
    static func explaining(_ findings: [Finding], _ uplink: UplinkEvidence?) -> [Finding] {
        let ofSilence = [
            DNSCauses.slow, DNSCauses.serverUnreachable, DNSCauses.someServersDead, DNSCauses.systemDiffers,
            DNSCauses.loss,
        ].map(\.id)
        guard let first = findings.first, ofSilence.contains(first.id), let uplink,
            var leg = finding(in: uplink, isSomethingSilent: true)
        else { return findings }
        leg.severity = first.severity
        return [leg]
    }

    /// Whether any router but the gateway has reported a packet: beside a leg where none does, that of a home will do. Likewise a resolver
    /// that answers a connection.
    private static func isHeardBehind(_ leg: UplinkEvidence.Spare) -> Bool {
        leg.packets.contains {
            $0.isEarlier != true
                && ($0.isReported(behind: [leg.gateway].compactMap(\.self)) || $0.limit == nil && $0.answer != nil)
        }
    }

    /// Whether a resolver that answers connections by one leg is silent by the other: which of them programs get is left to their ports.
    private static func isResolverLost(by dead: UplinkEvidence.Spare, _ living: UplinkEvidence.Spare) -> Bool {
        let resolvers = { (leg: UplinkEvidence.Spare) in
            leg.packets.filter { $0.limit == nil && $0.isEarlier != true && $0.failure == nil }
        }
        return resolvers(dead).contains { lost in
            lost.answer == nil && lost.error == nil
                && resolvers(living).contains { $0.destination == lost.destination && $0.answer != nil }
        }
    }
}
