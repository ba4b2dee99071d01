import Dispatch
import NIOCore
import NIOHTTP1
import SQLite
import Testing

@testable import NetworkFaults

/// Lists that take long, beside other requests of their table.
@Suite("Lists that take long")
struct LongListTests {
    private static let definition: ResourceDefinition = {
        var definition = ResourceDefinition(
            table: "orders",
            fields: [FieldDefinition(name: "state", kind: .text), FieldDefinition(name: "note", kind: .text)],
            place: "serve.yaml:2")
        // More pages than one step of a copy has.
        let note = String(repeating: "n", count: 2_000)
        definition.seed = (1...1_500).map {
            SeedRow(key: nil, values: [.text($0 % 3 == 0 ? "paid" : "open"), .text(note)], place: "rows:\($0)")
        }
        return definition
    }()

    private func withResources(briefTime: Duration, _ body: (Resource) async throws -> Void) async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        for path in [nil, "\(directory.path)/orders.db"] {
            let database = ResourceDatabase(path: path, queryTime: .seconds(60), briefTime: briefTime)
            let resource = Resource(Self.definition, in: database)
            try database.prepare([Self.definition])
            try await body(resource)
            database.close()
        }
    }

    private func ask(
        _ resource: Resource, _ method: String, _ target: String, _ body: String = ""
    ) -> (status: UInt, total: String?, text: String) {
        let request = ServedRequest(
            method: method, target: target, headers: ["Content-Type": "application/json"],
            body: ByteBuffer(string: body))
        let answer = resource.response(Array(request.pathSegments.dropFirst()), to: request)
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, nil, "") }
        return (answer.status.code, answer.headers.first(name: "x-total-count"), String(buffer: bytes))
    }

    @Test("while rows are read for long, others are read and written, and the reader sees none of that")
    func othersGoOn() async throws {
        try await withResources(briefTime: .milliseconds(10)) { resource in
            let counts = try resource.database.read { connection -> [Int64?] in
                try connection.run("BEGIN")
                let count = { try connection.rows("SELECT COUNT(*) FROM orders").first?.first?.integer }
                let before = try count()
                // If the reader held the lock of the database, these would never return.
                #expect(ask(resource, "POST", "/orders", #"{"state": "new"}"#).status == 201)
                #expect(ask(resource, "GET", "/orders/1501").text.contains(#""state":"new""#))
                #expect(ask(resource, "GET", "/orders?state=new").total == "1")
                #expect(ask(resource, "DELETE", "/orders/1").status == 204)
                return [before, try count()]
            }
            #expect(counts == [1_500, 1_500])
            #expect(ask(resource, "GET", "/orders?limit=1").total == "1500")
        }
    }

    @Test("a long list has the same rows and numbers as a brief one, also after changes")
    func sameRows() async throws {
        try await withResources(briefTime: .zero) { long in
            try await withResources(briefTime: .seconds(60)) { brief in
                for query in [
                    "?state=paid&limit=2", "?sort=-id&limit=3", "?state=open&offset=990&sort=state,id", "?id=7",
                ] {
                    let (one, other) = (ask(long, "GET", "/orders\(query)"), ask(brief, "GET", "/orders\(query)"))
                    #expect(one.status == 200 && one == other, "\(query)")
                    #expect(ask(long, "GET", "/orders\(query)") == one, "\(query)")
                }
            }
            #expect(ask(long, "GET", "/orders?state=paid&limit=1").total == "500")
            #expect(ask(long, "PATCH", "/orders/3", #"{"state": "open"}"#).status == 200)
            #expect(ask(long, "GET", "/orders?state=paid&limit=1").total == "499")
        }
    }

    @Test("a list that takes too long for the threads that all share is read on another one")
    func otherThreads() async throws {
        try await withResources(briefTime: .zero) { resource in
            var plan = ListenerPlan()
            let path = try #require(PathPattern("/orders/*"))
            plan.routes = [RoutePlan(path, [ResponsePlan(.resource(resource))])]
            let responder = PlanResponder(plan, log: RequestLog(), seed: 1)
            let request = ServedRequest(method: "GET", target: "/orders/?state=paid&limit=1")
            #expect(resource.response([], to: request, .brief).isUnfinished)
            let response = await responder.respond(to: request, after: .zero).response
            #expect(response.status == .ok && !response.isUnfinished)
            #expect(response.headers.first(name: "x-total-count") == "500")
        }
    }

    @Test("at most 32 of them wait, and further ones are refused")
    func bound() async {
        let threads = LongListThreads()
        // The first ones are read until one was refused; the limit is for the case that none is.
        let refusal = DispatchSemaphore(value: 0)
        let statuses = await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<LongListThreads.maxLists + 8 {
                group.addTask {
                    let status = await threads.response {
                        _ = refusal.wait(timeout: .now() + 60)
                        // This is for the next one.
                        refusal.signal()
                        return ServedResponse(.ok)
                    }.status
                    if status == .serviceUnavailable { refusal.signal() }
                    return status.code
                }
            }
            return await group.reduce(into: [UInt]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } >= LongListThreads.maxLists, "\(statuses)")
        #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 } && statuses.contains(503), "\(statuses)")
        // Later ones are read again.
        #expect(await threads.response { ServedResponse(.ok) }.status == .ok)
    }

    @Test("a form of lists is known after three long ones, for some seconds, or until there is an index")
    func forms() {
        var lists = LongLists()
        let (query, other) = (
            ListQuery([("state", "paid")], of: Self.definition), ListQuery([("note", "n")], of: Self.definition)
        )
        let now = ContinuousClock.now
        func isKnown(_ query: ListQuery, after time: Duration = .zero) -> Bool {
            lists.contains(query, now: now.advanced(by: time))
        }
        for _ in 1...LongLists.threshold {
            let isKnownEarly = isKnown(query)
            #expect(!isKnownEarly)
            lists.record(query, now: now)
        }
        // The values do not matter.
        let known = [query, ListQuery([("state", "open")], of: Self.definition), other].map { isKnown($0) }
        #expect(known == [true, true, false])
        let isKnownLater = isKnown(query, after: .seconds(6))
        #expect(!isKnownLater)
        for _ in 1...LongLists.threshold { lists.record(query, now: now) }
        let isKnownAgain = isKnown(query)
        lists.forget()
        let isForgotten = !isKnown(query)
        #expect(isKnownAgain && isForgotten)
    }

    @Test("an export does not hold up other requests either")
    func export() async throws {
        try await withResources(briefTime: .milliseconds(10)) { resource in
            let text = String(buffer: try resource.export(as: .csv))
            #expect(text.hasPrefix("id,state,note\r\n1,open,nnn") && text.components(of: "\r\n") == 1_501)
        }
    }
}
