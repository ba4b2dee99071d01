import UnixSignals
import LinkFacts
import NIOCore
import EventLoopKit
import Glibc
public import Logging
import NIOPosix
public import NetdiagConfiguration
import NetdiagHistory
import NetworkDiagnostics
import NetworkModel
import Probes
import ServiceDiscovery
import ServiceLifecycle

/// The daemon: its start parameters, and its life cycle.
public struct Daemon: Sendable {
    /// The file that was named; `nil` for the default one, which may be missing.
    let path: String?
    /// Overrides the configuration's.
    let socket: String?
    /// Where what is kept over restarts lies; `nil` for what the environment names, or the default.
    let state: String?
    let logger: Logger

    public init(path: String?, socket: String?, state: String?, logger: Logger) {
        self.path = path
        self.socket = socket
        self.state = state
        self.logger = logger
    }

    /// The configuration as it is on the disk now.
    ///
    /// - Throws: ``DaemonError`` with a line for each problem.
    public static func configuration(path: String?) throws(DaemonError) -> Configuration {
        var configuration: Configuration
        do {
            configuration = try Configuration.read(pathOrDefault: path)
        } catch {
            throw DaemonError(usage: error.description)
        }
        configuration.secrets = Configuration.secrets(from: path ?? Configuration.defaultPath)
        if configuration.access.token == nil { configuration.access.token = try handedOverToken() }
        return configuration
    }

