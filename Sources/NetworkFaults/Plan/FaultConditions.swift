import NetworkModel

/// The conditions of a fault, which all must hold.
///
/// Requests are counted from 1. Only requests that ``match`` fits are counted.
package struct FaultConditions: Sendable, Hashable {
    /// The part of each period in which a fault applies: the first `active` of each `period`.
    package struct Window: Sendable, Hashable {
        package var active: Duration
        package var period: Duration

        package init(active: Duration, period: Duration) {
            self.active = active
            self.period = period
        }
    }

    /// Every n-th request.
    package struct Cycle: Sendable, Hashable {
        /// The number of requests of a cycle, at least 1.
        package var length: Int
        /// The place of the request in the cycle, from 1.
        package var place: Int

        /// - Parameter place: The last place by default: n, 2n and so on.
        package init(_ length: Int, place: Int? = nil) {
            self.length = length
            self.place = place ?? length
        }

        package static let even = Cycle(2)
        package static let odd = Cycle(2, place: 1)

        func contains(_ number: Int) -> Bool { number % length == place % length }

        /// The first number of the cycle that is not below another number, which is at least 1.
        func first(from low: Int) -> Int { low + ((place - low) % length + length) % length }
    }

    /// The probability, 0 to 1.
    package var probability: Double?
    package var every: Cycle?
    /// The first n requests.
    package var first: Int?
    /// All requests except the first n.
    package var after: Int?
    /// The numbers of the first and the last request.
    package var between: ClosedRange<Int>?
    package var during: Window?
    package var match: RequestMatch?

    package init() {}

    package static let always = FaultConditions()

    /// The reason why the conditions hold for no request, whatever its number; `nil` if they hold for some.
    package var contradiction: String? {
        let low = max(1, after.map { $0 + 1 } ?? 1, between?.lowerBound ?? 1)
        let high = min(first ?? .max, between?.upperBound ?? .max)
        guard low <= high else {
            return
                "holds for no request: it begins with number \(low) and ends with \(high); change first:, after: or between:"
        }
        guard let every, every.first(from: low) > high else { return nil }
        let wanted = every == .odd ? "odd" : every == .even ? "even" : "a multiple of \(every.length)"
        return "holds for no request: none of number \(low) to \(high) is \(wanted); change every:"
    }
}

/// Counts the requests that a fault matches, and decides to which of them it applies.
package struct FaultConditionState: Sendable {
    package let when: FaultConditions
    /// The number of requests that matched.
    package private(set) var count = 0
    private var generator: SeededGenerator

    package init(_ when: FaultConditions, seed: UInt64, stream: UInt64) {
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
        if let every = when.every, !every.contains(count) { return false }
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
