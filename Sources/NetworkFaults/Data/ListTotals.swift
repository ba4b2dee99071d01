import SQLite

/// The total row counts of the lists that were requested since the last change of the tables. Pages of a list are requested one
/// after the other, and counting scans all of its rows.
struct ListTotals: Sendable {
    /// The version of the tables, which differs after any change by this program or another one.
    struct Version: Sendable, Hashable {
        let ownChanges: Int32
        /// The value of `PRAGMA data_version` (https://www.sqlite.org/pragma.html#pragma_data_version).
        let otherChanges: Int64
    }

    private struct Key: Sendable, Hashable {
        let table: String
        let conditions: String
        let values: [SQLiteValue]

        init(_ query: ListQuery) {
            (table, conditions, values) = (query.definition.table, query.conditions, query.values)
        }
    }

    /// The maximum number of stored lists. Further ones are counted each time.
    private static let maxLists = 256
    /// The maximum number of values of a stored list, since values may be long texts.
    private static let maxValues = 8

    private var version: Version?
    private var totals: [Key: Int] = [:]

    /// Returns the number of rows that match a list's conditions.
    mutating func total(_ query: ListQuery, _ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let known = try known(query, connection)
        if let total = known.total { return total }
        let total = try Self.count(query, connection)
        store(total, query)
        return total
    }

    /// Returns the version of the tables, and the number of rows if it is known.
    mutating func known(
        _ query: ListQuery, _ connection: SQLiteConnection
    ) throws(SQLiteError) -> (version: Version, total: Int?) {
        // The version is read first, so that the next list detects a later change by another program.
        let version = Version(
            ownChanges: connection.totalChanges,
            otherChanges: try connection.rows("PRAGMA data_version").first?.first?.integer ?? 0)
        if version != self.version { (self.version, totals) = (version, [:]) }
        return (version, totals[Key(query)])
    }

    /// Counts the rows, on any connection.
    static func count(_ query: ListQuery, _ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        let name = ResourceDefinition.quoted(query.definition.table)
        return Int(
            try connection.rows("SELECT COUNT(*) FROM \(name)\(query.conditions)", query.values)
                .first?.first?.integer ?? 0)
    }

    /// Stores a number of rows that was counted in the current version.
    mutating func store(_ total: Int, _ query: ListQuery) {
        let isShort = query.values.allSatisfy { $0.text.map { $0.utf8.count <= 256 } ?? true }
        guard totals.count < Self.maxLists, query.values.count <= Self.maxValues, isShort else { return }
        totals[Key(query)] = total
    }
}
