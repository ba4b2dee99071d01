import CNetlink
public import EventLoopKit
import Glibc
public import NetworkModel

/// The facts of this machine's links, from rtnetlink(7) and the resolver's configuration: as they are now, and as they
/// change.
///
/// Without a listener, every ``snapshot()`` asks the kernel. As soon as somebody listens to ``changes()``, the facts
/// are kept up to date from the kernel's own messages, and a snapshot costs no question; when the last listener has
/// gone, the monitor rests again. It never polls.
///
/// Routes are those of the main table; of more than 4,096 the others are left out (``NetworkSnapshot/routesOmitted``). The table `default` (253), which nothing fills today, and the tables of policy
/// routing are not part of a snapshot; ``route(to:)`` takes them into account.
public actor LinkMonitor {
    nonisolated let loop: EventLoop
    /// The loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    let resolverReader: ResolverReader
    var kernel: KernelReader?
    var listening: Listening?
    var isListening: Bool { listening != nil }
    var listeners = ListenerSet()
    let leases: LeaseFiles
    /// The last reading of each interface that was asked for.
    var counters: [UInt32: LinkCounters] = [:]

    /// - Parameters:
    ///   - loop: Where it works. The kernel is asked on the loop's thread.
    ///   - resolvConf: The resolver's configuration, resolv.conf(5).
    /// - Throws: ``LinkFactsError`` where there is no netlink socket to be had.
    public init(loop: EventLoop, resolvConf: String = "/etc/resolv.conf") throws {
        try self.init(loop: loop, resolverReader: ResolverReader(resolvConf: resolvConf))
    }

    init(loop: EventLoop, resolverReader: ResolverReader, leases: LeaseFiles = LeaseFiles()) throws {
        self.loop = loop
        self.resolverReader = resolverReader
        self.leases = leases
        kernel = try KernelReader()
    }

    /// What the kernel and the resolver's configuration say now.
    ///
    /// Interfaces, routes and neighbours come in a fixed order (interfaces by index, routes from the least specific).
    /// On a machine where everything changes all the time a dump may be inconsistent in itself; after eight attempts
    /// it is taken as it is.
    ///
    /// - Throws: ``LinkFactsError``, `CancellationError`.
    public func snapshot() async throws -> NetworkSnapshot {
        // What waits in the socket is known to the kernel already, so it is part of now.
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

    /// ``snapshot()``, and a number that stays the same as long as the facts do; `nil` if nobody listens, since they
    /// are then read anew each time.
    ///
    /// For checks, which begin by the hundred: while somebody listens, what the kernel has said within the last millisecond may be
    /// missing.
    public func numberedSnapshot() async throws -> (snapshot: NetworkSnapshot, number: UInt64?) {
        if let recent = listening?.recent(at: MonotonicClock.nanoseconds()) { return recent }
        let snapshot = try await snapshot()
        return (snapshot, listening?.kept?.number)
    }

    /// Ends all streams of changes and closes the sockets; what is asked later throws ``LinkFactsError/shutDown``.
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
