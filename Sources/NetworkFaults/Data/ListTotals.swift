import SQLite

/// How many rows lists have in all, of the lists that were asked for since the tables last changed: pages of one list are asked for one
/// after the other, and counting looks at all of its rows.
struct ListTotals: Sendable {
    /// What is different after any change, by this program or by another one.
    private struct Version: Hashable {
        let ownChanges: Int32
        /// https://www.sqlite.org/pragma.html#pragma_data_version
        let otherChanges: Int64
    }

    private struct Key: Hashable {
        let table: String
        let conditions: String
        let values: [SQLiteValue]
    }

    /// Further lists are counted each time.
    private static let maxLists = 256
    /// Values may be long texts; so many are not kept.
    private static let maxValues = 8

    private var version: Version?
    private var totals: [Key: Int] = [:]

    /// The rows that meet a list's conditions.
    mutating func total(_ query: ListQuery, _ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        // Asked for first: a change of another program after it is one that the next list notices.
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
