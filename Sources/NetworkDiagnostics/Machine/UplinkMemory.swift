import Diagnosis
import EventLoopKit
import NetworkModel
import Synchronization

/// The state of the uplink in an engine: how it is examined, when packets were sent to documentation addresses, and the last
/// observation, which checks that fail at the same time share.
final class UplinkMemory: Sendable {
    /// How long the result of packets is used in addition to a current response; after the shorter time, they are sent again.
    private static let lifetime = Duration.seconds(45)
    private static let freshness = PacketBudget.routine
    /// How long reports of routers are used if current packets to documentation addresses get none, which may be due to this
    /// process's own traces; and how long after those. Routers commonly report six packets at once, and one per second
    /// (icmp(7)).
    private static let reportLifetime = Duration.seconds(30)
    private static let traceRecovery = Duration.seconds(8)

    struct State {
        var options = UplinkOptions()
        /// The source of the options, which is read when they are first needed.
        var source: (@Sendable () -> UplinkOptions)?
        var budget = PacketBudget()
        /// The last packets that ended at the gateway, and the routes at that time; `nil` if the kernel has reported a change
        /// since.
        var output: (traces: [PathEvidence.Trace], routes: [Route]?) = ([], nil)
        var packets: [(packet: UplinkEvidence.Packet, sent: ContinuousClock.Instant)] = []
        var interception: UplinkEvidence.Interception?
        var secureInterception: TLSInterception?
        /// The last device that responded in place of others while a router past it reported a SYN to port 443.
        var passage: (met: UplinkEvidence.Interception, at: ContinuousClock.Instant)?
        var spares = SpareMemory()
        /// The last connections over each of several next hops.
        var legs: (tried: [TCPEvidence.Leg], at: ContinuousClock.Instant)?
        var last: (evidence: UplinkEvidence?, begun: ContinuousClock.Instant, isPulse: Bool)?
        /// The last result of packets over NAT64.
        var translation: (found: UplinkEvidence.Translation, at: ContinuousClock.Instant)?
        /// The last SYNs to port 80 and datagrams that are compared with rejected SYNs to port 443.
        var otherPorts: (packets: [UplinkEvidence.Packet], at: ContinuousClock.Instant)?
        /// When packets to hosts were last compared with those to addresses that nobody has.
        var comparedWithHosts: ContinuousClock.Instant?
        /// The last comparison of IPv6 prefixes.
        var prefixes: (trial: PrefixTrial, at: ContinuousClock.Instant)?
        /// The last late report of a router, or that there was none.
        var lateness: (time: Milliseconds?, at: ContinuousClock.Instant)?
        /// When a trace was last sent to any host.
        var traced: ContinuousClock.Instant?
        /// When a router behind the gateway last reported a packet of a trace.
        var tracedBeyond: ContinuousClock.Instant?
        /// Since when no observation has found a resolver that reaches other servers.
        var unresolvedSince: ContinuousClock.Instant?
        /// When the last observation heard from a host behind a gateway, which may not have ended yet.
        var heard: ContinuousClock.Instant?
        /// The same, without reports of routers that find no next hop.
        var passed: ContinuousClock.Instant?
        /// When a resolver last responded to an observation.
        var answered: ContinuousClock.Instant?
        /// When each of them did so.
        var answers: [IPAddress: ContinuousClock.Instant] = [:]
        /// When a check connected to a host in the Internet.
        var connected: ContinuousClock.Instant?
        /// The same for port 80, where portals respond for everybody.
        var connectedToWeb: ContinuousClock.Instant?
        /// The same for port 443.
        var connectedSecurely: ContinuousClock.Instant?
        /// The last of those hosts that was reached over IPv4, about which a connection over IPv6 says nothing.
        var connectedOverIPv4: (host: IPAddress, port: UInt16, at: ContinuousClock.Instant)?
        /// The gateways that checks have used.
        var forwarders = ForwarderMemory()
        /// What was not reached, although more than silence shows that it should have been.
        var unreached = UnreachedMemory()
        /// What NAT rules of this machine made of packets.
        var rewritings = RewritingMemory()
        /// The responses of DNS servers for names that cannot exist.
        var controls = ControlMemory()
        /// The DNS servers that do not run.
        var closedPorts = ClosedPortMemory()
    }

    let state = Mutex(State())
    let turn = Limiter(1)
    private let turnOfControls = Limiter(1)

