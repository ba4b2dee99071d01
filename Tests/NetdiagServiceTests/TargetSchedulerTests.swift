import Testing

@testable import NetdiagService

@Suite("The schedule of targets")
struct TargetSchedulerTests {
    private static let start = ContinuousClock.now

    private func at(_ second: Double) -> ContinuousClock.Instant { Self.start + .milliseconds(Int(second * 1_000)) }

    private func turns(_ count: Int, maxAtOnce: Int = 1_000_000) -> TargetScheduler {
        TargetScheduler(count: count, maxAtOnce: maxAtOnce, from: Self.start) { .milliseconds($0) }
    }

    /// The targets whose checks have begun up to a moment.
    private func begun(_ turns: TargetScheduler, by moment: ContinuousClock.Instant) -> [Int] {
        var places: [Int] = []
        while case .check(let place, _) = turns.next(at: moment) { places.append(place) }
        return places
    }

    @Test("20,000 targets begin one after the other, each once, and again when they are due")
    func order() {
        let turns = turns(20_000)
        #expect(begun(turns, by: at(9.9995)) == Array(0..<10_000))
        #expect(begun(turns, by: at(20)) == Array(10_000..<20_000))
        for place in 0..<20_000 { _ = turns.end(place, next: at(30) + .milliseconds(20_000 - place), at: at(21)) }
        #expect(begun(turns, by: at(40)) == Array((10_000..<20_000).reversed()))
        #expect(begun(turns, by: at(40)).isEmpty)
    }

    @Test("the number that run at once is limited, and the next begins when one has ended")
    func limit() {
        let turns = turns(10, maxAtOnce: 3)
        #expect(begun(turns, by: at(1)) == [0, 1, 2])
        // The scheduler waits without a deadline, so that it must be woken by the end of a check.
        #expect(turns.end(1, next: at(60), at: at(2)))
        #expect(begun(turns, by: at(2)) == [3])
    }

    @Test("the scheduler is woken by an end only if that makes something due earlier than it waits for")
    func waking() {
        let turns = turns(2)
        #expect(begun(turns, by: at(1)) == [0, 1])
        #expect(turns.end(0, next: at(10), at: at(1)))
        #expect(turns.next(at: at(1)) == .wait(until: at(10)))
        #expect(!turns.end(1, next: at(20), at: at(1)))
        #expect(turns.next(at: at(1)) == .wait(until: at(10)))
    }

    @Test("after a network change all are checked again, and those that are being checked once more")
    func send() {
        let turns = turns(3)
        #expect(begun(turns, by: at(1)) == [0, 1, 2])
        for place in [0, 1] { _ = turns.end(place, next: at(100), at: at(1)) }
        turns.send(at: at(5))
        #expect(turns.next(at: at(5)) == .check(0, isTogether: true))
        #expect(turns.next(at: at(5.001)) == .check(1, isTogether: true))
        _ = turns.end(2, next: at(100), at: at(6))
        #expect(turns.next(at: at(6.002)) == .check(2, isTogether: true))
        _ = turns.end(2, next: at(100), at: at(7))
        #expect(begun(turns, by: at(50)).isEmpty)
        #expect(turns.next(at: at(100)) == .check(2, isTogether: false))
    }
}
