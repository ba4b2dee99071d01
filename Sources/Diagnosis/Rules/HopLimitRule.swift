import NetworkModel

/// Rules for packets whose hop limit (TTL) is exceeded without a loop: this machine uses a limit that is too low, or a router
/// on the path lowers it.
enum HopLimitRule {
    /// The finding about this machine's own limit, independent of the target.
    ///
    /// - Parameters:
    ///   - isHeard: Whether programs get responses from beyond the gateway nevertheless.
    ///   - hasIPv4: Whether there is a default route for IPv4, which programs use if IPv6 fails.
    static func finding(_ limits: HopLimits, isHeard: Bool, hasIPv4: Bool) -> Finding? {
        AddressFamily.allCases.lazy.compactMap { family -> Finding? in
            guard var finding = localFinding(limits, family) else { return nil }
            let isGrave = limits.shortage(of: family).map { $0.limit < HopLimits.leastForInternet } ?? false
            finding.severity = isGrave && !isHeard && (family == .ipv4 || !hasIPv4) ? .error : .warning
            return finding
        }.first
    }

    private static func localFinding(_ limits: HopLimits, _ family: AddressFamily) -> Finding? {
        limits.shortage(of: family).map { localFinding($0.limit, $0.setting) }
    }

    private static func localFinding(_ limit: Int, _ setting: String) -> Finding {
        let end = (limit == 1 ? FactPhrase.pastOneRouter : .pastRouters).text(["limit": "\(limit)"])
        return Finding(
            LocalCauses.hopLimit, confidence: 0.97, ["limit": "\(limit)", "setting": setting, "end": end])
    }

    /// The finding about this machine's own limit, if packets to a target expire that a usual limit would let reach it.
    ///
    /// - Parameters:
    ///   - start: The hop limit with which this machine's packets start; `nil` if it is not known.
    ///   - interface: The interface of the route.
    static func expired(start: Int?, _ family: AddressFamily, on interface: String?) -> Finding? {
        guard let start, start < HopLimits.leastForInternet else { return nil }
        return localFinding(start, setting(of: family, on: interface))
    }

    /// The finding about this machine's own limit, if the destination answers packets with a greater one only.
    ///
    /// - Parameters:
    ///   - start: The hop limit with which this machine's packets start; `nil` if it is not known.
    ///   - interface: The interface of the route.
    static func exceeded(_ trace: PathEvidence.Trace, start: Int?, on interface: String?) -> Finding? {
        guard let start, start < HopLimits.least, let answeredAt = trace.answeredAt, answeredAt > start else {
            return nil
        }
        return localFinding(start, setting(of: trace.address.family, on: interface))
    }

    /// The finding about this machine's own limit, if a connection to an address was ended by a router that reports that it is
    /// exceeded, whether or not a trace got there afterwards.
    static func finding(about address: IPAddress, _ evidence: Evidence) -> Finding? {
        let start = evidence.path?.hopLimit
        let interface = evidence.hop(to: address)?.route.interface
        let traces = (evidence.path?.traces ?? []).filter { $0.address == address }
        if let own = traces.lazy.compactMap({ exceeded($0, start: start, on: interface) }).first { return own }
        guard traces.allSatisfy(\.hops.isEmpty) else { return nil }
        return expired(start: start, address.family, on: interface)
    }

    /// The finding about a router that lowers the limit, or about a machine with a limit that is too low, as shown by a
    /// trace; `nil` if it shows neither.
    ///
    /// - Parameters:
    ///   - start: The hop limit with which this machine's packets start; `nil` if it is not known.
    ///   - interface: The interface of the route.
    static func lowered(
        _ trace: PathEvidence.Trace, start: Int?, on interface: String?, _ facts: [String: String]
    ) -> Finding? {
        let reporter = trace.error?.reporter
        let ends = trace.hops.filter { $0.address != nil && $0.address == reporter }
        // A router that has reported too many errors does not appear among the hops. A destination that answers shows as well
        // that some packets get further.
        guard let end = ends.first?.limit ?? trace.answeredAt.map({ $0 - 1 }) else { return nil }
        let setting = Self.setting(of: trace.address.family, on: interface)
        // The packet expired as many routers from here as its limit allows.
        if let start, start < HopLimits.least, start == end { return localFinding(start, setting) }
        var facts = facts
        facts["router"] = reporter.map { "\($0)" } ?? "?"
        let before = trace.hops.last { hop in hop.limit < end && hop.address != nil }?.address
        let who = before.map { "\($0)" } ?? FactPhrase.aRouter.text
        let isLowered = zip(ends, ends.dropFirst()).contains { $0.limit + 1 == $1.limit }
        // In a loop, each router may have reported one packet.
        let isPassed =
            trace.answeredAt.map { $0 > end } == true
            || Set(trace.hops.filter { $0.limit > end }.compactMap(\.address?.bytes)).count >= leastPassed
        guard isLowered || isPassed && ends.count <= 1 else { return nil }
        facts["what"] =
            isLowered
            ? FactPhrase.hopLimitLowered.text(["who": who])
            : (isPassed ? FactPhrase.hopLimitRunsOutShort : .hopLimitRunsOut).text
        if !isLowered { facts["setting"] = setting }
        if isLowered { facts["culprit"] = who }
        return Finding(PathCauses.hopLimit, confidence: isLowered ? 0.9 : 0.6, facts)
    }

