import NetworkModel
import Testing

@testable import NetdiagHistory

@Suite("Aggregates of results")
struct AggregateTests {
    /// Samples from a text: u up, d down, ? unknown, m maintenance, a blank for none.
    private func samples(_ text: String, every milliseconds: Int64 = 30_000, from start: Int64 = 0) -> [Sample] {
        text.enumerated().compactMap { place, sign in
            let outcome: CheckOutcome? =
                switch sign {
                case "u": .up
                case "d": .down
                case "?": .unknown
                case "m": .maintenance
                default: nil
                }
            return outcome.map {
                Sample(
                    at: start + Int64(place) * milliseconds, outcome: $0, duration: Int64(place + 1) * 10,
                    cause: $0 == .down ? 7 : nil)
            }
        }
    }

    @Test(
        "the time that results cover",
        arguments: [
            ("uuuuuuuuuu", 300, 0, 0), ("dddddddddd", 0, 300, 0), ("uuuuudddddd", 150, 150, 0),
            ("uu??uuuuuu", 240, 0, 0), ("mmuuuuuuuu", 240, 0, 60),
            // A missing result is bridged; after two and a half intervals and five seconds, the state is unknown.
            ("u uuuuuuuu", 300, 0, 0), ("u    uuuuu", 230, 0, 0),
            ("          ", 0, 0, 0), ("u         ", 80, 0, 0),
        ])
    func seconds(text: String, up: Int, down: Int, maintenance: Int) {
        let aggregate = Aggregate(
            samples(text), in: 0..<300_000, longest: Aggregate.longest(interval: .seconds(30)))
        #expect((aggregate.up, aggregate.down, aggregate.maintenance) == (up, down, maintenance))
    }

    @Test("a result that began before a period extends into it, and one that begins later ends it")
    func edges() {
        let all = samples("d", from: -10_000) + samples("u", from: 50_000) + samples("d", from: 310_000)
        let aggregate = Aggregate(all, in: 0..<300_000, longest: 1_000_000)
        #expect((aggregate.down, aggregate.up, aggregate.checks, aggregate.failures) == (50, 250, 1, 0))
    }

    @Test("durations are of successful checks, causes of failed ones")
    func times() throws {
        let aggregate = Aggregate(samples("uuuuuuuudd"), in: 0..<300_000, longest: 80_000)
        let times = try #require(aggregate.times)
        #expect((times.min, times.p10, times.p50, times.p90, times.max) == (10, 10, 40, 80, 80))
        #expect(aggregate.cause == 7 && aggregate.failures == 2 && aggregate.checks == 10)
        #expect(Aggregate(samples("dd"), in: 0..<300_000, longest: 80_000).times == nil)
    }

    @Test("a period has no more known seconds than its length, and a short failure is not lost")
    func rounding() {
        for milliseconds in Int64(1)...997 where milliseconds % 83 == 0 {
            let all = samples(String(repeating: "udm?", count: 200), every: milliseconds)
            let aggregate = Aggregate(all, in: 0..<10_000, longest: 80_000)
            #expect(aggregate.up + aggregate.down + aggregate.maintenance <= 10)
        }
        let blink = samples("u") + samples("d", from: 100) + samples("u", from: 400)
        #expect(Aggregate(blink, in: 0..<60_000, longest: 80_000).down == 1)
    }

    @Test("sums add what can be added, and compute percentiles over all checks")
    func sum() throws {
        var (fast, slow) = (Aggregate(), Aggregate())
        (fast.checks, fast.up, fast.times) = (30, 300, .init(min: 10, p10: 10, p50: 20, p90: 30, max: 40))
        (slow.checks, slow.failures, slow.down, slow.up) = (20, 10, 200, 100)
        (slow.cause, slow.times) = (3, .init(min: 50, p10: 50, p50: 60, p90: 70, max: 90))
        var sum = AggregateSum()
        sum.add(fast)
        sum.add(slow)
        let summary = sum.summary(of: 700, causes: [3: "tcp.refused"])
        #expect((summary.up, summary.down, summary.unknown, summary.checks) == (400, 200, 100, 50))
        #expect(summary.cause == "tcp.refused" && summary.failures == 10)
        #expect(summary.uptime == 0.666666, "rounded down")
        let times = try #require(summary.times)
        // Half of the 40 checks are among the 21 of the fast part that take 2 ms or less.
        #expect((times.min, times.p50, times.p90, times.max) == (1, 2, 6, 9))
    }

    @Test("percentiles of single checks are those of all of them, not their average")
    func single() throws {
        var sum = AggregateSum()
        for duration in [Int64(19), 20, 25, 36, 290] {
            var part = Aggregate()
            (part.checks, part.up) = (1, 30)
            part.times = .init(min: duration, p10: duration, p50: duration, p90: duration, max: duration)
            sum.add(part)
        }
        let times = try #require(sum.summary(of: 150, causes: [:]).times)
        #expect((times.min, times.p10, times.p50, times.p90, times.max) == (1.9, 1.9, 2.5, 29, 29))
    }

    @Test(
        "of many checks the percentiles are exact as well, however the durations lie",
        arguments: [
            { $0 * 7_919 % 10_007 }, { _ in 5 }, { $0 % 2 }, { $0 == 900 ? 9_000_000_000 : $0 }, { -$0 },
            { 1 << ($0 % 60) },
        ] as [@Sendable (Int64) -> Int64])
    func exact(duration: @Sendable (Int64) -> Int64) throws {
        for count in [Int64(65), 100, 900, 1_000] {
            let durations = (1...count).map(duration)
            var (sum, total) = (AggregateSum(), AggregateSum())
            for (place, duration) in durations.enumerated() {
                var part = Aggregate()
                (part.checks, part.up) = (1, 1)
                part.times = .init(min: duration, p10: duration, p50: duration, p90: duration, max: duration)
                sum.add(part)
                if place % 100 == 99 || place == durations.count - 1 {
                    total.add(sum)
                    sum = AggregateSum()
                }
            }
            let times = try #require(total.aggregate.times)
            let sorted = durations.sorted()
            #expect(
                [times.p10, times.p50, times.p90] == [10, 50, 90].map { Aggregate.percentile($0, of: sorted) },
                "\(count)")
        }
    }

    @Test("many parts need little memory, and change the percentiles little")
    func many() throws {
        var sum = AggregateSum()
        for number in Int64(1)...10_000 {
            var part = Aggregate()
            (part.checks, part.up) = (1, 1)
            let duration = number * 7_919 % 10_007
            part.times = .init(min: duration, p10: duration, p50: duration, p90: duration, max: duration)
            sum.add(part)
        }
        let times = try #require(sum.summary(of: 10_000, causes: [:]).times)
        #expect(abs(times.p10 - 100) < 10 && abs(times.p50 - 500) < 10 && abs(times.p90 - 900) < 10, "\(times)")
    }
}
