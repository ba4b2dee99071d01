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

    @Test(
        "Columns of an hour and more are whole hours, and of a day and more whole days, so that few rows are read",
        arguments: [
            (1, 1), (299, 299), (300, 300), (301, 600), (3_599, 3_600), (3_600, 3_600), (25_500, 28_800),
            (86_399, 86_400), (86_400, 86_400), (90_000, 172_800), (3_153_513_900, 3_153_513_600 + 86_400),
        ])
    func columns(step: Int, answered: Int) {
        let now = 1_795_046_400
        let query = HistoryQuery(keys: ["a"], from: now - 3_600, to: now, step: step).answerable(.init(), now: now)
        #expect(query.step == answered && query.from % answered == 0 && query.from <= now - 3_600 && query.to >= now)
    }
}
