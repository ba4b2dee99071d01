import Diagnosis
import EventLoopKit
import Logging
import NetworkModel
import Synchronization

/// Shares the incident reducer: passes events to it, and forwards its results to the listeners, the log and the file.
final class IncidentStore: Sendable {
    private struct State {
        var reducer = IncidentReducer()
        /// Incidents whose changes have not been published yet.
        var untold: Set<Int> = []
        /// The causes by which the log last named the open incidents.
        var causes: [Int: CauseID] = [:]
        /// Whether the reducer will be examined when something is due.
        var isWaiting = false
        /// Called when what the status document shows has changed.
        var changed: (@Sendable () -> Void)?
        /// Called when a target names a fault of the network that the machine's own check has not found.
        var unconfirmed: (@Sendable () -> Void)?
        var logger: Logger?
        /// Called for every event of an incident.
        var recorders: [@Sendable (IncidentEvent) -> Void] = []
        /// Where ids are reserved before they are announced; `nil` if nothing is stored.
        var ids: IncidentIDs?
        /// Whether the last write failed, so that a failure is logged only once.
        var hasFailed = false
    }

    /// The minimum time between two events about the growth of incidents, since one fault can affect many targets one
    /// after the other.
    static let pause = Duration.seconds(1)

    /// One element for all changes since the last element was read.
    let changes: AsyncStream<Void>
    private let changing: AsyncStream<Void>.Continuation
    private let events: EventBroadcaster
    private let loop: EventLoopKit.EventLoop?
    private let state = Mutex(State())

