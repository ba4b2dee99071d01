import Foundation
import SQLite
import TestProcess
import Testing

/// A directory for one test, which is removed with the object.
private final class Folder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct SQLiteTests {
    @Test func valuesOfAllClassesComeBackAsTheyWere() throws {
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (a, b, c, d, e, f, g) ; -- no more\n")
        let values: [SQLiteValue] = [
            .null, .integer(.min), .real(-0.5), .text("a\u{0}é"), .text(""), .blob([0, 255]), .blob([]),
        ]
        try connection.run("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        #expect(connection.changes == 1)
        #expect(try connection.rows("SELECT * FROM t") == [values])
    }

    @Test func creatingAnExistingFileKeepsTheLocksOfOpenConnections() async throws {
        let folder = try Folder()
        let path = folder.path + "/a.db"
        #expect(DatabaseFile.create(path) == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
        #expect(DatabaseFile.create(path) == nil)
        let script = """
            import sqlite3, sys
            try: sqlite3.connect(sys.argv[1], timeout=0).execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error: print(error, end="")
            """
        let other = try await TestProcess.run(["python3", "-c", script, path])
        let said = String(decoding: other.output, as: UTF8.self)
        #expect(said == "database is locked")
        withExtendedLifetime(connection) {}
    }

    @Test func directoriesAndLinksAreRefused() throws {
        let folder = try Folder()
        #expect(DatabaseFile.create(folder.path) == EISDIR)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "/etc/passwd")
        #expect(DatabaseFile.create(folder.path + "/link") == ELOOP)
        #expect(DatabaseFile.create(folder.path + "/missing/a.db") == ENOENT)
    }

    @Test func whatIsBoundIsNeverRead() throws {
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (a)")
        let text = "'); DROP TABLE t; --"
        try connection.run("INSERT INTO t VALUES (?)", [.text(text)])
        #expect(try connection.rows("SELECT a FROM t WHERE a = ?", [.text(text)]) == [[.text(text)]])
    }

    @Test func statementsBeyondTheTimeLimitAreInterrupted() throws {
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"
        let error = #expect(throws: SQLiteError.self) {
            try connection.withTimeLimit(.milliseconds(50)) { () throws(SQLiteError) in try connection.rows(endless) }
        }
        #expect(error?.primaryCode == 9)
        // The limit ends with the body.
        let many = endless.replacing("FROM n)", with: "FROM n WHERE i < 100000)")
        #expect(try connection.rows(many) == [[.integer(100_000)]])
        #expect(try connection.withTimeLimit(.seconds(60)) { try connection.rows(many) } == [[.integer(100_000)]])
    }

    @Test func aWrongNumberOfValuesIsRefused() throws {
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        #expect(throws: SQLiteError.self) { try connection.rows("SELECT ?", []) }
        #expect(throws: SQLiteError.self) { try connection.rows("SELECT ?", [.null, .null]) }
    }

    @Test func aTransactionThatThrowsLeavesNothing() throws {
        struct Stop: Error {}
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (a UNIQUE)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (1)")
                try connection.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.rows("SELECT count(*) FROM t") == [[.integer(0)]])
    }

    @Test func aFileThatIsNoDatabaseSaysSo() throws {
        let folder = try Folder()
        let path = folder.path + "/a.db"
        try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: path))
        let connection = try SQLiteConnection(path: path, mode: .readWrite)
        #expect {
            try connection.rows("SELECT * FROM sqlite_schema")
        } throws: {
            ($0 as? SQLiteError)?.primaryCode == 26
        }
        #expect {
            try SQLiteConnection(path: folder.path + "/none.db", mode: .readWrite)
        } throws: {
            "\($0)" == "unable to open database file"
        }
    }

    @Test func aCopyIsMadeWhileAnotherReads() throws {
        let folder = try Folder()
        let connection = try SQLiteConnection(path: folder.path + "/a.db", mode: .create)
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (7)")
        let reader = try SQLiteConnection(path: folder.path + "/a.db", mode: .readOnly)
        let statement = try reader.statement("SELECT a FROM t")
        #expect(try statement.step())
        try connection.backUp(to: folder.path + "/b.db")
        let copy = try SQLiteConnection(path: folder.path + "/b.db", mode: .readOnly)
        #expect(try copy.rows("SELECT a FROM t") == [[.integer(7)]])
        #expect(throws: SQLiteError.self) { try copy.run("INSERT INTO t VALUES (8)") }
    }

    @Test("a copy in steps has the changes that were made between them")
    func copyInSteps() throws {
        let connection = try SQLiteConnection(path: ":memory:", mode: .create)
        defer { connection.releaseCachedStatements() }
        try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
        try connection.transaction {
            for number in 1...500 {
                try connection.run(
                    "INSERT INTO t VALUES (?, ?)",
                    [.integer(Int64(number)), .text(String(repeating: "x", count: 3_000))])
            }
        }
        let copy = try SQLiteCopy(of: connection)
        #expect(try copy.step(pages: 100))
        try connection.run("UPDATE t SET b = 'first' WHERE a = 1")
        try connection.run("UPDATE t SET b = 'last' WHERE a = 500")
        try connection.run("INSERT INTO t VALUES (501, 'new')")
        var steps = 1
        while try copy.step(pages: 100) { steps += 1 }
        #expect(steps > 3)
        // A change after the last step is not in the copy.
        try connection.run("DELETE FROM t WHERE a = 2")
        let target = copy.finish()
        defer { target.releaseCachedStatements() }
        #expect(
            try target.rows("SELECT a, b FROM t WHERE b NOT LIKE 'x%' ORDER BY a") == [
                [.integer(1), .text("first")], [.integer(500), .text("last")], [.integer(501), .text("new")],
            ])
        #expect(try target.rows("SELECT COUNT(*) FROM t") == [[.integer(501)]])
        // A copy that is given up leaves the original as it is.
        let abandoned = try SQLiteCopy(of: connection)
        #expect(try abandoned.step(pages: 1))
        try connection.run("INSERT INTO t VALUES (502, 'more')")
    }
}
