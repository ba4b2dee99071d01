import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization
import NetdiagConfiguration

/// A registered service, from its registration until its end.
final class ActiveRegistration: Sendable {
    /// What determines the life of a registration.
    enum Lifetime: Sendable {
        case configuration(Configuration.ServiceSettings.Check?)
        /// A client that receives each change; the registration ends with its connection.
        case connection(AsyncStream<Publication>.Continuation)
        /// A lease, which ends unless it is renewed in time.
        case lease
    }

    private struct State {
        var registration: ServiceRegistration
        /// Why it must not be announced now.
        var withheld: String?
        /// The cause that its check found when it was withheld.
        var cause: CauseID?
        var document: RegisteredService
        var isOver = false
        var lease: (timer: Timer, end: ContinuousClock.Instant)?
    }

    let id: Int
    let holder: Lifetime
    private let store: StatusStore
    private let logger: Logger
    private let commands: AsyncStream<PublicationTask.Command>
    private let commandInput: AsyncStream<PublicationTask.Command>.Continuation
    private let state: Mutex<State>

    /// - Parameter hostName: The name if the registration has none.
    init(
        _ registration: ServiceRegistration, by holder: Lifetime, id: Int, hostName: String, store: StatusStore,
        logger: Logger
    ) {
        self.id = id
        self.holder = holder
        self.store = store
        self.logger = logger
        (commands, commandInput) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var (origin, check, withheld) = (RegisteredService.ServiceOrigin.registration, String?.none, String?.none)
        if case .configuration(let first) = holder {
            origin = .configuration
            check = first?.target.text
            withheld = check.map { "its check \(SafeText.escaped($0)) has not been made yet" }
        }
        let document = RegisteredService(
            origin: origin, name: registration.name ?? hostName, publication: registration.waiting(withheld),
            check: check, status: check.map { _ in .noErr })
        state = Mutex(State(registration: registration, withheld: withheld, document: document))
        state.withLock { state in
            store.set(document, id)
            if withheld == nil { commandInput.yield(.publish(registration)) }
        }
    }

    var registration: ServiceRegistration { state.withLock { $0.registration } }
    var document: RegisteredService { state.withLock { $0.document } }

    /// The corresponding settings of the configuration.
    var settings: Configuration.ServiceSettings? {
        isDeclared ? .init(registration: registration, check: check) : nil
    }
    var check: Configuration.ServiceSettings.Check? {
        if case .configuration(let check) = holder { check } else { nil }
    }
    var isDeclared: Bool {
        if case .configuration = holder { true } else { false }
    }
    var isLeased: Bool {
        if case .lease = holder { true } else { false }
    }

    /// Announces the service, as far as its check allows, until ``end(_:)`` was called and it was withdrawn from the
    /// link.
    func run(_ publisher: PublicationTask, _ health: ServiceHealthMonitor) async {
        await withDiscardingTaskGroup { group in
            if let check {
                group.addTask(executorPreference: health.engine.loop) { [self] in
                    await health.run(check) { apply($0, $1) }
                }
            }
            await publisher.run(commands) { [self] publication in
                change { $0.publication = publication }
            }
            group.cancelAll()
        }
    }

    /// Changes the registration; if only the TXT record differs, the announcement is updated in place.
    func update(_ registration: ServiceRegistration) {
        state.withLock { state in
            guard !state.isOver, registration != state.registration else { return }
            state.registration = registration
            sendCommand(state)
        }
    }

    /// - Parameter timer: Ends the registration at this moment; the previous timer is cancelled.
    func renewLease(_ timer: Timer, until end: ContinuousClock.Instant) {
        state.withLock { state in
            state.lease?.timer.cancel()
            state.lease = (timer, end)
            if state.isOver { timer.cancel() }
        }
    }

    var leaseEnd: ContinuousClock.Instant? { state.withLock { $0.lease?.end } }

    /// Withdraws the service from the link, and reports the reason.
    func end(_ reason: String) {
        let isNews = state.withLock { state in
            guard !state.isOver else { return false }
            state.isOver = true
            state.lease?.timer.cancel()
            state.document.publication.state = .off
            state.document.publication.reason = reason
            store.remove(state.document, id)
            log(state.document)
            if case .connection(let client) = holder { client.yield(state.document.publication) }
            return true
        }
        guard isNews else { return }
        commandInput.finish()
        // The stream is finished outside the lock, since its reader may register the service again.
        if case .connection(let client) = holder { client.finish() }
    }

    private func apply(_ report: Report, _ gate: ServiceHealthReducer) {
        change { $0.status = report.status }
        state.withLock { state in
            // Another cause is a change; another number in its text is not.
            let cause = gate.isOpen ? nil : report.cause?.id
            guard !state.isOver, gate.isOpen != (state.withheld == nil) || cause != state.cause else { return }
            state.withheld = gate.isOpen ? nil : report.withholding
            state.cause = cause
            sendCommand(state)
        }
    }

    private func sendCommand(_ state: State) {
        if let reason = state.withheld {
            commandInput.yield(.withhold(state.registration.waiting(reason)))
        } else {
            commandInput.yield(.publish(state.registration))
        }
    }

    private func change(_ body: (inout RegisteredService) -> Void) {
        state.withLock { state in
            let before = state.document
            body(&state.document)
            guard !state.isOver, state.document != before else { return }
            store.set(state.document, id)
            guard state.document.publication != before.publication else { return }
            log(state.document)
            if case .connection(let client) = holder { client.yield(state.document.publication) }
        }
    }

    private func log(_ service: RegisteredService) {
        let types = service.publication.types.joined(separator: ", ")
        logger.log(service.publication, of: "service \(SafeText.shown(service.name)) (\(types))")
    }
}

extension Report {
    /// Why the service is not announced.
    fileprivate var withholding: String {
        let verdict =
            switch status {
            case .connectionDown: "is down"
            case .err: "could not be made"
            default: "is not up"
            }
        let cause = cause.map { ": \($0.id) \($0.summary)" } ?? ""
        return "its check \(SafeText.escaped(target)) \(verdict)\(cause)"
    }
}
