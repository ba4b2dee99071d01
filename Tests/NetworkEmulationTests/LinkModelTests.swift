import NetworkEmulation
import Testing

@Suite("The model of a link")
struct LinkModelTests {
    private static let second: Int64 = 1_000_000_000
    private static let count = 100_000

    private func link(_ change: (inout LinkSettings) -> Void) -> LinkSettings {
        var settings = LinkSettings()
        change(&settings)
        return settings
    }

    /// The decisions for packets of 1000 bytes at intervals of `gap` nanoseconds.
    private func decisions(
        _ settings: LinkSettings, count: Int = LinkModelTests.count, gap: Int64 = 1_000_000, seed: UInt64 = 1,
        direction: LinkModel.Direction = .up
    ) -> [LinkDecision] {
        var model = LinkModel(settings, direction: direction, seed: seed)
        return (0..<count).map { model.decide(size: 1_000, at: Int64($0) * gap) }
    }

    private func arrivals(_ decisions: [LinkDecision]) -> [LinkDecision.Arrival] {
        decisions.compactMap { if case .arrives(let arrival) = $0 { arrival } else { nil } }
    }

    /// Whether a count is within five standard deviations of the expectation for independent packets. One run in two
    /// million is not, and the seeds are fixed.
    private func isExpected(_ count: Int, _ share: Double, of total: Int = LinkModelTests.count) -> Bool {
        let expected = share * Double(total)
        return abs(Double(count) - expected) <= 5 * (expected * (1 - share)).squareRoot()
    }

    @Test("without faults, packets pass at once and unchanged")
    func perfect() {
        for (index, decision) in decisions(LinkSettings(), count: 100).enumerated() {
            let arrival = LinkDecision.Arrival(
                time: Int64(index) * 1_000_000, again: nil, flippedBit: nil, isReordered: false)
            #expect(decision == .arrives(arrival))
        }
    }

    @Test("half of the latency is added in each direction")
    func latency() {
        let settings = link { $0.latency = .milliseconds(80) }
        for direction in LinkModel.Direction.allCases {
            let times = arrivals(decisions(settings, count: 100, direction: direction)).map(\.time)
            #expect(times == (0..<100).map { $0 * 1_000_000 + 40_000_000 })
        }
    }

