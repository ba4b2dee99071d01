import NetworkModel

/// The sum of aggregates, for columns and totals of longer periods than the stored ones.
///
/// The percentiles of a sum cannot be computed from those of its parts. They are averages, weighted by the number of
/// checks. The minimum and the maximum are exact.
struct AggregateSum: Sendable {
    private var checks = 0
    private var failures = 0
    private var up = 0
    private var down = 0
    private var maintenance = 0
    private var least = Int64.max
    private var most = Int64.min
    private var weight = 0
    private var weighted: (p10: Double, p50: Double, p90: Double) = (0, 0, 0)
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
        let count = max(part.checks - part.failures, 1)
        weight += count
        weighted.p10 += Double(times.p10) * Double(count)
        weighted.p50 += Double(times.p50) * Double(count)
        weighted.p90 += Double(times.p90) * Double(count)
    }

    mutating func add(_ other: AggregateSum) {
        checks += other.checks
        failures += other.failures
        up += other.up
        down += other.down
        maintenance += other.maintenance
        least = min(least, other.least)
        most = max(most, other.most)
        weight += other.weight
        weighted.p10 += other.weighted.p10
        weighted.p50 += other.weighted.p50
        weighted.p90 += other.weighted.p90
        causes.merge(other.causes, uniquingKeysWith: +)
    }

    /// The sum as an aggregate.
    var aggregate: Aggregate {
        var aggregate = Aggregate()
        (aggregate.checks, aggregate.failures) = (checks, failures)
        (aggregate.up, aggregate.down, aggregate.maintenance) = (up, down, maintenance)
        aggregate.cause = causes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        if weight > 0 {
            func average(_ sum: Double) -> Int64 { Int64((sum / Double(weight)).rounded()) }
            aggregate.times = .init(
                min: least, p10: average(weighted.p10), p50: average(weighted.p50), p90: average(weighted.p90),
                max: most)
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
