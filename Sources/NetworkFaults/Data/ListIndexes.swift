import SQLite

/// Which lists are asked for again and again, and the indexes of SQLite that are made for them.
///
/// An index makes every change of a row dearer, so that there is none for what is asked now and then. It is made only for tables as
/// this program makes them: those of others are not changed but for their rows.
struct ListIndexes: Sendable {
    /// What lists of a table have in common for which one index does.
    private struct Shape: Sendable, Hashable {
        let table: String
        /// Those that are compared with one value, then that by which the rows are sorted.
        let columns: [String]
    }

    /// Lists of a shape until its index is made.
    static let threshold = 32
    /// Indexes of a table, those of earlier runs included.
    static let maxPerTable = 4
    /// Further shapes are not counted.
    private static let maxShapes = 256
    /// How their names begin.
    static let prefix = "netdiag_"

    private var asked: [Shape: Int] = [:]

    /// Counts a list, and makes its index when it has been asked for often enough.
    ///
    /// Without an index, lists are as they were: that none can be made (the disk is full, another program writes) is no reason to refuse
    /// one, and is not tried again.
    mutating func note(_ query: ListQuery, _ connection: SQLiteConnection) {
        let columns = query.indexedColumns
        guard !columns.isEmpty else { return }
        let shape = Shape(table: query.definition.table, columns: columns)
        guard asked[shape] != nil || asked.count < Self.maxShapes else { return }
        let count = asked[shape, default: 0]
        guard count < Self.threshold else { return }
        asked[shape] = count + 1
        if count + 1 == Self.threshold { try? Self.make(shape, query.definition, connection) }
    }

    private static func make(
        _ shape: Shape, _ definition: ResourceDefinition, _ connection: SQLiteConnection
    ) throws(SQLiteError) {
        let own = try connection.rows(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(shape.table)])
        guard own.first?.first?.text == definition.creation else { return }
        let there = try connection.rows(
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND instr(name, ?) = 1",
            [.text(shape.table), .text(prefix)])
        guard (there.first?.first?.integer ?? 0) < maxPerTable else { return }
        let name = prefix + ([shape.table] + shape.columns).joined(separator: "_")
        let columns = shape.columns.map(ResourceDefinition.quoted).joined(separator: ", ")
        try connection.execute(
            "CREATE INDEX IF NOT EXISTS \(ResourceDefinition.quoted(name)) ON \(ResourceDefinition.quoted(shape.table)) (\(columns))"
        )
    }
}
