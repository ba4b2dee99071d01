import NetworkModel

/// Rules for a default route with several next hops, one of which leads nowhere: packets over it are lost, and others are
/// not.
///
/// If the routers behind a next hop are silent, or have no route to documentation addresses, that proves nothing, unless other
/// packets got no response.
enum LegRule {
    /// The finding about a next hop that leads nowhere.
    ///
    /// - Parameter isSomethingSilent: Whether a resolver, a target or this machine's connections get no response.
    static func finding(in uplink: UplinkEvidence, isSomethingSilent: Bool) -> Finding? {
        guard let (dead, living) = pair(in: uplink), let gateway = dead.gateway,
            isSomethingSilent || isResolverLost(by: dead, living) || isStuck(dead, uplink)
        else { return nil }
        return finding(dead, at: gateway, beside: living)
    }

    /// The finding about a next hop that leads nowhere, unless that is only a warning, whatever connections of programs take it at the
    /// moment: a host of the Internet answers over another one, and each DNS server does.
    ///
    /// - Parameter isOfTarget: Whether it is about a target that is silent, which is no warning.
    static func error(_ indications: UplinkIndications, isOfTarget: Bool) -> Finding? {
        let uplink = indications.uplink
        let isPassed =
            indications.reachesRoot && isOneLost(in: uplink)
            && !indications.queries.contains { $0.outcome == .timeout } && !isAnyResolverLost(in: uplink)
        guard isOfTarget || !isPassed else { return nil }
        return finding(in: uplink, isSomethingSilent: indications.isSomethingSilent)
    }

    private static func isAnyResolverLost(in uplink: UplinkEvidence) -> Bool {
        pair(in: uplink).map { isResolverLost(by: $0.dead, $0.living) } ?? false
    }

    /// The finding about a next hop over which no connection to a destination gets an answer, while over another one each is accepted. No
    /// router may be heard behind it either: the destination may reject the addresses of one network alone.
    static func finding(of failed: TCPEvidence.Attempt, _ evidence: Evidence) -> Finding? {
        guard let uplink = evidence.uplink, let (dead, living) = pair(in: uplink), let gateway = dead.gateway else {
            return nil
        }
        func areAll(_ outcome: TCPEvidence.Outcome, over leg: UplinkEvidence.Spare) -> Bool {
            let attempts = (evidence.tcp?.legs ?? []).filter { $0.interface == leg.interface }.flatMap(\.attempts)
                .filter { $0.address == failed.address && $0.port == failed.port }
            return !attempts.isEmpty && attempts.allSatisfy { $0.outcome == outcome }
        }
        guard areAll(.timeout, over: dead), areAll(.connected, over: living) else { return nil }
        var found = finding(dead, at: gateway, beside: living)
        found.confidence = 0.95
        return found
    }

    private static func finding(
        _ dead: UplinkEvidence.Spare, at gateway: IPAddress, beside living: UplinkEvidence.Spare
    ) -> Finding {
        let indications = UplinkIndications(dead.uplink)
        let other = living.gateway.map { "\($0)" } ?? shown(living.interface)
        return Finding(
            PathCauses.upstreamDown, confidence: indications.refusal == nil ? 0.8 : 0.95,
            [
                "gateway": "\(gateway)", "router": "\(gateway)", "interface": shown(dead.interface),
                "address": dead.packets.first.map { "\($0.destination)" } ?? "\(gateway)",
                "proof": (indications.against + [FactPhrase.someGoByIt.text(["other": other])])
                    .joined(separator: "; "),
                "spare": shown(living.interface),
                "way": (living.gateway.map { "via \($0) " } ?? "")
                    + "dev \(Template.shellWord(shown(living.interface)))",
            ])
    }

