import NIOCore
import NIOHTTP1
import SQLite
import Testing

@testable import NetworkFaults

struct ResourceTests {
    private static func resource(
        _ change: (inout ResourceDefinition) -> Void = { _ in }, path: String? = nil,
        queryTime: Duration = .seconds(60), maxGrowth: Int = 64 << 20
    ) throws -> Resource {
        var name = FieldDefinition(name: "name", kind: .text)
        (name.isRequired, name.isUnique, name.length) = (true, true, 1...20)
        var total = FieldDefinition(name: "total", kind: .number)
        (total.min, total.max) = (0, 1_000)
        var state = FieldDefinition(name: "state", kind: .text)
        (state.choices, state.fallback) = ([.text("open"), .text("paid")], .text("open"))
        let count = FieldDefinition(name: "count", kind: .integer)
        let gift = FieldDefinition(name: "gift", kind: .boolean)
        var definition = ResourceDefinition(
            table: "orders", fields: [name, total, state, count, gift], place: "serve.yaml:2")
        definition.seed = (1...5).map {
            SeedRow(
                key: nil,
                values: [.text("n\($0)"), .real(Double($0)), .text($0 < 4 ? "open" : "paid"), .null, .integer(1)],
                place: "rows:\($0)")
        }
        change(&definition)
        let database = ResourceDatabase(path: path, queryTime: queryTime, maxGrowth: maxGrowth)
        let resource = Resource(definition, in: database)
        try resource.database.prepare([definition])
        return resource
    }

