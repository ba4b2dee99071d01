import Testing

@testable import NetdiagHistory

@Suite("The clock for deleting old results")
struct RetentionClockTests {
    @Test("follows the machine's clock, forward and back")
    func steady() {
        var clock = RetentionClock(newest: 1_000_000)
        #expect(clock.now(wall: 1_000_100, monotonic: 5) == 1_000_100)
        #expect(clock.now(wall: 1_000_200, monotonic: 105) == 1_000_200)
        #expect(clock.now(wall: 900_000, monotonic: 110) == 900_000)
        #expect(clock.now(wall: 900_100, monotonic: 210) == 900_100)
    }

    @Test("ignores a jump ahead for a day, and forgets it if the clock is set back")
    func jump() {
        var clock = RetentionClock(newest: nil)
        #expect(clock.now(wall: 1_000_000, monotonic: 10) == 1_000_000)
        let year: Int64 = 31_536_000
        #expect(clock.now(wall: 1_000_010 + year, monotonic: 20) == 1_000_010)
        #expect(clock.now(wall: 1_003_610 + year, monotonic: 3_620) == 1_003_610)
        #expect(clock.now(wall: 1_003_620, monotonic: 3_630) == 1_003_620, "it was set back")
        #expect(clock.now(wall: 1_003_630 + year, monotonic: 3_640) == 1_003_630)
        #expect(clock.now(wall: 1_090_029 + year, monotonic: 90_039) == 1_090_029)
        #expect(clock.now(wall: 1_090_030 + year, monotonic: 90_040) == 1_090_030 + year, "a day later it is believed")
    }

    @Test("after a long time off, or after a wrong clock at the start, a day passes first")
    func off() {
        var clock = RetentionClock(newest: 1_000_000)
        #expect(clock.now(wall: 9_000_000, monotonic: 10) == 1_000_000)
        #expect(clock.now(wall: 9_086_400, monotonic: 86_410) == 9_086_400)
    }
}
