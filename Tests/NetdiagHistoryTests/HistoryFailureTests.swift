import Foundation
import NetworkModel
import SQLite
import Testing

@testable import NetdiagHistory

@Suite("Failures of the history")
struct HistoryFailureTests {
    @Test("a file that is not a database is set aside, and reported once", arguments: [false, true])
    func damaged(isRunning: Bool) async throws {
        let folder = try HistoryFolder()
        let garbage = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })
        var recording = try RecordingStore(folder.database)
        if isRunning {
            recording.add(.up)
            await recording.store.flush()
            await recording.store.finish()
            recording = try RecordingStore(folder.database)
            await recording.store.flush()
            // The file is overwritten while the database is open.
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
            try file.seek(toOffset: 0)
            try file.write(contentsOf: garbage)
            try file.close()
        } else {
            try garbage.write(to: URL(fileURLWithPath: folder.database))
        }
        recording.add(.up)
        await recording.store.flush()
        recording.clock.advance(60)
        #expect(try await recording.total(3_600, step: 300).checks == 1)
        #expect(recording.trouble == nil)
        #expect(recording.notices.count == 1 && recording.notices[0].contains("is damaged"), "\(recording.notices)")
        #expect(folder.files.contains("history.db.damaged"))
    }

    @Test("a database of a newer version is left unchanged, with one line")
    func newer() async throws {
        let folder = try HistoryFolder()
        let old = try RecordingStore(folder.database)
        old.add(.up)
        await old.store.finish()
        try SQLiteConnection(path: folder.database, mode: .readWrite).execute("PRAGMA user_version = 7")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let recording = try RecordingStore(folder.database)
        recording.add(.up)
        await recording.store.flush()
        await recording.store.flush()
        #expect(
            recording.trouble?.reason
                == "\(folder.database) is of a newer netdiagd (version 7, and this one knows 1); run that one, or name another with history: file:"
        )
        #expect(recording.notices.count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
        await #expect(throws: HistoryStore.Unavailable.self) { try await recording.total(60) }
    }

    @Test("another program's database is left unchanged")
    func foreign() async throws {
        let folder = try HistoryFolder()
        try SQLiteConnection(path: folder.database, mode: .create).execute("CREATE TABLE theirs (a)")
        let recording = try RecordingStore(folder.database)
        recording.add(.up)
        await recording.store.flush()
        #expect(recording.trouble?.reason.contains("another program's database") == true)
        let connection = try SQLiteConnection(path: folder.database, mode: .readOnly)
        #expect(try connection.rows("SELECT name FROM sqlite_schema") == [[.text("theirs")]])
    }

    @Test("of two writers of one database, the second names the first, and takes over when it is gone")
    func two() async throws {
        let folder = try HistoryFolder()
        let first = try RecordingStore(folder.database)
        first.add(.up)
        await first.store.flush()
        let second = try RecordingStore(folder.database)
        second.add(.up, key: "b")
        await second.store.flush()
        #expect(
            second.trouble?.reason
                == "\(folder.database) is being written by the netdiagd with PID \(getpid()); name another with history: file:"
        )
        await first.store.finish()
        second.clock.advance(60)
        await second.store.flush()
        #expect(second.trouble == nil)
        #expect(try await second.total(3_600, key: "a", step: 300).checks == 1)
        #expect(try await second.total(3_600, key: "b", step: 300).checks == 1, "what waited is not lost")
    }

    @Test("an older version is migrated, with a copy of the original")
    func migration() async throws {
        let folder = try HistoryFolder()
        let old = try RecordingStore(folder.database)
        old.add(.up)
        await old.store.finish()
        var schema = HistorySchema.current
        schema.migrations.append("ALTER TABLE target ADD COLUMN note TEXT; UPDATE target SET note = 'moved'")
        let new = try RecordingStore(folder.database, schema: schema)
        new.add(.up)
        await new.store.flush()
        #expect(new.trouble == nil && new.notices.isEmpty)
        await new.store.finish()
        let connection = try SQLiteConnection(path: folder.database, mode: .readOnly)
        #expect(try connection.rows("PRAGMA user_version") == [[.integer(2)]])
        #expect(try connection.rows("SELECT note FROM target") == [[.text("moved")]])
        let copy = try SQLiteConnection(path: folder.database + ".version-1", mode: .readOnly)
        #expect(try copy.rows("PRAGMA user_version") == [[.integer(1)]])
        #expect(try copy.rows("SELECT count(*) FROM result") == [[.integer(1)]])

        // A migration that fails changes nothing.
        schema.migrations.append("UPDATE target SET note = 'again'; SELECT no_such_function()")
        let broken = try RecordingStore(folder.database, schema: schema)
        broken.add(.up)
        await broken.store.flush()
        #expect(broken.trouble != nil)
        #expect(try connection.rows("SELECT note FROM target") == [[.text("moved")]])
    }

    @Test("a missing folder is reported, and what is lost is counted")
    func missing() async throws {
        let folder = try HistoryFolder()
        let recording = try RecordingStore(folder.path + "/none/history.db")
        for _ in 0..<(HistoryQueue.maxWaiting + 1) { recording.add(.up) }
        await recording.store.flush()
        #expect(recording.trouble?.reason == "\(folder.path)/none/history.db.lock: No such file or directory")
        #expect(recording.trouble?.lost == 1 + HistoryQueue.maxWaiting / 100)
        try FileManager.default.createDirectory(atPath: folder.path + "/none", withIntermediateDirectories: false)
        recording.clock.advance(60)
        await recording.store.flush()
        #expect(recording.trouble?.reason == nil)
        #expect(recording.notices.last?.contains("recorded again") == true)
    }
}