    @Test("jitter stays within its bounds, has no bias, and reorders nothing")
    func jitter() {
        let settings = link { ($0.latency, $0.jitter) = (.milliseconds(80), .milliseconds(20)) }
        // The interval is long, so that no packet waits for the previous one.
        let apart = arrivals(decisions(settings, gap: 100_000_000)).map(\.time)
        let delays = apart.enumerated().map { $0.element - Int64($0.offset) * 100_000_000 }
        #expect(delays.allSatisfy { (30_000_000...50_000_000).contains($0) })
        let mean = delays.reduce(0, +) / Int64(delays.count)
        #expect((39_900_000...40_100_000).contains(mean))
        let close = arrivals(decisions(settings)).map(\.time)
        #expect(zip(close, close.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("single losses have the requested rate", arguments: [0.001, 0.03, 0.5])
    func loss(share: Double) {
        let lost = decisions(link { $0.loss = .init(probability: share) }).count { $0 == .dropped(.lost) }
        #expect(isExpected(lost, share), "\(lost)")
    }

    @Test("burst losses have the requested average length and rate")
    func bursts() {
        let decisions = decisions(link { $0.loss = .init(probability: 0.05, burst: 5) }, count: 400_000)
        var lengths: [Int] = [], current = 0
        for decision in decisions {
            if decision == .dropped(.lost) {
                current += 1
            } else if current > 0 {
                lengths.append(current)
                current = 0
            }
        }
        let lost = lengths.reduce(0, +)
        #expect(abs(Double(lost) / Double(lengths.count) - 5) < 0.25)
        // Bursts increase the variance by a factor of about twice their length.
        let expected = 0.05 * 400_000
        #expect(abs(Double(lost) - expected) < 5 * (expected * 0.95 * 9).squareRoot(), "\(lost)")
    }

    @Test("a link with full loss loses everything")
    func everything() {
        #expect(decisions(link { $0.loss = .init(probability: 1) }, count: 1_000).allSatisfy { $0 == .dropped(.lost) })
        let burst = link { $0.loss = .init(probability: 1, burst: 3) }
        #expect(decisions(burst, count: 1_000).allSatisfy { $0 == .dropped(.lost) })
    }

    @Test("duplicates, flipped bits and reordered packets have the requested rates")
    func others() {
        let settings = link { ($0.duplicate, $0.corrupt, $0.reorder) = (0.02, 0.01, 0.05) }
        let arrivals = arrivals(decisions(settings, gap: 20_000_000))
        #expect(arrivals.count == Self.count)
        #expect(isExpected(arrivals.count { $0.again != nil }, 0.02))
        #expect(isExpected(arrivals.count { $0.flippedBit != nil }, 0.01))
        #expect(isExpected(arrivals.count { $0.isReordered }, 0.05))
        #expect(arrivals.allSatisfy { (0..<8_000).contains($0.flippedBit ?? 0) })
    }

    @Test("a reordered packet is overtaken by the next one")
    func overtaken() throws {
        let times = arrivals(decisions(link { $0.reorder = 0.01 }, count: 10_000))
        let index = try #require(times.dropLast().firstIndex { $0.isReordered })
        let next = try #require(times[index...].first { !$0.isReordered })
        #expect(next.time < times[index].time)
    }

    @Test("a rate limits the bytes per second, and drops packets that do not fit into the queue")
    func rate() {
        let settings = link { ($0.upRate, $0.downRate) = (1_000_000, 8_000_000) }
        // The offered load is 8 Mbit/s for 10 s.
        for (direction, rate) in [(LinkModel.Direction.up, 1_000_000), (.down, 8_000_000)] {
            let all = decisions(settings, count: 10_000, direction: direction)
            let inTime = arrivals(all).count { $0.time <= 10 * Self.second }
            #expect(abs(inTime * 8_000 - rate * 10) <= 8_000)
            #expect(all.contains(.dropped(.queueFull)) == (direction == .up))
            let waits = zip(all, 0...).compactMap { decision, index -> Int64? in
                if case .arrives(let arrival) = decision { arrival.time - Int64(index) * 1_000_000 } else { nil }
            }
            // The capacity of the queue: a quarter of a second, or 32 packets of 1500 bytes.
            #expect((waits.max() ?? 0) <= 400_000_000)
        }
    }

    @Test("packets larger than the MTU are dropped, with an ICMP error if configured")
    func mtu() {
        var model = LinkModel(link { $0.mtu = .init(bytes: 1_280, isReported: false) }, direction: .down, seed: 1)
        #expect(model.decide(size: 1_281, at: 0) == .dropped(.tooBig(mtu: 1_280, isReported: false)))
        guard case .arrives = model.decide(size: 1_280, at: 0) else {
            Issue.record("a packet of the very size of the MTU was dropped")
            return
        }
    }

    @Test("an outage is at the end of each period")
    func outage() {
        let settings = link { $0.outage = .init(length: .seconds(10), period: .seconds(60)) }
        for (index, decision) in decisions(settings, count: 180, gap: Self.second).enumerated() {
            #expect((decision == .dropped(.outage)) == (index % 60 >= 50), "second \(index)")
        }
    }

    @Test("the same seed repeats everything, another does not, and the directions differ")
    func seeds() {
        let settings = LinkProfile.mobile3G.settings
        let first = decisions(settings, count: 2_000, seed: 7)
        #expect(first == decisions(settings, count: 2_000, seed: 7))
        #expect(first != decisions(settings, count: 2_000, seed: 8))
        let lossy = link { $0.loss = .init(probability: 0.5) }
        let up = decisions(lossy, count: 2_000)
        #expect(up != decisions(lossy, count: 2_000, direction: .down))
    }

    @Test("every profile passes packets", arguments: LinkProfile.allCases)
    func profiles(profile: LinkProfile) {
        let arrived = arrivals(decisions(profile.settings, count: 1_000, gap: 100_000_000)).count
        #expect(arrived > 900)
    }
}