    /// The token that the service manager hands over, where the configuration names none (systemd.exec(5)).
    private static func handedOverToken() throws(DaemonError) -> String? {
        let path = ServiceCredential.path(for: ServiceCredential.token)
        guard path != ServiceCredential.token else { return nil }
        do throws(SettingsError) {
            return try TokenSetting.read(path)
        } catch {
            throw DaemonError(
                usage: "the token \(ServiceCredential.token), as the service manager hands it over: \(error.reason)")
        }
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: ``DaemonError`` when it cannot start; nothing is left behind then.
    public func run() async throws {
        HeapArena.share()
        let load: @Sendable () throws(DaemonError) -> Configuration = { [path, socket] () throws(DaemonError) in
            var configuration = try Self.configuration(path: path)
            if let socket { configuration.listen.socket = socket }
            return configuration
        }
        let configuration = try load()
        let file = SocketFile(path: configuration.listen.socket)
        try file.prepare()
        let kept = try openState()
        let descriptors = try Self.raiseDescriptorLimit()
        var tls: ServerTLS?
        if let certificate = configuration.listen.certificate { tls = try ServerTLS(certificate, logger: logger) }

        let loop = try EventLoop(name: "netdiag-probes")
        // Calls into Avahi wait for its answers on the bus: a hanging avahi-daemon must hold up nothing else.
        let discoveryLoop = try EventLoop(name: "netdiag-avahi")
        // A commit waits for the disk: checks must not.
        let historyLoop = try EventLoop(name: "netdiag-history")
        // So does the queue of alerts, and what receivers take their time for.
        let alertLoop = try EventLoop(name: "netdiag-alerts")
        defer {
            loop.shutdown()
            discoveryLoop.shutdown()
            historyLoop.shutdown()
            alertLoop.shutdown()
        }
        let connection = AvahiConnection(loop: discoveryLoop)
        let engine = try DiagnosticEngine(loop: loop, services: connection)
        let host = MachineName.current
        let store = StatusStore(host: host, loop: loop)
        store.setTargets(configuration.targets)
        store.setExposure(configuration.exposure)
        store.sharing.configure(configuration)
        store.incidents.log(to: logger)
        let keeper = kept.map {
            IncidentKeeper(
                desk: store.incidents, file: IncidentFile(directory: $0.path), ids: IncidentIDs(directory: $0.path),
                loop: loop, logger: logger)
        }
        keeper?.restore()
        let history = history(configuration, kept, store, historyLoop)
        let alerts = AlertService(
            path: kept.map { $0.path + "/alerts.db" }, engine: engine, incidents: store.incidents, host: host,
            loop: alertLoop, logger: logger)
        let access = AccessRules(configuration.access, ownUser: geteuid())
        access.serve(host: host, links: (try await engine.links.snapshot()).links)
        let desk = OnDemandChecks(engine: engine, store: store, thresholds: configuration.thresholds)
        desk.configure(configuration)
        let changeSignal = ChangeSignal(loop: loop)
        let registrations = ServiceRegistry(
            connection: connection, engine: engine, store: store, host: host, changeSignal: changeSignal, logger: logger
        )
        let services = ServiceSource(connection: connection)
        let ports = PortCheck(loop: loop) { try await engine.links.snapshot() }
        let directory = ServiceDirectory(ports: ports, loop: loop) {
            try await services.browse($0.description, domain: "local", resolve: true)
        }
        let peers = PeerWatch(engine: engine, store: store, services: services, host: host, logger: logger)
        let knowledge = API.Knowledge(
            store: store, links: engine.links, services: KnownServices(directory), peers: peers, access: access,
            history: history, alerts: alerts,
            isReady: { store.isObserved })
        let senders = Senders(
            engine: engine, services: services, checks: desk, registrations: registrations, ports: ports,
            directory: directory, alerts: alerts)
        let frontDoor = RequestAdmission(
            api: API(API.endpoints(knowledge)), access: access, senders: senders, logger: logger)

        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let listeners = Listener.all(configuration.listen)
        let (bound, continuation) = AsyncStream.makeStream(of: Supervisor.Bound.self)
        let table = ConnectionTable(limits: .connections(within: descriptors))
        let servers = listeners.map { listener in
            let isTLS = if case .tls = listener { true } else { false }
            return ListenerService(
                listener: listener, frontDoor: frontDoor, table: table, tls: isTLS ? tls : nil, group: group,
                logger: logger
            ) { port in
                if case .unix = listener { file.open(configuration.access) }
                continuation.yield(.init(listener: listener, port: port))
            }
        }
        let conductor = Supervisor(
            configuration: CurrentConfiguration(configuration, loop: loop), load: load, listeners: listeners,
            bound: bound,
            watch: MachineWatch(
                engine: engine, store: store, access: access, host: host, changeSignal: changeSignal, logger: logger),
            schedule: TargetSchedule(engine: engine, store: store, changeSignal: changeSignal, logger: logger),
            publisher: Publisher(connection: connection, store: store, logger: logger),
            services: registrations, directory: directory, peers: peers,
            opinions: PeerOpinions(engine: engine, store: store, peers: peers), keeper: keeper, history: history,
            alerts: alerts, desk: desk,
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
        withExtendedLifetime(kept) {}
    }

    /// The directory of the state, which stays locked as long as the value lives; `nil` if it cannot be written to, as
    /// for a user who tries it out or on a disk that is full: the network is watched all the same.
    ///
    /// - Throws: ``DaemonError`` where another daemon has it, or `--state` names one that cannot be used.
    private func openState() throws(DaemonError) -> StateDirectory? {
        do throws(StateDirectory.Failure) {
            return try StateDirectory.open(StateDirectory.place(option: state))
        } catch {
            switch error {
            case .held(let line): throw DaemonError(line)
            case .unusable(let line):
                if state != nil { throw DaemonError("the state directory \(line); choose another with --state") }
                logger.warning("incidents are not kept for the next run: \(line); choose a directory with --state")
                return nil
            }
        }
    }

    /// Where results and incidents are recorded.
    private func history(
        _ configuration: Configuration, _ kept: StateDirectory?, _ store: StatusStore, _ loop: EventLoopKit.EventLoop
    ) -> HistorySource {
        guard configuration.history.isEnabled else { return .none("it is switched off (history: off)") }
        guard let path = configuration.history.file ?? kept.map({ $0.path + "/history.db" }) else {
            let reason = "there is no directory for them; choose one with --state, or name a file with history: file:"
            store.setHistoryTrouble(HistoryTrouble(reason: reason, since: Timestamp(), lost: 0))
            return .none(reason)
        }
        let history = HistoryStore(
            path: path, settings: HistorySettings(configuration.history), loop: loop,
            incidents: { [weak store] in store?.incidents.all ?? [] }
        ) { [weak store, logger] news in
            switch news {
            case .trouble(let trouble): store?.setHistoryTrouble(trouble)
            case .notice(let line): logger.warning("\(line)")
            }
        }
        store.record(to: history.queue)
        return .store(history)
    }

    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .critical
        return logger
    }

    /// Fewer would be used up by what it keeps open itself and a few checks.
    private static let minDescriptors = 256

    /// Every check has a few sockets; the soft limit of 1,024 is for programs that use select(2).
    ///
    /// - Returns: How many it may have open now.
    /// - Throws: ``DaemonError`` where that is too few to work.
    private static func raiseDescriptorLimit() throws(DaemonError) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(ResourceNeeds.descriptors))
        guard limit.rlim_cur >= rlim_t(minDescriptors) else {
            throw DaemonError(
                "at most \(limit.rlim_max) files may be open, and netdiagd needs \(minDescriptors); raise the limit: LimitNOFILE= in the unit, or ulimit -n"
            )
        }
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(limit.rlim_cur)
    }
}
