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

    /// ``snapshot()``, and a number that stays the same as long as the facts do; `nil` where nobody listens, since they
    /// are then read anew each time.
    public func numberedSnapshot() async throws -> (snapshot: NetworkSnapshot, number: UInt64?) {
        let snapshot = try await snapshot()
        return (snapshot, listening?.kept?.number)
    }

    /// The route that the kernel would take to an address, as its rules and tables say (`RTM_GETROUTE`).
    ///
    /// The prefix, metric and origin are those of the table's entry; gateway, interface and source those that were
    /// chosen. An address of this machine itself is a route of kind `other` on `lo`. For a route that rejects, the entry
    /// is looked for in the main table; where another table has it, the address stands for the prefix.
    ///
    /// - Returns: `nil` where there is no route (`ENETUNREACH`), or where the zone names no interface.
    /// - Throws: ``LinkFactsError``.
    public func route(to address: IPAddress) async throws -> Route? {
        let kernel = try openKernel()
        if address.zone != nil, address.scopeID == 0 { return nil }
        switch try kernel.lookUp(address, isWhole: false) {
        case .noRoute: return nil
        case .rejected(let kind): return try rejection(of: address, kind)
        case .route(let chosen):
            var names = KernelState()
            for index in chosen.nextHops.compactMap(\.index) { names.links[index] = try kernel.link(index) }
            guard var route = names.routes(of: chosen).first else { return nil }
            // What was chosen has the address itself as its prefix, and no metric.
            if case .route(let entry) = try kernel.lookUp(address, isWhole: true) {
                route.destination = IPAddress(bytes: entry.key.destination)
                route.prefixLength = entry.key.prefixLength
                route.metric = entry.key.metric
                route.origin = RouteOrigin.name(entry.origin)
            }
            return route
        }
    }

    /// Whether rules of policy routing (ip-rule(8)) may send packets elsewhere than the main table does. While somebody listens
    /// to ``changes()``, the kernel is asked again only when rules have changed: there may be thousands.
    public func isPolicyRouted() throws(LinkFactsError) -> Bool {
        readMessages()
        if let known = listening?.isRuled { return known }
        let isRuled = try openKernel().hasRules()
        listening?.isRuled = isRuled
        return isRuled
    }

    private func rejection(of address: IPAddress, _ kind: Route.Kind) throws -> Route {
        let nameless = KernelState()
        let entries = try openKernel().routes().records.filter { $0.kind == kind }.flatMap(nameless.routes(of:))
        let entry = entries.filter { $0.covers(address) }.max { $0.prefixLength < $1.prefixLength }
        return entry
            ?? Route(family: address.family, kind: kind, destination: address, prefixLength: address.bytes.count * 8)
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
