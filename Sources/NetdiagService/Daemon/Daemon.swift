import UnixSignals
import LinkFacts
import NIOCore
import EventLoopKit
import Glibc
public import Logging
import NIOPosix
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import ServiceLifecycle

/// The daemon: what it is started with, and its life.
public struct Daemon: Sendable {
    public static let defaultPath = "/etc/netdiag/netdiag.yaml"

    /// The file that was named; `nil` for the default one, which may be missing.
    let path: String?
    /// Overrides the configuration's.
    let socket: String?
    let logger: Logger

    public init(path: String?, socket: String?, logger: Logger) {
        self.path = path
        self.socket = socket
        self.logger = logger
    }

    /// The configuration as it is on the disk now.
    ///
    /// - Throws: ``DaemonError`` with a line for each problem.
    public static func configuration(path: String?) throws(DaemonError) -> Configuration {
        var status = stat()
        if path == nil, stat(defaultPath, &status) != 0, errno == ENOENT { return Configuration() }
        do {
            return try Configuration.read(path: path ?? defaultPath)
        } catch {
            throw DaemonError(usage: error.description)
        }
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: ``DaemonError`` when it cannot start; nothing is left behind then.
    public func run() async throws {
        let load: @Sendable () throws(DaemonError) -> Configuration = { [path, socket] () throws(DaemonError) in
            var configuration = try Self.configuration(path: path)
            if let socket { configuration.listen.socket = socket }
            return configuration
        }
        let configuration = try load()
        let file = SocketFile(path: configuration.listen.socket)
        try file.prepare()
        Self.raiseDescriptorLimit()

        let loop = try EventLoop(name: "netdiag-probes")
        // Calls into Avahi wait for its answers on the bus: a hanging avahi-daemon must hold up nothing else.
        let discoveryLoop = try EventLoop(name: "netdiag-avahi")
        defer {
            loop.shutdown()
            discoveryLoop.shutdown()
        }
        let connection = AvahiConnection(loop: discoveryLoop)
        let engine = try DiagnosticEngine(loop: loop, services: connection)
        let host = Self.hostName
        let store = StatusStore(host: host, loop: loop)
        store.setTargets(configuration.targets.map(\.target))
        let keeper = IncidentKeeper(desk: store.incidents, file: .fromEnvironment, loop: loop, logger: logger)
        keeper.restore()
        store.incidents.log(to: logger)
        let access = AccessRules(configuration.access)
        access.serve(host: host, links: (try await engine.links.snapshot()).links)
        let desk = CheckDesk(engine: engine, store: store, thresholds: configuration.thresholds)
        desk.configure(configuration)
        let bell = Bell(loop: loop)
        let registrations = ServiceDesk(
            connection: connection, engine: engine, store: store, host: host, bell: bell, logger: logger)
        let services = ServiceSource(connection: connection)
        let ports = PortCheck(loop: loop) { try await engine.links.snapshot() }
        let directory = ServiceDirectory(ports: ports, loop: loop) {
            try await services.browse($0.description, domain: "local", resolve: true)
        }
        let peers = PeerWatch(engine: engine, store: store, services: services, host: host, logger: logger)
        let resources = API.Resources(
            store: store, engine: engine, services: services, checks: desk, registrations: registrations,
            ports: ports, directory: directory, peers: peers, isReady: { store.isObserved })
        let frontDoor = FrontDoor(api: API(API.endpoints(resources)), access: access, logger: logger)

        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let listeners = Listener.all(configuration.listen)
        let (bound, continuation) = AsyncStream.makeStream(of: Conductor.Bound.self)
        let servers = listeners.map { listener in
            ListenerService(listener: listener, frontDoor: frontDoor, group: group, logger: logger) { port in
                if case .unix = listener { file.open() }
                continuation.yield(.init(listener: listener, port: port))
            }
        }
        let conductor = Conductor(
            configuration: CurrentConfiguration(configuration, loop: loop), load: load, listeners: listeners,
            bound: bound,
            watch: MachineWatch(engine: engine, store: store, access: access, host: host, bell: bell, logger: logger),
            schedule: TargetSchedule(engine: engine, store: store, bell: bell, logger: logger),
            publisher: Publisher(connection: connection, store: store, logger: logger),
            services: registrations, directory: directory, peers: peers, keeper: keeper, desk: desk,
            manager: .fromEnvironment, logger: logger)
        var life = ServiceGroupConfiguration(
            services: servers.map { .init(service: $0) } + [.init(service: conductor)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.quiet(logger))
        // Clients that do not go by themselves are cut off.
        life.maximumGracefulShutdownDuration = .seconds(4)
        defer { file.remove() }
        do {
            try await ServiceGroup(configuration: life).run()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
    }

    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .critical
        return logger
    }

    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return SafeText.escaped(
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Every check has a few sockets; the soft limit of 1,024 is for programs that use select(2).
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(ResourceNeeds.descriptors))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
