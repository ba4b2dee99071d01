import EventLoopKit
import HTTPTypes
import Logging
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization
import NetdiagConfiguration

/// The services that are announced for others: those of the configuration, and those registered at run time.
///
/// A name of a type has one holder. A registration by lease is a resource with its name: every client that may register
/// can renew, change and delete it. A registration of a connection belongs to that connection.
final class ServiceRegistry: Sendable {
    private struct State {
        var services: [Int: ActiveRegistration] = [:]
        /// The tasks, each of which ends only after its service was withdrawn from the link.
        var tasks: [Int: (service: ActiveRegistration, task: Task<Void, Never>, place: ClientLimits.Place?)] = [:]
        var lastID = 0
        var isOver = false
    }

    private let publisher: PublicationTask
    private let health: ServiceHealthMonitor
    private let store: StatusStore
    private let logger: Logger
    private let hostName: String
    private let loop: EventLoop
    /// The shares of clients in registrations at run time, including those that are being withdrawn.
    private let shares = ClientLimits.registrations()
    private let state = Mutex(State())

    /// - Parameter host: This host's name.
    init(
        connection: AvahiConnection, engine: DiagnosticEngine, store: StatusStore, host: String,
        changeSignal: ChangeSignal,
        logger: Logger
    ) {
        publisher = PublicationTask(connection: connection)
        health = ServiceHealthMonitor(engine: engine, changeSignal: changeSignal)
        self.store = store
        self.logger = logger
        // Avahi uses the first label.
        hostName = host.split(separator: ".").first.map(String.init) ?? host
        loop = engine.loop
    }

    // MARK: The configuration

    /// Sets the services of a configuration. Unchanged ones stay as they are, and a conflicting registration ends.
    func declare(_ wanted: [Configuration.ServiceSettings]) {
        var over: [(ActiveRegistration, reason: String)] = []
        state.withLock { state in
            guard !state.isOver else { return }
            var old = state.services.values.filter(\.isDeclared)
            var new = wanted.filter { settings in
                guard let same = old.firstIndex(where: { $0.settings == settings }) else { return true }
                old.remove(at: same)
                return false
            }
            new.removeAll { settings in
                let changed = old.firstIndex {
                    $0.check == settings.check && settings.registration.differsInTXTAlone(from: $0.registration)
                }
                guard let changed else { return false }
                old.remove(at: changed).update(settings.registration)
                return true
            }
            over = old.map { ($0, "the configuration has it no longer") }
            for service in state.services.values where !service.isDeclared {
                let registration = service.registration
                if new.contains(where: { conflict($0.registration, registration) }) {
                    over.append((service, "the configuration declares it now"))
                }
            }
            for (service, _) in over { state.services[service.id] = nil }
            for settings in new { begin(settings.registration, by: .configuration(settings.check), &state) }
        }
        for (service, reason) in over { service.end(reason) }
    }

    // MARK: Registrations

    /// Announces a service for as long as the stream of its states is read.
    ///
    /// - Returns: The stream, and a closure that ends it immediately, since the next client may be waiting already.
    /// - Throws: 409 if another holder has the name, 429, 503.
    func registerWhileConnected(
        _ registration: ServiceRegistration, by owner: Client
    ) throws(Problem) -> (states: AsyncStream<Publication>, end: @Sendable () -> Void) {
        let (states, client) = AsyncStream.makeStream(of: Publication.self, bufferingPolicy: .bufferingNewest(64))
        let service = try state.withLock { state throws(Problem) -> ActiveRegistration in
            try admit(registration, state, instead: nil)
            return begin(registration, by: .connection(client), &state, try shares.acquire(for: owner))
        }
        let end: @Sendable () -> Void = { [weak self] in self?.end(service.id, "its owner has gone") }
        client.onTermination = { _ in end() }
        return (states, end)
    }

    /// Announces a service until the lease ends, or renews and updates it.
    ///
    /// - Throws: The same problems as ``hold(_:)``.
    func lease(
        _ registration: ServiceRegistration, for time: Duration, by owner: Client
    ) throws(Problem) -> (service: RegisteredService, isNew: Bool) {
        try state.withLock { state throws(Problem) in
            let own = leased(registration.name ?? hostName, state)
            try admit(registration, state, instead: own)
            own?.update(registration)
            let service =
                if let own { own } else { begin(registration, by: .lease, &state, try shares.acquire(for: owner)) }
            let (id, over) = (service.id, ContinuousClock.now + time)
            service.renewLease(loop.schedule(after: time) { [weak self] in self?.endLease(id, at: over) }, until: over)
            return (service.document, own == nil)
        }
    }

