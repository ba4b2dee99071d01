import Glibc
import NetworkModel
import SQLite

/// The database of the writer, to which data is added in transactions. Not Sendable: it belongs to ``HistoryStore``.
final class HistoryDatabase {
    let path: String
    let connection: SQLiteConnection
    private let lock: DatabaseLock
    /// The IDs of targets and causes.
    private var targets: [String: Int64] = [:]
    private var causes: [String: Int64] = [:]
    /// The time up to which each level is complete, in seconds since 1970.
    private(set) var complete: [HistoryLevel: Int] = [:]

    /// The length of a slot of results, which are stored together, in milliseconds.
    static let slotMilliseconds: Int64 = 300_000
    /// The delay before a bucket is completed, in seconds. Results that come later, for example of a check that took
    /// five minutes, are added to the complete bucket.
    static let lag = 20
    /// The part of the size limit that is reserved for the log, in bytes.
    static let reserve = 8 << 20
    private static let pageSize = 4_096

    /// - Throws: ``HistoryProblem``, ``SystemFailure``, ``SQLiteError``.
    init(path: String, maxBytes: Int, schema: HistorySchema = .current) throws {
        self.path = path
        lock = try DatabaseLock(of: path)
        if let code = DatabaseFile.create(path) { throw SystemFailure(path, code: code) }
        connection = try SQLiteConnection(path: path, mode: .create)
        do {
            try schema.migrate(connection, path: path)
            // Committed data is on the disk: with a commit every ten seconds, this is one fsync(2) in that time.
            try connection.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -512;
                PRAGMA wal_autocheckpoint = 400; PRAGMA journal_size_limit = 4194304; PRAGMA temp_store = MEMORY
                """)
            try limit(to: maxBytes)
            for row in try connection.rows("SELECT level, until FROM progress") {
                guard let level = row[0].integer.flatMap({ HistoryLevel(rawValue: Int($0)) }),
                    let until = row[1].integer
                else { continue }
                complete[level] = Int(until)
            }
        } catch {
            connection.releaseCachedStatements()
            throw error
        }
    }

    deinit { connection.releaseCachedStatements() }

    func limit(to maxBytes: Int) throws {
        try connection.execute("PRAGMA max_page_count = \((maxBytes - Self.reserve) / Self.pageSize)")
    }

    /// The time of the newest result in seconds since 1970, rounded down to its slot; `nil` if there is none.
    func newest() throws -> Int64? {
        try connection.rows("SELECT max(slot) FROM result").first?.first?.integer.map {
            $0 * Self.slotMilliseconds / 1_000
        }
    }

    // MARK: - Writing

    /// Records results and incidents, and completes the buckets that are due, all or none.
    ///
    /// - Parameters:
    ///   - interval: The interval between checks of a target.
    ///   - now: Seconds since 1970.
    func record(
        _ results: [CheckResult], incidents: [IncidentChange], interval: (String) -> Duration, now: Int
    ) throws {
        let (targets, causes, complete) = (self.targets, self.causes, complete)
        do {
            try connection.transaction {
                for change in incidents { try record(change) }
                var late: Set<LateBucket> = []
                for result in results { try record(result, &late) }
                for place in late { try aggregate(place, interval: interval) }
                for level in HistoryLevel.allCases { try advance(level, interval: interval, now: now) }
            }
        } catch {
            // The transaction was rolled back.
            (self.targets, self.causes, self.complete) = (targets, causes, complete)
            throw error
        }
    }

    private struct LateBucket: Hashable {
        var target: Int64
        var level: HistoryLevel
        var start: Int
    }

    private func record(_ result: CheckResult, _ late: inout Set<LateBucket>) throws {
        let target = try number(of: result.key, in: "target", "key", &targets)
        let cause = try result.cause.map { try number(of: $0, in: "cause", "name", &causes) }
        let at = result.at.millisecondsSince1970
        let slot = Self.slot(of: at)
        let phases = result.phases
        func value(_ phase: Int32?) -> SQLiteValue { phase.map { .integer(Int64($0)) } ?? .null }
        try connection.run(
            "INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(slot), .integer(target), .integer(at - slot * Self.slotMilliseconds),
                .integer(Int64(result.outcome.rawValue)), cause.map { .integer($0) } ?? .null,
                .integer(CheckResult.tenths(result.duration)), value(phases.resolve), value(phases.connect),
                value(phases.tls), value(phases.answer),
            ])
        let second = Int(slot * Self.slotMilliseconds / 1_000) + Int((at - slot * Self.slotMilliseconds) / 1_000)
        for level in HistoryLevel.allCases {
            if let until = complete[level], second < until {
                late.insert(LateBucket(target: target, level: level, start: level.start(of: second)))
            } else if complete[level] == nil {
                // This is the first result, so that completion starts with its bucket.
                try complete(level, until: level.start(of: second))
            }
        }
    }

    private func record(_ change: IncidentChange) throws {
        switch change {
        case .kept(let incident):
            guard let document = try? JSON.line(incident) else { return }
            try removeOthers(of: incident.id, than: incident.opened)
            try connection.run(
                "INSERT OR REPLACE INTO incident VALUES (?, ?, ?, ?)",
                [
                    .integer(Int64(incident.id)), .integer(incident.opened.millisecondsSince1970),
                    incident.closed.map { .integer($0.millisecondsSince1970) } ?? .null, .blob(document),
                ])
        case .merged(let id, let opened):
            try removeOthers(of: id, than: opened)
            try connection.run(
                "DELETE FROM incident WHERE id = ? AND opened = ?",
                [.integer(Int64(id)), .integer(opened.millisecondsSince1970)])
        }
    }

    /// Deletes what was recorded of an incident before its beginning was corrected. Another incident with the same ID, from
    /// before this machine's state was deleted, was over before that, and is kept.
    private func removeOthers(of id: Int, than opened: Timestamp) throws {
        let milliseconds = SQLiteValue.integer(opened.millisecondsSince1970)
        try connection.run(
            "DELETE FROM incident WHERE id = ? AND opened <> ? AND (closed IS NULL OR closed >= ?)",
            [.integer(Int64(id)), milliseconds, milliseconds])
    }

    /// Closes or deletes the incidents that are recorded as open, but are not: netdiagd before 2026-11-26 left one each time
    /// that it corrected the beginning of an incident. One of which there is no other record ends when the results do.
    ///
    /// - Parameter open: The open incidents.
    func repairIncidents(open: [StatusDocument.Incident], now: Timestamp) throws {
        let known = Set(open.map(\.id))
        let newest = try newest().map { Timestamp(millisecondsSince1970: ($0 + 300) * 1_000) } ?? now
        var last: Int64 = -1
        while true {
            // In small steps: there may be thousands, and nothing else can be recorded meanwhile.
            let rows = try connection.rows(
                "SELECT id, opened, document FROM incident WHERE closed IS NULL AND id > ? ORDER BY id, opened LIMIT 200",
                [.integer(last)])
            guard let end = rows.last?[0].integer else { return }
            last = end
            try connection.transaction {
                for row in rows {
                    guard let id = row[0].integer, let opened = row[1].integer, !known.contains(Int(id)) else {
                        continue
                    }
                    let key = [SQLiteValue.integer(id), .integer(opened)]
                    guard
                        var document = row[2].blob.flatMap({
                            try? JSON.decode(StatusDocument.Incident.self, from: $0)
                        })
                    else {
                        // It may be that of a newer version.
                        try connection.run("UPDATE incident SET closed = opened WHERE id = ? AND opened = ?", key)
                        continue
                    }
                    let others = try connection.rows(
                        "SELECT 1 FROM incident WHERE id = ? AND opened <> ? AND closed >= ?", key + [.integer(opened)])
                    try connection.run("DELETE FROM incident WHERE id = ? AND opened = ?", key)
                    guard others.isEmpty else { continue }
                    (document.closed, document.ending) = (max(document.opened, min(newest, now)), .unwatched)
                    try record(.kept(document))
                }
            }
        }
    }

    /// The ID of a text, which is inserted if it is new.
    private func number(
        of text: String, in table: String, _ column: String, _ known: inout [String: Int64]
    ) throws -> Int64 {
        if let number = known[text] { return number }
        let find = "SELECT id FROM \(table) WHERE \(column) = ?"
        var found = try connection.rows(find, [.text(text)]).first?.first?.integer
        if found == nil {
            try connection.run("INSERT INTO \(table) (\(column)) VALUES (?)", [.text(text)])
            found = connection.lastInsertedRow
        }
        // Targets are added and removed over the years; those of a configuration are fewer than this.
        if known.count >= 30_000 { known = [:] }
        known[text] = found
        return found ?? 0
    }

    static func slot(of milliseconds: Int64) -> Int64 {
        let rest = milliseconds % slotMilliseconds
        return (milliseconds - (rest < 0 ? rest + slotMilliseconds : rest)) / slotMilliseconds
    }

    // MARK: - Aggregating

    private func complete(_ level: HistoryLevel, until: Int) throws {
        try connection.run(
            "INSERT OR REPLACE INTO progress VALUES (?, ?)",
            [.integer(Int64(level.rawValue)), .integer(Int64(until))])
        complete[level] = until
    }

    /// Aggregates the buckets that are over by now.
    private func advance(_ level: HistoryLevel, interval: (String) -> Duration, now: Int) throws {
        let end = level.start(of: now - Self.lag)
        guard let begin = complete[level], begin < end else { return }
        // If the clock has jumped, there is a gap without results, which needs no processing.
        for (number, key) in try targets(withResultsIn: begin..<end, of: level) {
            for start in try starts(of: number, in: begin..<end, at: level) {
                try write(
                    aggregate(number, in: start..<(start + level.seconds), at: level, interval: interval(key)),
                    number, start, level)
            }
        }
        try complete(level, until: end)
    }

    private func aggregate(_ place: LateBucket, interval: (String) -> Duration) throws {
        let key = try connection.rows("SELECT key FROM target WHERE id = ?", [.integer(place.target)]).first?.first?
            .text
        let span = place.start..<(place.start + place.level.seconds)
        try write(
            aggregate(place.target, in: span, at: place.level, interval: interval(key ?? "")), place.target,
            place.start,
            place.level)
    }

    private func aggregate(_ target: Int64, in span: Range<Int>, at level: HistoryLevel, interval: Duration) throws
        -> Aggregate
    {
        let longest = Aggregate.longest(interval: interval)
        let milliseconds = Int64(span.lowerBound) * 1_000..<Int64(span.upperBound) * 1_000
        guard level == .day else {
            return Aggregate(
                try samples(of: target, in: milliseconds.lowerBound - longest..<milliseconds.upperBound + longest),
                in: milliseconds, longest: longest)
        }
        var sum = AggregateSum()
        for (_, part) in try aggregates(of: target, in: span, at: .hour) { sum.add(part) }
        return sum.aggregate
    }

    private func write(_ aggregate: Aggregate, _ target: Int64, _ start: Int, _ level: HistoryLevel) throws {
        guard !aggregate.isEmpty else { return }
        let slot = Self.slot(of: start, level)
        let times = aggregate.times
        func value(_ number: Int64?) -> SQLiteValue { number.map { .integer($0) } ?? .null }
        let counts = [
            aggregate.checks, aggregate.failures, aggregate.up, aggregate.down, aggregate.maintenance,
        ].map { SQLiteValue.integer(Int64($0)) }
        try connection.run(
            "INSERT OR REPLACE INTO \(level.table) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [.integer(Int64(slot)), .integer(target), .integer(Int64(start - slot * level.slotSeconds))] + counts
                + [times?.min, times?.p10, times?.p50, times?.p90, times?.max, aggregate.cause].map(value))
    }

    static func slot(of second: Int, _ level: HistoryLevel) -> Int {
        let rest = second % level.slotSeconds
        return (second - (rest < 0 ? rest + level.slotSeconds : rest)) / level.slotSeconds
    }
}
