import Foundation
import NetworkModel
import SQLite
import Testing

@testable import NetdiagHistory

@Suite("The history")
struct HistoryStoreTests {
    @Test("recorded results can be read at once, and after a restart, with any column length")
    func course() async throws {
        let folder = try HistoryFolder()
        let start: Int64 = 1_795_046_400
        var recording = try RecordingStore(folder.database, at: start)
        await recording.store.configure(.init(), intervals: ["a": .seconds(60), "b": .seconds(60)])
        // In three days, the second hour of each is down, and the third is unknown.
        for minute in 0..<(3 * 1_440) {
            let outcome: CheckOutcome = minute % 1_440 / 60 == 1 ? .down : minute % 1_440 / 60 == 2 ? .unknown : .up
            recording.add(outcome, cause: outcome == .down ? "tcp.refused" : nil, milliseconds: 10 + minute % 10)
            if minute % 7 == 0 { recording.add(.up, key: "b") }
            recording.clock.advance(60)
            if minute % 10 == 0 { await recording.store.flush() }
        }
        for _ in 0..<2 {
            for step in [300, 3_600, 86_400] {
                let total = try await recording.total(3 * 86_400, step: step)
                #expect(total.up == 3 * 22 * 3_600 && total.down == 3 * 3_600, "\(step)")
                #expect(total.unknown == 3 * 3_600 && total.maintenance == 0, "\(step)")
                #expect(total.checks == 3 * 1_440 && total.failures == 180 && total.cause == "tcp.refused")
                let times = try #require(total.times)
                #expect(times.min == 10 && times.max == 19 && (14...15).contains(times.p50))
            }
            await recording.store.finish()
            let second = recording.clock.now.wall.millisecondsSince1970 / 1_000
            recording = try RecordingStore(folder.database, at: second)
            await recording.store.configure(.init(), intervals: ["a": .seconds(60)])
        }
        let query = HistoryQuery(keys: ["a", "b", "c"], from: Int(start), to: Int(start) + 86_400, step: 3_600)
        let document = try await recording.store.history(query)
        #expect(document.targets.map(\.columns.count) == [24, 24, 24])
        #expect(document.targets[0].columns.map(\.uptime) == [1, 0, nil] + [Double?](repeating: 1, count: 21))
        #expect(document.targets[0].columns[1].cause == "tcp.refused" && document.targets[0].columns[1].times == nil)
        #expect(document.targets[0].causes == [.init(id: "tcp.refused", checks: 60)])
        #expect(document.targets[2].total == HistorySummary(unknown: 86_400))
        let copy: HistoryDocument = try JSON.decode(from: JSON.line(document))
        #expect(copy == document)
        #expect(folder.files == ["history.db", "history.db-shm", "history.db-wal", "history.db.lock"])
    }

