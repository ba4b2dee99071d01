import Diagnosis
import EventLoopKit
import NetworkModel
import Synchronization

/// The state of the uplink in an engine: how it is examined, when packets were sent to nobody, and the last observation, which
/// checks that fail at the same time share.
final class UplinkMemory: Sendable {
    /// A round is three SYNs in each family, and three datagrams where nobody reports those; three datagrams for each spare
    /// uplink; or one SYN. Of the first, where silence is in doubt, the same once more.
    private static let maxRounds = 3
    /// Until one more round may be sent.
    private static let refill = Duration.seconds(20)
    /// What packets met counts for this time beside an answer that comes now, and is asked again after the shorter one.
    private static let lifetime = Duration.seconds(45)
    private static let freshness = Duration.seconds(15)
    /// That a check has connected counts beside an answer that comes now, until the next check at the usual interval.
    private static let connectionLifetime = Duration.seconds(75)
    /// What routers reported of packets to nobody counts for this time where those of now are silent, and may be so because of this process's
    /// own traces; and how long after those: routers commonly report six packets at once, and one a second (icmp(7)).
    private static let reportLifetime = Duration.seconds(30)
    private static let traceRecovery = Duration.seconds(8)
    /// A look that began no earlier before a check has failed counts for it. That the uplink worked a while ago says little.
    private static let shared = Duration.seconds(2)
    private static let sharedProof = Duration.milliseconds(500)

    /// What is sent to nobody; or asked of a DNS server, for a name that cannot exist.
    enum Round: CaseIterable {
        case datagrams, spares, connection, control, translation
    }

    private struct State {
        var options = UplinkOptions()
        /// Where they are read when they are first needed.
        var source: (@Sendable () -> UplinkOptions)?
        var rounds: [Round: (left: Int, since: ContinuousClock.Instant)] = [:]
        var packets: [(packet: UplinkEvidence.Packet, sent: ContinuousClock.Instant)] = []
        var interception: UplinkEvidence.Interception?
        /// By the interface of a spare uplink.
        var sparePackets: [String: [UplinkEvidence.Packet]] = [:]
        var last: (evidence: UplinkEvidence?, begun: ContinuousClock.Instant)?
        /// When a trace was last sent to any host.
        var traced: ContinuousClock.Instant?
        /// From when on no look has found a resolver that reaches anybody.
        var unresolvedSince: ContinuousClock.Instant?
        /// When a check connected to a host in the Internet.
        var connected: ContinuousClock.Instant?
        /// Likewise at port 80, where portals answer for everybody.
        var connectedToWeb: ContinuousClock.Instant?
        /// The last of those hosts that was reached over IPv4: a connection over IPv6 says nothing of that.
        var connectedFourth: (host: IPAddress, port: UInt16, at: ContinuousClock.Instant)?
    }

    private let state = Mutex(State())
    private let turn = Limiter(1)

