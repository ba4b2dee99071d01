import NetworkModel
import SQLite

/// Queries.
extension HistoryDatabase {
    /// The slots of a range. The rows of a target are stored together by slot.
    private static let slots = "WITH RECURSIVE s(x) AS (VALUES (?1) UNION ALL SELECT x + 1 FROM s WHERE x < ?2)"

    /// The results of a target, in ascending order of time.
    ///
    /// - Parameter span: The period, in milliseconds since 1970.
    func samples(of target: Int64, in span: Range<Int64>) throws -> [Sample] {
        let statement = try connection.cachedStatement(
            "\(Self.slots) SELECT slot, at, outcome, duration, cause FROM s CROSS JOIN result ON slot = x AND target = ?3"
        )
        try statement.bind([
            .integer(Self.slot(of: span.lowerBound)), .integer(Self.slot(of: span.upperBound - 1)), .integer(target),
        ])
        defer { statement.reset() }
        var samples: [Sample] = []
        while try statement.step() {
            let at = statement.integer(at: 0) * Self.slotMilliseconds + statement.integer(at: 1)
            guard span.contains(at) else { continue }
            samples.append(
                Sample(
                    at: at, outcome: CheckOutcome(rawValue: Int(statement.integer(at: 2))) ?? .unknown,
                    duration: statement.integer(at: 3), cause: statement.isNull(at: 4) ? nil : statement.integer(at: 4))
            )
        }
        return samples
    }

    /// The aggregates of a target.
    ///
    /// - Parameter span: The period, in seconds since 1970.
    func aggregates(of target: Int64, in span: Range<Int>, at level: HistoryLevel) throws -> [(at: Int, Aggregate)] {
        guard !span.isEmpty else { return [] }
        let statement = try connection.cachedStatement(
            """
            \(Self.slots) SELECT slot, at, checks, failures, up, down, maintenance, min, p10, p50, p90, max, cause
            FROM s CROSS JOIN \(level.table) ON slot = x AND target = ?3
            """)
        try statement.bind([
            .integer(Int64(Self.slot(of: span.lowerBound, level))),
            .integer(Int64(Self.slot(of: span.upperBound - 1, level))), .integer(target),
        ])
        defer { statement.reset() }
        var found: [(at: Int, Aggregate)] = []
        while try statement.step() {
            let at = statement.start(at: level)
            if span.contains(at) { found.append((at, statement.aggregate)) }
        }
        return found
    }

    /// The aggregates of all targets, sorted by target.
    func aggregates(in span: Range<Int>, at level: HistoryLevel, _ body: (Int64, Int, Aggregate) -> Void) throws {
        guard !span.isEmpty else { return }
        let statement = try connection.cachedStatement(
            """
            SELECT slot, at, checks, failures, up, down, maintenance, min, p10, p50, p90, max, cause, target
            FROM \(level.table) WHERE slot BETWEEN ? AND ?
            """)
        try statement.bind([
            .integer(Int64(Self.slot(of: span.lowerBound, level))),
            .integer(Int64(Self.slot(of: span.upperBound - 1, level))),
        ])
        defer { statement.reset() }
        while try statement.step() {
            let at = statement.start(at: level)
            if span.contains(at) { body(statement.integer(at: 13), at, statement.aggregate) }
        }
    }

    /// The targets with data in a period, in the table from which a level is aggregated.
    func targets(withResultsIn span: Range<Int>, of level: HistoryLevel) throws -> [(Int64, String)] {
        let (table, seconds) = level == .day ? ("hours", HistoryLevel.hour.slotSeconds) : ("result", 300)
        let first = (span.lowerBound - (level == .day ? 0 : 300)) / seconds - 1
        return try connection.rows(
            """
            SELECT id, key FROM target WHERE id IN (SELECT DISTINCT target FROM \(table) WHERE slot BETWEEN ? AND ?)
            """, [.integer(Int64(first)), .integer(Int64(span.upperBound / seconds))]
        ).compactMap { row in row[0].integer.flatMap { id in row[1].text.map { (id, $0) } } }
    }

    /// The starts of the buckets of a target that may contain data.
    func starts(of target: Int64, in span: Range<Int>, at level: HistoryLevel) throws -> [Int] {
        guard (span.upperBound - span.lowerBound) / level.seconds > 8 else {
            return Array(stride(from: span.lowerBound, to: span.upperBound, by: level.seconds))
        }
        var starts: Set<Int> = []
        if level == .day {
            for (at, _) in try aggregates(of: target, in: span, at: .hour) { starts.insert(level.start(of: at)) }
        } else {
            // A gap may last for years.
            for row in try connection.rows(
                "SELECT DISTINCT slot FROM result WHERE slot BETWEEN ? AND ? AND target = ?",
                [.integer(Int64(span.lowerBound / 300)), .integer(Int64(span.upperBound / 300)), .integer(target)])
            {
                guard let slot = row[0].integer else { continue }
                let start = level.start(of: Int(slot) * 300)
                // The last result of a bucket extends into the next one.
                for start in [start, start + level.seconds] where span.contains(start) { starts.insert(start) }
            }
        }
        return starts.sorted()
    }

    func number(ofTarget key: String) throws -> Int64? {
        try connection.rows("SELECT id FROM target WHERE key = ?", [.text(key)]).first?.first?.integer
    }

    func causeNames() throws -> [Int64: String] {
        Dictionary(
            try connection.rows("SELECT id, name FROM cause").compactMap { row in
                row[0].integer.flatMap { id in row[1].text.map { (id, $0) } }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The incidents that were open in a period, newest first. If there are more than the limit, open incidents take
    /// precedence over closed ones.
    func incidents(from: Timestamp, to: Timestamp, limit: Int) throws -> [StatusDocument.Incident] {
        try connection.rows(
            """
            SELECT document FROM (
                SELECT document, opened FROM incident WHERE opened < ? AND (closed IS NULL OR closed >= ?)
                ORDER BY closed IS NOT NULL, opened DESC LIMIT ?
            ) ORDER BY opened DESC
            """,
            [.integer(to.millisecondsSince1970), .integer(from.millisecondsSince1970), .integer(Int64(limit))]
        ).compactMap { row in row[0].blob.flatMap { try? JSON.decode(StatusDocument.Incident.self, from: $0) } }
    }
}

extension SQLiteStatement {
    fileprivate func start(at level: HistoryLevel) -> Int {
        Int(integer(at: 0)) * level.slotSeconds + Int(integer(at: 1))
    }

    /// The aggregate in a row. It is read directly from the statement, since a view of all targets reads tens of
    /// thousands of rows.
    fileprivate var aggregate: Aggregate {
        var aggregate = Aggregate()
        (aggregate.checks, aggregate.failures) = (Int(integer(at: 2)), Int(integer(at: 3)))
        (aggregate.up, aggregate.down, aggregate.maintenance) = (
            Int(integer(at: 4)), Int(integer(at: 5)), Int(integer(at: 6))
        )
        // All the columns have values, or none (``Aggregate/times``). In a damaged file they may be in any order.
        if !isNull(at: 7) {
            let times = Aggregate.Times(
                min: integer(at: 7), p10: integer(at: 8), p50: integer(at: 9), p90: integer(at: 10),
                max: integer(at: 11))
            if times.isSound { aggregate.times = times }
        }
        aggregate.cause = isNull(at: 12) ? nil : integer(at: 12)
        return aggregate
    }
}
