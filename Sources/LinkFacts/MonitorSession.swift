import CNetlink
import EventLoopKit
import NetworkModel
import Synchronization

/// The state that exists only while there are listeners: the socket in the multicast groups, and the facts that it keeps up
/// to date.
///
/// It belongs to the monitor: not `Sendable`.
final class MonitorSession {
    let socket: NetlinkSocket
    let resolverWatch: ResolverWatch?
    var state = KernelState() { didSet { kept = nil } }
    /// The resolver configuration; `nil` until it was read once.
    var resolvers: ResolverConfiguration? { didSet { kept = nil } }
    /// The snapshot of the current state, created on request.
    private(set) var kept: (snapshot: NetworkSnapshot, number: UInt64, made: UInt64)?
    /// When the socket was last emptied, in nanoseconds of CLOCK_MONOTONIC.
    var lastRead: UInt64 = 0
    /// The number of all snapshots that this process has created: it is never reused.
    private static let numbers = Atomic<UInt64>(0)
    /// The rules of policy routing; `nil` if the kernel must be queried.
    var rules: [PolicyRule]? { didSet { isPolicyRouted = rules.map { $0.contains(where: \.leadsElsewhere) } } }
    /// Whether they may send packets elsewhere than the main table does, which each check wants to know; `nil` if the kernel must be
    /// queried.
    private(set) var isPolicyRouted: Bool?
    /// How often reading them began; of two overlapping readings, the later one counts.
    var resolverReadings = 0
    /// Whether they will be read again after ``resolverPause``.
    var isReadingResolversLater = false
    /// How long changes are collected before they are read: each consists of several files and messages.
    static let resolverPause = Duration.milliseconds(50)
    /// The signals of systemd-resolved; `nil` if it was never there, or without a bus.
    var resolvedSignals: ResolvedSignals?
    var watches: [Watch] = []
    /// Whether messages were lost, so that the state may be wrong.
    var mustResynchronise = false

    /// Whether routes may have disappeared without a message, so that they must be read again.
    var routesAreStale = false
    /// The time before which they are not read again, in nanoseconds of CLOCK_MONOTONIC.
    var routesRestUntil: UInt64 = 0
    /// Whether they will be read again at that time.
    var isReadingRoutesLater = false
    /// The maximum length of tables that are read again at once, however often.
    static let shortTable = 1_024

    private static let groups = [
        RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE, RTNLGRP_NEIGH,
        RTNLGRP_IPV4_RULE, RTNLGRP_IPV6_RULE, RTNLGRP_ND_USEROPT,
    ]

    init(resolverWatch: ResolverWatch?) throws(LinkFactsError) {
        // Buffers a burst of some thousand messages while the event loop is busy.
        socket = try NetlinkSocket(receiveBuffer: 1 << 20)
        self.resolverWatch = resolverWatch
        for group in Self.groups { try socket.join(group) }
    }

    /// How long a snapshot is valid, because of the lifetimes of addresses, in nanoseconds.
    private static let lifetime: UInt64 = 1_000_000_000

    /// The state as a value. It is created again after each change, and once per second because of the lifetimes of
    /// addresses.
    func snapshot(at now: UInt64, resolvers: ResolverConfiguration, leases: LeaseFiles) -> NetworkSnapshot {
        if let kept, now - kept.made < Self.lifetime { return kept.snapshot }
        var snapshot = state.snapshot(at: now, resolvers: resolvers)
        leases.complete(&snapshot)
        kept = (snapshot, Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue, now)
        return snapshot
    }

    /// Whether the socket was emptied so recently that a new caller need not read it again.
    func isRecent(at now: UInt64) -> Bool { now - lastRead < 1_000_000 && !mustResynchronise }

    /// The number of the last snapshot, if that is current except for the last millisecond.
    func recentNumber(at now: UInt64) -> UInt64? {
        guard let made = kept?.made, isRecent(at: now), now - made < Self.lifetime else { return nil }
        return kept?.number
    }

    /// The last snapshot, if it is current except for the last millisecond.
    func recent(at now: UInt64) -> (snapshot: NetworkSnapshot, number: UInt64?)? {
        guard let kept, isRecent(at: now), now - kept.made < Self.lifetime else { return nil }
        return (kept.snapshot, kept.number)
    }

    deinit {
        // Before the descriptors are closed, whose numbers may be reused.
        for watch in watches { watch.cancel() }
    }
}
