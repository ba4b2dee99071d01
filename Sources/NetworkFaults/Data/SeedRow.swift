package import SQLite

/// A row of a file with validated values.
package struct SeedRow: Sendable, Hashable {
    /// The key; `nil` if the database assigns it.
    package var key: Int64?
    /// The values of all fields, in order.
    package var values: [SQLiteValue]
    /// The place of the row in its file, as `FILE:LINE`.
    package var place: String

    package init(key: Int64?, values: [SQLiteValue], place: String) {
        self.key = key
        self.values = values
        self.place = place
    }
}
