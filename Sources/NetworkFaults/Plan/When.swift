import NetworkModel

/// The conditions of a fault, which all must hold.
///
/// Requests are counted from 1. Only requests that ``match`` fits are counted.
package struct When: Sendable, Hashable {
    /// The part of each period in which a fault applies: the first `active` of each `period`.
    package struct Window: Sendable, Hashable {
        package var active: Duration
        package var period: Duration

        package init(active: Duration, period: Duration) {
            self.active = active
            self.period = period
        }
    }

    /// The probability, 0 to 1.
    package var probability: Double?
    /// Every n-th request: n, 2n and so on.
    package var every: Int?
    /// The first n requests.
    package var first: Int?
    /// All requests except the first n.
    package var after: Int?
    /// The numbers of the first and the last request.
    package var between: ClosedRange<Int>?
    package var during: Window?
    package var match: RequestMatch?

    package init() {}

    package static let always = When()

    /// The reason why the conditions hold for no request, whatever its number; `nil` if they hold for some.
    package var contradiction: String? {
        let low = max(1, after.map { $0 + 1 } ?? 1, between?.lowerBound ?? 1)
        let high = min(first ?? .max, between?.upperBound ?? .max)
        guard low <= high else {
            return
                "holds for no request: it begins with number \(low) and ends with \(high); change first:, after: or between:"
        }
        guard let every, (low + every - 1) / every * every > high else { return nil }
        return "holds for no request: none of number \(low) to \(high) is a multiple of \(every); change every:"
    }
}

/// Counts the requests that a fault matches, and decides to which of them it applies.
package struct WhenState: Sendable {
    package let when: When
    /// The number of requests that matched.
    package private(set) var count = 0
    private var generator: SeededGenerator

    package init(_ when: When, seed: UInt64, stream: UInt64) {
        self.when = when
        generator = SeededGenerator(seed: seed, stream: stream)
    }

    /// Whether the fault applies to this request.
    ///
    /// - Parameter elapsed: The time since the server started.
    package mutating func applies(to request: ServedRequest, after elapsed: Duration) -> Bool {
        if let match = when.match, !match.fits(request) { return false }
        return applies(after: elapsed)
    }

    /// Whether the fault applies to the next request that matches.
    mutating func applies(after elapsed: Duration) -> Bool {
        count += 1
        // One number is drawn for each request, whatever else holds, so that the sequence depends only on the seed.
        let chance = generator.fraction()
        if let probability = when.probability, chance >= probability { return false }
        if let every = when.every, count % every != 0 { return false }
        if let first = when.first, count > first { return false }
        if let after = when.after, count <= after { return false }
        if let between = when.between, !between.contains(count) { return false }
        if let during = when.during, elapsed % during.period >= during.active { return false }
        return true
    }
}

extension Duration {
    /// Returns the remainder of a division; zero if the divisor is not positive.
    static func % (left: Duration, right: Duration) -> Duration {
        let nanoseconds = { (duration: Duration) -> Int64 in
            let (seconds, attoseconds) = duration.components
            return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ attoseconds / 1_000_000_000
        }
        let divisor = nanoseconds(right)
        return divisor > 0 ? .nanoseconds(nanoseconds(left) % divisor) : .zero
    }
}