    var options: UplinkOptions {
        get {
            // Twice, where two need them at the same time.
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

    /// Whether a round may be sent now: three at once, and three a minute.
    ///
    /// - Parameter reserve: So many rounds are to be left after this one.
    func begin(_ round: Round, leaving reserve: Int = 0, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard state.options.sendsPackets else { return false }
            var (left, since) = state.rounds[round] ?? (Self.maxRounds, now)
            while left < Self.maxRounds, since + Self.refill <= now { (left, since) = (left + 1, since + Self.refill) }
            if left == Self.maxRounds { since = now }
            defer { state.rounds[round] = (left, since) }
            guard left > reserve else { return false }
            left -= 1
            return true
        }
    }

    /// What the last rounds met.
    struct Earlier {
        let packets: [UplinkEvidence.Packet]
        let interception: UplinkEvidence.Interception?
        /// A check has connected to a host in the Internet.
        let hasConnected: Bool
        /// It has since no resolver reaches anybody: their silence is not the uplink's.
        let hasConnectedUnresolved: Bool
        /// The host of the Internet that a check connected to over IPv4; `nil`: none lately.
        let connectedFourth: IPAddress?
        /// Whether the connectivity URL answered as it should; `nil`: there is none.
        let isURLAnswered: Bool?
        /// Packets to nobody were sent too long ago to be left at that, or never.
        let isStale: Bool
    }

    /// What the last rounds met; a proof that the uplink worked then is by itself none that it works now.
    func earlier(at now: ContinuousClock.Instant = .now) -> Earlier {
        state.withLock { state in
            state.packets.removeAll { $0.sent + Self.lifetime < now }
            let packets = state.packets.map { kept in
                var packet = kept.packet
                packet.isEarlier = true
                return packet
            }
            let isFresh = state.packets.contains { $0.packet.limit != nil && $0.sent + Self.freshness > now }
            // It counts where nobody has answered there for an address that nobody has.
            let web = state.interception?.isAccepted == false ? state.connectedToWeb : nil
            let isWebTaken = state.interception?.isAccepted != false
            let fourth = state.connectedFourth.flatMap { host, port, at in
                at + Self.connectionLifetime > now && !(port == 80 && isWebTaken) ? host : nil
            }
            let connections = [state.connected, web].compactMap(\.self).filter { $0 + Self.connectionLifetime > now }
            return Earlier(
                packets: packets, interception: state.interception, hasConnected: !connections.isEmpty,
                hasConnectedUnresolved: connections.contains { connected in
                    state.unresolvedSince.map { connected > $0 } ?? false
                }, connectedFourth: fourth,
                isURLAnswered: state.last?.evidence?.isURLAnswered ?? nil, isStale: !isFresh)
        }
    }

    /// A check that has connected to a host in the Internet shows that connections get there.
    func note(_ report: Report) {
        if let attempts = report[TCPEvidence.self]?.attempts, !attempts.isEmpty,
            attempts.allSatisfy({ $0.outcome == .timeout && $0.address.isOfInternet })
        {
            return state.withLock { ($0.connected, $0.connectedToWeb, $0.connectedFourth) = (nil, nil, nil) }
        }
        guard report.status == .connectionUp, let winner = report[TCPEvidence.self]?.winner,
            winner.address.isOfInternet,
            report[GatewayEvidence.self]?.isOnLink == false,
            report[ProxyEvidence.self] == nil
        else { return }
        state.withLock { state in
            if winner.address.family == .ipv4 { state.connectedFourth = (winner.address, winner.port, .now) }
            if winner.port == 80 { state.connectedToWeb = .now } else { state.connected = .now }
        }
    }

    /// Keeps since when no resolver reaches anybody.
    ///
    /// - Parameter begun: When they were asked.
    func note(isResolved: Bool, from begun: ContinuousClock.Instant) {
        state.withLock { state in
            // What has connected before the first look has done so beside it: where a status is asked for once, checks begin with it.
            let since = state.last == nil ? begun - Self.connectionLifetime : begun
            state.unresolvedSince = isResolved ? nil : state.unresolvedSince ?? since
        }
    }

    /// A trace is sent: routers report few packets to one host, and those to nobody are among them.
    func noteTrace(at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.traced = now }
    }

    /// The same packets, those that routers reported a short while ago in place of those that meet silence now, where a trace of this process
    /// may be why. A router that reports datagrams and no SYNs has not run out of reports.
    ///
    /// It is for a look at which a resolver reaches the Internet: nothing but silence speaks against it.
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
            guard let traced = state.traced, traced + Self.traceRecovery > now else { return packets }
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

    /// Keeps what packets met that have been sent now; those to nobody and those to resolvers each replace their like.
    func keep(_ packets: [UplinkEvidence.Packet], sentAt now: ContinuousClock.Instant = .now) {
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

    /// What packets met that were sent by a spare uplink.
    var earlierSpares: [String: [UplinkEvidence.Packet]] { state.withLock { $0.sparePackets } }
    func keep(_ packets: [UplinkEvidence.Packet], bySpare interface: String) {
        state.withLock { $0.sparePackets[interface] = packets }
    }

    /// Whether this process has looked at the uplink since it came to this network.
    var hasLooked: Bool { state.withLock { $0.last?.evidence != nil } }

    func keep(_ interception: UplinkEvidence.Interception?) { state.withLock { $0.interception = interception } }

    /// Forgets what was met on another network.
    func forget() {
        state.withLock { state in
            (state.packets, state.interception, state.last, state.rounds) = ([], nil, nil, [:])
            (state.sparePackets, state.connected, state.connectedToWeb, state.connectedFourth) = ([:], nil, nil, nil)
            (state.traced, state.unresolvedSince) = (nil, nil)
        }
    }

    /// The last look, or one that is made now; callers that come at the same time share it.
    func shared(
        _ observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> UplinkEvidence? {
        let came = ContinuousClock.now
        return try await turn.withPermit {
            if let last = state.withLock({ $0.last }) {
                let works = last.evidence.map { UplinkProof($0) == .works } ?? false
                if last.begun + (works ? Self.sharedProof : Self.shared) >= came { return last.evidence }
            }
            let begun = ContinuousClock.now
            let evidence = try await observe()
            remember(evidence, from: begun)
            return evidence
        }
    }

    func remember(_ evidence: UplinkEvidence?, from begun: ContinuousClock.Instant) {
        state.withLock { $0.last = (evidence, begun) }
    }
}

extension UplinkEvidence.Packet {
    /// Whether it was sent as the other one was. To nobody, each look has another address.
    fileprivate func isLike(_ other: UplinkEvidence.Packet) -> Bool {
        (limit == nil ? destination == other.destination : destination.family == other.destination.family)
            && limit == other.limit && transport == other.transport
    }
}
