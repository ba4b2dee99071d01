import NetworkModel

/// Packets whose hop limit (TTL) runs out although nothing goes in circles: this machine gives them too small a one, or a router
/// on the way lowers it.
enum HopLimitRule {
    /// This machine's own limit, whatever the target.
    ///
    /// - Parameter isHeard: Whether something beyond the gateway answers programs all the same.
    static func finding(_ limits: HopLimits, isHeard: Bool) -> Finding? {
        AddressFamily.allCases.lazy.compactMap { family -> Finding? in
            guard var finding = own(limits, family) else { return nil }
            let isGrave = limits.shortage(of: family).map { $0.limit < HopLimits.leastForInternet } ?? false
            finding.severity = isGrave && !isHeard && family == .ipv4 ? .error : .warning
            return finding
        }.first
    }

    private static func own(_ limits: HopLimits, _ family: AddressFamily) -> Finding? {
        guard let (limit, setting) = limits.shortage(of: family) else { return nil }
        let end = (limit == 1 ? FactPhrase.pastOneRouter : .pastRouters).text(["limit": "\(limit)"])
        return Finding(
            LocalCauses.hopLimit, confidence: 0.97, ["limit": "\(limit)", "setting": setting, "end": end])
    }

    /// A router that lowers the limit, or a machine that begins with too small a one, by what a trace shows; `nil` if it shows neither.
    static func lowered(_ trace: PathEvidence.Trace, _ facts: [String: String]) -> Finding? {
        let reporter = trace.error?.reporter
        let ends = trace.hops.filter { $0.address != nil && $0.address == reporter }
        guard let end = ends.first?.limit else { return nil }
        var facts = facts
        facts["router"] = reporter.map { "\($0)" } ?? "?"
        let before = trace.hops.last { hop in hop.limit < end && hop.address != nil }?.address
        let who = before.map { "\($0)" } ?? FactPhrase.aRouter.text
        let isLowered = zip(ends, ends.dropFirst()).contains { $0.limit + 1 == $1.limit }
        // Of a loop, the routers may have reported one packet each.
        let isPassed =
            trace.answeredAt.map { $0 > end } == true
            || Set(trace.hops.filter { $0.limit > end }.compactMap(\.address?.bytes)).count >= leastPassed
        guard isLowered || isPassed && ends.count == 1 else { return nil }
        facts["what"] =
            isLowered
            ? FactPhrase.hopLimitLowered.text(["who": who])
            : (isPassed ? FactPhrase.hopLimitRunsOutShort : .hopLimitRunsOut).text
        if !isLowered {
            facts["setting"] = trace.address.family == .ipv4 ? "net.ipv4.ip_default_ttl" : "net.ipv6.conf.all.hop_limit"
        }
        if isLowered { facts["culprit"] = who }
        return Finding(PathCauses.hopLimit, confidence: isLowered ? 0.9 : 0.6, facts)
    }

    /// The router at which packets to nobody end, whatever hop limit they were sent with. One before it lowers the limit; or it raises it, as
    /// routers for mobile networks do, and those addresses lead in a circle behind it.
    static func end(of signs: UplinkSigns) -> IPAddress? {
        let uplink = signs.uplink
        guard !signs.isUserHeard, uplink.hasConnected == nil, !signs.isResolverConnected else { return nil }
        let sent = uplink.packets.filter { $0.limit != nil && $0.destination.family == .ipv4 && $0.failure == nil }
        let ends = sent.filter { $0.error?.meaning == .timeExceeded && $0.error?.isOwn == false }
        let reporters = Set(ends.compactMap { $0.error?.reporter?.bytes })
        let limits = Set(ends.compactMap(\.limit))
        // The one with the usual limit has ended there as well, as far as it was sent.
        let usual = uplink.interception?.error
        guard reporters.count == 1, let router = ends.first?.error?.reporter, limits.count >= 3,
            sent.allSatisfy({ $0.answer == nil && ($0.error == nil || $0.error?.meaning == .timeExceeded) }),
            usual == nil || usual?.meaning == .timeExceeded && usual?.reporter?.bytes == router.bytes
        else { return nil }
        return router
    }

    /// Likewise, where this machine's connections get no answer, so that it is more than those addresses.
    static func lowered(_ signs: UplinkSigns) -> Finding? {
        guard signs.stuckPeers > 0, let router = end(of: signs) else { return nil }
        let who = signs.uplink.gateway.map { "\($0)" } ?? FactPhrase.routerBefore.text
        return Finding(
            PathCauses.hopLimit, confidence: 0.85,
            [
                "destination": FactPhrase.theInternet.text, "router": "\(router)", "address": "\(router)",
                "what": FactPhrase.hopLimitLoweredBehind.text(["who": who]),
                "culprit": who,
            ])
    }

    /// So many other routers have let packets with a greater limit pass: a loop seldom has more.
    private static let leastPassed = 2
    /// What hosts begin with.
    private static let usualLimit = 64

    /// A loop that a trace shows, although nobody has reported the packet with the usual limit: its routers had said enough by then.
    ///
    /// Twice around: where packets take several ways to a host that is silent, a router may be met at two distances.
    static func silentLoop(_ trace: PathEvidence.Trace, _ destination: PathDestination) -> Finding? {
        guard trace.outcome == .silent, let circle = circle(trace), let first = circle.first else { return nil }
        let rounds = trace.hops.filter { $0.address == first }.map(\.limit)
        guard rounds.count > 2, rounds[2] - rounds[1] == rounds[1] - rounds[0] else { return nil }
        // The one at which those end that are reported.
        let last = rounds[0] + max(usualLimit - rounds[0], 0) % (rounds[1] - rounds[0])
        let end = trace.hops.first { $0.limit == last }?.address ?? first
        return Finding(
            PathCauses.loop, confidence: 0.9,
            [
                "destination": destination.text, "address": "\(destination.address)", "router": "\(end)",
                "hops": circle.map { "\($0)" }.joined(separator: " → "),
            ])
    }

    /// The hops from the first one that comes again with another, or silence, in between, once around; `nil`: none does.
    static func circle(_ trace: PathEvidence.Trace) -> [IPAddress]? {
        // Silence is no other router where one answers several times in a row.
        let isEnd = zip(trace.hops, trace.hops.dropFirst()).contains { $0.address != nil && $0.address == $1.address }
        for (index, hop) in trace.hops.enumerated() {
            guard let address = hop.address else { continue }
            let again = trace.hops.indices.first { $0 > index + 1 && trace.hops[$0].address == address }
            guard let again else { continue }
            let between = trace.hops[index + 1..<again]
            guard between.contains(where: { $0.address != address && !(isEnd && $0.address == nil) }) else { continue }
            return trace.hops[index...again].compactMap(\.address)
        }
        return nil
    }
}
