import NIOCore
import NIOHTTP1
import Testing

@testable import NetworkFaults

/// Sessions and their values.
struct SessionTests {
    private func responder(_ routes: [(String, SessionRule?, String)]) throws -> PlanResponder {
        var plan = ListenerPlan()
        plan.routes = try routes.map { path, rule, text in
            var route = RoutePlan(try #require(PathPattern(path)), [ResponsePlan(.text(ResponseTemplate(text)))])
            route.session = rule
            return route
        }
        return PlanResponder(plan, log: RequestLog(), seed: 1)
    }

    private func ask(
        _ responder: PlanResponder, _ target: String, cookie: String? = nil, body: String = ""
    ) async -> (status: UInt, text: String, cookie: String?) {
        let headers: HTTPHeaders = cookie.map { ["Cookie": $0] } ?? [:]
        let request = ServedRequest(
            method: "POST", target: target, headers: headers, body: ByteBuffer(string: body), peer: "127.0.0.1:1")
        let answer = await responder.respond(to: request, after: .zero).response
        var text = ""
        if case .bytes(let bytes) = answer.body { text = String(buffer: bytes) }
        let field = answer.headers.first(name: "set-cookie").map { String($0.prefix { $0 != ";" }) }
        return (answer.status.code, text, field)
    }

    private let start = SessionRule(
        .start(expiry: .seconds(60)), values: [.init("user", ResponseTemplate("{body.$.name}"))])

    @Test func valuesAreSetByRequestsAndReadByOthers() async throws {
        let cart = SessionRule(.required, values: [.init("cart", ResponseTemplate("{session.cart}{query.add},"))])
        let responder = try responder([
            ("/login", start, "hello {session.user}, {session.number}"), ("/cart", cart, "{session.cart}"),
            ("/who", SessionRule(.required), "{session.user}: {session.cart}"), ("/out", SessionRule(.end), "bye"),
        ])
        #expect(await ask(responder, "/who").status == 403)
        #expect(await ask(responder, "/cart?add=a").status == 403)
        let login = await ask(responder, "/login", body: #"{"name": "alice"}"#)
        #expect(login.text == "hello alice, 1")
        let cookie = try #require(login.cookie)
        #expect(await ask(responder, "/cart?add=a", cookie: cookie).text == "a,")
        #expect(await ask(responder, "/cart?add=b", cookie: cookie).text == "a,b,")
        #expect(await ask(responder, "/who", cookie: cookie).text == "alice: a,b,")
        // Another session has its own values.
        let other = await ask(responder, "/login", body: #"{"name": "bob"}"#)
        #expect(other.text == "hello bob, 2")
        #expect(await ask(responder, "/who", cookie: other.cookie).text == "bob: ")
        // A new login of the same client starts without the values of the previous session, which has ended.
        let again = await ask(responder, "/login", cookie: cookie, body: #"{"name": "alice"}"#)
        #expect(await ask(responder, "/who", cookie: cookie).status == 403)
        #expect(await ask(responder, "/who", cookie: again.cookie).text == "alice: ")
        #expect(await ask(responder, "/out", cookie: again.cookie).text == "bye")
        #expect(await ask(responder, "/who", cookie: again.cookie).status == 403)
        #expect(responder.sessions.list().map(\.number) == [2])
    }

    @Test func valuesAreBoundedAndEmptyOnesTakenAway() async throws {
        let keep = SessionRule(.required, values: [.init("note", ResponseTemplate("{query.x}"))])
        let responder = try responder([("/login", start, "in"), ("/keep", keep, "{session.note}")])
        let cookie = await ask(responder, "/login").cookie
        let most = String(repeating: "x", count: SessionRule.maxValueBytes)
        #expect(await ask(responder, "/keep?x=\(most)", cookie: cookie).text == most)
        let refused = await ask(responder, "/keep?x=\(most)y", cookie: cookie)
        #expect(refused.status == 422)
        #expect(refused.text.contains("value note would have 1025 bytes; the maximum is 1024"))
        // The previous value is kept.
        #expect(responder.sessions.list().first?.values == ["note": most])
        #expect(await ask(responder, "/keep?x=", cookie: cookie).text.isEmpty)
        #expect(responder.sessions.list().first?.values == [:])
    }

    @Test func theOldestGivesWayInBytesAndInNumber() throws {
        let table = SessionTable()
        let request = ServedRequest(method: "GET", target: "/")
        let value = String(repeating: "x", count: SessionRule.maxValueBytes)
        let values = Dictionary(uniqueKeysWithValues: (0..<SessionRule.maxValues).map { ("v\($0)", value) })
        for number in 1...300 {
            let session = table.start(for: request, expiry: .seconds(60))
            #expect(table.set(values, in: session.token)?.number == number)
        }
        let list = table.list()
        #expect(list.last?.number == 300)
        #expect((200...256).contains(list.count) && list.reduce(0) { $0 + $1.bytes } <= 8 << 20)
    }

    @Test func theyExpire() throws {
        let table = SessionTable()
        let now = ContinuousClock.now
        let session = table.start(
            for: ServedRequest(method: "GET", target: "/"), expiry: .seconds(10), now: now)
        let request = ServedRequest(
            method: "GET", target: "/", headers: ["Cookie": "\(SessionTable.cookie)=\(session.token)"])
        #expect(table.set(["a": "b"], in: session.token, now: now + .seconds(9))?.values == ["a": "b"])
        #expect(table.session(of: request, now: now + .seconds(9))?.entry.values == ["a": "b"])
        #expect(table.set(["a": "c"], in: session.token, now: now + .seconds(10)) == nil)
        #expect(table.session(of: request, now: now + .seconds(10)) == nil)
        #expect(table.list(now: now).isEmpty)
    }
}
