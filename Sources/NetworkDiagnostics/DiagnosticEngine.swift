import Diagnosis
public import EventLoopKit
public import HostResolution
public import LinkFacts
public import NetworkModel
import Probes
public import ServiceDiscovery
import Synchronization
public import TargetKinds

/// The entry point of the library: checks targets and observes the machine, on one event loop.
///
/// ```swift
/// let engine = try DiagnosticEngine(loop: EventLoop())
/// let report = try await engine.check(CheckRequest(Target("https://example.org/")))
/// print(report.status, report.cause?.summary ?? "all is well")
/// ```
public final class DiagnosticEngine: Sendable {
    /// The loop on which all probes run.
    public let loop: EventLoop
    /// The kernel's state of the machine's network.
    public let links: LinkMonitor
    /// The resolver, which queries DNS servers on the wire and the system resolver.
    public let resolver: HostResolver
    let services: AvahiConnection?
    /// The registered kinds of targets.
    public let kinds: TargetKinds
    private let floor: CheckExecutor
    let curl: CurlEngine
    let credentials = CredentialStore()
    /// The maximum number of concurrent FTP sessions, each of which has a thread.
    public static let maxFileSessions = 256
    /// The maximum number of concurrent scheduled checks with follow-up probes.
    public static let maxFollowUps = FollowUpBudget.maxAtOnce
    /// The resources for the probes of kinds.
    let resources: ProbeResources
    let environment: ProxyEnvironment
    let gateways = GatewayMemory()
    /// Limits the packets that are watched at once as they leave: a packet socket is closed slowly (``SharedLinkRequests``).
    let sentWatches = Limiter(8)
    let hosts = HostMemory()
    let uplink = UplinkMemory()
    let followUps = FollowUpBudget()
    let losses = Mutex(LossMemory())
    private let snapshots = Mutex<RoutedSnapshots>(.init())

    private struct RoutedSnapshots {
        var last: RoutedSnapshot?
        var count = 0
        var uplinks: [String] = []
        /// Retained so that listening for changes continues.
        var changes: AsyncStream<NetworkChange>?
    }

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - loop: The loop on which all probes run; the caller shuts it down.
    ///   - resolvConf: The path of the resolver configuration (resolv.conf(5)).
    ///   - services: Resolves DNS-SD instances; without it, such targets cannot be checked.
    ///   - environment: The variables that specify proxies; by default, those of this process.
    ///   - kinds: The registered kinds of targets, as in `.builtIn.adding(MyKind.self)`.
    /// - Throws: The error with which the kernel refused.
    public init(
        loop: EventLoop, resolvConf: String = "/etc/resolv.conf", services: AvahiConnection? = nil,
        environment: [String: String]? = nil, kinds: TargetKinds = .builtIn
    ) throws {
        self.environment = environment.map { ProxyEnvironment($0) } ?? ProxyEnvironment(ofProcessFor: kinds)
        self.loop = loop
        self.kinds = kinds
        self.services = services
        links = try LinkMonitor(loop: loop, resolvConf: resolvConf)
        resolver = HostResolver(loop: loop)
        floor = CheckExecutor(loop: loop)
        curl = CurlEngine.make(on: loop)
        resources = ProbeResources(
            loop: loop, curl: curl, resolver: resolver, credentials: credentials,
            fileSessions: Limiter(Self.maxFileSessions))
    }

    /// Begins to load the libraries for checks of HTTP and TLS in the background. For programs that end after one check;
    /// without it, the first such check loads them.
    public static func prepare() {
        CurlEngine.prepare()
    }

    /// Checks a target, from the link upwards, and names the root cause of a failure.
    ///
    /// A failure of the network is reported, never thrown.
    ///
    /// Targets of registered kinds are parsed with the schemes of ``kinds``: `Target(text, schemes: engine.kinds.schemes)`.
    ///
    /// - Parameters:
    ///   - request: The target, and how its check differs from the defaults.
    ///   - progress: Receives the report so far, whenever layers have been observed.
    /// - Throws: `CancellationError`; ``CheckError`` for a target that this engine cannot check.
    public func check(
        _ request: CheckRequest, progress: (@Sendable (Report) -> Void)? = nil
    ) async throws -> Report {
        let report = try await floor.report(
            of: CheckRun(engine: self, target: request.target, options: request.options, progress: progress))
        uplink.record(report)
        return report
    }

    /// The current state of the machine.
    func routedSnapshot() async throws -> RoutedSnapshot {
        // The usual case, in which the snapshot itself is not copied.
        let last = snapshots.withLock { $0.last }
        if let last, let number = last.number, await links.recentNumber() == number { return last }
        let (kernels, number) = try await links.numberedSnapshot()
        if let number, let known = snapshots.withLock({ $0.last }), known.number == number { return known }
        let snapshot = try await completed(kernels)
        let carrying = snapshot.defaultRoutes.compactMap(\.interface)
        let missing = carrying.isEmpty ? links.missingUplinks(in: snapshot) : []
        let (routedSnapshot, isFirst) = snapshots.withLock { snapshots in
            if !carrying.isEmpty { snapshots.uplinks = carrying }
            let remembered = snapshots.uplinks.isEmpty ? missing : snapshots.uplinks
            let routedSnapshot = RoutedSnapshot(snapshot: snapshot, remembered: remembered, number: number)
            snapshots.last = routedSnapshot
            snapshots.count += 1
            return (routedSnapshot, snapshots.count == 2)
        }
        // The first reading, to which a later one can be compared if needed.
        if number == nil { _ = try await links.losses(on: routedSnapshot.routes(to: []).link.carriers.map(\.name)) }
        if isFirst, number == nil {
            // A caller that checks twice will check again. From now on, the kernel reports changes, and the state is not read
            // each time.
            let changes = await links.changes()
            snapshots.withLock { $0.changes = changes }
        }
        return routedSnapshot
    }
}

/// The actor on which checks run, together with everything that they call. An asynchronous function stays on the actor that
/// calls it, so that a check whose target responds at once runs from beginning to end without a change of threads.
private actor CheckExecutor {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(loop: EventLoop) {
        self.loop = loop
    }

    func report(of run: CheckRun) async throws -> Report {
        try await run.report()
    }
}

/// The kernel's state at one moment, with the routes that were selected from it.
final class RoutedSnapshot: Sendable {
    let snapshot: NetworkSnapshot
    /// The interfaces that have default routes, or had them before they lost them, or are switched off and configured to have
    /// one.
    let remembered: [String]
    let number: UInt64?
    private let selections = Mutex<[[IPAddress]: RouteSelection]>([:])

    init(snapshot: NetworkSnapshot, remembered: [String], number: UInt64?) {
        self.snapshot = snapshot
        self.remembered = remembered
        self.number = number
    }

    /// The routes to some addresses.
    func routes(to destinations: [IPAddress]) -> RouteSelection {
        if let known = selections.withLock({ $0[destinations] }) { return known }
        let selection = RouteSelection(snapshot: snapshot, destinations: destinations, remembered: remembered)
        selections.withLock { selections in
            // A name may have other addresses each time.
            if selections.count >= 10_000 { selections.removeAll() }
            selections[destinations] = selection
        }
        return selection
    }

    /// Whether the route ends on this machine or at its gateway, so that nothing behind it can be reached.
    func isCutOff(from selection: RouteSelection, _ evidence: Evidence) -> Bool {
        // This is the case of most checks: a link and an address that are up, and a neighbour or a route.
        if selection.isLocal, !selection.link.carriers.isEmpty, !evidence.observed.has(DNSEvidence.self) {
            return false
        }
        return Verdict(on: evidence).status == .connectionDown
    }
}
