import NetworkModel

/// The sum of aggregates, for columns and totals of longer periods than the stored ones.
///
/// The percentiles of a sum cannot be computed exactly from those of its parts. Each part contributes its own percentiles,
/// with the number of its checks between them: exact for parts of up to three checks, close for others. The minimum and the
/// maximum are exact.
struct AggregateSum: Sendable {
    private var checks = 0
    private var failures = 0
    private var up = 0
    private var down = 0
    private var maintenance = 0
    private var least = Int64.max
    private var most = Int64.min
    /// Durations, and the number of checks that each stands for.
    private var points: [Point] = []
    /// The number of failures for each cause, as named by the aggregates.
    private(set) var causes: [Int64: Int] = [:]

    mutating func add(_ part: Aggregate) {
        checks += part.checks
        failures += part.failures
        up += part.up
        down += part.down
        maintenance += part.maintenance
        if let cause = part.cause { causes[cause, default: 0] += part.failures }
        guard let times = part.times else { return }
        least = min(least, times.min)
        most = max(most, times.max)
        // Appended one by one: a view of all targets adds tens of thousands of parts, and an array for each would take as
        // long as reading it.
        switch max(part.checks - part.failures, 1) {
        case 1: add(times.p50, 1)
        case 2:
            add(times.min, 1)
            add(times.max, 1)
        case 3:
            add(times.min, 1)
            add(times.p50, 1)
            add(times.max, 1)
        case let count:
            add(times.p10, Double(count) * 0.3)
            add(times.p50, Double(count) * 0.4)
            add(times.p90, Double(count) * 0.25)
            add(times.max, Double(count) * 0.05)
        }
        joinNeighbours(above: Self.maxPoints)
    }

    private struct Point {
        var duration: Int64
        var weight: Double
    }

    /// The number of points above which neighbouring ones are joined; of a sum of sums, which is sorted once and not for
    /// each of its parts.
    private static let maxPoints = 1_024
    private static let maxTotalPoints = 16_384

    private mutating func add(_ duration: Int64, _ weight: Double) {
        points.append(Point(duration: duration, weight: weight))
    }

    private mutating func joinNeighbours(above limit: Int) {
        while points.count > limit {
            points.sort { $0.duration < $1.duration }
            points = stride(from: 0, to: points.count, by: 2).map { place in
                guard place + 1 < points.count else { return points[place] }
                let (one, other) = (points[place], points[place + 1])
                let weight = one.weight + other.weight
                let sum = Double(one.duration) * one.weight + Double(other.duration) * other.weight
                return Point(duration: Int64((sum / weight).rounded()), weight: weight)
            }
        }
    }

    /// The number of points above which a percentile is searched in a part of them. Sorting all points of a year would take
    /// most of the time of a view.
    private static let maxSorted = 64

    /// The percentiles of the points, in ascending order.
    private func percentiles(_ percents: [Double]) -> [Int64] {
        guard points.count > Self.maxSorted else {
            return Self.percentiles(percents, of: points, total: points.reduce(0) { $0 + $1.weight })
        }
        // Equal ranges of durations, 256 at most. All durations lie between the extremes.
        let shift = max(Int64.bitWidth - (most - least).leadingZeroBitCount - 8, 0)
        var weights = [Double](repeating: 0, count: 256)
        for point in points { weights[Int((point.duration - least) >> shift)] += point.weight }
        let total = weights.reduce(0, +)
        var (range, before) = (0, 0.0)
        return percents.map { percent in
            while before + weights[range] < total * percent / 100 - Self.tolerance, range + 1 < weights.count {
                before += weights[range]
                range += 1
            }
            let some = points.filter { Int(($0.duration - least) >> shift) == range }
            return Self.percentiles([percent], of: some, total: total, before: before).first ?? most
        }
    }

    /// Weights are sums of fractions.
    private static let tolerance = 1e-6

    /// - Parameters:
    ///   - total: The weight of all points.
    ///   - before: The weight of the points with shorter durations than these.
    private static func percentiles(
        _ percents: [Double], of points: [Point], total: Double, before: Double = 0
    ) -> [Int64] {
        let sorted = points.sorted { $0.duration < $1.duration }
        guard let first = sorted.first else { return [] }
        var (place, passed) = (0, before + first.weight)
        return percents.map { percent in
            while passed < total * percent / 100 - tolerance, place + 1 < sorted.count {
                place += 1
                passed += sorted[place].weight
            }
            return sorted[place].duration
        }
    }

    mutating func add(_ other: AggregateSum) {
        checks += other.checks
        failures += other.failures
        up += other.up
        down += other.down
        maintenance += other.maintenance
        least = min(least, other.least)
        most = max(most, other.most)
        points += other.points
        joinNeighbours(above: Self.maxTotalPoints)
        causes.merge(other.causes, uniquingKeysWith: +)
    }

    /// The sum as an aggregate.
    var aggregate: Aggregate {
        var aggregate = Aggregate()
        (aggregate.checks, aggregate.failures) = (checks, failures)
        (aggregate.up, aggregate.down, aggregate.maintenance) = (up, down, maintenance)
        aggregate.cause = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        if !points.isEmpty {
            let percentiles = percentiles([10, 50, 90])
            aggregate.times = .init(
                min: least, p10: percentiles[0], p50: percentiles[1], p90: percentiles[2], max: most)
        }
        return aggregate
    }

    /// - Parameters:
    ///   - seconds: The length of the period, as far as it has passed.
    ///   - names: The names of the causes.
    func summary(of seconds: Int, causes names: [Int64: String]) -> HistorySummary {
        let sum = aggregate
        func milliseconds(_ tenths: Int64) -> Double { Double(tenths) / 10 }
        let times = sum.times.map {
            HistorySummary.Times(
                min: milliseconds($0.min), p10: milliseconds($0.p10), p50: milliseconds($0.p50),
                p90: milliseconds($0.p90), max: milliseconds($0.max))
        }
        return HistorySummary(
            up: up, down: down, maintenance: maintenance, unknown: max(seconds - up - down - maintenance, 0),
            checks: checks, failures: failures, times: times, cause: sum.cause.flatMap { names[$0] })
    }
}
