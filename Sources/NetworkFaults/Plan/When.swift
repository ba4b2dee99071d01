import NetworkModel

/// When a fault applies: all conditions that are given have to hold.
///
/// Requests are counted from 1, those alone that ``match`` fits.
package struct When: Sendable, Hashable {
    /// Part of a period in which a fault applies: the first `active` of each `period`.
    package struct Window: Sendable, Hashable {
        package var active: Duration
        package var period: Duration

        package init(active: Duration, period: Duration) {
            self.active = active
            self.period = period
        }
    }

    /// 0 to 1.
    package var probability: Double?
    /// Every n-th request: the n-th, the 2n-th and so on.
    package var every: Int?
    /// The first n requests.
    package var first: Int?
    /// All but the first n requests.
    package var after: Int?
    /// From one number to another, both included.
    package var between: ClosedRange<Int>?
    package var during: Window?
    package var match: RequestMatch?

    package init() {}

    package static let always = When()

    /// Why it holds for no request, whatever its number; `nil` if it holds for some.
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

/// Counts the requests that one fault is about, and says which of them it applies to.
package struct WhenState: Sendable {
    package let when: When
    /// The requests that have matched.
    package private(set) var count = 0
    private var generator: SeededGenerator

    package init(_ when: When, seed: UInt64, stream: UInt64) {
        self.when = when
        generator = SeededGenerator(seed: seed, stream: stream)
    }

    /// Whether the fault applies to this request.
    ///
    /// - Parameter elapsed: Since the server started.
    package mutating func applies(to request: ServedRequest, after elapsed: Duration) -> Bool {
        if let match = when.match, !match.fits(request) { return false }
        return applies(after: elapsed)
    }

    /// Whether the fault applies to one more request, of those that it is about.
    mutating func applies(after elapsed: Duration) -> Bool {
        count += 1
        // One number for each request, whatever else holds, so that the sequence depends on nothing but the seed.
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
    /// The remainder of a division; the divisor is above zero.
    static func % (left: Duration, right: Duration) -> Duration {
        let nanoseconds = { (duration: Duration) -> Int64 in
            let (seconds, attoseconds) = duration.components
            return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ attoseconds / 1_000_000_000
        }
        let divisor = nanoseconds(right)
        return divisor > 0 ? .nanoseconds(nanoseconds(left) % divisor) : .zero
    }
}
