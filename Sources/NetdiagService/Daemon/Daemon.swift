import UnixSignals
import LinkFacts
import NIOCore
import EventLoopKit
import Glibc
import HostResolution
public import Logging
import NIOPosix
public import NetdiagConfiguration
import NetdiagHistory
import NetworkDiagnostics
import NetworkModel
import Probes
import ProgramStart
import ServiceDiscovery
import ServiceLifecycle

/// The daemon: its start parameters and its life cycle.
public struct Daemon: Sendable {
    /// The configuration file; `nil` for the default file, which may be missing.
    let path: String?
    /// The path of the Unix socket, which overrides the configuration.
    let socket: String?
    /// The directory of the state that outlasts restarts; `nil` for the directory in the environment, or the default.
    let state: String?
    let logger: Logger

    /// Creates a daemon, which starts with ``run()``.
    ///
    /// - Parameters:
    ///   - path: The configuration file; `nil` for the default file, which may be missing.
    ///   - socket: The path of the Unix socket; `nil` for that of the configuration.
    ///   - state: The state directory; `nil` for `$NETDIAG_STATE`, `$STATE_DIRECTORY` or `/var/lib/netdiag`, in this order.
    ///   - logger: Receives the daemon's messages.
    public init(path: String?, socket: String?, state: String?, logger: Logger) {
        self.path = path
        self.socket = socket
        self.state = state
        self.logger = logger
    }

    /// Reads the configuration from the disk, together with the token that the service manager passes.
    ///
    /// - Parameter path: The configuration file; `nil` for the default file, which may be missing.
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

