import Diagnosis
import EventLoopKit
import NIOCore
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import Synchronization

/// What the daemon knows: the machine, the targets' last reports, the publication. The status document is made, and
/// encoded, when somebody asks for it after a change; until the next one, asking costs a copy of a reference.
final class StatusStore: Sendable {
    private struct State {
        var machine: MachineObservation?
        /// How other daemons and this one see each other.
        var sights: [PeerSight] = []
        /// What other daemons say of what fails here; `nil` while nothing fails, or nobody is looked for.
        var opinions: SecondOpinions?
        var isObserved = false
        var verdict: MachineVerdict?
        /// In the order of the configuration.
        var targets: [Configuration.TargetSettings] = []
        /// By their keys, as all that follows.
        var places: [String: Int] = [:]
        var reports: [String: StoredReport] = [:]
        /// Of targets whose status changes after several checks alone.
        var confirmations: [String: StatusConfirmation] = [:]
        var publication = Publication(state: .off, reason: "not started yet")
        var services: [Int: RegisteredService] = [:]
        /// Where results are recorded; `nil` if nothing shall be.
        var recorder: HistoryQueue?
        /// Why nothing is recorded that should be.
        var historyTrouble: HistoryTrouble?
        /// To whom the daemon is open.
        var exposure: String?
        var since = Timestamp()
        var document: StatusDocument
        /// Whether something has changed since it was made.
        var isStale = false
        /// As server-sent event, which holds the JSON; `nil` until somebody asks for it.
        var encoded: ByteBuffer?
        /// How long it took to make it, and to encode it.
        var cost = Duration.zero
        /// Whether listeners are going to be told of changes that came too soon after the last.
        var isTelling = false
        var toldAt: ContinuousClock.Instant?

        func isInMaintenance(_ key: String, at moment: Timestamp) -> Bool {
            places[key].map { targets[$0].maintenance.contains { $0.contains(moment) } } ?? false
        }

        /// - Returns: Whether the report counts: as many in a row as its target is to have say the same.
        mutating func confirm(_ report: StoredReport, of target: Configuration.TargetSettings) -> Bool {
            guard target.after > 1 || target.recover > 1 else {
                confirmations[target.key] = nil
                return true
            }
            return confirmations[target.key, default: .init()].add(
                report, after: target.after, recover: target.recover)
        }

        /// The machine, with what its peers say.
        mutating func judge(_ observation: MachineObservation) -> MachineVerdict {
            var observation = observation
            observation.peers = sights
            let verdict = MachineDiagnosis.verdict(on: observation)
            machine = observation
            self.verdict = verdict
            return verdict
        }
    }

    /// How often listeners are told of changes of the status: a network that fails changes many targets, each of which would
    /// have the whole document made anew. A person who watches does not wait longer than two seconds for what has changed.
    static let cycle = DutyCycle(limits: .milliseconds(100) ... .seconds(2))

    let events = EventBroadcaster()
    let incidents: IncidentStore
    /// What is counted of the targets.
    let metrics = TargetMetrics()
    /// The last results of each target.
    let recent = RecentResults()
    /// What files to pass on do not show.
    let sharing = SharingRules()
    private let host: String
    private let loop: EventLoopKit.EventLoop?
    private let state: Mutex<State>

    /// - Parameter loop: For what is told later; without it, each change is told at once.
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
    /// The document as server-sent event: made once after a change, and shared by all to whom it is sent.
    var encodedEvent: ByteBuffer {
        state.withLock { state in
            let document = current(&state)
            if let encoded = state.encoded { return encoded }
            let begun = ContinuousClock.now
            // Every value in it encodes: text, whole numbers, and finite milliseconds.
            let encoded = Event.message(.status, ByteBuffer(jsonLine: document) ?? ByteBuffer(string: "{}\n"))
            state.cost += begun.duration(to: .now)
            state.encoded = encoded
            return encoded
        }
    }
    /// The document as JSON, with a newline: a part of the event.
    var encodedDocument: ByteBuffer { Event.document(in: encodedEvent) }
    /// Whether nothing has changed since the document was encoded: it is at hand.
    var isEncoded: Bool { state.withLock { !$0.isStale && $0.encoded != nil } }
    var machine: MachineObservation? { state.withLock { $0.machine } }
    var verdict: MachineVerdict? { state.withLock { $0.verdict } }
    /// The configured targets, in their order.
    var targets: [Configuration.TargetSettings] { state.withLock { $0.targets } }

