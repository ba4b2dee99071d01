import SQLite

/// Counts lists by their shape, and creates SQLite indexes for frequent ones.
///
/// An index makes every change of a row more expensive, so that rare lists get none. Only tables that this program created get
/// indexes: the schema of other tables is not changed.
struct ListIndexes: Sendable {
    /// The properties of lists of a table that can use the same index.
    private struct Shape: Sendable, Hashable {
        let table: String
        /// The columns that are compared with one value, then the column by which rows are sorted.
        let columns: [String]
    }

    /// The number of lists of a shape after which its index is created.
    static let threshold = 32
    /// The maximum number of indexes of a table, including those of earlier runs.
    static let maxPerTable = 4
    /// The maximum number of counted shapes.
    private static let maxShapes = 256
    /// The prefix of the indexes' names.
    static let prefix = "netdiag_"

    private var asked: [Shape: Int] = [:]

    /// Counts a list, and creates the index of its shape at the threshold.
    ///
    /// - Returns: Whether it tried to create an index.
    ///
    /// Lists work without an index. If it cannot be created (the disk is full, another program writes), the list is not
    /// refused, and the creation is not repeated.
    mutating func record(_ query: ListQuery, _ connection: SQLiteConnection) -> Bool {
        let columns = query.indexedColumns
        guard !columns.isEmpty else { return false }
        let shape = Shape(table: query.definition.table, columns: columns)
        guard asked[shape] != nil || asked.count < Self.maxShapes else { return false }
        let count = asked[shape, default: 0]
        guard count < Self.threshold else { return false }
        asked[shape] = count + 1
        guard count + 1 == Self.threshold else { return false }
        try? Self.make(shape, query.definition, connection)
        return true
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