    private func ask(
        _ resource: Resource, _ method: String, _ target: String, _ body: String = "", _ headers: HTTPHeaders = [:]
    ) -> (status: UInt, text: String, headers: HTTPHeaders) {
        var headers = headers
        if !body.isEmpty, !headers.contains(name: "content-type") {
            headers.add(name: "Content-Type", value: "application/json")
        }
        let request = ServedRequest(method: method, target: target, headers: headers, body: ByteBuffer(string: body))
        let answer = resource.response(Array(request.pathSegments.dropFirst()), to: request)
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, "", answer.headers) }
        return (answer.status.code, String(buffer: bytes), answer.headers)
    }

    @Test(arguments: [
        ("", "n1 n2 n3 n4 n5", 5), ("?state=paid", "n4 n5", 2),
        ("?state=paid&state=open&total.lte=4&total.gt=3", "n4", 1),
        ("?sort=-total&limit=2", "n5 n4", 5), ("?sort=state,-id&offset=3", "n5 n4", 5),
        ("?name.in=n1,n3,zz", "n1 n3", 2),
        ("?name.contains=4", "n4", 1), ("?name.starts=n&total.ne=1", "n2 n3 n4 n5", 4),
        ("?count.null=true&id=2", "n2", 1),
        ("?count.null=false", "", 0), ("?gift=true&page=2&per_page=3", "n4 n5", 5), ("?limit=2&offset=90", "", 5),
        ("?name=n1%27%20OR%201=1--", "", 0),
    ])
    func listsAndFilters(_ query: String, _ names: String, _ total: Int) throws {
        let (status, text, headers) = ask(try Self.resource(), "GET", "/orders\(query)")
        #expect(status == 200, "\(text)")
        guard case .array(let rows) = try JSONReader.read(text.utf8).content else { return }
        #expect(rows.compactMap { $0["name"]?.string }.joined(separator: " ") == names)
        #expect(headers.first(name: "x-total-count") == "\(total)")
    }

    @Test(arguments: [
        "?x=1", "?name.like=a", "?total=a", "?total=1e999", "?count=99999999999999999999", "?sort=x", "?sort=name;drop",
        "?sort=", "?limit=0", "?limit=1001", "?limit=-1", "?offset=1e9", "?page=0", "?page=1&offset=1",
        "?total.contains=1",
        "?count.null=maybe", "?%22name%22=1", "?name%00=1", "?name.in=\(String(repeating: "a,", count: 200))",
        "?" + String(repeating: "name=a&", count: 10_000),
        "?name.contains=" + String(repeating: "a", count: 257),
        "?name.starts=" + String(repeating: "%C3%A9", count: 129),
    ])
    func refusesQueries(_ query: String) throws {
        let (status, text, headers) = ask(try Self.resource(), "GET", "/orders\(query)")
        #expect(status == 400, "\(text)")
        #expect(headers.first(name: "content-type") == "application/problem+json" && text.contains("\"errors\":[{"))
    }

    @Test func linksLeadThroughAllPages() throws {
        let resource = try Self.resource()
        var (target, names) = ("/orders?state=open&sort=-id&limit=1", [String]())
        while true {
            let (_, text, headers) = ask(resource, "GET", target)
            guard case .array(let rows) = try JSONReader.read(text.utf8).content else { break }
            names += rows.compactMap { $0["name"]?.string }
            let next = headers.first(name: "link")?.split(separator: ", ").first { $0.contains("rel=\"next\"") }
            guard let next else { break }
            target = String(next.dropFirst().prefix { $0 != ">" })
        }
        #expect(names == ["n3", "n2", "n1"])
    }

    @Test func rowsAreMadeReadChangedAndRemoved() throws {
        let resource = try Self.resource()
        let made = ask(resource, "POST", "/orders", #"{"name": "é\"", "total": 7, "gift": false}"#)
        #expect(made.status == 201 && made.headers.first(name: "location") == "/orders/6")
        let row = #"{"id":6,"name":"é\"","total":7,"state":"open","count":null,"gift":false}"# + "\n"
        #expect(made.text == row)
        let read = ask(resource, "GET", "/orders/6")
        #expect(read.text == row && read.headers.first(name: "etag") == made.headers.first(name: "etag"))
        #expect(
            ask(resource, "PATCH", "/orders/6", #"{"count": 9007199254740993, "total": null}"#).text.contains(
                #""total":null,"state":"open","count":9007199254740993"#))
        #expect(
            ask(resource, "PUT", "/orders/6", #"{"name": "x"}"#).text
                == #"{"id":6,"name":"x","total":null,"state":"open","count":null,"gift":null}"# + "\n")
        let put = ask(resource, "PUT", "/orders/60", #"{"name": "y"}"#)
        #expect(put.status == 201 && put.headers.first(name: "location") == "/orders/60")
        #expect(ask(resource, "DELETE", "/orders/6").status == 204)
        for method in ["GET", "DELETE"] { #expect(ask(resource, method, "/orders/6").status == 404) }
        #expect(ask(resource, "PATCH", "/orders/6", "{}").status == 404)
        #expect(ask(resource, "POST", "/orders", #"{"name": "z"}"#).headers.first(name: "location") == "/orders/61")
    }

    @Test func conditionsAreKept() throws {
        let resource = try Self.resource { $0.needsCondition = true }
        let tag = try #require(ask(resource, "GET", "/orders/1").headers.first(name: "etag"))
        #expect(ask(resource, "GET", "/orders/1", "", ["If-None-Match": "W/\(tag)"]).status == 304)
        #expect(ask(resource, "PATCH", "/orders/1", "{}").status == 428)
        #expect(ask(resource, "DELETE", "/orders/1").status == 428)
        #expect(ask(resource, "PATCH", "/orders/1", "{}", ["If-Match": "\"other\", W/\(tag)"]).status == 412)
        #expect(ask(resource, "PATCH", "/orders/1", #"{"total": 9}"#, ["If-Match": "\"other\", \(tag)"]).status == 200)
        #expect(ask(resource, "DELETE", "/orders/1", "", ["If-Match": tag]).status == 412)
        #expect(ask(resource, "PUT", "/orders/99", #"{"name": "a"}"#, ["If-Match": "*"]).status == 412)
        let taken = ask(resource, "PUT", "/orders/2", #"{"name": "a"}"#, ["If-None-Match": "*"])
        #expect(taken.status == 412 && taken.text.contains("the row exists already"), "\(taken)")
        #expect(ask(resource, "PUT", "/orders/99", #"{"name": "a"}"#, ["If-None-Match": "*"]).status == 201)
        #expect(ask(resource, "DELETE", "/orders/1", "", ["If-Match": "*"]).status == 204)
    }

    @Test func everythingThatIsWrongIsToldAtOnce() throws {
        let (status, text, headers) = ask(
            try Self.resource(), "POST", "/orders",
            #"{"total": 2000, "state": "lost", "count": 1.5, "gift": "no", "a/b~": 1, "id": -1}"#)
        #expect(status == 422 && headers.first(name: "content-type") == "application/problem+json")
        let problem = try JSONReader.read(text.utf8)
        guard case .array(let errors) = problem["errors"]?.content else { return }
        #expect(
            Set(errors.compactMap { $0["pointer"]?.string })
                == ["#/total", "#/state", "#/count", "#/gift", "#/a~1b~0", "#/id", "#/name"])
        #expect(problem["status"]?.number == 422 && problem["detail"]?.string == "7 values are wrong")
    }

    @Test(arguments: [
        ("POST", "/orders", "{", UInt(400)), ("POST", "/orders", "[]", 422), ("POST", "/orders", "null", 422),
        ("POST", "/orders", String(repeating: "[", count: 100_000), 400),
        ("POST", "/orders", #"{"name": "a", "count": 1e400}"#, 400), ("POST", "/orders", #"{"name": "\ud800"}"#, 400),
        ("POST", "/orders", #"{"name": "a\u0000b"}"#, 422), ("POST", "/orders", #"{"name": "a", "name": "b"}"#, 400),
        ("POST", "/orders", #"{"name": "a", "count": 9223372036854775808}"#, 422),
        ("POST", "/orders", #"{"name": "n1"}"#, 409), ("POST", "/orders", #"{"name": "a", "id": 1}"#, 409),
        ("PUT", "/orders/1", #"{"name": "n2"}"#, 409), ("PATCH", "/orders/1", #"{"name": "n2"}"#, 409),
        ("PUT", "/orders/1", #"{"name": "a", "id": 2}"#, 422), ("PATCH", "/orders/1", #"{"id": 2}"#, 422),
        ("PUT", "/orders", "{}", 405), ("POST", "/orders/1", "{}", 405), ("BREW", "/orders", "", 501),
        ("GET", "/orders/x", "", 404), ("GET", "/orders/-1", "", 404), ("GET", "/orders/1/2", "", 404),
        ("GET", "/orders/99999999999999999999999", "", 404), ("GET", "/orders/1%3BDROP", "", 404),
    ])
    func refusesRequests(_ method: String, _ target: String, _ body: String, _ expected: UInt) throws {
        let resource = try Self.resource()
        let (status, text, _) = ask(resource, method, target, body)
        #expect(status == expected, "\(text.prefix(300))")
        #expect(ask(resource, "GET", "/orders").headers.first(name: "x-total-count") == "5")
    }

    @Test func bodiesOfOtherTypesAreRefused() throws {
        let resource = try Self.resource()
        #expect(
            ask(resource, "POST", "/orders", "a=b", ["Content-Type": "application/x-www-form-urlencoded"]).status == 415
        )
        let patch = ask(resource, "PATCH", "/orders/1", "[]", ["Content-Type": "application/json-patch+json"])
        #expect(patch.status == 415 && patch.headers.contains(name: "accept-patch"))
        #expect(
            ask(resource, "PATCH", "/orders/1", "{}", ["Content-Type": "application/merge-patch+json; charset=utf-8"])
                .status == 200)
    }

    @Test func tablesAreBounded() throws {
        let resource = try Self.resource { $0.maxRows = 6 }
        #expect(ask(resource, "POST", "/orders", #"{"name": "a"}"#).status == 201)
        #expect(ask(resource, "POST", "/orders", #"{"name": "b"}"#).status == 507)
        #expect(ask(resource, "DELETE", "/orders/1").status == 204)
        #expect(ask(resource, "POST", "/orders", #"{"name": "b"}"#).status == 201)
        #expect(throws: FaultError.self) {
            try resource.load(Array("name\nx\n".utf8), as: .csv, file: "x.csv", replacing: false)
        }
        #expect(ask(resource, "GET", "/orders").headers.first(name: "x-total-count") == "6")
    }

    @Test func longTextsAreLookedForUpToALimit() throws {
        let (status, text, headers) = ask(
            try Self.resource(), "GET", "/orders?name.contains=\(String(repeating: "a", count: 256))")
        #expect(status == 200 && headers.first(name: "x-total-count") == "0", "\(text)")
    }

    @Test func listsThatTakeTooLongAreInterrupted() throws {
        let resource = try Self.resource(
            { definition in
                definition.seed = (1...200).map {
                    SeedRow(key: nil, values: [.text("n\($0)"), .null, .text("open"), .null, .null], place: "")
                }
            }, queryTime: .zero)
        let (status, text, headers) = ask(resource, "GET", "/orders?name.contains=x")
        #expect(status == 503 && headers.first(name: "content-type") == "application/problem+json", "\(text)")
        #expect(text.contains("the list takes more than"), "\(text)")
        // The limit is for lists, and other requests go on.
        #expect(ask(resource, "GET", "/orders/200").status == 200)
        #expect(ask(resource, "POST", "/orders", #"{"name": "a"}"#).status == 201)
    }

    @Test func requestsEnlargeTheDatabaseUpToALimit() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        for path in [nil, "\(directory.path)/a.db"] {
            let resource = try Self.resource(
                { definition in
                    var fields = definition.fields
                    fields[0].length = 0...65_536
                    definition = ResourceDefinition(table: "orders", fields: fields, place: "serve.yaml:2")
                }, path: path, maxGrowth: 1 << 20)
            var statuses: [UInt] = []
            for number in 0..<40 {
                let text = String(repeating: "x", count: 60_000)
                statuses.append(ask(resource, "POST", "/orders", "{\"name\": \"\(number)\(text)\"}").status)
            }
            let count = statuses.count { $0 == 201 }
            // A unique field is in an index as well.
            #expect((4...17).contains(count) && statuses.allSatisfy { $0 == 201 || $0 == 507 }, "\(statuses)")
            #expect(ask(resource, "GET", "/orders?limit=1").headers.first(name: "x-total-count") == "\(count)")
            // The space of a removed row is used again.
            #expect(ask(resource, "DELETE", "/orders/1").status == 204)
            #expect(ask(resource, "POST", "/orders", #"{"name": "short"}"#).status == 201)
            // The user's own rows are not limited, and requests may add as much again.
            let csv = "name\n" + (0..<40).map { "own\($0)\(String(repeating: "y", count: 60_000))\n" }.joined()
            #expect(try resource.load(Array(csv.utf8), as: .csv, file: "a.csv", replacing: false) == 40)
            #expect(
                ask(resource, "POST", "/orders", "{\"name\": \"\(String(repeating: "z", count: 60_000))\"}").status
                    == 201)
        }
    }

    @Test(
        "pages of other sites cannot change rows",
        arguments: [
            (nil, "evil.test", true), ("http://127.0.0.1:8080", "127.0.0.1:8080", true),
            ("http://[::1]:8080", "[::1]:8080", true), ("https://shop.localhost", "shop.localhost", true),
            // A page on this machine has a server of its own while it is being developed.
            ("http://localhost:3000", "127.0.0.1:8080", true), ("http://127.0.0.1:3000", "localhost:8080", true),
            ("http://[::1]:3000", "localhost:8080", true),
            // A page whose name was made to resolve to this machine after it was loaded.
            ("http://evil.test:8080", "evil.test:8080", false),
            ("http://evil.test", "127.0.0.1:8080", false), ("http://192.0.2.1", "127.0.0.1:8080", false),
            ("null", "127.0.0.1:8080", false), ("http://localhost.evil.test", "localhost.evil.test", false),
            ("file://localhost", "127.0.0.1:8080", false),
        ])
    func pagesOfOthersChangeNothing(_ origin: String?, _ host: String, _ isTaken: Bool) throws {
        let resource = try Self.resource()
        var fields: HTTPHeaders = ["Host": host]
        if let origin { fields.add(name: "Origin", value: origin) }
        let requests = [
            ("POST", "/orders", #"{"name": "a"}"#, UInt(201)), ("PUT", "/orders/2", #"{"name": "b"}"#, 200),
            ("PATCH", "/orders/3", "{}", 200), ("DELETE", "/orders/1", "", 204),
        ]
        for (method, target, body, expected) in requests {
            let status = ask(resource, method, target, body, fields).status
            #expect(status == (isTaken ? expected : 403), "\(method)")
        }
        #expect(ask(resource, "GET", "/orders", "", fields).headers.first(name: "x-total-count") == "5")
    }

    @Test func filesComeAndGo() throws {
        let resource = try Self.resource()
        let csv = try resource.export(as: .csv)
        #expect(String(buffer: csv).hasPrefix("id,name,total,state,count,gift\r\n1,n1,1,open,,true\r\n"))
        #expect(try resource.load(Array(csv.readableBytesView), as: .csv, file: "a.csv", replacing: true) == 5)
        #expect(try resource.export(as: .csv) == csv)
        let json = try resource.export(as: .json)
        #expect(try resource.load(Array(json.readableBytesView), as: .json, file: "a.json", replacing: true) == 5)
        #expect(try resource.export(as: .json) == json)
        #expect(throws: FaultError.usage("a.csv:3: name: another row already has this value, and it must be unique")) {
            try resource.load(Array("name\nx\nn1\n".utf8), as: .csv, file: "a.csv", replacing: false)
        }
        #expect(try resource.export(as: .json) == json)
        _ = ask(resource, "DELETE", "/orders/1")
        #expect(try resource.reset() == 5)
        #expect(try resource.export(as: .json) == json)
    }

    @Test(arguments: [
        ("CREATE TABLE orders (name TEXT)", "has no column id INTEGER PRIMARY KEY"),
        ("CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT)", "needs the column total of fields:"),
        (
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, total TEXT, state TEXT, count INT, gift INT)",
            "does not hold number values"
        ),
        (
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, total REAL, state TEXT, count INT, gift INT, x INT NOT NULL)",
            "needs a value of \"x\""
        ),
        (
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, total REAL NOT NULL, state TEXT, count INT, gift INT)",
            "needs a value of total in each row"
        ),
    ])
    func tablesOfAnotherShapeAreNotServed(_ sql: String, _ expected: String) throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let path = "\(directory.path)/a.db"
        try SQLiteConnection(path: path, mode: .create).execute(sql)
        let error = #expect(throws: FaultError.self) { try Self.resource(path: path) }
        #expect(
            error?.description.hasPrefix("serve.yaml:2: the table orders ") == true
                && error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }

    @Test func filesAreKeptAndOthersTablesAreServed() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let path = "\(directory.path)/a.db"
        let resource = try Self.resource(path: path)
        #expect(ask(resource, "POST", "/orders", #"{"name": "kept"}"#).status == 201)
        #expect(ask(try Self.resource(path: path), "GET", "/orders/6").text.contains("kept"))
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        try other.execute("INSERT INTO orders (name, total) VALUES ('by hand', 9e999), (x'00ff', 'text')")
        #expect(ask(resource, "GET", "/orders/7").text.contains(#""name":"by hand","total":null"#))
        #expect(ask(resource, "GET", "/orders/8").text.contains(#""name":null,"total":"text""#))
        // A file that is not a database is rejected.
        let text = try directory.write(Array("no database at all, but a text that is long enough".utf8), as: "b.db")
        #expect(throws: FaultError.self) { try Self.resource(path: text) }
    }

    @Test func manyAtOnceLoseNothing() async throws {
        let resource = try Self.resource()
        await withTaskGroup(of: UInt.self) { group in
            for number in 0..<200 {
                group.addTask { ask(resource, "POST", "/orders", "{\"name\": \"m\(number)\"}").status }
            }
            for await status in group { #expect(status == 201) }
        }
        #expect(ask(resource, "GET", "/orders?name.starts=m").headers.first(name: "x-total-count") == "200")
    }
}
