import NIOCore
import NIOHTTP1
import SQLite
import Testing

@testable import NetworkFaults

/// The totals and the rows of lists, after changes of all kinds.
struct ListTotalsTests {
    private static let definition: ResourceDefinition = {
        var definition = ResourceDefinition(
            table: "orders",
            fields: [FieldDefinition(name: "state", kind: .text), FieldDefinition(name: "gift", kind: .boolean)],
            place: "serve.yaml:2")
        definition.seed = [
            SeedRow(key: nil, values: [.text("open"), .integer(1)], place: "a:1"),
            SeedRow(key: nil, values: [.text("paid"), .null], place: "a:2"),
        ]
        return definition
    }()

    private func list(_ resource: Resource, _ query: String = "?state=open") -> (total: String?, text: String) {
        let request = ServedRequest(method: "GET", target: "/orders\(query)", headers: [:], body: ByteBuffer())
        let answer = resource.response([], to: request)
        guard case .bytes(let bytes) = answer.body else { return (nil, "\(answer.status)") }
        return (answer.headers.first(name: "x-total-count"), String(buffer: bytes))
    }

    private func change(_ resource: Resource, _ method: String, _ rest: [String], _ body: String = "") -> UInt {
        let request = ServedRequest(
            method: method, target: "/orders", headers: ["Content-Type": "application/json"],
            body: ByteBuffer(string: body))
        return resource.response(rest, to: request).status.code
    }

    @Test("each change is counted in the next list")
    func ownChanges() throws {
        let resource = Resource(Self.definition, in: ResourceDatabase(path: nil))
        try resource.database.prepare([Self.definition])
        #expect(list(resource).total == "1" && list(resource).total == "1" && list(resource, "").total == "2")
        #expect(change(resource, "POST", [], #"{"state": "open"}"#) == 201)
        #expect(list(resource).total == "2" && list(resource, "").total == "3")
        #expect(change(resource, "PATCH", ["3"], #"{"state": "paid"}"#) == 200)
        #expect(list(resource).total == "1" && list(resource, "?state=paid").total == "2")
        #expect(change(resource, "DELETE", ["1"]) == 204)
        #expect(list(resource).total == "0" && list(resource, "").total == "2")
        try resource.database.load([], into: Self.definition, replacing: true)
        #expect(list(resource, "").total == "0")
    }

    @Test("so is one of another program, and invalid text is shown with replacement characters")
    func otherChanges() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let path = "\(directory.path)/orders.db"
        let resource = Resource(Self.definition, in: ResourceDatabase(path: path))
        try resource.database.prepare([Self.definition])
        defer { resource.database.close() }
        #expect(list(resource).total == "1")
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        try other.execute("INSERT INTO orders (state) VALUES (CAST(x'6fff220a' AS TEXT)), ('open'), ('\u{e9}'), ('')")
        #expect(list(resource).total == "2" && list(resource, "").total == "6")
        let rows = list(resource, "?limit=5&sort=id").text
        for row in [
            #"{"id":1,"state":"open","gift":true}"#, #"{"id":2,"state":"paid","gift":null}"#,
            "{\"id\":3,\"state\":\"o\u{fffd}\\\"\\n\",\"gift\":null}", "{\"id\":5,\"state\":\"\u{e9}\",\"gift\":null}",
        ] {
            #expect(rows.contains(row), "\(rows)")
        }
        #expect(list(resource, "?limit=1&offset=5&sort=id").text.contains(#""state":"""#))
    }
}