    /// - Parameter key: What tells the target from the others.
    func report(on key: String) -> StoredReport? { state.withLock { $0.reports[key] } }

    /// - Parameter text: A target's key, or the target of the first that is configured so.
    func report(onNameOrTarget text: String) -> StoredReport? {
        state.withLock { state in
            if let report = state.reports[text] { return report }
            return state.targets.first { $0.target.text == text }.flatMap { state.reports[$0.key] }
        }
    }

    /// Hands over how a target stands, in the document that was made last; nothing where there is no such place.
    func readTarget(at place: Int, _ body: (StatusDocument.TargetStatus) -> Void) {
        state.withLock { state in
            if state.document.targets.indices.contains(place) { body(state.document.targets[place]) }
        }
    }

    /// Whether gateways and resolvers have been asked once; before, the picture is that of the kernel's facts alone.
    var isObserved: Bool { state.withLock { $0.isObserved } }

    /// - Parameter begun: When gateways and resolvers began to be asked for it; `nil` if only the kernel's facts are
    ///   newer than what is known.
    func setMachine(_ machine: MachineObservation, askedSince begun: Moment? = nil) {
        let (verdict, isFirst) = change { state in
            // With the verdict, at once: who waits for the first observation must not see a status without it.
            let isFirst = begun != nil && !state.isObserved
            if isFirst { state.isObserved = true }
            return (state.judge(machine), isFirst)
        }
        // It may say what the kernel's facts alone have said before.
        if isFirst { publish() }
        incidents.add(verdict, machine.snapshot, askedSince: begun)
    }

    var publication: Publication { state.withLock { $0.publication } }
    /// Takes how other daemons and this one see each other.
    func setPeers(_ sights: [PeerSight]) {
        let news = change { state -> (MachineVerdict, NetworkSnapshot)? in
            guard state.sights != sights else { return nil }
            state.sights = sights
            guard let machine = state.machine else { return nil }
            return (state.judge(machine), machine.snapshot)
        }
        if let (verdict, snapshot) = news { incidents.add(verdict, snapshot, askedSince: nil) }
    }

    /// Takes what other daemons say of what fails here: it changes the findings' `scope`, and nothing else.
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

    /// What fails here that others may watch as well.
    var failing: [SharedThing] {
        state.withLock { state in
            let document = current(&state)
            let targets = state.targets
            return SharedThing.failing(state.verdict ?? .none, targets: document.targets) { targets[$0].target.host }
        }
    }

    func setPublication(_ publication: Publication) {
        change { $0.publication = publication }
    }

    /// Takes to whom the daemon is open beyond this machine; `nil`: to nobody.
    func setExposure(_ exposure: String?) {
        change { $0.exposure = exposure }
    }

    /// Takes how a service stands that is announced for somebody else.
    ///
    /// - Parameter id: What tells it from the others.
    func set(_ service: RegisteredService, _ id: Int) {
        change { $0.services[id] = service }
        events.send(.service(service))
    }

    /// - Parameter service: As it is told of for the last time.
    func remove(_ service: RegisteredService, _ id: Int) {
        change { $0.services[id] = nil }
        events.send(.service(service))
    }

    /// Takes the targets of a new configuration; reports of those that are gone go with them.
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

    /// Keeps the report where it is one of a configured target, and tells the listeners of it.
    func add(_ report: Report) {
        let stored = StoredReport(report)
        metrics.add(report)
        let isInMaintenance = state.withLock { $0.isInMaintenance(report.key, at: report.started) }
        let (isNews, counts) = state.withLock { state in
            guard let place = state.places[report.key] else { return (false, true) }
            let before = state.reports.updateValue(stored, forKey: report.key)
            state.isStale = true
            let counts = state.confirm(stored, of: state.targets[place])
            // That it was checked once more is no news.
            return (
                before?.status != report.status || before?.degraded != report.degraded || before?.cause != report.cause
                    || !counts, counts
            )
        }
        // What is being maintained may fail; that it works is good to know at any time.
        if counts, !isInMaintenance || report.cause == nil { incidents.add(report) }
        record(report, isInMaintenance: isInMaintenance)
        if isNews { publish() }
        events.send(.report(stored))
    }

