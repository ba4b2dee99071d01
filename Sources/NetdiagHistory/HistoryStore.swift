package import EventLoopKit
import Glibc
package import NetworkModel
import SQLite
import Synchronization

/// Records results and incidents, and answers queries about the past.
///
/// The actor runs on a thread of its own: a commit waits for the disk, and checks must not. The same thread reads and
/// writes over a single connection: a query takes milliseconds, and new data waits in the ``HistoryQueue`` anyway. Clients
/// have a limited number of queries at once (`QueryTurns` of the API).
package actor HistoryStore {
    /// The time between two transactions. If the daemon is killed, the results of this time are lost.
    package static let pause = Duration.seconds(10)
    /// The pause after a failure to open the database, in seconds.
    private static let retryPause: Int64 = 30

    /// The times of both clocks.
    package struct Clock: Sendable {
        package var wall: Timestamp
        /// Seconds on a clock that does not jump.
        package var monotonic: Int64

        package init(wall: Timestamp, monotonic: Int64) {
            self.wall = wall
            self.monotonic = monotonic
        }

        package static var now: Clock {
            Clock(wall: Timestamp(), monotonic: origin.duration(to: .now).components.seconds + 1)
        }

        private static let origin = ContinuousClock.now
    }

    /// An event of the store.
    package enum StoreEvent: Sendable {
        /// Nothing is recorded, for a reason; `nil` if recording has resumed.
        case trouble(HistoryWriteFailure?)
        /// A line for the log.
        case notice(String)
    }

    /// The reason why the history is not available.
    package struct Unavailable: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package nonisolated let queue = HistoryQueue()
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let path: String
    private let schema: HistorySchema
    private let clock: @Sendable () -> Clock
    private let publish: @Sendable (StoreEvent) -> Void
    /// All known incidents, for a new database.
    private let incidents: @Sendable () -> [StatusDocument.Incident]

    private var settings: HistorySettings
    private var intervals: [String: Duration] = [:]
    private var database: HistoryDatabase?
    private var retention: RetentionClock?
    private var trouble: HistoryWriteFailure?
    private var lost = 0
    private var retryAt: Int64?
    private var isFinished = false
    private nonisolated let isStopping = Atomic(false)

    /// - Parameters:
    ///   - loop: The thread on which the actor runs, and nothing else.
    ///   - incidents: All known incidents.
    ///   - publish: Receives events, on the same thread.
    package init(
        path: String, settings: HistorySettings, loop: EventLoop,
        clock: @escaping @Sendable () -> Clock = { .now },
        incidents: @escaping @Sendable () -> [StatusDocument.Incident] = { [] },
        publish: @escaping @Sendable (StoreEvent) -> Void
    ) {
        self.init(
            path: path, settings: settings, schema: .current, loop: loop, clock: clock, incidents: incidents,
            publish: publish)
    }

    init(
        path: String, settings: HistorySettings, schema: HistorySchema, loop: EventLoop,
        clock: @escaping @Sendable () -> Clock, incidents: @escaping @Sendable () -> [StatusDocument.Incident],
        publish: @escaping @Sendable (StoreEvent) -> Void
    ) {
        self.path = path
        self.settings = settings
        self.schema = schema
        self.loop = loop
        self.clock = clock
        self.incidents = incidents
        self.publish = publish
    }

    /// - Parameter intervals: The interval between checks of each target, by its key.
    package func configure(_ settings: HistorySettings, intervals: [String: Duration]) {
        self.intervals = intervals
        guard settings != self.settings else { return }
        self.settings = settings
        try? database?.limit(to: settings.maxBytes)
    }

    /// Records new data until its task is cancelled.
    package func run() async {
        flush()
        await withDiscardingTaskGroup { group in
            group.addTask { [loop, queue] in
                while !Task.isCancelled {
                    do { try await loop.sleep(until: .now + Self.pause) } catch { break }
                    queue.wake()
                }
            }
            for await _ in queue.urgent { flush() }
        }
    }

    /// Interrupts the running query, and refuses those that wait, so that ``finish()`` does not wait for them.
    package nonisolated func stopReading() { isStopping.store(true, ordering: .relaxed) }

    /// Records the remaining data and closes the database.
    package func finish() {
        guard !isFinished else { return }
        flush()
        isFinished = true
        queue.finish()
        database = nil
    }

    /// Records the waiting data.
    package func flush() {
        guard !isFinished else { return }
        let batch = queue.drain()
        lost += queue.drainLostCount()
        do {
            try record(batch)
            reportRecovery()
        } catch {
            queue.putBack(batch)
            lost += queue.drainLostCount()
            fail(error)
        }
    }

    private func record(_ batch: HistoryQueue.Batch) throws {
        do {
            try write(batch)
        } catch let error as SQLiteError where error.isOfDamage {
            // The new database gets the data that the old one did not accept.
            quarantine(because: error)
            try write(batch)
        } catch let error as SQLiteError where error.primaryCode == SQLiteError.full {
            guard let database, try database.isAtLimit() else { throw error }
            let now = Int(clock().wall.millisecondsSince1970 / 1_000)
            for _ in 0..<64 where try database.isAtLimit() { _ = try database.freeSpace(now: now) }
            try write(batch)
        }
    }

    private func write(_ batch: HistoryQueue.Batch) throws {
        let clock = clock()
        let now = Int(clock.wall.millisecondsSince1970 / 1_000)
        let database = try opened(clock)
        try database.record(
            batch.results, incidents: batch.incidents.values.sorted { $0.id < $1.id }, interval: interval, now: now)
        var believed = Int64(now)
        if retention == nil { retention = RetentionClock(newest: try database.newest()) }
        believed = retention?.now(wall: Int64(now), monotonic: clock.monotonic) ?? believed
        // Only a few steps are done now; the rest follows with the next batches.
        for _ in 0..<8 where try !database.trim(settings, now: Int(believed)) { break }
    }

    private func interval(_ key: String) -> Duration { intervals[key] ?? .seconds(60) }

    private func opened(_ clock: Clock) throws -> HistoryDatabase {
        if let database { return database }
        if let retryAt, clock.monotonic < retryAt { throw PauseNotOver() }
        retryAt = clock.monotonic + Self.retryPause
        let database: HistoryDatabase
        do {
            database = try HistoryDatabase(path: path, maxBytes: settings.maxBytes, schema: schema)
        } catch let error as SQLiteError where error.isOfDamage {
            quarantine(because: error)
            database = try HistoryDatabase(path: path, maxBytes: settings.maxBytes, schema: schema)
        }
        // These incidents may be from an earlier run, or from a time when nothing could be recorded.
        try database.record(
            [], incidents: incidents().map { .kept($0) }, interval: interval,
            now: Int(clock.wall.millisecondsSince1970 / 1_000))
        try database.repairIncidents(open: incidents().filter(\.isOpen), now: clock.wall)
        retryAt = nil
        retention = nil
        self.database = database
        return database
    }

    /// The pause after a failure, which was already reported, is not over.
    private struct PauseNotOver: Error {}

    private func quarantine(because error: SQLiteError) {
        database = nil
        let other = path + ".damaged"
        for end in ["", "-wal", "-shm"] {
            unlink(other + end)
            rename(path + end, other + end)
        }
        retryAt = nil
        publish(
            .notice(
                "the history \(SafeText.escaped(path)) is damaged (\(error.message)); it is kept as \(SafeText.escaped(other)), "
                    + "and a new one is begun"))
    }

    private func reportRecovery() {
        guard let trouble else { return }
        self.trouble = nil
        publish(.trouble(nil))
        publish(.notice("results are recorded again; lost since \(trouble.since): \(lost)"))
        lost = 0
    }

    private func fail(_ error: any Error) {
        let reason = error is PauseNotOver ? trouble?.reason ?? "it is being opened" : reason(for: error)
        let new = HistoryWriteFailure(reason: reason, since: trouble?.since ?? clock().wall, lost: lost)
        guard new != trouble else { return }
        let isOther = trouble?.reason != reason
        trouble = new
        publish(.trouble(new))
        if isOther { publish(.notice("results are not recorded: \(reason)")) }
    }

    private func reason(for error: any Error) -> String {
        let shown = SafeText.escaped(path)
        switch error {
        case let problem as HistoryProblem:
            switch problem {
            case .newer(let found, let known):
                return
                    "\(shown) is of a newer netdiagd (version \(found), and this one knows \(known)); run that one, or name another with history: file:"
            case .foreign: return "\(shown) is another program's database; name another with history: file:"
            case .held(let who): return "\(shown) is being written by \(who); name another with history: file:"
            }
        case let failure as SystemFailure: return SafeText.escaped(failure.description)
        case let failure as SQLiteError:
            return "\(shown): \(failure.message)" + (failure.primaryCode == SQLiteError.full ? "; make room there" : "")
        default: return "\(shown): \(error)"
        }
    }

    // MARK: - Reading

    /// The history, including all data that was added so far.
    ///
    /// - Throws: ``Unavailable``.
    package func history(_ query: HistoryQuery) throws(Unavailable) -> HistoryDocument {
        try read { database, now in
            let query = query.answerable(settings, now: now)
            return HistoryDocument(
                from: Timestamp(millisecondsSince1970: Int64(query.from) * 1_000),
                to: Timestamp(millisecondsSince1970: Int64(query.to) * 1_000), step: query.step,
                targets: try database.histories(query, interval: interval, now: now), trouble: trouble)
        }
    }

    /// Whether there is data about a target, which may not be configured any more.
    ///
    /// - Throws: ``Unavailable``.
    package func knows(_ key: String) throws(Unavailable) -> Bool {
        try read { database, _ in try database.number(ofTarget: key) != nil }
    }

    /// The incidents that were open in a period, newest first, at most 1,000. Open incidents take precedence over
    /// closed ones.
    ///
    /// - Throws: ``Unavailable``.
    package func incidents(from: Timestamp, to: Timestamp) throws(Unavailable) -> [StatusDocument.Incident] {
        try read { database, _ in try database.incidents(from: from, to: to, limit: 1_000) }
    }

    /// The last results of targets, in ascending order for each: as many as requested, as far as single results are
    /// kept.
    ///
    /// - Throws: ``Unavailable``.
    package func recent(_ count: Int, of keys: [String]) throws(Unavailable) -> [CheckResult] {
        try read { database, now in
            let causes = try database.causeNames()
            var results: [CheckResult] = []
            for key in keys {
                guard let target = try database.number(ofTarget: key) else { continue }
                let (seconds, _) = interval(key).components
                // Some checks may be missing.
                let span = min(Int64(count) * max(seconds, 1) * 3 / 2, Int64(settings.results))
                let end = Int64(now + 1) * 1_000
                for sample in try database.samples(of: target, in: (end - span * 1_000)..<end).suffix(count) {
                    results.append(
                        CheckResult(
                            key: key, at: Timestamp(millisecondsSince1970: sample.at), outcome: sample.outcome,
                            cause: sample.cause.flatMap { causes[$0] },
                            duration: .microseconds(sample.duration * 100)))
                }
            }
            return results
        }
    }

    /// The time that a query may take: meanwhile, the history answers no other one, and records nothing.
    private static let maxQueryTime = Duration.seconds(15)

    private func read<Value>(_ body: (HistoryDatabase, Int) throws -> Value) throws(Unavailable) -> Value {
        // Nobody waits for the result of a query whose client has disconnected.
        if isUnwanted { throw Unavailable(description: unwanted) }
        flush()
        guard let database else {
            throw Unavailable(description: trouble?.reason ?? "the daemon is shutting down")
        }
        let end = ContinuousClock.now + Self.maxQueryTime
        do {
            return try database.connection.withInterruption(when: { self.isUnwanted || ContinuousClock.now > end }) {
                try body(database, Int(clock().wall.millisecondsSince1970 / 1_000))
            }
        } catch let error as SQLiteError where error.primaryCode == SQLiteError.interrupt {
            throw Unavailable(
                description: isUnwanted
                    ? unwanted
                    : "the query takes longer than \(Self.maxQueryTime.components.seconds) s; name a shorter time or a target"
            )
        } catch {
            throw Unavailable(description: reason(for: error))
        }
    }

    /// Whether the running query has no reader any more. SQLite asks within the task of the query.
    private nonisolated var isUnwanted: Bool { Task.isCancelled || isStopping.load(ordering: .relaxed) }

    private nonisolated var unwanted: String {
        isStopping.load(ordering: .relaxed) ? "the daemon is shutting down" : "the query was cancelled"
    }
}

extension SQLiteError {
    static let full: Int32 = 13
    static let interrupt: Int32 = 9

    /// Whether the file is not a database, or is corrupt (SQLITE_CORRUPT, SQLITE_NOTADB).
    fileprivate var isOfDamage: Bool { primaryCode == 11 || primaryCode == 26 }
}
