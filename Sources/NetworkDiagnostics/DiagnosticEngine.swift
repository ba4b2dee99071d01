import Diagnosis
public import EventLoopKit
public import HostResolution
public import LinkFacts
public import NetworkModel
import Probes
public import ServiceDiscovery
import Synchronization
public import TargetKinds

/// The library's front: checks targets and observes the machine, on one event loop.
///
/// ```swift
/// let engine = try DiagnosticEngine(loop: EventLoop())
/// let report = try await engine.check(CheckRequest(Target("https://example.org/")))
/// print(report.status, report.cause?.summary ?? "all is well")
/// ```
public final class DiagnosticEngine: Sendable {
    /// The loop that all probes run on.
    public let loop: EventLoop
    /// What the kernel says of the machine's network.
    public let links: LinkMonitor
    /// The resolver that asks DNS servers on the wire and the system beside them.
    public let resolver: HostResolver
    let services: AvahiConnection?
    /// The registered kinds of targets that it can check.
    public let kinds: TargetKinds
    private let floor: CheckFloor
    let curl: CurlEngine
    let credentials = CredentialStore()
    /// FTP sessions at the same time, each of which has a thread.
    public static let maxFileSessions = 256
    /// Checks whose follow-up probes are under way at the same time, of those that go on by themselves.
    public static let maxFollowUps = FollowUpBudget.maxAtOnce
    let fileSessions = Limiter(maxFileSessions)
    let environment: ProxyEnvironment
    private let tickets = Mutex<CurlEngine?>(nil)
    let gateways = GatewayMemory()
    let uplink = UplinkMemory()
    let followUps = FollowUpBudget()
    private let snapshots = Mutex<RoutedSnapshots>(.init())

    private struct RoutedSnapshots {
        var last: RoutedSnapshot?
        var count = 0
        var uplinks: [String] = []
        /// Kept so that the links go on listening.
        var changes: AsyncStream<NetworkChange>?
    }

    /// - Parameters:
    ///   - loop: The loop that all probes run on; the caller shuts it down.
    ///   - resolvConf: The resolver's configuration, after resolv.conf(5).
    ///   - services: Asked for DNS-SD instances; where it is missing, such targets cannot be checked.
    ///   - environment: The variables that name proxies; those of this process where it is missing.
    ///   - kinds: The registered kinds of targets that it can check, as in `.builtIn.adding(MyKind.self)`.
    /// - Throws: What the kernel refused.
    public init(
        loop: EventLoop, resolvConf: String = "/etc/resolv.conf", services: AvahiConnection? = nil,
        environment: [String: String]? = nil, kinds: TargetKinds = .builtIn
    ) throws {
        self.environment = environment.map(ProxyEnvironment.init) ?? .ofProcess
        self.loop = loop
        self.kinds = kinds
        self.services = services
        links = try LinkMonitor(loop: loop, resolvConf: resolvConf)
        resolver = HostResolver(loop: loop)
        floor = CheckFloor(loop: loop)
        curl = CurlEngine.make(on: loop)
    }

    /// Begins to load what checks of HTTP and TLS need, beside whatever else runs. For programs that end after one check:
    /// without it, the first such check loads it.
    public static func prepare() {
        CurlEngine.prepare()
    }

    /// Checks what is asked for, from the link upwards, and names the root cause of what is wrong.
    ///
    /// A network that fails is told in the report, never thrown.
    ///
    /// Targets of registered kinds are parsed with the schemes of ``kinds``: `Target(text, schemes: engine.kinds.schemes)`.
    ///
    /// - Parameter progress: Is given the report as far as it is known, whenever layers have been observed.
    /// - Throws: `CancellationError`; ``CheckError`` for a target that this version cannot check.
    public func check(
        _ request: CheckRequest, progress: (@Sendable (Report) -> Void)? = nil
    ) async throws -> Report {
        let report = try await floor.report(
            of: CheckRun(engine: self, target: request.target, options: request.options, progress: progress))
        uplink.note(report)
        return report
    }

    /// For logins with tickets, which a library of its own fetches: it waits for the network, and has a thread to do so.
    var ticketCurl: CurlEngine {
        tickets.withLock { engine in
            if let engine { return engine }
            // Where there is no further thread to be had, the others wait for the tickets.
            let made = CurlEngine.make(withLoopNamed: "netdiag-tickets") ?? curl
            engine = made
            return made
        }
    }

    /// What kinds of targets are asked with.
    var resources: ProbeResources {
        ProbeResources(
            loop: loop, curl: curl, ticketCurl: { self.ticketCurl }, resolver: resolver, credentials: credentials,
            fileSessions: fileSessions)
    }

    /// The machine's facts as they are now.
    func routedSnapshot() async throws -> RoutedSnapshot {
        let (kernels, number) = try await links.numberedSnapshot()
        if let number, let known = snapshots.withLock({ $0.last }), known.number == number { return known }
        let snapshot = try await completed(kernels)
        let (routedSnapshot, isFirst) = snapshots.withLock { snapshots in
            let carrying = snapshot.defaultRoutes.compactMap(\.interface)
            if !carrying.isEmpty { snapshots.uplinks = carrying }
            let routedSnapshot = RoutedSnapshot(snapshot: snapshot, remembered: snapshots.uplinks, number: number)
            snapshots.last = routedSnapshot
            snapshots.count += 1
            return (routedSnapshot, snapshots.count == 2)
        }
        // A first reading, with which a later one can be compared, should it come to that.
        if number == nil { _ = try await links.losses(on: routedSnapshot.routes(to: []).link.carriers.map(\.name)) }
        if isFirst, number == nil {
            // Whoever checks twice will check again: from now on the kernel tells what changes, and is not asked each time.
            let changes = await links.changes()
            snapshots.withLock { $0.changes = changes }
        }
        return routedSnapshot
    }
}

/// Where checks run: on the loop, as all that they ask. An asynchronous function stays with the actor that calls it, so a
/// check whose target answers at once goes from its beginning to its end without a change of threads.
private actor CheckFloor {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) {
        self.loop = loop
    }

    func report(of run: CheckRun) async throws -> Report {
        try await run.report()
    }
}

/// The kernel's facts at one moment, with the routes that were selected from them.
final class RoutedSnapshot: Sendable {
    let snapshot: NetworkSnapshot
    /// Interfaces that carry default routes, or did before they lost them.
    let remembered: [String]
    let number: UInt64?
    private let ways = Mutex<[[IPAddress]: RouteSelection]>([:])

    init(snapshot: NetworkSnapshot, remembered: [String], number: UInt64?) {
        self.snapshot = snapshot
        self.remembered = remembered
        self.number = number
    }

    /// The way to some addresses.
    func routes(to destinations: [IPAddress]) -> RouteSelection {
        if let known = ways.withLock({ $0[destinations] }) { return known }
        let selection = RouteSelection(snapshot: snapshot, destinations: destinations, remembered: remembered)
        ways.withLock { ways in
            // A name may have other addresses each time.
            if ways.count >= 10_000 { ways.removeAll() }
            ways[destinations] = selection
        }
        return selection
    }

    /// Whether the way ends on this machine or at its gateway, so that nothing behind it can be asked.
    func isCutOff(from selection: RouteSelection, _ evidence: Evidence) -> Bool {
        // What most checks find: a link and an address that are up, and a neighbour, or a route, to go to.
        if selection.isLocal, !selection.link.carriers.isEmpty, evidence.dns == nil { return false }
        return Verdict(on: evidence).status == .connectionDown
    }
}
