/// Results of a span of time together. A pure reducer: without clock and without database.
///
/// Seconds come from what each result stands for: the time to the next one, and no longer than ``longest(interval:)``.
struct Aggregate: Sendable, Hashable {
    var checks = 0
    /// Checks that failed by the target's own fault.
    var failures = 0
    var up = 0
    var down = 0
    var maintenance = 0
    /// In tenths of a millisecond, of checks that found it working: least, 10th, 50th and 90th percentile, most.
    var times: Times?
    /// What most failures named.
    var cause: Int64?

    struct Times: Sendable, Hashable {
        var min: Int64
        var p10: Int64
        var p50: Int64
        var p90: Int64
        var max: Int64
    }

    /// How long a result stands for its target at most, in milliseconds: two checks may be late, or one missing.
    static func longest(interval: Duration) -> Int64 {
        let (seconds, attoseconds) = interval.components
        return (seconds * 1_000 + attoseconds / 1_000_000_000_000_000) * 5 / 2 + 5_000
    }

    init() {}

    /// - Parameters:
    ///   - samples: Ascending in time; with the last one before the span, which reaches into it, and the first one after it,
    ///     which ends what the last one in it stands for.
    ///   - span: Milliseconds since 1970.
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
        // What is known is no longer than the span, however it is rounded: each is rounded down, the first takes the rest.
        let known = milliseconds.filter { $0.key != .unknown }
        var parts = known.mapValues { Int($0 / 1_000) }
        let whole = Int(known.values.reduce(0, +) / 1_000)
        if let largest = known.max(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })?.key {
            parts[largest, default: 0] += whole - parts.values.reduce(0, +)
        }
        (up, down, maintenance) = (parts[.up] ?? 0, parts[.down] ?? 0, parts[.maintenance] ?? 0)
        // A failure that was shorter than a second is not forgotten.
        if failures > 0, down == 0, up > 0 { (up, down) = (up - 1, 1) }
        cause = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        durations.sort()
        if let least = durations.first, let most = durations.last {
            times = Times(
                min: least, p10: Self.percentile(10, of: durations), p50: Self.percentile(50, of: durations),
                p90: Self.percentile(90, of: durations), max: most)
        }
    }

    /// The nearest rank.
    static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64 {
        sorted[max((sorted.count * percent + 99) / 100 - 1, 0)]
    }

    var isEmpty: Bool { checks == 0 && up + down + maintenance == 0 }
}
