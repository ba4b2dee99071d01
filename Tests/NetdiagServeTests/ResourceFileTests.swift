import NetdiagConfiguration
import NetworkFaults
import SQLite
import Testing

@testable import NetdiagServe

struct ResourceFileTests {
    private func problems(_ text: String, in directory: RunDirectory? = nil) throws -> String {
        let (plan, problems) = try ServeFile.plan(
            of: Array(text.utf8), file: directory.map { "\($0.path)/serve.yaml" } ?? "serve.yaml")
        if let error = problems.error { return error.description }
        do {
            try plan.prepareDatabases(for: .check)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func readsFields() throws {
        let (plan, problems) = try ServeFile.plan(
            of: Array(
                """
                routes:
                  - resource: /shop/orders
                    if_match: required
                    page_size: 10
                    fields:
                      name: {required: true, length: 1..80, pattern: '^[a-z]+$'}
                      note:
                      total: number
                      state: {enum: [open, paid], default: open}
                      count: {type: integer, min: 1, max: 9}
                    faults: [{fault: http.stalled, when: {every: 3}}]
                """.utf8), file: "serve.yaml")
        #expect(problems.error == nil)
        let resource = try #require(plan.listeners.first?.resources.first)
        let fields = resource.definition.fields
        #expect(resource.definition.table == "orders" && resource.definition.needsCondition)
        #expect(fields.map(\.name) == ["name", "note", "total", "state", "count"])
        #expect(fields.map(\.kind) == [.text, .text, .number, .text, .integer])
        #expect(fields[0].isRequired && fields[0].length == 1...80 && fields[0].pattern?.matches("abc") == true)
        #expect(fields[3].fallback == .text("open") && fields[4].max == 9)
        #expect(plan.listeners[0].routes[0].faults.count == 1)
    }

    @Test(arguments: [
        ("resource: orders\n    fields: {a: text}", ":2: resource: \"orders\" is not a valid path of a resource"),
        ("resource: /orders/{id}\n    fields: {a: text}", "is not a valid path of a resource"),
        ("resource: /o-1\n    fields: {a: text}", "is not a valid name of a table"),
        ("resource: /orders", ":2: resource: fields: is missing"),
        ("resource: /orders\n    fields: {}", ":3: resource.fields is a group of settings; write 1 to 100"),
        ("resource: /orders\n    fields: {id: text}", "cannot be called id, since every row has it by itself"),
        ("resource: /orders\n    fields: {sort: text}", "cannot be called sort, since lists are asked for with it"),
        ("resource: /orders\n    fields: {a-b: text}", "\"a-b\" is not a valid name of a field"),
        ("resource: /orders\n    fields: {a: text, A: text}", "differs from another only in case"),
        (
            "resource: /orders\n    fields: {a: email}",
            "\"email\" is not a valid type; write one of text, integer, number, boolean; write {format: email}"
        ),
        ("resource: /orders\n    fields: {a: {format: mail}}", "\"mail\" is not a valid format"),
        ("resource: /orders\n    fields: {a: {type: number, length: 1..2}}", "is for texts"),
        ("resource: /orders\n    fields: {a: {min: 1}}", "is for numbers; write length: for a text"),
        ("resource: /orders\n    fields: {a: {type: number, min: 5, max: 1}}", "field a.max is below min"),
        ("resource: /orders\n    fields: {a: {length: 5..1}}", "\"5..1\" is not a valid length"),
        ("resource: /orders\n    fields: {a: {pattern: '('}}", "is wrong at character"),
        ("resource: /orders\n    fields: {a: {enum: [x], default: y}}", "field a.default is not one of x"),
        ("resource: /orders\n    fields: {a: {type: integer, enum: [1, b]}}", "is not a whole number"),
        ("resource: /orders\n    fields: {a: {tpye: text}}", "did you mean \"type\"?"),
        ("resource: /orders\n    status: 200\n    fields: {a: text}", "unknown key \"status\""),
        ("resource: /orders\n    if_match: yes\n    fields: {a: text}", "is not optional or required"),
        ("resource: /orders\n    seed: rows.xml\n    fields: {a: text}", "is neither .json nor .csv"),
        ("resource: /orders\n    seed: /nonexistent.csv\n    fields: {a: text}", ":3: resource.seed cannot be used"),
        (
            "resource: /orders\n    fields: {a: text}\n  - resource: /orders\n    fields: {a: text}",
            "another resource has"
        ),
        ("resource: /orders\n    fields: {a: text}\n  - route: GET /orders/x", "is never reached"),
    ])
    func saysWhatIsWrong(_ text: String, _ expected: String) throws {
        let problems = try problems("routes:\n  - \(text)\n")
        #expect(problems.contains(expected), "\(problems)")
    }

    @Test func saysWhatIsWrongWithRowsAndTables() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let file =
            "routes:\n  - resource: /orders\n    seed: rows.csv\n    database: shop.db\n    fields: {a: {type: integer, unique: true}}\n"
        _ = try directory.write(Array("a\n1\nx\n".utf8), as: "rows.csv")
        #expect(
            try problems(file, in: directory)
                == "\(directory.path)/rows.csv:3: a \"x\" is not a whole number; write a whole number")
        _ = try directory.write(Array("a\n1\n2\n1\n".utf8), as: "rows.csv")
        #expect(
            try problems(file, in: directory)
                == "\(directory.path)/rows.csv:4: a: another row already has this value, and it must be unique")
        _ = try directory.write(Array("a\n1\n".utf8), as: "rows.csv")
        #expect(try problems(file, in: directory).isEmpty)
        // The examination has created no file.
        #expect(throws: SQLiteError.self) { try SQLiteConnection(path: "\(directory.path)/shop.db", mode: .readOnly) }
        try SQLiteConnection(path: "\(directory.path)/shop.db", mode: .create).execute("CREATE TABLE orders (a INT)")
        #expect(
            try problems(file, in: directory).hasPrefix(
                "\(directory.path)/serve.yaml:2: the table orders has no column id"))
    }
}
