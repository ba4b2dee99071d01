import CClock

/// Limits the cost of matching over a whole dialogue. One match is limited by itself (``Pattern``), but a peer controls how often
/// one is tried, by how it splits its data into segments or messages. All checks share the thread on which this is done.
package struct MatchBudget {
    /// Of the processor's time.
    static let max = Duration.milliseconds(500)

    private var spent = Duration.zero

    package init() {}

    /// As ``Pattern/first(in:)``; too costly once the budget has been spent.
    package mutating func first(of pattern: Pattern, in text: [UInt8]) -> (match: Pattern.Match, end: Int) {
        guard spent < Self.max else { return (.tooCostly, 0) }
        let begun = Self.now
        defer { spent += Self.now - begun }
        return pattern.first(in: text)
    }

    /// The thread's own time: a busy machine makes no pattern costly.
    private static var now: Duration { .nanoseconds(netdiag_thread_time()) }
}
