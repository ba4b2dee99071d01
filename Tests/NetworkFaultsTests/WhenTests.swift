import NetworkModel
import Testing

@testable import NetworkFaults

struct WhenTests {
    private let get = ServedRequest(method: "GET", target: "/a")

    private func numbers(_ when: FaultConditions, of count: Int = 12, seed: UInt64 = 1) -> [Int] {
        var state = FaultConditionState(when, seed: seed, stream: 1)
        return (1...count).filter { _ in state.applies(to: get, after: .zero) }
    }

    private func when(_ change: (inout FaultConditions) -> Void) -> FaultConditions {
        var when = FaultConditions()
        change(&when)
        return when
    }

    @Test func countsRequestsFromOne() {
        #expect(numbers(.always, of: 3) == [1, 2, 3])
        #expect(numbers(when { $0.every = .init(4) }) == [4, 8, 12])
        #expect(numbers(when { $0.every = .even }) == [2, 4, 6, 8, 10, 12])
        #expect(numbers(when { $0.every = .odd }) == [1, 3, 5, 7, 9, 11])
        #expect(numbers(when { $0.first = 2 }) == [1, 2])
        #expect(numbers(when { $0.after = 10 }) == [11, 12])
        #expect(numbers(when { $0.between = 3...5 }) == [3, 4, 5])
    }

    @Test func allConditionsHaveToHold() {
        #expect(numbers(when { ($0.every, $0.after) = (.even, 6) }) == [8, 10, 12])
    }

    @Test func aSeedRepeatsTheSequence() {
        let half = when { $0.probability = 0.5 }
        #expect(numbers(half, of: 200) == numbers(half, of: 200))
        #expect(numbers(half, of: 200) != numbers(half, of: 200, seed: 2))
        // Within four standard deviations of 1,000 in 2,000.
        #expect((910...1_090).contains(numbers(half, of: 2_000).count))
        #expect(numbers(when { $0.probability = 0 }).isEmpty)
        #expect(numbers(when { $0.probability = 1 }).count == 12)
    }

    @Test func otherConditionsLeaveTheSequenceAsItIs() {
        let half = when { $0.probability = 0.5 }
        let late = when { ($0.probability, $0.after) = (0.5, 100) }
        #expect(numbers(late, of: 200) == numbers(half, of: 200).filter { $0 > 100 })
    }

    @Test func requestsThatDoNotMatchAreNotCounted() throws {
        var match = RequestMatch()
        match.path = PathPattern("/b")
        var state = FaultConditionState(when { ($0.every, $0.match) = (.even, match) }, seed: 1, stream: 1)
        let other = ServedRequest(method: "GET", target: "/b")
        let applied = [get, other, get, other, other, other].map { state.applies(to: $0, after: .zero) }
        #expect(applied == [false, false, false, true, false, true])
        #expect(state.count == 4)
    }

    @Test func appliesDuringTheFirstPartOfEachPeriod() {
        var state = FaultConditionState(
            when { $0.during = .init(active: .seconds(10), period: .seconds(60)) }, seed: 1, stream: 1)
        let seconds = [0, 9, 10, 59, 60, 69, 70].filter { state.applies(to: get, after: .seconds($0)) }
        #expect(seconds == [0, 9, 60, 69])
    }

    @Test func delaysAreDrawnAsTheirDistributionSays() throws {
        func draws(_ text: String) throws -> [Duration] {
            let delay = try Delay(text)
            var generator = SeededGenerator(seed: 3)
            return (0..<4_000).map { _ in delay.sample(&generator) }.sorted()
        }
        #expect(try draws("200ms").allSatisfy { $0 == .milliseconds(200) })
        let uniform = try draws("100ms..300ms")
        #expect(uniform.allSatisfy { (.milliseconds(100) ... .milliseconds(300)).contains($0) })
        #expect((.milliseconds(190) ... .milliseconds(210)).contains(uniform[2_000]))
        #expect((.milliseconds(195) ... .milliseconds(205)).contains(try draws("200ms±50ms")[2_000]))
        let tail = try draws("100ms p99 2s")
        #expect((.milliseconds(85) ... .milliseconds(115)).contains(tail[2_000]))
        #expect((.milliseconds(1_300) ... .milliseconds(3_000)).contains(tail[3_960]))
        #expect(try draws("10ms±10ms").allSatisfy { $0 >= .zero })
    }

    @Test(arguments: ["", "fast", "300ms..100ms", "1h", "-1s", "1s p99 1s", "..", "1s..", "10ms±11ms", "0s+-1ms"])
    func refusesWhatIsNoDelay(_ text: String) {
        #expect(throws: SettingsError.self) { try Delay(text) }
    }

    @Test func readsPaces() throws {
        #expect(try SendRate("10kB/s") == SendRate(bytes: 500, every: .milliseconds(50)))
        #expect(try SendRate("1KiB every 100ms") == SendRate(bytes: 1_024, every: .milliseconds(100)))
        for text in ["", "10", "10kB", "0/s", "1kB every 0s", "x/s", "1kB each 1s"] {
            #expect(throws: SettingsError.self, "\(text)") { try SendRate(text) }
        }
    }
}