    /// The warnings about a next hop that itself rejects packets of which routers behind another one report some; or is silent as a
    /// spare uplink without its provider is. Nothing that this machine needs has to take it now, but connections of programs will.
    static func warnings(in uplink: UplinkEvidence) -> [Finding] {
        if let (dead, living) = pairByConnections(in: uplink), let gateway = dead.gateway {
            return [finding(dead, at: gateway, beside: living).asWarning]
        }
        guard let (dead, living) = pair(in: uplink), let gateway = dead.gateway,
            UplinkIndications(dead.uplink).refusal?.reporter?.bytes == gateway.bytes || isLost(dead)
        else { return [] }
        return [finding(dead, at: gateway, beside: living).asWarning]
    }

    /// Whether nothing behind a next hop responds any more, or its gateway, as a DNS server, reaches nobody.
    private static func isLost(_ leg: UplinkEvidence.Spare) -> Bool {
        leg.isSilent && leg.isDoubtful
            && leg.packets.count(where: { $0.limit != nil && $0.failure == nil }) >= SpareRule.twoRounds
    }

    /// The finding about a next hop that reports that it does not reach hosts of the Internet, to which a check connected, while
    /// there are others: each connection takes one of them.
    static func refusing(_ evidence: Evidence) -> Finding? {
        let attempts = evidence.tcp?.attempts ?? []
        guard evidence.proxy == nil, !attempts.contains(where: { $0.outcome == .connected }),
            let attempt = attempts.first(where: { $0.address.isOfInternet && $0.refusal != nil }),
            let refusal = attempt.refusal, !refusal.isOwn, let gateway = refusal.reporter,
            refusal.isUndeliverable
        else { return nil }
        let routes = ((evidence.gateway?.hops ?? []) + (evidence.gateway?.rivals ?? [])).map(\.route)
        guard let route = routes.first(where: { $0.isDefault && $0.gateway?.bytes == gateway.bytes }),
            let other = routes.first(where: { other in
                other.isDefault && other.family == route.family && other.metric == route.metric
                    && other.gateway?.bytes != gateway.bytes
            })
        else { return nil }
        let proof = FactPhrase.itAnswers.text(["answer": PathRules.meaningText(refusal.meaning)])
        var facts = [
            "gateway": "\(gateway)", "router": "\(gateway)", "interface": shown(route.interface ?? "?"),
            "address": "\(attempt.address)", "proof": proof,
        ]
        // A gateway is only recommended if it was seen to work.
        if let living = evidence.uplink.flatMap({ pair(in: $0)?.living }),
            living.gateway?.bytes == other.gateway?.bytes,
            let next = living.gateway
        {
            facts["proof"] = [proof, FactPhrase.someGoByIt.text(["other": "\(next)"])].joined(separator: "; ")
            facts["spare"] = shown(living.interface)
            facts["way"] = "via \(next) dev \(Template.shellWord(shown(living.interface)))"
        }
        return Finding(PathCauses.upstreamDown, confidence: 0.95, facts)
    }

    /// A next hop behind which nothing was heard, while routers behind another one report packets: it may be dead, or its
    /// routers report nothing. `nil` if there is none, or if a host answers over it.
    static func silent(in uplink: UplinkEvidence) -> (gateway: IPAddress, interface: String)? {
        guard let (dead, _) = pair(in: uplink), let gateway = dead.gateway,
            !(uplink.legs ?? []).answering.contains(dead.interface)
        else { return nil }
        return (gateway, dead.interface)
    }

    /// The next hop behind which nothing is heard, and one behind which something is.
    private static func pair(
        in uplink: UplinkEvidence
    ) -> (dead: UplinkEvidence.Spare, living: UplinkEvidence.Spare)? {
        let all = nextHops(of: uplink)
        // Which next hop leads to the Internet may be known from before, since a daemon does not send packets over all of them each
        // time.
        guard
            let living = all.first(where: { isHeardBehind($0) })
                ?? all.first(where: { isHeardBehind($0, before: true) })
        else { return nil }
        let dead = all.first { leg in
            // Silence from before proves nothing about now.
            leg.interface != living.interface && !isHeardBehind(leg) && !isUsed(leg, uplink)
                && leg.packets.contains { $0.failure == nil && $0.isEarlier != true }
        }
        return dead.map { ($0, living) }
    }