    var options: UplinkOptions {
        get {
            // It may be read twice, if two callers need it at the same time.
            guard let source = state.withLock({ $0.source }) else { return state.withLock { $0.options } }
            let options = source()
            state.withLock { ($0.options, $0.source) = (options, nil) }
            return options
        }
        set { state.withLock { ($0.options, $0.source) = (newValue, nil) } }
    }

    func readOptions(by source: @escaping @Sendable () -> UplinkOptions) {
        state.withLock { $0.source = source }
    }

    /// Whether a round may be sent now, which is then counted as sent (``PacketBudget``); never if packets are switched off.
    func begin(
        _ round: PacketBudget.Round, _ occasion: PacketBudget.Occasion = .need, leaving reserve: Int = 0,
        at now: ContinuousClock.Instant = .now
    ) -> Bool {
        state.withLock { state in
            state.options.sendsPackets && state.budget.begin(round, occasion, leaving: reserve, at: now)
        }
    }

    /// Allows one more round, whatever was sent before.
    func allow(_ round: PacketBudget.Round) { state.withLock { $0.budget.allow(round) } }

    /// The results of the last rounds.
    struct EarlierResults {
        let packets: [UplinkEvidence.Packet]
        let interception: UplinkEvidence.Interception?
        /// Whether a check connected to a host in the Internet.
        let hasConnected: Bool
        /// Whether it did so to port 443.
        let hasConnectedSecurely: Bool
        /// Whether it did so since no resolver reaches other servers, whose silence is then not the uplink's.
        let hasConnectedUnresolved: Bool
        /// The host of the Internet to which a check recently connected over IPv4; `nil` for none.
        let connectedOverIPv4: IPAddress?
        /// Whether the connectivity URL responded as expected; `nil` if there is none.
        let isURLAnswered: Bool?
        /// Whether packets to documentation addresses were sent too long ago, or never.
        let isStale: Bool
    }

    /// The results of the last rounds. A proof that the uplink worked then does not prove that it works now.
    func earlier(at now: ContinuousClock.Instant = .now) -> EarlierResults {
        state.withLock { state in
            state.packets.removeAll { $0.sent + Self.lifetime < now }
            let isOver = state.isOfEarlierOutage
            let packets = state.packets.filter { !isOver || $0.packet.limit == nil }.map { kept in
                var packet = kept.packet
                packet.isEarlier = true
                return packet
            }
            let isFresh = state.packets.contains { $0.packet.limit != nil && $0.sent + Self.freshness > now }
            // It is used if no device responded on that port for an address that nobody has.
            let web = state.interception?.isAccepted == false ? state.connectedToWeb : nil
            let isWebTaken = state.interception?.isAccepted != false
            let host = state.connectedOverIPv4.flatMap { host, port, at in
                at + Report.proofLifetime > now && !(port == 80 && isWebTaken) ? host : nil
            }
            let connections = [state.connected, web].compactMap(\.self).filter { $0 + Report.proofLifetime > now }
            return EarlierResults(
                packets: packets, interception: state.interception, hasConnected: !connections.isEmpty,
                hasConnectedSecurely: state.connectedSecurely.map { $0 + Report.proofLifetime > now } ?? false,
                hasConnectedUnresolved: connections.contains { connected in
                    state.unresolvedSince.map { connected > $0 } ?? false
                }, connectedOverIPv4: host,
                isURLAnswered: state.last?.evidence?.isURLAnswered, isStale: !isFresh)
        }
    }