    /// Ends a registration that has not been renewed since the timer for this moment was set.
    private func endLease(_ id: Int, at end: ContinuousClock.Instant) {
        let service = state.withLock { state -> ActiveRegistration? in
            guard state.services[id]?.leaseEnd == end else { return nil }
            return state.services.removeValue(forKey: id)
        }
        service?.end("its lease is over")
    }

    /// Ends the registration by lease of a name.
    ///
    /// - Throws: 404; 409 if it is not a registration by lease.
    func remove(_ name: String) throws(Problem) {
        let id = try state.withLock { state throws(Problem) in
            if let leased = leased(name, state) { return leased.id }
            guard let other = state.services.values.first(where: { isName(name, of: $0) }) else {
                throw Problem(
                    .notFound, "no service \(SafeText.shown(name)) is registered; /v1/status lists those that are")
            }
            throw Problem(.conflict, "the service \(SafeText.shown(name)) \(Self.holding(other))")
        }
        end(id, "it was deleted")
    }

    /// Withdraws all services from the link. Later registrations are refused.
    func finish() async {
        let (services, tasks) = state.withLock { state in
            state.isOver = true
            defer { state.services = [:] }
            return (Array(state.services.values), state.tasks.values.map(\.task))
        }
        for service in services { service.end("netdiagd is ending") }
        for task in tasks { await task.value }
    }

    private func end(_ id: Int, _ reason: String) {
        state.withLock { $0.services.removeValue(forKey: id) }?.end(reason)
    }

    // MARK: Holders of names

    @discardableResult
    private func begin(
        _ registration: ServiceRegistration, by holder: ActiveRegistration.Lifetime, _ state: inout State,
        _ place: ClientLimits.Place? = nil
    ) -> ActiveRegistration {
        state.lastID += 1
        let id = state.lastID
        let service = ActiveRegistration(
            registration, by: holder, id: id, hostName: hostName, store: store, logger: logger)
        // A service that is still being withdrawn would take the name from the new one.
        let before = state.tasks.values.filter {
            state.services[$0.service.id] == nil && conflict($0.service.registration, registration)
        }.map(\.task)
        state.services[id] = service
        let task = Task { [self] in
            for task in before { await task.value }
            await service.run(publisher, health)
            self.state.withLock { $0.tasks[id] = nil }
        }
        state.tasks[id] = (service, task, place)
        return service
    }

    /// - Parameter own: The registration that is replaced.
    private func admit(
        _ registration: ServiceRegistration, _ state: State, instead own: ActiveRegistration?
    ) throws(Problem) {
        guard !state.isOver else { throw Problem(.serviceUnavailable, "the daemon is shutting down") }
        let name = SafeText.shown(registration.name ?? hostName)
        let others = state.services.values.filter { $0 !== own }
        if let other = others.first(where: { conflict($0.registration, registration) }) {
            let type = registration.sharedTypes(with: other.registration).first ?? ""
            throw Problem(.conflict, "the service \(name) of the type \(type) \(Self.holding(other))")
        }
        let daemon = store.publication
        let itself = ServiceRegistration(name: daemon.name, types: daemon.types, port: daemon.port)
        if daemon.state != .off, conflict(itself, registration) {
            let type = registration.sharedTypes(with: itself).first ?? ""
            throw Problem(.conflict, "the service \(name) of the type \(type) is netdiagd itself")
        }
    }

    private static func holding(_ service: ActiveRegistration) -> String {
        switch service.holder {
        case .configuration: "is declared in the configuration (services:); change it there"
        case .connection: "is held by a connection of another client, and ends with it"
        case .lease: "is registered by a lease; DELETE it first, or PUT it with a lease to change it"
        }
    }

    private func conflict(_ one: ServiceRegistration, _ other: ServiceRegistration) -> Bool {
        one.collides(with: other, hostName: hostName)
    }

    private func leased(_ name: String, _ state: State) -> ActiveRegistration? {
        state.services.values.first { $0.isLeased && isName(name, of: $0) }
    }

    private func isName(_ name: String, of service: ActiveRegistration) -> Bool {
        (service.registration.name ?? hostName).lowercased() == name.lowercased()
    }
}
