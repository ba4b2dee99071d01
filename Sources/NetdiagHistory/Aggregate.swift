/// The summary of a target's results in a period of time. A pure reducer, without a clock or a database.
///
/// Each result counts for the time until the next one, but no longer than ``longest(interval:)``. The durations in
/// seconds are sums of these times.
struct Aggregate: Sendable, Hashable {
    var checks = 0
    /// The number of checks that failed because of the target itself.
    var failures = 0
    var up = 0
    var down = 0
    var maintenance = 0
    /// The durations of successful checks in tenths of a millisecond: minimum, 10th, 50th and 90th percentile, maximum.
    var times: Times?
    /// The cause of most of the failures.
    var cause: Int64?

    struct Times: Sendable, Hashable {
        var min: Int64
        var p10: Int64
        var p50: Int64
        var p90: Int64
        var max: Int64

        /// Whether the durations are in ascending order, and of a size that can be computed with.
        var isSound: Bool { 0 <= min && min <= p10 && p10 <= p50 && p50 <= p90 && p90 <= max && max < 1 << 53 }
    }

    /// The maximum time for which a result counts, in milliseconds. It permits that checks are late, or that one is
    /// missing.
    static func longest(interval: Duration) -> Int64 {
        let (seconds, attoseconds) = interval.components
        return (seconds * 1_000 + attoseconds / 1_000_000_000_000_000) * 5 / 2 + 5_000
    }

    init() {}

    /// Creates the summary of a period.
    ///
    /// - Parameters:
    ///   - samples: The samples in ascending order of time, including the last one before the period, which extends
    ///     into it, and the first one after it, which ends the last one in it.
    ///   - span: The period, in milliseconds since 1970.
    ///   - longest: ``longest(interval:)``.
    init(_ samples: [Sample], in span: Range<Int64>, longest: Int64) {
        var milliseconds: [CheckOutcome: Int64] = [:]
        var durations: [Int64] = []
        var causes: [Int64: Int] = [:]
        for (place, sample) in samples.enumerated() {
            let next = place + 1 < samples.count ? samples[place + 1].at : .max
            let end = min(next, sample.at + longest, span.upperBound)
            let begin = max(sample.at, span.lowerBound)
            if begin < end { milliseconds[sample.outcome, default: 0] += end - begin }
            guard span.contains(sample.at) else { continue }
            checks += 1
            switch sample.outcome {
            case .up: durations.append(sample.duration)
            case .down:
                failures += 1
                if let cause = sample.cause { causes[cause, default: 0] += 1 }
            case .unknown, .maintenance: break
            }
        }
        // Each part is rounded down, and the largest gets the remainder, so that the sum does not exceed the period.
        let known = milliseconds.filter { $0.key != .unknown }
        var parts = known.mapValues { Int($0 / 1_000) }
        let whole = Int(known.values.reduce(0, +) / 1_000)
        if let largest = known.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })?.key {
            parts[largest, default: 0] += whole - parts.values.reduce(0, +)
        }
        (up, down, maintenance) = (parts[.up] ?? 0, parts[.down] ?? 0, parts[.maintenance] ?? 0)
        // A failure of less than a second must remain visible.
        if failures > 0, down == 0, up > 0 { (up, down) = (up - 1, 1) }
        cause = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        durations.sort()
        if let least = durations.first, let most = durations.last {
            times = Times(
                min: least, p10: Self.percentile(10, of: durations), p50: Self.percentile(50, of: durations),
                p90: Self.percentile(90, of: durations), max: most)
        }
    }

    /// The percentile of sorted values, by the nearest rank.
    static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64 {
        sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
    }

    var isEmpty: Bool { checks == 0 && up + down + maintenance == 0 }
}
