import Diagnosis
import EventLoopKit
import NIOCore
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import Synchronization

/// The daemon's state: the machine, the targets' last reports, the publication. The status document is built and
/// encoded at the first request after a change; until the next change, a request only copies a reference.
final class StatusStore: Sendable {
    /// The interval between notifications about the status: a network failure changes many targets, and each change
    /// would build the whole document again. A user waits no longer than two seconds for a change.
    static let cycle = RegenerationThrottle(limits: .milliseconds(100) ... .seconds(2))

    let events = EventBroadcaster()
    let incidents: IncidentStore
    /// The counters of the targets.
    let metrics = TargetMetrics()
    /// The last results of each target.
    let recent = RecentResults()
    /// The data that shared files must not show.
    let sharing = SharingRules()
    private let host: String
    private let loop: EventLoopKit.EventLoop?
    private let state: Mutex<State>

    /// - Parameter loop: For delayed notifications; without it, each change is published immediately.
    init(host: String, loop: EventLoopKit.EventLoop? = nil) {
        self.host = host
        self.loop = loop
        let empty = StatusDocument(
            status: .noErr, findings: [], host: host, since: Timestamp(), links: [], resolvers: [], gateways: [],
            targets: [], publication: Publication(state: .off, reason: "not started yet"))
        state = Mutex(State(document: empty))
        incidents = IncidentStore(events: events, loop: loop)
        incidents.follow { [weak self] in
            guard let self else { return }
            state.withLock { $0.isStale = true }
            publish()
        }
    }

    var document: StatusDocument { state.withLock { current(&$0) } }
    /// The number of different documents so far, including the current one.
    var documentNumber: UInt64 { state.withLock { (current(&$0), $0.documentNumber).1 } }
    /// The document as server-sent event: encoded once after a change, and shared by all receivers.
    var encodedEvent: ByteBuffer {
        state.withLock { state in
            let document = current(&state)
            if let encoded = state.encoded { return encoded }
            let begun = ContinuousClock.now
            // All values in it can be encoded: text, integers, and finite milliseconds.
            let encoded = Event.message(.status, ByteBuffer(jsonLine: document) ?? ByteBuffer(string: "{}\n"))
            state.cost += begun.duration(to: .now)
            state.encoded = encoded
            return encoded
        }
    }
    /// The document as JSON, with a newline; part of the event.
    var encodedDocument: ByteBuffer { Event.document(in: encodedEvent) }
    /// Whether the encoded document is up to date.
    var isEncoded: Bool { state.withLock { !$0.isStale && $0.encoded != nil } }
    var machine: MachineObservation? { state.withLock { $0.machine } }
    var verdict: MachineVerdict? { state.withLock { $0.verdict } }
    /// The configured targets, in their order.
    var targets: [Configuration.TargetSettings] { state.withLock { $0.targets } }

    /// - Parameter key: The target's key.
    func report(on key: String) -> StoredReport? { state.withLock { $0.reports[key] } }

    /// The last report that counts for the status of a target (`after:`, `recover:`).
    ///
    /// - Parameter key: The target's key.
    func shownReport(on key: String) -> StoredReport? {
        state.withLock { state in
            if let confirmation = state.confirmations[key] { return confirmation.shown }
            return state.reports[key]
        }
    }

    /// The status and its start, for the next run.
    var statusRecord: StatusRecord {
        _ = document
        return state.withLock { $0.clock.record(seen: Timestamp()) }
    }

    /// Continues the status of the last run if it is found again within a few minutes.
    func restore(_ record: StatusRecord) {
        guard record.goesOn(at: Timestamp()) else { return }
        state.withLock { $0.clock.restore(record) }
    }

    /// - Parameter text: A target's key, or the target of the first that is configured with it.
    func report(onNameOrTarget text: String) -> StoredReport? {
        state.withLock { state in
            if let report = state.reports[text] { return report }
            return state.targets.first { $0.target.text == text }.flatMap { state.reports[$0.key] }
        }
    }

