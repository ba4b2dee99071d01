import SQLite
import Testing

@testable import NetworkFaults

struct SeedTests {
    private static let definition: ResourceDefinition = {
        var name = FieldDefinition(name: "name", kind: .text)
        name.isRequired = true
        var total = FieldDefinition(name: "total", kind: .number)
        total.min = 0
        var state = FieldDefinition(name: "state", kind: .text)
        state.fallback = .text("open")
        return ResourceDefinition(table: "t", fields: [name, total, state], place: "serve.yaml:2")
    }()

    private func read(_ text: String, _ form: SeedReader.Form) -> SeedReader {
        var reader = SeedReader(Self.definition, file: "rows")
        reader.read(Array(text.utf8), as: form)
        return reader
    }

    @Test func readsCSVWithQuotesAndLineEnds() {
        let reader = read("name,total,id\r\n\"a, \"\"b\"\"\nc\",1.5,7\r\n\nd,,\n", .csv)
        #expect(reader.problems.isEmpty)
        #expect(
            reader.rows.map(\.values) == [
                [.text("a, \"b\"\nc"), .real(1.5), .text("open")], [.text("d"), .null, .text("open")],
            ])
        #expect(reader.rows.map(\.key) == [7, nil] && reader.rows.map(\.place) == ["rows:2", "rows:5"])
    }

    @Test func readsAnEmptyTextInQuotes() {
        let reader = read("name,total,state\na,\"\",\"\"\n", .csv)
        #expect(reader.problems.isEmpty && reader.rows.map(\.values) == [[.text("a"), .null, .text("")]])
    }

    @Test func readsJSON() {
        let reader = read("[{\"name\": \"a\",\n\"total\": 2}, {\"id\": 9, \"name\": \"b\", \"state\": null}]", .json)
        #expect(reader.problems.isEmpty)
        #expect(reader.rows.map(\.values) == [[.text("a"), .real(2), .text("open")], [.text("b"), .null, .null]])
        #expect(reader.rows.map(\.key) == [nil, 9])
    }

    @Test(arguments: [
        ("", SeedReader.Form.csv, 1, "is empty"), ("name,nmae\n", .csv, 1, "\"nmae\" is not a field"),
        ("name,name\n", .csv, 1, "twice"), ("name\na\nb,c\n", .csv, 3, "has 2 cells; the first line names 1"),
        ("name\n\"a\n", .csv, 2, "no other one ends"), ("name\n\"a\"b\n", .csv, 2, "continues after"),
        ("name\na\"b\n", .csv, 2, "within a cell"), ("name,total\na,x\n", .csv, 2, "total \"x\" is not a number"),
        ("name,total\na,-1\n", .csv, 2, "total is below 0"), ("total\n1\n", .csv, 2, "name is missing"),
        ("name,id\na,0\n", .csv, 2, "id is \"0\""), ("{}", .json, 1, "is an object"),
        ("[\n1]", .json, 2, "a row is an object"),
        ("[\n{\"total\": 1}]", .json, 2, "name is missing"),
        ("[{\"name\": \"a\",\n \"x\": 1}]", .json, 2, "\"x\" is not a field"),
        ("[{\"name\": 1}]", .json, 1, "name is a number; write a text"), ("[", .json, 1, "ends where a value belongs"),
        ("[{\"name\": \"a\\u0000\"}]", .json, 1, "U+0000"),
    ])
    func saysWhatIsWrongByLine(_ text: String, _ form: SeedReader.Form, _ line: Int, _ expected: String) {
        let problems = read(text, form).problems
        #expect(problems.contains { $0.line == line && $0.text.contains(expected) }, "\(problems)")
    }

    @Test func hostileFilesCostLittle() {
        #expect(!read(String(repeating: ",", count: 100_000), .csv).problems.isEmpty)
        #expect(!read(String(repeating: "\"", count: 100_001), .csv).problems.isEmpty)
        #expect(read("name,total\n" + String(repeating: "a,x\n", count: 10_000), .csv).problems.count == 50)
    }

    @Test func aRowThatIsThereTwiceLeavesNothingBehind() throws {
        var field = FieldDefinition(name: "name", kind: .text)
        field.isUnique = true
        var definition = ResourceDefinition(table: "t", fields: [field], place: "serve.yaml:2")
        definition.seed = [
            SeedRow(key: nil, values: [.text("a")], place: "rows:2"),
            SeedRow(key: nil, values: [.text("a")], place: "rows:3"),
        ]
        let directory = try RunDirectory()
        defer { directory.remove() }
        let path = "\(directory.path)/t.db"
        #expect(throws: FaultError.usage("rows:3: name: another row already has this value, and it must be unique")) {
            try ResourceDatabase(path: path).prepare([definition])
        }
        #expect(throws: SQLiteError.self) { try SQLiteConnection(path: path, mode: .readOnly) }
        // Without that row, it works. An existing table is not filled again.
        definition.seed.removeLast()
        for _ in 0..<2 {
            let database = ResourceDatabase(path: path)
            try database.prepare([definition])
            #expect(try database.perform { connection, _ in try connection.rows("SELECT name FROM t").count } == 1)
        }
    }
}
