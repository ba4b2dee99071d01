/// A recorded result as aggregates are made of it.
struct Sample: Sendable, Hashable {
    /// Milliseconds since 1970.
    var at: Int64
    var outcome: CheckOutcome
    /// Tenths of a millisecond.
    var duration: Int64
    /// The number of its cause in the database.
    var cause: Int64?
}