    /// Results of configured targets are recorded from now on.
    func record(to queue: HistoryQueue) {
        state.withLock { $0.recorder = queue }
        incidents.record(to: { event in
            let incident = event.incident
            switch event.event {
            case .opened, .closed: queue.add(.kept(incident), isUrgent: true)
            // That one more target is held down is not worth a commit of its own.
            case .changed: queue.add(.kept(incident), isUrgent: false)
            case .merged: queue.add(.merged(id: incident.id, opened: incident.opened), isUrgent: true)
            }
        })
    }

    func setHistoryTrouble(_ trouble: HistoryTrouble?) {
        change { $0.historyTrouble = trouble }
    }

    /// Puts the result of a configured target on record, on the disk and in memory.
    private func record(_ report: Report, isInMaintenance: Bool) {
        let (isConfigured, recorder) = state.withLock { ($0.places[report.key] != nil, $0.recorder) }
        guard isConfigured else { return }
        let isCutOff = report.status == .connectionDown && incidents.isCutOff(report.key)
        recorder?.add(CheckResult(report, isInMaintenance: isInMaintenance, isCutOff: isCutOff))
        var mark = StatusMark(report.status, isDegraded: report.degraded)
        if isCutOff { mark = .unknown }
        recent.add(
            .init(
                at: report.started, duration: report.duration.duration, mark: isInMaintenance ? .maintenance : mark,
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

    /// Tells the listeners that the status is another one: at once, or when the pause since the last time is over.
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
            state.encoded = nil
        }
        return state.document
    }

    private func compose(_ state: inout State) -> StatusDocument {
        let (incidents, cutOff) = incidents.openIncidents(of: state.targets.map(\.key))
        let now = Timestamp()
        let targets = state.targets.map { target in
            let last = state.reports[target.key]
            let confirmation = state.confirmations[target.key]
            let report = confirmation?.shown ?? last
            var status = report?.status ?? .noErr
            // Whether it works cannot be told from a machine that is cut off.
            if status == .connectionDown, cutOff.contains(target.key) { status = .connectionIndeterminate }
            var cause = report?.cause
            if let opinions = state.opinions { cause?.scope = opinions.scope(ofTarget: target.target.text) }
            var document = StatusDocument.TargetStatus(
                target: target.target.text, status: status, degraded: report?.degraded ?? false, cause: cause,
                last: last?.started)
            (document.name, document.group, document.labels) = (target.name, target.group, target.labels)
            (document.duration, document.certificateDays) = (last?.duration, last?.certificateDays)
            document.isProxied = last?.isProxied ?? false
            document.isInMaintenance = target.maintenance.contains { $0.contains(now) }
            document.pending = confirmation?.pending ?? 0
            return document
        }
        var verdict = state.verdict
        if let opinions = state.opinions, let findings = verdict?.findings {
            verdict?.findings = findings.map { opinions.adding(to: $0) }
        }
        let machine: MachineVerdict = verdict ?? .none
        let (status, findings) = OverallStatus.judge(verdict, targets: targets, publication: state.publication)
        if status != state.document.status { state.since = Timestamp() }
        var document = StatusDocument(
            status: status, findings: findings, host: host, since: state.since,
            links: state.machine?.snapshot.links ?? [], resolvers: machine.resolvers, gateways: machine.gateways,
            uplink: machine.uplink, incidents: incidents, targets: targets, publication: state.publication,
            services: state.services.sorted {
                ($0.value.origin.rawValue, $0.value.name, $0.key) < ($1.value.origin.rawValue, $1.value.name, $1.key)
            }.map(\.value))
        document.putCauseFirst()
        document.exposure = state.exposure
        document.history = state.historyTrouble
        return document
    }
}
