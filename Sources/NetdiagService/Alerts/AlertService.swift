import EventLoopKit
import HTTPTypes
import Logging
import NetdiagAlerts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

/// Sends alerts to receivers: runs the reducer, keeps the queue, and delivers its messages.
///
/// It has its own thread, like the history: a commit waits for the disk, which must not delay checks. Each receiver has
/// a task, so that a hanging one delays no other.
actor AlertService {
    /// The time from a failure of the disk to the next attempt.
    static let diskPause = Duration.seconds(10)
    private static let day = Duration.seconds(86_400)
    private static let maxShown = 200

    nonisolated let inbox: AlertInbox
    private nonisolated let loop: EventLoopKit.EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let path: String?
    private let host: String
    private let incidents: IncidentStore
    private let sender: AlertSender
    let logger: Logger
    /// Sent when incidents have changed, or there is room in the queue.
    private let news: ChangeSignal
    /// Sent when there are messages to deliver.
    let work: ChangeSignal

    private var reducer: AlertReducer
    private var queue: AlertQueue?
    private var trouble: String?
    private var isFinished = false
    var attempts: [String: AlertAttempts] = [:]
    /// The messages that are being delivered.
    var busy: Set<Int64> = []
    /// Delivered messages for which that could not be recorded on disk yet, and which must not be sent again.
    var unrecorded: Set<Int64> = []
    private var isFull = false
    /// Called when a receiver begins or ceases to fail, or another number of messages waits.
    private let report: @Sendable (AlertTrouble) -> Void
    private var reported: AlertTrouble?

    /// - Parameters:
    ///   - path: The database of the queue; `nil` to keep it only in memory.
    ///   - loop: The thread of this service, which nothing else uses.
    ///   - report: Called with every change of what keeps alerts from being delivered.
    init(
        path: String?, engine: DiagnosticEngine, incidents: IncidentStore, host: String,
        loop: EventLoopKit.EventLoop, logger: Logger, report: @escaping @Sendable (AlertTrouble) -> Void
    ) {
        self.path = path
        self.host = host
        self.incidents = incidents
        self.loop = loop
        self.logger = logger
        self.report = report
        news = ChangeSignal(loop: loop)
        work = ChangeSignal(loop: loop)
        inbox = AlertInbox(signal: news)
        sender = AlertSender(engine: engine, loop: loop, host: host)
        reducer = AlertReducer(host: host)
        incidents.record(to: { [inbox] event in inbox.add(event) })
    }

    /// Sends alerts by a plan, until its task is cancelled.
    func run(_ plan: AlertPlan) async {
        let isFirst = queue == nil
        guard !plan.alerts.receivers.isEmpty || !isFirst else { return inbox.setOpen(false) }
        // Opened first, so that no event is missed while the current incidents are examined.
        inbox.setOpen(true)
        // Before the queue is open, it is not known which alerts were already sent.
        reducer.configure(plan, incidents: isFirst ? [] : incidents.all, at: .now)
        removeOthers()
        for name in attempts.keys where !plan.alerts.receivers.contains(where: { $0.name == name }) {
            attempts[name] = nil
            persist(name, failingSince: nil)
        }
        for name in attempts.keys { attempts[name]?.resetBackoff() }
        reportTrouble()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.follow() }
            for receiver in plan.alerts.receivers { group.addTask { await self.deliver(to: receiver) } }
        }
    }

    /// Adds the last messages to the queue.
    func finish() {
        guard !isFinished else { return }
        if queue != nil {
            receive()
            proceed()
        }
        isFinished = true
        queue = nil
    }

    // MARK: - Changes of incidents

    private func follow() async {
        while !Task.isCancelled {
            let sent = news.sent
            receive()
            let isStuck = !proceed()
            let now = AlertTime.now
            // Without room or a disk, messages stay due; they are examined again when that changes, or after a while.
            let due = isStuck ? now.clock + Self.diskPause : reducer.due(at: now) ?? now.clock + Self.day
            await news.wait(until: due, after: sent)
        }
    }

    private func receive() {
        let events = inbox.drain()
        for event in events { reducer.add(event, at: .now) }
        guard !events.isEmpty else { return }
        // The fault that prevented deliveries may have ended, above all in the uplink.
        if events.contains(where: { $0.event == .closed }) {
            for name in attempts.keys { attempts[name]?.resetBackoff() }
        }
        work.send()
    }

    /// - Returns: Whether everything that is due is done.
    @discardableResult
    private func proceed() -> Bool {
        guard let queue = opened() else { return false }
        defer { reportTrouble() }
        do {
            let waiting = try queue.waiting().values.reduce(0, +)
            let room = max(0, reducer.plan.alerts.maxWaiting - waiting)
            let isOverflowing = reducer.overflowed > 0
            var next = reducer
            let step = next.proceed(at: .now, room: room)
            if !step.isEmpty { try queue.apply(step, busy: busy) }
            reducer = next
            if isOverflowing { reducer.configure(reducer.plan, incidents: incidents.all, at: .now) }
            reportRecovery()
            if !step.messages.isEmpty { work.send() }
            let isFullNow = isOverflowing || room <= step.messages.count && reducer.hasMore(at: .now)
            logCapacity(isFullNow, waiting + step.messages.count)
            return !isFullNow
        } catch {
            fail("\(error)")
            return false
        }
    }

    private func logCapacity(_ isFullNow: Bool, _ waiting: Int) {
        guard isFullNow != isFull else { return }
        isFull = isFullNow
        if isFull {
            logger.warning(
                "the queue of alerts is full (\(waiting) messages wait; see netdiag alerts): further ones wait outside; correct the receiver, or write a larger alerts: queue:"
            )
        } else {
            logger.notice("the queue of alerts has room again")
        }
    }

    // MARK: - The disk

    /// The queue; `nil` if it cannot be opened now, which has been logged.
    func opened() -> AlertQueue? {
        if let queue { return queue }
        guard !isFinished else { return nil }
        let made: AlertQueue
        do {
            made = try AlertQueue.open(path: path ?? ":memory:") { self.logger.warning("\($0)") }
            let records = try made.records()
            let names = Set(reducer.plan.alerts.receivers.map(\.name))
            for (name, since) in try made.failing() {
                // A receiver that was removed while no daemon ran is forgotten.
                if names.contains(name) {
                    attempts[name] = attempts[name] ?? AlertAttempts(failingSince: since)
                } else {
                    try made.setFailing(name, since: nil)
                }
            }
            let all = incidents.all
            reducer.restore(records, incidents: all, at: .now)
            reducer.configure(reducer.plan, incidents: all, at: .now)
        } catch {
            fail("\(error)")
            return nil
        }
        if path == nil {
            logger.warning("alerts that wait are lost when netdiagd ends; choose a directory with --state")
        }
        queue = made
        removeOthers()
        return made
    }

    /// Drops the queued messages for receivers that were removed.
    private func removeOthers() {
        guard let queue else { return }
        do {
            let removed = try queue.remove(except: reducer.plan.alerts.receivers.map(\.name))
            if removed > 0 { logger.warning("\(removed) alerts for receivers that were removed are dropped") }
        } catch {
            fail("\(error)")
        }
    }

    func fail(_ reason: String) {
        let line = SafeText.escaped(reason)
        guard trouble != line else { return }
        trouble = line
        logger.error("the queue of alerts cannot be written: \(line)")
        reportTrouble()
    }

    /// Reports what keeps alerts from being delivered, if that has changed.
    func reportTrouble() {
        let failing = reducer.plan.alerts.receivers.compactMap { receiver in
            attempts[receiver.name].flatMap { state in
                state.reason.flatMap { reason in
                    state.failingSince.map { AlertTrouble.Receiver(name: receiver.name, reason: reason, since: $0) }
                }
            }
        }
        let waiting = (try? queue?.waiting())?.values.reduce(0, +) ?? reported?.waiting ?? 0
        let now = AlertTrouble(failing: failing, waiting: waiting, queue: trouble)
        guard now != reported else { return }
        reported = now
        report(now)
    }

    func reportRecovery() {
        guard trouble != nil else { return }
        trouble = nil
        logger.notice("the queue of alerts is written again")
        reportTrouble()
    }

    /// Called when a message has left the queue.
    func messageRemoved() {
        if isFull { news.send() }
    }

    /// When a message for a receiver with a quiet time is examined again; `nil` if it may be sent now.
    func quiet(for message: AlertMessage) -> ContinuousClock.Instant? { reducer.quiet(for: message, at: .now) }

    func isOutdated(_ message: AlertMessage) -> Bool { reducer.isOutdated(message) }

    func attempt(_ message: AlertMessage, _ receiver: AlertReceiver) async throws(CancellationError) -> AlertOutcome {
        try await sender.send(message, to: receiver)
    }

    // MARK: - Queries

    /// Sends a test message to a receiver.
    ///
    /// - Throws: 404 if there is no receiver with that name.
    func test(_ name: String) async throws -> AlertTestDocument {
        let receivers = reducer.plan.alerts.receivers
        guard let receiver = receivers.first(where: { $0.name == name }) else {
            let known = receivers.prefix(20).map { SafeText.escaped($0.name) }.joined(separator: ", ")
            throw Problem(
                .notFound,
                "\(SafeText.shown(name)) is not a receiver of alerts; "
                    + (known.isEmpty ? "none is configured (alerts: receivers:)" : "configured are: \(known)"))
        }
        var random = SystemRandomNumberGenerator()
        var message = AlertMessage.test(receiver: name, host: host, at: Timestamp())
        message.id = "test-" + String(random.next() as UInt64, radix: 36)
        let begun = ContinuousClock.now
        let outcome = try await sender.send(message, to: receiver)
        let duration = Milliseconds(begun.duration(to: .now))
        switch outcome {
        case .delivered(let detail):
            return AlertTestDocument(receiver: name, delivered: true, detail: detail, duration: duration)
        case .failed(let reason):
            return AlertTestDocument(receiver: name, delivered: false, detail: reason, duration: duration)
        }
    }

    var document: AlertsDocument {
        let waiting = (try? queue?.waiting()) ?? [:]
        let receivers = reducer.plan.alerts.receivers.map { receiver in
            var document = AlertsDocument.Receiver(
                name: receiver.name, kind: receiver.kindName, destination: SafeText.escaped(receiver.destination))
            let state = attempts[receiver.name] ?? AlertAttempts()
            document.waiting = waiting[receiver.name] ?? 0
            // After a restart, nothing is known of a receiver before the next attempt.
            (document.reason, document.failingSince) = (state.reason, state.reason == nil ? nil : state.failingSince)
            (document.nextAttempt, document.lastDelivered) = (state.nextWall, state.lastDelivered)
            return document
        }
        return AlertsDocument(
            receivers: receivers, messages: (try? queue?.messages(limit: Self.maxShown)) ?? [],
            pending: Array(reducer.pending(at: .now, hasRoom: !isFull).prefix(Self.maxShown)), trouble: trouble)
    }
}
