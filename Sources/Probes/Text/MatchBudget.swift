import CClock

/// Limits the cost of matching in a whole dialogue. A single match has its own limit (``Pattern``), but the peer controls how
/// often a match is tried, since it can split its data into any number of segments or messages. All checks share the thread
/// on which this is done.
package struct MatchBudget {
    /// The limit of processor time.
    static let max = Duration.milliseconds(500)

    /// The processor time that matching has taken.
    package private(set) var spent = Duration.zero

    package init() {}

    /// The same as ``Pattern/first(in:)``; too costly once the budget is spent.
    package mutating func first(of pattern: Pattern, in text: [UInt8]) -> (match: Pattern.Match, end: Int) {
        guard spent < Self.max else { return (.tooCostly, 0) }
        let begun = Self.now
        defer { spent += Self.now - begun }
        return pattern.first(in: text)
    }

    /// The time of the thread itself, so that a busy machine does not matter.
    private static var now: Duration { .nanoseconds(netdiag_thread_time()) }
}
