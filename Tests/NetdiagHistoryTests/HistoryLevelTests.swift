import Testing
@testable import NetdiagHistory

@Suite("Levels of history")
struct HistoryLevelTests {
    @Test("A bucket begins at a multiple of its length, also before 1970")
    func start() {
        #expect(HistoryLevel.hour.start(of: 7_199) == 3_600)
        #expect(HistoryLevel.hour.start(of: -1) == -3_600)
        #expect(HistoryLevel.day.start(of: 86_400) == 86_400)
    }
}
