import CClock

/// Bounds what matching costs over a whole conversation. One match is bounded by itself (``Pattern``), but a peer chooses how
/// often one is tried: by how it cuts what it says into segments, or into messages. All checks share the thread that this
/// is done on.
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