    /// - Parameter loop: For what is due later; without it, that does not happen.
    init(events: EventBroadcaster, loop: EventLoopKit.EventLoop?) {
        self.events = events
        self.loop = loop
        (changes, changing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// - Parameter changed: Called when an incident was opened, changed or closed; it must not call the store.
    func follow(_ changed: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = changed }
    }

    /// - Parameter unconfirmed: Called when a target names a fault of the network that the machine's own check has not found;
    ///   it replaces the last one.
    func followUnconfirmedFaults(_ unconfirmed: @escaping @Sendable () -> Void) {
        state.withLock { $0.unconfirmed = unconfirmed }
    }

    /// - Parameter recorder: Called for events in their order; it must not call the store.
    func record(to recorder: @escaping @Sendable (IncidentEvent) -> Void) {
        state.withLock { $0.recorders.append(recorder) }
    }

    /// Whether a fault of this machine or its first hop affects the target.
    func isCutOff(_ target: String) -> Bool { state.withLock { $0.reducer.isCutOff(target) } }

    func log(to logger: Logger) {
        state.withLock { $0.logger = logger }
    }

    var open: [StatusDocument.Incident] { state.withLock { $0.reducer.openDocuments } }
    var all: [StatusDocument.Incident] { state.withLock { $0.reducer.documents } }
    /// The record for the disk.
    var record: IncidentRecord {
        state.withLock { IncidentRecord(lastID: $0.reducer.lastID, incidents: $0.reducer.documents) }
    }

    var mayConcernEverybody: Bool { state.withLock { $0.reducer.mayConcernEverybody } }

    func isSuspected(_ target: String) -> Bool { state.withLock { $0.reducer.isSuspected(target) } }

    /// The open incidents, and the targets that an incident or their own check shows to be cut off by this machine.
    func openIncidents(of targets: [String]) -> (open: [StatusDocument.Incident], cutOff: Set<String>) {
        state.withLock { state in
            (state.reducer.openDocuments, state.reducer.cutOff(of: targets))
        }
    }

    /// - Parameter named: The names of the targets that have one, by their keys.
    func configure(_ targets: Set<String>, named: [String: String] = [:]) {
        update { $0.configure(targets, named: named, at: .now) }
    }

    /// Sets the time within which the same fault reopens an incident.
    func setSettlingTime(_ time: Duration) {
        state.withLock {
            // Incidents that had settled by the previous time were reported as over.
            $0.reducer.trimEndedIncidents(at: .now)
            $0.reducer.settlingTime = time
        }
    }

    /// - Parameter since: When the first of the checks began that this report confirms; `nil` if it stands alone.
    func add(_ report: Report, since: DualClockTime? = nil) {
        update { $0.add(report, since: since, at: .now) }
    }

    func add(_ change: NetworkChange) {
        update {
            $0.add(change, at: .now)
            return []
        }
    }

    /// - Parameters:
    ///   - begun: When the queries to gateways and resolvers began; `nil` if there were none.
    ///   - isPulse: Whether only the uplink was examined, by a smaller check.
    func add(
        _ verdict: MachineVerdict, _ snapshot: NetworkSnapshot, askedSince begun: DualClockTime?, isPulse: Bool = false
    ) {
        update { reducer in
            let now = DualClockTime.now
            return reducer.add(verdict, snapshot, isFresh: begun != nil && !isPulse, from: begun ?? now, at: now)
        }
    }

    /// Sets what other daemons report about the faults here.
    func setOpinions(_ opinions: SecondOpinions?) {
        update { $0.setOpinions(opinions) }
    }

    func restore(_ record: IncidentRecord) {
        update {
            $0.restore(record.incidents, lastID: record.lastID, at: .now)
            return []
        }
        state.withLock { state in
            for document in state.reducer.open.values.map(\.document) { state.causes[document.id] = document.cause.id }
        }
    }

    /// Reserves ids on the disk from now on before they are announced. Ids that the last run may have announced are not
    /// assigned again.
    func reserveIDs(_ ids: IncidentIDs) {
        let last = ids.read()
        state.withLock { state in
            state.ids = ids
            state.reducer.lastID = max(state.reducer.lastID, last)
            let id = state.reducer.lastID
            reserve(&state) { (ids) throws(AtomicFile.Failure) in try ids.refill(after: id) }
        }
    }

    /// Reserves more ids than are needed now.
    func refillIDs() {
        state.withLock { state in
            let id = state.reducer.lastID
            reserve(&state) { (ids) throws(AtomicFile.Failure) in try ids.refill(after: id) }
        }
    }

    /// Stores the last id when no more incidents will be announced.
    func storeLastID() {
        state.withLock { state in
            let id = state.reducer.lastID
            reserve(&state) { (ids) throws(AtomicFile.Failure) in try ids.storeLast(at: id) }
        }
    }

    private func reserve(
        _ state: inout State, _ write: (inout IncidentIDs) throws(AtomicFile.Failure) -> Void
    ) {
        guard state.ids != nil else { return }
        do throws(AtomicFile.Failure) {
            try write(&state.ids!)
            state.hasFailed = false
        } catch {
            if !state.hasFailed {
                state.logger?.warning("ids of incidents may be given twice after a crash: \(error.description)")
            }
            state.hasFailed = true
        }
    }

    private func update(_ body: (inout IncidentReducer) -> [IncidentEvent]) {
        let (changed, hasChanged, unconfirmed) = state.withLock {
            state -> ((@Sendable () -> Void)?, Bool, (@Sendable () -> Void)?) in
            let before = state.reducer.unconfirmedFaults
            let news = body(&state.reducer)
            publish(news, &state)
            wait(&state)
            return (state.changed, !news.isEmpty, state.reducer.unconfirmedFaults > before ? state.unconfirmed : nil)
        }
        if hasChanged {
            changing.yield()
            changed?()
        }
        unconfirmed?()
    }

    /// Called with the lock held, so that listeners receive all events in their order.
    private func publish(_ news: [IncidentEvent], _ state: inout State) {
        let id = state.reducer.lastID
        if !news.isEmpty { reserve(&state) { (ids) throws(AtomicFile.Failure) in try ids.reserve(id) } }
        for event in news {
            let incident = event.incident
            if let logger = state.logger { log(event, since: state.causes[incident.id], to: logger) }
            state.causes[incident.id] = incident.isOpen && event.event != .merged ? incident.cause.id : nil
            for recorder in state.recorders { recorder(event) }
            switch event.event {
            case .changed where loop != nil:
                guard state.untold.isEmpty, let loop else {
                    state.untold.insert(incident.id)
                    continue
                }
                state.untold.insert(incident.id)
                _ = loop.schedule(after: Self.pause) { [weak self] in self?.publishChanges() }
            case .closed, .merged:
                state.untold.remove(incident.id)
                fallthrough
            default:
                events.send(.incident(event))
            }
        }
    }

    private func publishChanges() {
        state.withLock { state in
            for id in state.untold.sorted() {
                guard let incident = state.reducer.open[id]?.document else { continue }
                events.send(.incident(IncidentEvent(.changed, incident)))
            }
            state.untold = []
        }
    }

    private func wait(_ state: inout State) {
        guard let loop, !state.isWaiting, let due = state.reducer.due else { return }
        state.isWaiting = true
        _ = loop.schedule(after: ContinuousClock.now.duration(to: due)) { [weak self] in
            guard let self else { return }
            self.state.withLock { $0.isWaiting = false }
            update { $0.proceed(at: .now) }
        }
    }

    /// - Parameter cause: The cause by which the log last named the incident; `nil` if it did not.
    private func log(_ event: IncidentEvent, since cause: CauseID?, to logger: Logger) {
        let incident = event.incident
        let name = "incident \(incident.id), \(incident.cause.id)"
        switch event.event {
        case .opened:
            let again = incident.reopened > 0 ? ", again" : ""
            logger.log(
                level: incident.cause.severity == .error ? .error : .warning,
                "\(name), is open\(again): \(incident.cause.summary); targets: \(incident.targetCount)")
        case .closed:
            let why =
                switch incident.ending {
                case .unwatched: "is no longer monitored"
                case .replaced: "has another cause now" + (event.into.map { ", see incident \($0)" } ?? "")
                case .recovered, nil: "is over"
                }
            logger.notice("\(name), \(why); targets: \(incident.targetCount)")
        case .merged: logger.notice("\(name), is the same as incident \(event.into ?? 0)")
        case .changed:
            guard let cause, cause != incident.cause.id else { break }
            logger.log(
                level: incident.cause.severity == .error ? .error : .warning,
                "incident \(incident.id), which was \(cause), is \(incident.cause.id): \(incident.cause.summary); targets: \(incident.targetCount)"
            )
        }
    }
}
