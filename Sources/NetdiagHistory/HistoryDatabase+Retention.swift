import SQLite

/// The deletion of old data, in small steps.
extension HistoryDatabase {
    /// The maximum number of rows in a step, which takes some milliseconds even on a slow disk.
    static let stepRows = 2_000

    private static let tables: [(name: String, slotSeconds: Int)] =
        [("result", 300)] + HistoryLevel.allCases.map { ($0.table, $0.slotSeconds) }

    /// Deletes a part of the data that is older than the settings allow, or of the oldest data if the database is too
    /// large.
    ///
    /// - Parameter now: Seconds since 1970, from ``RetentionClock``.
    /// - Returns: Whether there may be more to delete.
    func trim(_ settings: HistorySettings, now: Int) throws -> Bool {
        let ages = [settings.results] + HistoryLevel.allCases.map { settings.seconds(of: $0) }
        for (table, age) in zip(Self.tables, ages) {
            let oldest = (now - age) / table.slotSeconds
            if try deleteOldest(table.name, before: oldest) { return true }
        }
        let limit = (settings.maxBytes - Self.reserve) / 10 * 9
        var hasDeleted = false
        if try usedBytes() > limit { hasDeleted = try freeSpace(now: now) }
        // Free pages are returned to the file system gradually.
        try connection.execute("PRAGMA incremental_vacuum(64)")
        return hasDeleted
    }

    /// Deletes a step of the oldest data if there is no room: results before aggregates of five minutes, and these
    /// before those of hours and days.
    ///
    /// - Returns: Whether there was anything to delete.
    func freeSpace(now: Int) throws -> Bool {
        // Aggregates are computed from the results of the last hours.
        if try deleteOldest("result", before: (now - 2 * 3_600) / 300) { return true }
        for level in HistoryLevel.allCases {
            if try deleteOldest(level.table, before: (now - 86_400) / level.slotSeconds) { return true }
        }
        return try deleteOldest("result", before: .max)
    }

    /// The size of the pages in use, in bytes.
    func usedBytes() throws -> Int {
        func pragma(_ name: String) throws -> Int {
            Int(try connection.rows("PRAGMA \(name)").first?.first?.integer ?? 0)
        }
        return try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    }

    /// Whether the pages in use have reached 95 % of the maximum.
    func isAtLimit() throws -> Bool {
        func pragma(_ name: String) throws -> Int {
            Int(try connection.rows("PRAGMA \(name)").first?.first?.integer ?? 0)
        }
        return try pragma("page_count") - pragma("freelist_count") >= pragma("max_page_count") / 100 * 95
    }

    /// - Returns: Whether anything was deleted.
    private func deleteOldest(_ table: String, before end: Int) throws -> Bool {
        guard let slot = try connection.rows("SELECT min(slot) FROM \(table)").first?.first?.integer, slot < Int64(end)
        else { return false }
        // If a slot has many targets, those with the lowest IDs are deleted first.
        let last = try connection.rows(
            "SELECT target FROM \(table) WHERE slot = ? ORDER BY target LIMIT 1 OFFSET \(Self.stepRows)",
            [.integer(slot)]
        ).first?.first?.integer
        try connection.transaction {
            if let last {
                try connection.run(
                    "DELETE FROM \(table) WHERE slot = ? AND target <= ?", [.integer(slot), .integer(last)])
            } else {
                try connection.run("DELETE FROM \(table) WHERE slot = ?", [.integer(slot)])
            }
        }
        return true
    }
}
