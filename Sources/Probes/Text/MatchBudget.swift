import CClock

/// Limits the cost of matching in a whole dialogue, or of all rules of a body. A single match has its own limit (``Pattern``),
/// but the peer controls how often a match is tried, since it can split its data into any number of segments or messages. All
/// checks share the thread on which this is done.
package struct MatchBudget: Sendable {
    /// The limit of processor time.
    static let max = Duration.milliseconds(500)

    /// The processor time that matching has taken.
    package private(set) var spent = Duration.zero

    package init() {}

    /// Searches for the first match: the result, and its end; too costly once the budget is spent.
    package mutating func first(of pattern: Pattern, in text: [UInt8]) -> (match: Pattern.Match, end: Int) {
        guard spent < Self.max else { return (.tooCostly, 0) }
        return first(of: pattern, in: MatchText(text))
    }

    /// Searches for the first match in a text that is used for several patterns.
    package mutating func first(of pattern: Pattern, in text: MatchText) -> (match: Pattern.Match, end: Int) {
        guard spent < Self.max else { return (.tooCostly, 0) }
        let begun = ThreadTime.now
        defer { spent += ThreadTime.now - begun }
        return pattern.first(in: text, within: min(Pattern.max, Self.max - spent))
    }
}

/// The processor time of the current thread, so that a busy machine does not matter.
enum ThreadTime {
    static var now: Duration { .nanoseconds(netdiag_thread_time()) }
}