    /// The name of the limit for sysctl(8). For IPv6, each interface has its own, and that of `all` has no effect on them.
    private static func setting(of family: AddressFamily, on interface: String?) -> String {
        family == .ipv4 ? "net.ipv4.ip_default_ttl" : "net.ipv6.conf.\(interface.map(shown) ?? "all").hop_limit"
    }

    /// The router at which packets to documentation addresses end, whatever their hop limit; `nil` if there is none. Either a
    /// router before it lowers the limit. Or that router raises it, as routers for mobile networks do, and there is a loop
    /// for those addresses behind it.
    static func end(of indications: UplinkIndications) -> IPAddress? {
        let uplink = indications.uplink
        guard !indications.isUserHeard, uplink.hasConnected == nil, !indications.isResolverConnected else { return nil }
        let sent = uplink.packets.filter { $0.limit != nil && $0.destination.family == .ipv4 && $0.failure == nil }
        let ends = sent.filter { $0.error?.meaning == .timeExceeded && $0.error?.isOwn == false }
        let reporters = Set(ends.compactMap { $0.error?.reporter?.bytes })
        let limits = Set(ends.compactMap(\.limit))
        // The packet with the default limit ended there as well, if it was sent.
        let usual = uplink.interception?.error
        guard reporters.count == 1, let router = ends.first?.error?.reporter, limits.count >= 3,
            sent.allSatisfy({ $0.answer == nil && ($0.error == nil || $0.error?.meaning == .timeExceeded) }),
            usual == nil || usual?.meaning == .timeExceeded && usual?.reporter?.bytes == router.bytes
        else { return nil }
        return router
    }

    /// The same finding for the uplink, if this machine's connections get no responses, so that not only documentation addresses
    /// are affected.
    static func lowered(_ indications: UplinkIndications) -> Finding? {
        guard indications.stuckPeers > 0, let router = end(of: indications) else { return nil }
        let who = indications.uplink.gateway.map { "\($0)" } ?? FactPhrase.routerBefore.text
        return Finding(
            PathCauses.hopLimit, confidence: 0.85,
            [
                "destination": FactPhrase.theInternet.text, "router": "\(router)", "address": "\(router)",
                "what": FactPhrase.hopLimitLoweredBehind.text(["who": who]),
                "culprit": who,
            ])
    }

    /// The minimum number of other routers that forwarded packets with a higher limit; loops seldom have more.
    private static let leastPassed = 2
    /// The hop limit of most hosts.
    private static let usualLimit = 64

    /// The finding about a loop that a trace shows, although no router reported the packet with the default limit, since the
    /// routers had sent too many errors by then.
    ///
    /// Two rounds are required: if packets take several paths to a silent host, a router may appear at two distances.
    ///
    /// - Parameter foreign: The destination, if it is in a private network to which this machine has no route.
    static func silentLoop(
        _ trace: PathEvidence.Trace, _ destination: PathDestination, foreign: String?
    ) -> Finding? {
        guard trace.outcome == .silent, let circle = circle(trace), let first = circle.first else { return nil }
        let rounds = trace.hops.filter { $0.address == first }.map(\.limit)
        guard rounds.count > 2, rounds[2] - rounds[1] == rounds[1] - rounds[0] else { return nil }
        // The router that reports the packets.
        let last = rounds[0] + max(usualLimit - rounds[0], 0) % (rounds[1] - rounds[0])
        let end = trace.hops.first { $0.limit == last }?.address ?? first
        return Finding(
            PathCauses.loop, confidence: 0.9,
            [
                "destination": destination.text, "address": "\(destination.address)", "router": "\(end)",
                "hops": circle.map { "\($0)" }.joined(separator: " → "), "foreign": foreign,
            ].compactMapValues(\.self))
    }

    /// The hops of one round, from the first one that appears again after another router or silence; `nil` if none does.
    static func circle(_ trace: PathEvidence.Trace) -> [IPAddress]? {
        // If a router reports several times in a row, silence is not another router.
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
