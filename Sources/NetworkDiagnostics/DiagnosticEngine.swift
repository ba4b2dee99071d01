public import EventLoopKit
public import HostResolution
public import LinkFacts
public import NetworkModel
import Probes
public import ServiceDiscovery
import Synchronization

/// The library's front: checks targets and observes the machine, on one event loop.
///
/// ```swift
/// let engine = try DiagnosticEngine(loop: EventLoop())
/// let report = try await engine.check(Target("https://example.org/"))
/// print(report.status, report.cause?.summary ?? "all is well")
/// ```
public final class DiagnosticEngine: Sendable {
    public let loop: EventLoop
    /// What the kernel says of the machine's network.
    public let links: LinkMonitor
    public let resolver: HostResolver
    let services: AvahiConnection?
    let curl: CurlEngine
    let credentials = CredentialStore()
    let environment: ProxyEnvironment
    private let tickets = Mutex<CurlEngine?>(nil)
    let gateways = GatewayMemory()
    private let uplinks = Mutex<[String]>([])

    /// - Parameters:
    ///   - loop: The loop that all probes run on; the caller shuts it down.
    ///   - resolvConf: The resolver's configuration, after resolv.conf(5).
    ///   - services: Asked for DNS-SD instances; where it is missing, such targets cannot be checked.
    ///   - environment: The variables that name proxies; those of this process where it is missing.
    /// - Throws: What the kernel refused.
    public init(
        loop: EventLoop, resolvConf: String = "/etc/resolv.conf", services: AvahiConnection? = nil,
        environment: [String: String]? = nil
    ) throws {
        self.environment = environment.map(ProxyEnvironment.init) ?? .ofProcess
        self.loop = loop
        self.services = services
        links = try LinkMonitor(loop: loop, resolvConf: resolvConf)
        resolver = HostResolver(loop: loop)
        curl = CurlEngine(loop: loop)
    }

    /// Begins to load what checks of HTTP and TLS need, beside whatever else runs. For programs that end after one check:
    /// without it, the first such check loads it.
    public static func prepare() {
        CurlEngine.prepare()
    }

    /// Checks a target, from the link upwards, and names the root cause of what is wrong.
    ///
    /// A network that fails is told in the report, never thrown.
    ///
    /// - Throws: `CancellationError`; ``CheckError`` for a target that this version cannot check.
    public func check(_ target: Target, options: CheckOptions = .init()) async throws -> Report {
        try await CheckRun(engine: self, target: target, options: options).report()
    }

    /// For logins with tickets, which a library of its own fetches: it waits for the network, and has a thread to do so.
    var ticketCurl: CurlEngine {
        tickets.withLock { engine in
            if let engine { return engine }
            // Where there is no further thread to be had, the others wait for the tickets.
            let made = (try? EventLoop(name: "netdiag-tickets")).map(CurlEngine.init) ?? curl
            engine = made
            return made
        }
    }

    /// A snapshot that also remembers which interfaces carry default routes, for when they have lost them.
    func snapshot() async throws -> (snapshot: NetworkSnapshot, remembered: [String]) {
        let snapshot = try await links.snapshot()
        let carrying = snapshot.defaultRoutes.compactMap(\.interface)
        return (
            snapshot,
            uplinks.withLock { remembered in
                if !carrying.isEmpty { remembered = carrying }
                return remembered
            }
        )
    }
}
