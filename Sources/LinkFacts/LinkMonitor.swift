import CNetlink
public import EventLoopKit
import Glibc
public import NetworkModel

/// The state of this machine's network, from rtnetlink(7) and the resolver configuration: the current state, and its changes.
///
/// Without a listener, every ``snapshot()`` queries the kernel. As long as there are listeners of ``changes()``, the state is
/// kept up to date from the kernel's own messages, and a snapshot needs no query. It never polls.
///
/// Routes are those of the main table; beyond 4,096, the others are omitted (``NetworkSnapshot/routesOmitted``). The table
/// `default` (253), which is empty nowadays, and the tables of policy routing are not part of a snapshot; ``route(to:)``
/// takes them into account.
public actor LinkMonitor {
    nonisolated let loop: EventLoop
    /// The event loop on which the kernel is queried.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let resolverReader: ResolverReader
    var kernel: KernelReader?
    var listening: MonitorSession?
    var isListening: Bool { listening != nil }
    var listeners = ListenerSet()
    let leases: LeaseFiles
    /// The last reading of the counters of each interface.
    var counters: [UInt32: LinkCounters] = [:]

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - loop: The loop on whose thread the kernel is queried.
    ///   - resolvConf: The path of the resolver configuration (resolv.conf(5)).
    /// - Throws: ``LinkFactsError`` if no netlink socket is available.
    public init(loop: EventLoop, resolvConf: String = "/etc/resolv.conf") throws {
        try self.init(loop: loop, resolverReader: ResolverReader(resolvConf: resolvConf))
    }

    init(loop: EventLoop, resolverReader: ResolverReader, leases: LeaseFiles = LeaseFiles()) throws {
        self.loop = loop
        self.resolverReader = resolverReader
        self.leases = leases
        kernel = try KernelReader()
    }

    /// The current state according to the kernel and the resolver configuration.
    ///
    /// Interfaces, routes and neighbours have a fixed order (interfaces by index, routes from the least specific). On a
    /// machine with constant changes, a dump may be inconsistent; after eight attempts it is used as it is.
    ///
    /// - Throws: ``LinkFactsError``, `CancellationError`.
    public func snapshot() async throws -> NetworkSnapshot {
        // Messages that wait in the socket are part of the current state.
        readMessages()
        var known = listening?.resolvers
        if known == nil { known = try await resolverReader.read(on: loop, deadline: .now + .milliseconds(500)) }
        let resolvers = known ?? ResolverConfiguration()
        if let listening {
            return listening.snapshot(at: MonotonicClock.nanoseconds(), resolvers: resolvers, leases: leases)
        }
        var snapshot = try openKernel().state().snapshot(at: MonotonicClock.nanoseconds(), resolvers: resolvers)
        leases.complete(&snapshot)
        return snapshot
    }

    /// A ``snapshot()``, with a number that stays the same as long as the state does; `nil` without listeners, since the
    /// state is then read each time.
    ///
    /// It is meant for checks, of which hundreds begin at once: while there are listeners, messages of the last millisecond
    /// may be missing.
    ///
    /// - Throws: ``LinkFactsError``, `CancellationError`.
    public func numberedSnapshot() async throws -> (snapshot: NetworkSnapshot, number: UInt64?) {
        if let recent = listening?.recent(at: MonotonicClock.nanoseconds()) { return recent }
        let snapshot = try await snapshot()
        return (snapshot, listening?.kept?.number)
    }

    /// The number of the snapshot that ``numberedSnapshot()`` would return at once; `nil` if it would create one.
    package func recentNumber() -> UInt64? { listening?.recentNumber(at: MonotonicClock.nanoseconds()) }

    /// Ends all streams of changes and closes the sockets. Later calls throw ``LinkFactsError/shutDown``.
    public func shutdown() {
        stopListening()
        listeners.finish()
        kernel = nil
    }

    func openKernel() throws(LinkFactsError) -> KernelReader {
        guard let kernel else { throw LinkFactsError.shutDown }
        return kernel
    }
}