    /// Records that a check connected to a host in the Internet, which proves that connections get there.
    func record(_ report: Report, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.forwarders.record(report, from: now - report.duration.duration)
            state.unreached.record(report, at: now)
            _ = report.read(DNSEvidence.self) { state.closedPorts.record($0.resolution, at: now) }
            _ = report.read(TCPEvidence.self) { state.spares.record($0, at: now) }
        }
        guard let tcp = report[TCPEvidence.self] else { return }
        if !tcp.attempts.isEmpty,
            tcp.attempts.allSatisfy({ $0.outcome == .timeout && $0.address.isOfInternet })
        {
            return state.withLock { state in
                (state.connected, state.connectedToWeb) = (nil, nil)
                (state.connectedOverIPv4, state.connectedSecurely, state.passage) = (nil, nil, nil)
            }
        }
        guard let winner = report.connectionToInternet else { return }
        // The uplink may have been lost before the check ended.
        let begun = now - report.duration.duration
        state.withLock { state in
            if winner.address.family == .ipv4 { state.connectedOverIPv4 = (winner.address, winner.port, begun) }
            if winner.port == 80 { state.connectedToWeb = begun } else { state.connected = begun }
            if winner.port == 443 { state.connectedSecurely = begun }
        }
    }

    /// The gateways that forward packets to other targets although the uplink does not work.
    func forwarders(besides target: String, at now: ContinuousClock.Instant = .now) -> [IPAddress] {
        state.withLock { $0.forwarders.forwarders(besides: target, at: now) }
    }

    /// Records since when no resolver reaches other servers.
    ///
    /// - Parameter begun: When they were queried.
    func record(isResolved: Bool, from begun: ContinuousClock.Instant) {
        state.withLock { state in
            // A connection before the first observation was made at the same time: if a status is requested once, checks
            // begin together with it.
            let since = state.last == nil ? begun - Report.proofLifetime : begun
            state.unresolvedSince = isResolved ? nil : state.unresolvedSince ?? since
        }
    }

    /// Records that an observation heard from a host behind a gateway.
    ///
    /// - Parameter isPassed: Whether it heard more than that a router finds no next hop.
    func recordSign(isPassed: Bool = true, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.heard = now
            if isPassed { state.passed = now }
        }
    }

    /// Whether an observation has heard from a host behind a gateway since a time.
    func hasSign(since begun: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.heard.map { $0 >= begun } ?? false }
    }

    /// Records that a resolver responded to an observation.
    func recordAnswer(at now: ContinuousClock.Instant = .now) { state.withLock { $0.answered = now } }

    /// Whether neither a resolver nor a host behind a gateway has been heard since a time.
    func isSilent(since begun: ContinuousClock.Instant) -> Bool {
        state.withLock { state in [state.heard, state.answered].allSatisfy { $0.map { $0 < begun } ?? true } }
    }

    /// Records that a trace was sent: routers limit their reports to a host, including those for documentation addresses.
    func recordTrace(at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.traced = now }
    }

    /// Records the result of a trace: only if a router behind the gateway reports its packets is the silence of others a matter of
    /// rates. Where the gateway forwards nothing, it is not.
    func record(_ trace: PathEvidence.Trace, behind gateways: [IPAddress], at now: ContinuousClock.Instant = .now) {
        let isHeard = trace.hops.contains { hop in
            hop.limit > 1 && hop.address.map { address in !gateways.contains { $0.bytes == address.bytes } } == true
        }
        if isHeard { state.withLock { $0.tracedBeyond = now } }
    }

    /// The packets, in which recent reports of routers replace current silence that a trace of this process may explain. A
    /// router that reports datagrams and no SYNs has not exhausted its rate.
    ///
    /// It is used for an observation in which a resolver reaches the Internet, so that silence is the only evidence against the
    /// uplink.
    func restored(
        _ packets: [UplinkEvidence.Packet], gateways: [IPAddress], at now: ContinuousClock.Instant = .now
    ) -> [UplinkEvidence.Packet] {
        let new = packets.filter { $0.isEarlier != true && $0.limit != nil && $0.failure == nil }
        let silent = new.filter { $0.answer == nil && $0.error == nil }
        let isTelling = new.contains { packet in
            packet.answer != nil || packet.error.map { $0.meaning != .timeExceeded } ?? false
                || packet.error != nil && packet.transport != .tcp
                    && silent.contains { $0.destination == packet.destination && $0.limit == packet.limit }
        }
        guard !silent.isEmpty, !isTelling else { return packets }
        return state.withLock { state in
            guard let traced = state.traced, let beyond = state.tracedBeyond, traced + Self.traceRecovery > now,
                beyond + Self.traceRecovery > now
            else { return packets }
            let reported = state.packets.filter { kept in
                kept.sent + Self.reportLifetime > now && kept.packet.isReported(behind: gateways)
            }
            return packets.map { packet in
                guard silent.contains(packet), let kept = reported.first(where: { $0.packet.isLike(packet) }) else {
                    return packet
                }
                var earlier = kept.packet
                earlier.isEarlier = true
                return earlier
            }
        }
    }

    /// Stores the results of packets that were sent now; those to documentation addresses and those to resolvers each replace
    /// earlier ones of the same kind.
    func store(_ packets: [UplinkEvidence.Packet], sentAt now: ContinuousClock.Instant = .now) {
        let new = packets.filter { $0.isEarlier != true }
        state.withLock { state in
            let restored = packets.filter { $0.isEarlier == true }
            state.packets.removeAll { kept in
                new.contains { ($0.limit == nil) == (kept.packet.limit == nil) }
                    && !restored.contains { $0.isLike(kept.packet) && $0.error == kept.packet.error }
            }
            state.packets += new.map { ($0, now) }
        }
    }

    /// The results of packets over spare uplinks.
    var spares: SpareMemory { state.withLock { $0.spares } }
    func store(_ spare: UplinkEvidence.Spare) -> UplinkEvidence.Spare { state.withLock { $0.spares.store(spare) } }

    /// Whether this process has observed the uplink since it joined this network.
    var hasLooked: Bool {
        // A comparison with `nil` would copy the observation.
        state.withLock { if case .some = $0.last { true } else { false } }
    }

    /// The last observation since then; `nil` for none.
    var last: UplinkEvidence? { state.withLock { $0.last?.evidence } }

    /// The last packets that ended at the gateway.
    var earlierOutput: (traces: [PathEvidence.Trace], routes: [Route]?) { state.withLock { $0.output } }
    func store(output traces: [PathEvidence.Trace], by routes: [Route]?) {
        state.withLock { $0.output = (traces, routes) }
    }

    /// The last comparison of IPv6 prefixes, for an observation that sends no packets; `nil` if it is too old, or if the
    /// addresses have changed since.
    func earlierPrefixes(like trial: PrefixTrial, at now: ContinuousClock.Instant = .now) -> PrefixTrial? {
        state.withLock { state in
            guard let kept = state.prefixes, kept.at + Self.lifetime > now,
                kept.trial.sources.map(\.address.address) == trial.sources.map(\.address.address)
            else { return nil }
            return kept.trial
        }
    }

    /// The last result of packets over NAT64 with current connections, for an observation that sends none; `nil` if it is too
    /// old, or of another prefix.
    func earlierTranslation(
        of prefix: NAT64Prefix, _ current: UplinkEvidence.Translation, at now: ContinuousClock.Instant = .now
    ) -> UplinkEvidence.Translation? {
        state.withLock { state in
            guard let kept = state.translation, kept.at + Self.lifetime > now, kept.found.prefix == prefix else {
                return nil
            }
            var found = current
            found.packets = kept.found.packets
            return found
        }
    }

    func store(_ found: UplinkEvidence.Translation, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.translation = (found, now) }
    }

    func store(_ trial: PrefixTrial, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.prefixes = (trial, now) }
    }

    /// The last SYNs to port 80 and datagrams that were compared with rejected SYNs; `nil` if they are too old.
    func earlierOtherPorts(at now: ContinuousClock.Instant = .now) -> [UplinkEvidence.Packet]? {
        state.withLock { state in
            state.otherPorts.flatMap { $0.at + Self.lifetime > now ? $0.packets : nil }
        }
    }

    func store(otherPorts packets: [UplinkEvidence.Packet], at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.otherPorts = (packets, now) }
    }

    /// The response of a DNS server for a name that cannot exist: a recent one, or a new one, which concurrent callers share.
    ///
    /// A caller waits for it as long as it likes. The query itself has a task of its own, which the caller's cancellation does
    /// not end: a check waits more briefly than a forwarder needs for a new name, and if the query ended with it, each check
    /// would use up one of the few queries, and none would ever know the response. Its time limit is that of the query.
    ///
    /// - Parameter time: The time, for tests; `nil` for that of the caller's turn.
    /// - Returns: `nil` if the limit of queries is exhausted, or if there was no response.
    func nonexistentNameResponse(
        by server: String, _ type: DNSRecordType, at time: ContinuousClock.Instant? = nil,
        _ query: @escaping @Sendable () async throws -> DNSEvidence.FollowUp?
    ) async throws -> DNSEvidence.FollowUp? {
        try await turnOfControls.acquire()
        let now = time ?? .now
        let known = state.withLock { $0.controls.recent(of: server, type.rawValue, at: now) }
        guard known == nil, begin(.control, at: now) else {
            turnOfControls.release()
            return known
        }
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            defer {
                turnOfControls.release()
                continuation.finish()
            }
            let found = try await query()
            if let found { state.withLock { $0.controls.store(found) } }
            return found
        }
        // To wait for the task's value would not end with the caller's cancellation.
        for await _ in end {}
        try Task.checkCancellation()
        return try await task.value
    }
}

extension UplinkEvidence.Packet {
    /// Whether a packet was sent in the same way as another one. Documentation addresses differ in each observation.
    fileprivate func isLike(_ other: UplinkEvidence.Packet) -> Bool {
        (limit == nil ? destination == other.destination : destination.family == other.destination.family)
            && limit == other.limit && transport == other.transport
    }
}
