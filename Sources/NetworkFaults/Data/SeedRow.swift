package import SQLite

/// A row of a file, with values that its fields take.
package struct SeedRow: Sendable, Hashable {
    /// `nil` if the database gives it.
    package var key: Int64?
    /// One for each field, in their order.
    package var values: [SQLiteValue]
    /// Where it stands in its file, as `FILE:LINE`.
    package var place: String

    package init(key: Int64?, values: [SQLiteValue], place: String) {
        self.key = key
        self.values = values
        self.place = place
    }
}
