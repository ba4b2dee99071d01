import CNetlink
import EventLoopKit
import NetworkModel
import Synchronization

/// What there is only while somebody listens: the socket in the multicast groups, and the facts that it keeps fresh.
///
/// Belongs to the monitor: not `Sendable`.
final class Listening {
    let socket: NetlinkSocket
    let resolverWatch: ResolverWatch?
    var state = KernelState() { didSet { kept = nil } }
    /// `nil` until they have been read once.
    var resolvers: ResolverConfiguration? { didSet { kept = nil } }
    /// The snapshot of the facts as they are, made when it was first asked for.
    private(set) var kept: (snapshot: NetworkSnapshot, number: UInt64, made: UInt64)?
    /// When the socket was emptied last, by CLOCK_MONOTONIC in nanoseconds.
    var lastRead: UInt64 = 0
    /// Of all snapshots that this process has made: a number never stands for two of them.
    private static let numbers = Atomic<UInt64>(0)
    /// The rules of policy routing; `nil` if the kernel has to be asked.
    var rules: [PolicyRule]?
    /// How often reading them was begun; of two readings that overlap the later one counts.
    var resolverReadings = 0
    var watches: [Watch] = []
    /// Messages were lost, and what is known may be wrong.
    var mustResynchronise = false

    /// Routes may have gone without a word: they are to be read anew.
    var routesAreStale = false
    /// By CLOCK_MONOTONIC, in nanoseconds: they are not read anew before.
    var routesRestUntil: UInt64 = 0
    /// Whether they are going to be read anew when that has passed.
    var isReadingRoutesLater = false
    /// Tables that are no longer than this are read anew at once, however often.
    static let shortTable = 1_024

    private static let groups = [
        RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE, RTNLGRP_NEIGH,
        RTNLGRP_IPV4_RULE, RTNLGRP_IPV6_RULE, RTNLGRP_ND_USEROPT,
    ]

    init(resolverWatch: ResolverWatch?) throws(LinkFactsError) {
        // Room for some thousand messages: a burst that one pass of the loop is late for.
        socket = try NetlinkSocket(receiveBuffer: 1 << 20)
        self.resolverWatch = resolverWatch
        for group in Self.groups { try socket.join(group) }
    }

    /// How long a snapshot stands, for the lifetimes of addresses, in nanoseconds.
    private static let lifetime: UInt64 = 1_000_000_000

    /// The facts as one value. It is made anew after each change, and once a second for the lifetimes of addresses.
    func snapshot(at now: UInt64, resolvers: ResolverConfiguration, leases: LeaseFiles) -> NetworkSnapshot {
        if let kept, now - kept.made < Self.lifetime { return kept.snapshot }
        var snapshot = state.snapshot(at: now, resolvers: resolvers)
        leases.complete(&snapshot)
        kept = (snapshot, Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue, now)
        return snapshot
    }

    /// Whether the socket was emptied so lately that it need not be looked at again for who only begins to look.
    func isRecent(at now: UInt64) -> Bool { now - lastRead < 1_000_000 && !mustResynchronise }

    /// The snapshot that was made last, where it is the one of now but for the last millisecond.
    func recent(at now: UInt64) -> (snapshot: NetworkSnapshot, number: UInt64?)? {
        guard let kept, isRecent(at: now), now - kept.made < Self.lifetime else { return nil }
        return (kept.snapshot, kept.number)
    }

    deinit {
        // Before the descriptors close, whose numbers may be given to others.
        for watch in watches { watch.cancel() }
    }
}