    /// The next hop over which a host of the Internet answers nothing, and one over which it does. No router is heard behind the former: the
    /// host may reject the addresses of one network alone.
    private static func pairByConnections(
        in uplink: UplinkEvidence
    ) -> (dead: UplinkEvidence.Spare, living: UplinkEvidence.Spare)? {
        guard let tried = uplink.legs else { return nil }
        let (lost, answering, all) = (tried.unanswered, tried.answering, nextHops(of: uplink))
        guard let dead = all.first(where: { lost.contains($0.interface) && isUnheard($0) && !isUsed($0, uplink) }),
            let living = all.first(where: { answering.contains($0.interface) })
        else { return nil }
        return (dead, living)
    }

    /// Whether a host of the Internet answers over one of several next hops, and not over another one.
    static func isOneLost(in uplink: UplinkEvidence) -> Bool {
        if case .some = pairByConnections(in: uplink) { true } else { false }
    }

    /// Whether nothing is heard behind one of several next hops, so that only connections to a host show whether it is dead.
    static func hasUnheard(_ uplink: UplinkEvidence) -> Bool { nextHops(of: uplink).contains(where: isUnheard) }

    /// The next hops of the default route; empty if it has only one.
    private static func nextHops(of uplink: UplinkEvidence) -> [UplinkEvidence.Spare] {
        let legs = (uplink.spares ?? []).filter { $0.isLeg == true }
        guard !legs.isEmpty, let interface = uplink.interface else { return [] }
        return [UplinkEvidence.Spare(gateway: uplink.gateway, interface: interface, packets: uplink.packets)] + legs
    }

    /// Whether packets were sent over a next hop in its address family, and no router behind it has reported any, and no host has
    /// answered.
    private static func isUnheard(_ leg: UplinkEvidence.Spare) -> Bool {
        let packets = leg.packets.filter { packet in
            leg.gateway.map { $0.family == packet.destination.family } ?? true
        }
        return packets.contains { $0.limit != nil && $0.failure == nil }
            && !packets.contains { packet in
                packet.isReported(behind: [leg.gateway].compactMap(\.self))
                    || packet.limit == nil && packet.isEarlier != true && packet.answer != nil
            }
    }

    /// Whether this machine's own connections from the addresses of a next hop's interface get no response, and those from
    /// other addresses do.
    private static func isStuck(_ leg: UplinkEvidence.Spare, _ uplink: UplinkEvidence) -> Bool {
        uplink.connections?.stuckInterfaces?.contains(leg.interface) == true
    }

    /// Whether programs have received data over a next hop a short while ago, whatever packets it drops.
    private static func isUsed(_ leg: UplinkEvidence.Spare, _ uplink: UplinkEvidence) -> Bool {
        uplink.connections?.heardInterfaces?.contains(leg.interface) == true
    }

    /// Replaces findings about occasional silence of DNS servers by that about a dead next hop, if the default route has one.
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

    /// Whether any router behind the gateway reported a packet, or a resolver accepted a connection. Compared with a next hop
    /// without such reports, even a router in the home is sufficient.
    ///
    /// - Parameter before: Whether the result of an earlier observation counts.
    private static func isHeardBehind(_ leg: UplinkEvidence.Spare, before: Bool = false) -> Bool {
        leg.packets.contains {
            (before || $0.isEarlier != true)
                && ($0.isReported(behind: [leg.gateway].compactMap(\.self)) || $0.limit == nil && $0.answer != nil)
        }
    }

    /// Whether a resolver accepts connections over one next hop, and is silent over the other one. The ports of a connection
    /// determine which of them it takes.
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

extension UplinkEvidence {
    /// Whether nothing is heard behind one of several next hops of the default route.
    package var hasUnheardLeg: Bool { LegRule.hasUnheard(self) }

    /// Whether the uplink is broken since one of several next hops leads nowhere. A query that takes another one does not show that it
    /// works again.
    package var isLegDead: Bool {
        UplinkProof(self) == .broken && LegRule.error(UplinkIndications(self), isOfTarget: false) != nil
    }
}
