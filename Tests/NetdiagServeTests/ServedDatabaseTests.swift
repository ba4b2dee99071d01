import FoundationEssentials
import NetdiagConfiguration
import NetworkFaults
import SQLite
import Testing

@testable import NetdiagServe

/// The files that remain in the directory of the database after a run.
@Suite(.serialized)
struct ServedDatabaseTests {
    private static let file = """
        port: 0
        routes:
          - {resource: /orders, database: shop.db, seed: rows.csv, fields: {a: {type: integer, unique: true}}}

        """

    /// Serves a file with the program, and returns the exit status and the remaining files of the directory.
    private func serve(
        rows: String, _ file: String = file, in directory: RunDirectory
    ) async throws -> (status: CInt?, names: [String]) {
        _ = try directory.write(Array(rows.utf8), as: "rows.csv")
        let path = try directory.write(Array(file.utf8), as: "serve.yaml")
        let result = try await ChildProcess.run(
            ProgramPaths.serve, [path, "--idle-timeout", "100ms"], limit: ProgramPaths.limit)
        #expect(!result.hasTimedOut)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (result.status, names.filter { $0.hasPrefix("shop") }.sorted())
    }

    @Test("of a run that has ended, only the database is left")
    func ended() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let result = try await serve(rows: "a\n1\n2\n", in: directory)
        #expect(result.status == 0 && result.names == ["shop.db"], "\(result)")
        let connection = try SQLiteConnection(path: "\(directory.path)/shop.db", mode: .readOnly)
        #expect(try connection.rows("SELECT a FROM orders").count == 2)
    }

    @Test("of a run whose database was changed, only the database is left")
    func written() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        _ = try directory.write(Array("a\n1\n".utf8), as: "rows.csv")
        let (plan, problems) = try ServeFile.plan(of: Array(Self.file.utf8), file: "\(directory.path)/serve.yaml")
        #expect(problems.error == nil)
        try plan.prepareDatabases(for: .serve)
        let resource = try #require(plan.listeners.first?.resources.first)
        try resource.database.load(
            [SeedRow(key: nil, values: [.integer(7)], place: "here")], into: resource.definition, replacing: false)
        plan.closeDatabases()
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.sorted() == ["rows.csv", "shop.db"])
    }

    @Test("invalid rows, or a listener that cannot start, leave nothing")
    func refused() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let rows = try await serve(rows: "a\n1\n1\n", in: directory)
        #expect(rows.status == 64 && rows.names == [], "\(rows)")
        // With two databases, the first could be created.
        let two =
            Self.file
            + "  - {resource: /notes, database: shop2.db, seed: rows.csv, fields: {a: {type: integer, max: 1}}}\n"
        let second = try await serve(rows: "a\n1\n2\n", two, in: directory)
        #expect(second.status == 64 && second.names == [], "\(second)")
        // A documentation address (RFC 5737), which no interface has.
        let file = Self.file.replacing("port: 0", with: "listen: 192.0.2.1")
        let listener = try await serve(rows: "a\n1\n", file, in: directory)
        #expect(listener.status == 3 && listener.names == [], "\(listener)")
    }

    @Test("--check reports a database whose directory is missing, and creates no database otherwise")
    func checked() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        _ = try directory.write(Array("a\n1\n".utf8), as: "rows.csv")
        for (database, problem) in [
            ("shop.db", nil),
            ("missing/shop.db", "serve.yaml:3: the database \"\(directory.path)/missing/shop.db\" cannot be made"),
        ] {
            let text = Self.file.replacing("shop.db", with: database)
            let (plan, problems) = try ServeFile.plan(of: Array(text.utf8), file: "\(directory.path)/serve.yaml")
            #expect(problems.error == nil)
            var found: String?
            do throws(FaultError) { try plan.prepareDatabases(for: .check) } catch { found = error.description }
            #expect(found.map { $0.contains(problem ?? "nothing") } == (problem == nil ? nil : true), "\(found ?? "")")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(names == ["rows.csv"])
        }
    }

    @Test("a table that does not match is not changed")
    func mismatch() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let path = "\(directory.path)/shop.db"
        try SQLiteConnection(path: path, mode: .create).execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, b TEXT)")
        let before = try Data(contentsOf: URL(filePath: path))
        let result = try await serve(rows: "a\n1\n", in: directory)
        #expect(result.status == 64 && result.names == ["shop.db"], "\(result)")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
}