    /// The token that the service manager passes (`LoadCredential=` in systemd.exec(5)), for a configuration without a token.
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
    /// - Throws: ``DaemonError`` if the daemon cannot start. No sockets or files are left behind then.
    public func run() async throws {
        HeapArena.share()
        let load: @Sendable () throws(DaemonError) -> Configuration = { [path, socket] () throws(DaemonError) in
            var configuration = try Self.configuration(path: path)
            if let socket { configuration.listen.socket = socket }
            return configuration
        }
        let configuration = try load()
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let file = SocketFile(path: configuration.listen.socket)
        try file.prepare()
        let kept = try openState()
        let descriptors = try Self.raiseDescriptorLimit()
        var tls: ServerTLS?
        if let certificate = configuration.listen.certificate { tls = try ServerTLS(certificate, logger: logger) }

        let loop = try EventLoop(name: "netdiag-probes")
        // Calls to Avahi wait for responses on the bus. On a loop of their own, a hanging avahi-daemon blocks nothing else.
        let discoveryLoop = try EventLoop(name: "netdiag-avahi")
        // A commit waits for the disk, which must not delay checks.
        let historyLoop = try EventLoop(name: "netdiag-history")
        // The alert queue also waits for the disk, and for slow receivers.
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
        store.setMulticast(isNeeded: configuration.needsMulticast)
        store.sharing.configure(configuration)
        store.incidents.log(to: logger)
        let keeper = kept.map {
            IncidentPersistence(
                incidents: store.incidents, file: IncidentFile(directory: $0.path),
                ids: IncidentIDs(directory: $0.path),
                loop: loop, logger: logger)
        }
        store.incidents.setSettlingTime(configuration.alerts.settle)
        keeper?.restore()
        let statusKeeper = kept.map { StatusFile(directory: $0.path, logger: logger) }
        if let record = statusKeeper?.read() { store.restore(record) }
        let history = history(configuration, kept, store, historyLoop)
        let alerts = AlertService(
            path: kept.map { $0.path + "/alerts.db" }, engine: engine, incidents: store.incidents, host: host,
            loop: alertLoop, logger: logger, report: { store.setAlerts($0) })
        let access = AccessRules(configuration.access, ownUser: geteuid(), logger: logger) {
            [resolver = engine.resolver] name, own in
            resolver.leadsHere(name, host: host, addresses: own)
        }
        access.serve(host: host, links: (try await engine.links.snapshot()).links)
        let checks = OnDemandChecks(engine: engine, store: store, thresholds: configuration.thresholds)
        checks.configure(configuration)
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
        let knowledge = API.ResponseSources(
            store: store, links: engine.links, services: KnownServices(directory), peers: peers, access: access,
            history: history, alerts: alerts,
            isReady: { store.isObserved })
        let senders = PrivilegedActions(
            engine: engine, services: services, checks: checks, registrations: registrations, ports: ports,
            directory: directory, alerts: alerts)
        let admission = RequestAdmission(
            api: API(API.endpoints(knowledge)), access: access, senders: senders, store: store,
            logger: logger)

        // Two, since brief requests are answered on these loops (docs/decisions/0076); more threads would cost memory.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: min(2, System.coreCount))
        let listeners = Listener.all(configuration.listen)
        // Elsewhere, nobody uses the name of multicast DNS.
        if listeners.contains(where: \.isReachable) { connection.followHostName { access.serve(multicastName: $0) } }
        let (news, continuation) = AsyncStream.makeStream(of: Supervisor.ListenerNews.self)
        let table = ConnectionTable(limits: .connections(within: descriptors))
        let servers = listeners.map { listener in
            let isTLS = if case .tls = listener { true } else { false }
            return ListenerService(
                listener: listener, admission: admission, table: table, tls: isTLS ? tls : nil, group: group,
                logger: logger
            ) { port in
                if case .unix = listener { file.open(configuration.access) }
                continuation.yield(.init(listener: listener, state: .up(port: port)))
            } whenTaken: { reason in
                continuation.yield(.init(listener: listener, state: .taken(reason: reason)))
            }
        }
        let supervisor = Supervisor(
            configuration: CurrentConfiguration(configuration, loop: loop), load: load, listeners: listeners,
            news: news,
            watch: MachineMonitor(
                engine: engine, store: store, access: access, host: host, changeSignal: changeSignal, logger: logger),
            schedule: TargetSchedule(engine: engine, store: store, changeSignal: changeSignal, logger: logger),
            publisher: Publisher(connection: connection, store: store, logger: logger),
            services: registrations, directory: directory, peers: peers,
            opinions: PeerOpinions(engine: engine, store: store, peers: peers), keeper: keeper,
            statusKeeper: statusKeeper, history: history,
            alerts: alerts, checks: checks,
            manager: .fromEnvironment, logger: logger)
        var life = ServiceGroupConfiguration(
            services: servers.map { .init(service: $0) } + [.init(service: supervisor)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.quiet(logger))
        // After this time, the connections of remaining clients are closed.
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

    /// Opens the state directory, which stays locked as long as the result exists. The result is `nil` if the directory is not
    /// writable, for example for an unprivileged user or on a full disk: monitoring does not need it.
    ///
    /// - Throws: ``DaemonError`` if another daemon uses the directory, or the directory of `--state` is not usable.
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

    /// The place where results and incidents are recorded, or the reason why there is none.
    private func history(
        _ configuration: Configuration, _ kept: StateDirectory?, _ store: StatusStore, _ loop: EventLoopKit.EventLoop
    ) -> HistorySource {
        guard configuration.history.isEnabled else { return .none("it is switched off (history: off)") }
        guard let path = configuration.history.file ?? kept.map({ $0.path + "/history.db" }) else {
            let reason = "there is no directory for them; choose one with --state, or name a file with history: file:"
            store.setHistoryTrouble(HistoryWriteFailure(reason: reason, since: Timestamp(), lost: 0))
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
        store.record(to: history.queue, file: path)
        return .store(history)
    }

    private static func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .critical
        return logger
    }

    /// The daemon's own descriptors and those of a few checks would use up a lower limit.
    private static let minDescriptors = 256

    /// Raises the soft limit of descriptors, since every check has a few sockets.
    ///
    /// - Returns: The new limit.
    /// - Throws: ``DaemonError`` if the hard limit is too low for the daemon to work.
    private static func raiseDescriptorLimit() throws(DaemonError) -> Int {
        let limit = ProgramStart.raiseDescriptorLimit(to: ResourceNeeds.descriptors)
        guard limit >= minDescriptors else {
            throw DaemonError(
                "at most \(limit) files may be open, and netdiagd needs \(minDescriptors); raise the limit: LimitNOFILE= in the unit, or ulimit -n"
            )
        }
        return limit
    }
}
