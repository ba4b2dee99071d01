import Glibc
import NIOCore
import NIOHTTP1
import SQLite
import Testing

@testable import NetworkFaults

struct ListIndexesTests {
    private static let definition: ResourceDefinition = {
        var email = FieldDefinition(name: "email", kind: .text)
        email.isUnique = true
        let fields = ["state", "kind", "town", "street"].map { FieldDefinition(name: $0, kind: .text) }
        var definition = ResourceDefinition(
            table: "orders", fields: [email] + fields + [FieldDefinition(name: "total", kind: .number)],
            place: "serve.yaml:2")
        definition.seed = (0..<200).map { number in
            SeedRow(
                key: nil,
                values: [
                    .text("c\(number)"), .text(number % 3 == 0 ? "paid" : "open"), .text("a"), .text("b"), .text("c"),
                    // If values are equal, the key decides.
                    .real(Double(number / 10)),
                ], place: "rows:\(number)")
        }
        return definition
    }()

    private func resource(path: String? = nil) throws -> Resource {
        let resource = Resource(Self.definition, in: ResourceDatabase(path: path))
        try resource.database.prepare([Self.definition])
        return resource
    }

    private func list(_ resource: Resource, _ query: String) -> String {
        let request = ServedRequest(method: "GET", target: "/orders?\(query)", headers: [:], body: ByteBuffer())
        let answer = resource.response([], to: request)
        guard answer.status == .ok, case .bytes(let bytes) = answer.body else { return "\(answer.status)" }
        return String(buffer: bytes) + (answer.headers.first(name: "x-total-count") ?? "")
    }

    private func indexes(_ resource: Resource) throws -> [String] {
        try resource.database.perform { connection, _ in
            try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
                .compactMap { $0.first?.text }
        }
    }

    @Test(arguments: [
        ("state=open&sort=-total&limit=20", ["netdiag_orders_state_total"]),
        ("sort=total,-id&offset=30&limit=7", ["netdiag_orders_total"]),
        ("kind=a&state=paid&limit=200", ["netdiag_orders_state_kind"]),
        ("state=open&total.gte=3&sort=-state,total", ["netdiag_orders_state"]),
        ("email=c7&sort=total", []), ("id=7&state=open", []), ("sort=-id", []), ("total.gte=3", []),
        ("state=open&state=paid", []), ("state=nothing", ["netdiag_orders_state"]),
    ])
    func listsThatAreAskedForOftenGetAnIndexAndStayAsTheyWere(_ query: String, _ names: [String]) throws {
        let resource = try resource()
        let before = list(resource, query)
        #expect(before.hasPrefix("["))
        for _ in 2..<ListIndexes.threshold { _ = list(resource, query) }
        #expect(try indexes(resource).isEmpty)
        for _ in 0..<3 { #expect(list(resource, query) == before) }
        #expect(try indexes(resource) == names)
    }

    @Test func aTableHasFourIndexesAtMostAlsoAfterAnotherStart() throws {
        let folder = try #require(mkdtemp(strdup("/tmp/netdiag-lists.XXXXXX")).map { String(cString: $0) })
        defer { for name in ["db", "db-wal", "db-shm", ""] { remove("\(folder)/\(name)") } }
        let fields = ["state", "kind", "town", "street", "total"]
        for shift in 0..<2 {
            let resource = try resource(path: "\(folder)/db")
            for name in shift == 0 ? fields.prefix(3) : fields.suffix(3) {
                for _ in 0..<ListIndexes.threshold { _ = list(resource, "sort=\(name)") }
            }
            #expect(try indexes(resource).count == (shift == 0 ? 3 : ListIndexes.maxPerTable))
        }
    }

    @Test func aTableOfAnotherProgramIsLeftAsItIs() throws {
        let folder = try #require(mkdtemp(strdup("/tmp/netdiag-lists.XXXXXX")).map { String(cString: $0) })
        defer { for name in ["db", "db-wal", "db-shm", ""] { remove("\(folder)/\(name)") } }
        do {
            let other = try SQLiteConnection(path: "\(folder)/db", mode: .create)
            try other.execute(
                "CREATE TABLE orders (id INTEGER PRIMARY KEY, email TEXT, state TEXT, kind TEXT, town TEXT, street TEXT, total REAL)"
            )
        }
        let resource = try resource(path: "\(folder)/db")
        for _ in 0...ListIndexes.threshold { #expect(list(resource, "state=open&sort=total").hasPrefix("[")) }
        #expect(try indexes(resource).isEmpty)
    }
}
