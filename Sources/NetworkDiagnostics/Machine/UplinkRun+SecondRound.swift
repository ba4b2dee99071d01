import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// A second round of packets to documentation addresses, if earlier observations may be the reason why routers are silent.
extension UplinkRun {
    /// Linux reports one packet per second to a host, and five or six at once (icmp(7), `net.ipv4.route.error_cost`). After
    /// this pause, it can report another one.
    static let pause = Duration.milliseconds(1_100)
    /// For "no route", Linux applies both limits to the same count, so that a report takes two seconds' worth. A process that
    /// ran a moment before may have used up all of it.
    static let longPause = Duration.milliseconds(2_300)

    /// The time by which the packets for the nearest router precede those that may end with "no route" at the same router,
    /// which cost more.
    private static let lead = Duration.milliseconds(20)

    /// Whether a second round is not worth waiting for.
    var isHurried: Bool { isAfterFailure || depth == .pulse }

    /// The evidence with the results of a second round, in those address families whose packets got no response while a
    /// resolver reaches the Internet; and of a third one before an address family is blamed, if a router may have used up its
    /// limit of errors.
    ///
    /// A failed check, or a pulse, waits for it only if it would blame an address family. It belongs to the previous round.
    ///
    /// - Parameters:
    ///   - first: What saw the errors of the first round.
    ///   - reported: When a router may last have reported a packet. The pause begins then: packets that nobody reports do not use up
    ///     the limit.
    ///   - open: What is found out about hosts at the same time.
    func observed(
        again evidence: UplinkEvidence, after first: ICMPWatch?, since reported: ContinuousClock.Instant,
        beside open: OpenHosts
    ) async throws -> UplinkEvidence {
        if !isHurried, evidence.isSilentBesideSpare { return try await compared(evidence, since: reported) }
        guard evidence.isRootReached else { return evidence }
        let families = evidence.doubtfulFamilies(isFamilyAlone: isHurried)
        // Routers that did report the first packets need no pause: this machine's packet filter drops their errors.
        let heard = evidence.packets.filter { $0.error != nil || $0.answer != nil }.map(\.destination)
        let silent = Set(evidence.packets.filter { $0.limit != nil }.map(\.destination)).subtracting(heard)
        let isKeptOut = first.map { watch in silent.contains { watch.hasError(about: $0) } } ?? false
        async let further = furtherPackets(to: open, at: reported + Self.pause, beside: evidence.gateways)
        let repeated = try await observed(families, at: isKeptOut ? .now : reported + Self.pause, beside: evidence)
        let second = compared(repeated, with: open, try await further)
        // Beside a proxy that accepts connections, silence is normal, so that no address family is blamed.
        guard !isHurried, evidence.proxy == nil else { return second }
        // Packets to hosts show more than another round.
        let limited = second.silentFamilies.filter { second.isLimited($0) && !open.confirm(endOf: $0, in: second) }
        return try await observed(limited, at: .now + Self.longPause, beside: second)
    }

    /// The evidence on an uplink that is silent while a spare one works, with a second round of packets, and with the response
    /// of its gateway to a query: home routers are DNS servers that query those of the provider.
    private func compared(
        _ evidence: UplinkEvidence, since reported: ContinuousClock.Instant
    ) async throws -> UplinkEvidence {
        var evidence = try await observed(
            evidence.doubtfulFamilies(isFamilyAlone: false), at: reported + Self.pause, beside: evidence)
        guard evidence.queries.isEmpty, evidence.isSilentBesideSpare, let gateway = evidence.gateway,
            let query = try await query(Self.label(), Resolver(address: gateway, source: .resolvConf)),
            query.reachesRoot
        else { return evidence }
        evidence.queries.append(query)
        return evidence
    }

    private func observed(
        _ families: [AddressFamily], at begin: ContinuousClock.Instant, beside evidence: UplinkEvidence
    ) async throws -> UplinkEvidence {
        let sent = evidence.packets.filter { packet in
            packet.limit != nil && packet.isEarlier != true && packet.failure == nil
                && families.contains(packet.destination.family) && !packet.destination.isUnspecified
        }
        let destinations = Set(sent.map(\.destination))
        guard !destinations.isEmpty else { return evidence }
        try await engine.loop.sleep(until: begin)
        var evidence = evidence
        // Nothing was heard from beyond the gateway: this machine's own packet filter may drop what routers report.
        var watching = self
        watching.watch = ICMPWatch()
        evidence.packets += try await watching.packets(
            to: Array(destinations), gateways: evidence.gateways, lead: Self.lead,
            within: evidence.timeForPackets(atLeast: Self.packetLimit))
        return assigningSenders(evidence)
    }
}

extension UplinkEvidence {
    /// Twice the time within which the Internet can be reached, as the fastest resolver shows, so that datagrams have it once. Over
    /// a satellite, routers respond after 600 ms.
    ///
    /// - Returns: At least this time, and 2 s at most.
    func timeForPackets(atLeast least: Duration) -> Duration {
        let times = queries.filter(\.reachesRoot).map(\.duration.duration).filter { $0 > .zero }
        guard let fastest = times.min() else { return least }
        return max(least, min(fastest * 2 + .milliseconds(200), .seconds(2)))
    }
}
