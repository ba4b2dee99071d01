/// A recorded result, as input for aggregates.
struct Sample: Sendable, Hashable {
    /// Milliseconds since 1970.
    var at: Int64
    var outcome: CheckOutcome
    /// Tenths of a millisecond.
    var duration: Int64
    /// The ID of the cause in the database.
    var cause: Int64?
}