    /// Passes the status of a target in the last document to the closure, which is not called if there is no such
    /// position.
    func readTarget(at place: Int, _ body: (StatusDocument.TargetStatus) -> Void) {
        state.withLock { state in
            if state.document.targets.indices.contains(place) { body(state.document.targets[place]) }
        }
    }

    /// Whether gateways and resolvers were queried at least once; before that, only the kernel's facts are known.
    var isObserved: Bool { state.withLock { $0.observed != nil } }

    /// - Parameter begun: When gateways and resolvers were queried, or the uplink alone (`isPulse`); `nil` if only the kernel's
    ///   facts are new.
    func setMachine(_ machine: MachineObservation, askedSince begun: DualClockTime? = nil, isPulse: Bool = false) {
        let (verdict, isFirst) = change { state in
            // Set together with the verdict, so that a client that waits for the first observation never sees a status
            // without it.
            let isFirst = begun != nil && !isPulse && state.observed == nil
            if let begun, !isPulse { state.observed = begun.wall }
            return (state.judge(machine), isFirst)
        }
        if isFirst { publish() }  // It may equal what the kernel's facts alone showed.
        incidents.add(counted(verdict), machine.snapshot, askedSince: begun, isPulse: isPulse)
    }

    var publication: Publication { state.withLock { $0.publication } }
    /// Sets how other daemons and this one see each other.
    func setPeers(_ sights: [PeerVisibility]) {
        let news = change { state -> (MachineVerdict, NetworkSnapshot)? in
            guard state.sights != sights else { return nil }
            state.sights = sights
            guard let machine = state.machine else { return nil }
            return (state.judge(machine), machine.snapshot)
        }
        if let (verdict, snapshot) = news { incidents.add(counted(verdict), snapshot, askedSince: nil) }
    }

    /// A verdict about the machine as it counts beside the targets, in incidents as in the status.
    private func counted(_ verdict: MachineVerdict) -> MachineVerdict {
        state.withLock { state in
            let document = current(&state)
            let counted = OverallStatus.counted(
                verdict, beside: document.targets, document.incidents, since: state.observed)
            state.countsAsDown = counted.status == .connectionDown
            return counted
        }
    }

    /// Tells the incidents if a target shows that the fault of this machine is none: it works, or its proxy alone is wrong.
    private func reconsider(_ report: StoredReport, of key: String) {
        let news = state.withLock { state -> (MachineVerdict, NetworkSnapshot)? in
            guard state.countsAsDown, let verdict = state.verdict, let snapshot = state.machine?.snapshot,
                let place = state.places[key]
            else { return nil }
            let target = StatusDocument.TargetStatus(
                state.targets[place], last: report, confirmation: state.confirmations[key], isCutOff: false,
                opinions: nil, now: Timestamp())
            let counted = OverallStatus.counted(
                verdict, beside: [target], state.document.incidents, since: state.observed)
            guard counted.status != .connectionDown else { return nil }
            state.countsAsDown = false
            return (counted, snapshot)
        }
        if let (verdict, snapshot) = news { incidents.add(verdict, snapshot, askedSince: nil) }
    }

    /// Sets what other daemons report about the faults here, which only affects the `scope` of findings.
    func setOpinions(_ opinions: SecondOpinions?) {
        let isNews = state.withLock { state in
            guard state.opinions != opinions else { return false }
            state.opinions = opinions
            return true
        }
        guard isNews else { return }
        incidents.setOpinions(opinions)
        change { _ in }
    }

    /// The faults here that other daemons may observe as well.
    var failing: [SharedDependency] {
        state.withLock { state in
            let document = current(&state)
            let targets = state.targets
            return SharedDependency.failing(state.verdict ?? .none, targets: document.targets) {
                targets[$0].target.host
            }
        }
    }

    func setPublication(_ publication: Publication) { change { $0.publication = publication } }