    @Test("a query whose client has gone is not run, and one at the end of the daemon does not delay it")
    func unwanted() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, at: 1_795_046_400)
        await recording.store.configure(.init(), intervals: ["a": .seconds(60)])
        recording.add(.up)
        recording.clock.advance(60)
        let query = HistoryQuery(keys: ["a"], from: 1_795_046_400, to: recording.clock.second, step: 60)
        let store = recording.store
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await store.history(query)
        }
        cancelled.cancel()
        await #expect(throws: HistoryStore.Unavailable.self) { try await cancelled.value }
        #expect(try await store.history(query).targets[0].total.checks == 1)
        recording.add(.up)
        store.stopReading()
        await #expect(throws: HistoryStore.Unavailable.self) { try await store.history(query) }
        await store.finish()
        let second = try RecordingStore(folder.database, at: Int64(recording.clock.second) + 60)
        await second.store.configure(.init(), intervals: ["a": .seconds(60)])
        #expect(try await second.total(3_600, step: 60).checks == 2, "what waited was recorded")
    }

    @Test("fine columns are computed from single results")
    func fine() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, at: 1_795_046_400)
        await recording.store.configure(.init(), intervals: ["a": .seconds(10)])
        for second in 0..<60 {
            recording.add(second == 30 ? .down : .up)
            recording.clock.advance(10)
        }
        let query = HistoryQuery(keys: ["a"], from: 1_795_046_400, to: recording.clock.second, step: 10)
        let columns = try await recording.store.history(query).targets[0].columns
        #expect(columns.map(\.down) == (0..<60).map { $0 == 30 ? 10 : 0 } && columns.allSatisfy { $0.checks == 1 })
    }

    @Test("old results are deleted, and the database stays within its size limit")
    func retention() async throws {
        let folder = try HistoryFolder()
        let settings = HistorySettings(results: 10_800, minutes: 86_400, hours: 2 * 86_400, maxBytes: 16 << 20)
        let recording = try RecordingStore(folder.database, at: 1_795_046_400, settings: settings)
        await recording.store.configure(settings, intervals: [:])
        for minute in 0..<(4 * 1_440) {
            recording.add(.up)
            recording.clock.advance(60)
            if minute % 5 == 0 { await recording.store.flush() }
        }
        let connection = try SQLiteConnection(path: folder.database, mode: .readOnly)
        func oldest(_ table: String, _ seconds: Int64) throws -> Int64 {
            Int64(recording.clock.second) - (try connection.rows("SELECT min(slot) FROM \(table)")[0][0].integer ?? 0)
                * seconds
        }
        #expect(try oldest("result", 300) <= 10_800 + 600)
        #expect(try oldest("minutes", 3_600) <= 86_400 + 7_200)
        #expect(try oldest("hours", 86_400) <= 3 * 86_400)
        #expect(try connection.rows("SELECT count(*) FROM days")[0][0].integer ?? 0 > 0)
    }

    @Test("a database that may not grow loses its oldest data, and continues to record")
    func limit() async throws {
        let folder = try HistoryFolder()
        // 1 MiB for pages; the rest of the minimum limit is reserved for the log.
        let settings = HistorySettings(maxBytes: HistoryDatabase.reserve + (1 << 20))
        let recording = try RecordingStore(folder.database, settings: settings)
        await recording.store.configure(settings, intervals: [:])
        for round in 0..<400 {
            for target in 0..<200 { recording.add(.up, key: "target \(target)", milliseconds: round) }
            recording.clock.advance(60)
            await recording.store.flush()
            #expect(recording.trouble == nil, "\(recording.notices)")
            let size = try FileManager.default.attributesOfItem(atPath: folder.database)[.size] as? Int ?? 0
            guard size <= 1 << 20 else { Issue.record("\(size) bytes in round \(round)"); return }
        }
        let total = try await recording.total(600, key: "target 199")
        #expect(total.checks >= 9 && total.times?.max == 399)
    }

    @Test(
        "a clock that jumps by a day or a year deletes nothing and breaks nothing",
        arguments: [86_400, -86_400, 31_536_000, -31_536_000])
    func jumps(by seconds: Int64) async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, at: 1_795_046_400)
        await recording.store.configure(.init(), intervals: ["a": .seconds(60)])
        func hour() async {
            for _ in 0..<60 {
                recording.add(.up)
                recording.clock.advance(60)
                await recording.store.flush()
            }
        }
        await hour()
        recording.clock.jump(seconds)
        await hour()
        #expect(try await recording.total(3_600).up >= 3_540)
        recording.clock.jump(-seconds)
        await hour()
        // Only the first and the third hour are included, since the second one has another date.
        for step in [300, 3_600] {
            let total = try await recording.total(3 * 3_600, step: step)
            #expect(total.up >= 7_080 && total.checks == 120 && total.unknown <= 3_720, "\(step)")
        }
        let connection = try SQLiteConnection(path: folder.database, mode: .readOnly)
        #expect(try connection.rows("SELECT count(*) FROM result")[0][0].integer == 180)
        #expect(recording.trouble == nil && recording.notices.isEmpty)
    }

    @Test("a day without the daemon is unknown, and does not count against the target")
    func off() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, at: 1_795_046_400)
        await recording.store.configure(.init(), intervals: ["a": .seconds(60)])
        for _ in 0..<60 {
            recording.add(.up)
            recording.clock.advance(60)
        }
        recording.clock.advance(86_400)
        let total = try await recording.total(86_400 + 3_600, step: 3_600)
        #expect(total.uptime == 1 && total.unknown >= 86_400 - 155 && total.up <= 3_600 + 155)
    }

    private func incident(_ id: Int, opened: Int64, closed: Int64?) -> StatusDocument.Incident {
        StatusDocument.Incident(
            id: id,
            cause: Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused", facts: [:],
                advice: []),
            targets: ["a"], opened: Timestamp(millisecondsSince1970: opened * 1_000),
            closed: closed.map { Timestamp(millisecondsSince1970: $0 * 1_000) })
    }

    @Test("incidents are kept for their periods, and earlier ones are imported")
    func incidents() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, incidents: [incident(1, opened: 100, closed: 200)])
        recording.store.queue.add(.kept(incident(2, opened: 300, closed: nil)), isUrgent: true)
        recording.store.queue.add(.kept(incident(3, opened: 400, closed: nil)), isUrgent: true)
        recording.store.queue.add(.merged(id: 3, opened: Timestamp(millisecondsSince1970: 400_000)), isUrgent: true)
        func ids(_ from: Int64, _ to: Int64) async throws -> [Int] {
            try await recording.store.incidents(
                from: Timestamp(millisecondsSince1970: from * 1_000), to: Timestamp(millisecondsSince1970: to * 1_000)
            ).map(\.id)
        }
        #expect(try await ids(0, 1_000) == [2, 1])
        #expect(try await ids(0, 250) == [1])
        #expect(try await ids(201, 301) == [2])
        recording.store.queue.add(.kept(incident(2, opened: 300, closed: 500)), isUrgent: true)
        #expect(try await ids(501, 1_000) == [])
    }

    @Test("an incident whose beginning was corrected has one row, and another one with its number is kept")
    func corrected() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, incidents: [])
        recording.store.queue.add(.kept(incident(1, opened: 10, closed: 20)), isUrgent: true)
        await recording.store.flush()
        recording.store.queue.add(.kept(incident(1, opened: 300, closed: nil)), isUrgent: true)
        await recording.store.flush()
        recording.store.queue.add(.kept(incident(1, opened: 299, closed: nil)), isUrgent: true)
        let all = { () async throws in
            try await recording.store.incidents(
                from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 1_000_000))
        }
        #expect(try await all().map(\.opened.millisecondsSince1970) == [299_000, 10_000])
        recording.store.queue.add(.merged(id: 1, opened: Timestamp(millisecondsSince1970: 250_000)), isUrgent: true)
        #expect(try await all().map(\.opened.millisecondsSince1970) == [10_000])
    }

    @Test("incidents that earlier versions have left open are closed or deleted at the start")
    func phantoms() async throws {
        let folder = try HistoryFolder()
        let first = try RecordingStore(folder.database, incidents: [])
        for id in 1...450 {
            first.store.queue.add(.kept(incident(id, opened: 300, closed: nil)), isUrgent: false)
        }
        first.add(.up)
        await first.store.finish()
        let connection = try SQLiteConnection(path: folder.database, mode: .readWrite)
        // As earlier versions wrote it, when the beginning of an open incident and of one that is over was corrected.
        try connection.execute(
            """
            INSERT INTO incident SELECT id, 299000, NULL, document FROM incident WHERE id = 1;
            INSERT INTO incident SELECT id, 299000, 400000, document FROM incident WHERE id = 2
            """)
        let second = try RecordingStore(
            folder.database, at: 1_795_000_900, incidents: [incident(1, opened: 299, closed: nil)])
        let found = try await second.store.incidents(
            from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 1_796_000_000_000))
        #expect(found.count == 450 && Set(found.map(\.id)).count == 450)
        let rows = try connection.rows("SELECT id, opened FROM incident WHERE closed IS NULL")
        #expect(rows == [[.integer(1), .integer(299_000)]])
        let third = try #require(found.first { $0.id == 3 })
        #expect(third.ending == .unwatched && third.closed == Timestamp(millisecondsSince1970: 1_795_000_200_000))
    }

    @Test("an old incident that is open is not left out in favour of newer ones that are over")
    func openIncident() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.database, incidents: [])
        recording.store.queue.add(.kept(incident(1, opened: 100, closed: nil)), isUrgent: true)
        for id in 2...1_010 {
            recording.store.queue.add(
                .kept(incident(id, opened: Int64(id) * 100, closed: Int64(id) * 100 + 1)), isUrgent: false)
            if id % 100 == 0 { await recording.store.flush() }
        }
        let found = try await recording.store.incidents(
            from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 200_000_000)
        ).map(\.id)
        #expect(found == (12...1_010).reversed() + [1])
    }
}
