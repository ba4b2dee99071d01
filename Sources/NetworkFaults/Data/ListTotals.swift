import SQLite

/// The total row counts of the lists that were requested since the last change of the tables. Pages of a list are requested one
/// after the other, and counting scans all of its rows.
struct ListTotals: Sendable {
    /// The version of the tables, which differs after any change by this program or another one.
    private struct Version: Hashable {
        let ownChanges: Int32
        /// The value of `PRAGMA data_version` (https://www.sqlite.org/pragma.html#pragma_data_version).
        let otherChanges: Int64
    }

    private struct Key: Hashable {
        let table: String
        let conditions: String
        let values: [SQLiteValue]
    }

    /// The maximum number of stored lists. Further ones are counted each time.
    private static let maxLists = 256
    /// The maximum number of values of a stored list, since values may be long texts.
    private static let maxValues = 8

    private var version: Version?
    private var totals: [Key: Int] = [:]

    /// Returns the number of rows that match a list's conditions.
    mutating func total(_ query: ListQuery, _ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        // The version is read first, so that the next list detects a later change by another program.
        let version = Version(
            ownChanges: connection.totalChanges,
            otherChanges: try connection.rows("PRAGMA data_version").first?.first?.integer ?? 0)
        if version != self.version { (self.version, totals) = (version, [:]) }
        let key = Key(table: query.definition.table, conditions: query.conditions, values: query.values)
        if let total = totals[key] { return total }
        let name = ResourceDefinition.quoted(query.definition.table)
        let total = Int(
            try connection.rows("SELECT COUNT(*) FROM \(name)\(query.conditions)", query.values)
                .first?.first?.integer ?? 0)
        let isShort = query.values.allSatisfy { $0.text.map { $0.utf8.count <= 256 } ?? true }
        if totals.count < Self.maxLists, query.values.count <= Self.maxValues, isShort { totals[key] = total }
        return total
    }
}