    /// Sets whether the configuration needs multicast DNS.
    func setMulticast(isNeeded: Bool) { change { $0.needsMulticast = isNeeded } }

    /// Sets which clients beyond this machine have access; `nil` for none.
    func setExposure(_ exposure: String?) { change { $0.exposure = exposure } }

    /// Sets why an address of `listen:` accepts no connections; `nil` if it does.
    func setListenFailure(_ reason: String?, at address: String) { change { $0.listenFailures[address] = reason } }

    /// Sets the state of a service that is announced for others, which `id` identifies.
    func set(_ service: RegisteredService, _ id: Int) {
        change { $0.services[id] = service }
        events.send(.service(service))
    }

    /// - Parameter service: Its final state.
    func remove(_ service: RegisteredService, _ id: Int) {
        change { $0.services[id] = nil }
        events.send(.service(service))
    }

    /// Sets the targets of a new configuration; reports of removed targets are dropped.
    func setTargets(_ targets: [Configuration.TargetSettings]) {
        change { state in
            state.targets = targets
            state.places = Dictionary(
                targets.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
            state.reports = state.reports.filter { state.places[$0.key] != nil }
            state.confirmations = state.confirmations.filter { state.places[$0.key] != nil }
        }
        metrics.configure(targets)
        recent.configure(Set(targets.map(\.key)))
        incidents.configure(
            Set(targets.map(\.key)),
            named: Dictionary(
                targets.compactMap { target in target.name.map { ($0, target.target.text) } },
                uniquingKeysWith: { first, _ in first }))
    }

    /// Stores the report of a configured target, and notifies the listeners.
    func add(_ report: Report) {
        let stored = StoredReport(report)
        metrics.add(report)
        let isInMaintenance = state.withLock { $0.isInMaintenance(report.key, at: report.started) }
        let begun = DualClockTime(clock: .now - report.duration.duration, wall: report.started)
        let (isNews, counts, since) = state.withLock { state -> (Bool, Bool, DualClockTime?) in
            guard let place = state.places[report.key] else { return (false, true, nil) }
            let before = state.reports.updateValue(stored, forKey: report.key)
            state.isStale = true
            let counts = state.confirmations.add(
                stored, of: state.targets[place], from: begun, isInMaintenance: isInMaintenance)
            // A further check with the same result is not a change.
            return (stored.isNews(after: before) || !counts, counts, state.confirmations[report.key]?.since)
        }
        // During maintenance, failures are expected; a success always counts.
        if counts, !isInMaintenance || report.cause == nil { incidents.add(report, since: since) }
        if report.status == .connectionUp || stored.isProxied { reconsider(stored, of: report.key) }
        record(report, isInMaintenance: isInMaintenance)
        if isNews { publish() }
        events.send(.report(stored))
    }

    /// Records results of configured targets from now on, in the database at `file`.
    func record(to queue: HistoryQueue, file: String) {
        change { ($0.recorder, $0.historyFile) = (queue, file) }
        incidents.record(to: { event in
            let incident = event.incident
            switch event.event {
            case .opened, .closed: queue.add(.kept(incident), isUrgent: true)
            // A further affected target does not justify a commit of its own.
            case .changed: queue.add(.kept(incident), isUrgent: false)
            case .merged: queue.add(.merged(id: incident.id, opened: incident.opened), isUrgent: true)
            }
        })
    }

    func setHistoryTrouble(_ trouble: HistoryWriteFailure?) { change { $0.historyTrouble = trouble } }

    /// Sets whether alerts are delivered, and how many wait.
    func setAlerts(_ alerts: AlertTrouble) { change { $0.alerts = alerts } }
    var alerts: AlertTrouble { state.withLock { $0.alerts } }

    /// Records the result of a configured target, on disk and in memory.
    private func record(_ report: Report, isInMaintenance: Bool) {
        let (isConfigured, recorder) = state.withLock { ($0.places[report.key] != nil, $0.recorder) }
        guard isConfigured else { return }
        let isCutOff = report.status == .connectionDown && incidents.isCutOff(report.key)
        recorder?.add(CheckResult(report, isInMaintenance: isInMaintenance, isCutOff: isCutOff))
        var mark = TargetState(report.status, isDegraded: report.degraded)
        if isCutOff { mark = .unknown }
        recent.add(
            .init(
                at: report.started, duration: report.responseTime.duration, mark: isInMaintenance ? .maintenance : mark,
                cause: report.cause?.id.rawValue), of: report.key)
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (isNews, result) = state.withLock { state in
            let before = state.document
            let result = body(&state)
            state.isStale = true
            return (current(&state) != before, result)
        }
        if isNews { publish() }
        return result
    }

    /// Notifies the listeners of a new status: immediately, or when the interval since the last notification has
    /// passed.
    private func publish() {
        let delay = state.withLock { state -> Duration? in
            guard loop != nil else { return .zero }
            guard !state.isTelling else { return nil }
            let now = ContinuousClock.now
            let left = state.toldAt.map { $0 + Self.cycle.rest(after: state.cost) - now } ?? .zero
            if left > .zero {
                state.isTelling = true
                return left
            }
            state.toldAt = now
            return .zero
        }
        guard let delay else { return }
        guard delay > .zero, let loop else { return events.send(.status(self)) }
        _ = loop.schedule(after: delay) { [weak self] in
            guard let self else { return }
            state.withLock { state in
                state.isTelling = false
                state.toldAt = .now
            }
            events.send(.status(self))
        }
    }

    private func current(_ state: inout State) -> StatusDocument {
        guard state.isStale else { return state.document }
        state.isStale = false
        let begun = ContinuousClock.now
        let document = compose(&state)
        state.cost = begun.duration(to: .now)
        if document != state.document {
            state.document = document
            state.documentNumber += 1
            state.encoded = nil
        }
        return state.document
    }

    private func compose(_ state: inout State) -> StatusDocument {
        let (incidents, cutOff) = incidents.openIncidents(of: state.targets.map(\.key))
        let now = Timestamp()
        let targets = state.targets.map { target in
            StatusDocument.TargetStatus(
                target, last: state.reports[target.key], confirmation: state.confirmations[target.key],
                isCutOff: cutOff.contains(target.key), opinions: state.opinions, now: now)
        }
        var verdict = state.verdict
        if let opinions = state.opinions, let findings = verdict?.findings {
            verdict?.findings = findings.map { opinions.adding(to: $0) }
        }
        let machine: MachineVerdict = verdict ?? .none
        let (status, findings) = OverallStatus.judge(
            verdict, targets: targets, publication: state.publication, incidents: incidents, observed: state.observed,
            isMulticastNeeded: state.needsMulticast || !state.services.isEmpty)
        state.clock.update(DisplayedStatus(status, targets))
        var document = StatusDocument(
            status: status, findings: findings, host: host, since: state.clock.since,
            links: state.machine?.snapshot.links ?? [], resolvers: machine.resolvers, gateways: machine.gateways,
            uplink: OverallStatus.uplink(of: machine, beside: targets, incidents, since: state.observed),
            incidents: incidents, targets: targets, publication: state.publication,
            services: state.services.sorted {
                ($0.value.origin.rawValue, $0.value.name, $0.key) < ($1.value.origin.rawValue, $1.value.name, $1.key)
            }.map(\.value))
        document.putCauseFirst()
        document.exposure = state.exposure
        if !state.listenFailures.isEmpty {
            document.listen = state.listenFailures.sorted { $0.key < $1.key }.map {
                ListenFailure(address: $0.key, reason: $0.value)
            }
        }
        document.history = state.historyTrouble
        document.historyFile = state.historyFile
        document.alerts = state.alerts.isTrouble ? state.alerts : nil
        return document
    }
}
