import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetworkFaults

/// Interim responses and trailers, as they are forwarded.
struct ForwardedMessageTests {
    /// Runs an origin and a listener that forwards to it.
    private func between(
        _ origin: ListenerPlan, change: (inout RoutePlan) -> Void = { _ in }, _ body: (Int) async throws -> Void
    ) async throws {
        let context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, seed: 1, directory: try RunDirectory())
        defer { context.directory.remove() }
        let upstream = try await PlanListener.start(origin, limits: ServerLimits(), context)
        var plan = ListenerPlan()
        var route = RoutePlan(
            try #require(PathPattern("/*")),
            [ResponsePlan(.forward(try Upstream("http://127.0.0.1:\(upstream.port)")))])
        change(&route)
        plan.routes = [route]
        let listener = try await PlanListener.start(plan, limits: ServerLimits(), context)
        do {
            try await body(listener.port)
        } catch {
            await listener.close()
            await upstream.close()
            throw error
        }
        await listener.close()
        await upstream.close()
    }

    /// An origin that responds with these bytes.
    private func origin(_ bytes: String) throws -> ListenerPlan {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), [ResponsePlan(.echo)])]
        plan.faults = [FaultRule("raw", .raw(ByteBuffer(string: bytes), then: .close))]
        return plan
    }

    /// An origin that expects some lines, and then sends others.
    private func origin(expecting expected: [String], sending sent: [String]) throws -> ListenerPlan {
        var plan = ListenerPlan()
        plan.content = .script(
            try ServerScript(expected.map { "expect \($0)" } + sent.map { "send \($0)" } + ["close"]))
        return plan
    }

    private let answer =
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-Hop: 1\r\nConnection: X-Hop\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n0\r\nX-Sum: 7\r\nContent-Type: x/y\r\nSet-Cookie: a=b\r\n\r\n"

    @Test func hintsAndTrailersOfAnswersArePassedOn() async throws {
        try await between(try origin(answer)) { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(
                text.hasPrefix("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\n"),
                "\(text)")
            #expect(text.contains("\r\nTrailer: X-Sum\r\n"))
            // Fields that belong in the head are not accepted as trailers.
            #expect(text.hasSuffix("\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 7\r\n\r\n"), "\(text)")
        }
    }

    @Test func clientsOfOldGetNeither() async throws {
        try await between(try origin(answer)) { port in
            let text = try await RawClient.exchange(port, "GET / HTTP/1.0\r\nHost: x\r\n\r\n").text
            #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n") && text.hasSuffix("\r\n\r\nabc"), "\(text)")
            #expect(!text.contains("railer") && !text.contains("X-Sum"))
        }
    }

    @Test func hintsWithoutEndAreRefused() async throws {
        let hint = "HTTP/1.1 103 Early Hints\r\n\r\n"
        try await between(try origin(String(repeating: hint, count: 65) + "HTTP/1.1 204 No Content\r\n\r\n")) { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(text.components(of: "HTTP/1.1 103 ") == 64 && text.contains("HTTP/1.1 502 "), "\(text)")
            #expect(text.contains("sends more than 64 answers of 1xx"))
        }
        try await between(try origin("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")) { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(text.hasPrefix("HTTP/1.1 502 ") && text.contains("which was not requested"), "\(text)")
        }
    }

    @Test func extensionsOfChunksWithoutEndAreRefused() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        for (count, isWhole) in [(10_000, true), (2_000_000, false)] {
            let body = "1;\(String(repeating: "a", count: count))\r\nx\r\n0\r\n\r\n"
            try await between(try origin(head + body)) { port in
                let text = try await RawClient.exchange(
                    port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                ).text
                #expect(text.hasSuffix("1\r\nx\r\n0\r\n\r\n") == isWhole, "\(text)")
            }
        }
    }

    @Test func trailersOfRequestsArePassedOn() async throws {
        let origin = try origin(
            expecting: [
                "POST / HTTP/1.1", "Host: 127.0.0.1", "Transfer-Encoding: chunked", "Trailer: X-Sum", "Via: 1.1 ", "",
                "3",
                "abc", "0", "X-Sum: 7", "",
            ], sending: ["HTTP/1.1 204 No Content", ""])
        try await between(origin) { port in
            let text = try await RawClient.exchange(
                port,
                "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n0\r\nX-Sum: 7\r\nHost: evil\r\n\r\n"
            ).text
            #expect(text.hasPrefix("HTTP/1.1 204 "), "\(text)")
        }
    }

    @Test func theUpstreamSaysWhetherItWantsABody() async throws {
        let request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        let head = ["POST / HTTP/1.1", "Content-Length: 5", "Expect: 100-continue", "Host: ", "Via: ", ""]
        let refusing = try origin(
            expecting: head, sending: ["HTTP/1.1 417 Expectation Failed", "Content-Length: 0", ""])
        try await between(refusing) { port in
            let text = try await RawClient.exchange(port, request).text
            #expect(text.hasPrefix("HTTP/1.1 417 "), "\(text)")
        }
        let wanting = try origin(
            expecting: head, sending: ["HTTP/1.1 100 Continue", "", "HTTP/1.1 204 No Content", ""])
        try await between(wanting) { port in
            let text = try await RawClient.exchange(port, request).text
            #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 "), "\(text)")
        }
    }

    @Test func fieldsAndSessionsOfTheRouteAreAdded() async throws {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), [ResponsePlan(.text(ResponseTemplate("in")))])]
        try await between(plan) {
            $0.session = SessionRule(.start(expiry: .seconds(60)))
            $0.responses[0].headers = [("X-Own", ResponseTemplate("{session.number}"))]
        } _: { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            let fields = ["X-Own: 1\r\n", "Set-Cookie: netdiag-serve-session="]
            #expect(fields.allSatisfy { text.contains("\r\n" + $0) }, "\(text)")
            #expect(text.hasSuffix("\r\n\r\nin"))
        }
    }

    @Test func aBodyIsReadAndPassedOn() async throws {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), [ResponsePlan(.echo)])]
        let body = #"{"name": "Ann"}"#
        try await between(plan) {
            $0.session = SessionRule(
                .start(expiry: .seconds(60)), values: [.init("user", ResponseTemplate("{body.$.name}"))])
            $0.responses[0].headers = [
                ("X-User", ResponseTemplate("{session.user}")), ("X-Name", ResponseTemplate("{body.$.name}")),
            ]
        } _: { port in
            let head = "POST / HTTP/1.1\r\nHost: x\r\n"
            let whole = head + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
            let chunk = String(body.utf8.count, radix: 16) + "\r\n" + body + "\r\n0\r\n\r\n"
            // The connection is kept open, so that the next request on it shows that this one was read completely.
            let next = "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            let chunked = head + "Transfer-Encoding: chunked\r\n\r\n" + chunk + next
            for request in [whole, chunked] {
                let text = try await RawClient.exchange(port, request).text
                #expect(text.contains("\r\nX-User: Ann\r\n") && text.contains("\r\nX-Name: Ann\r\n"), "\(text)")
                #expect(text.contains(#"{\"name\": \"Ann\"}"#), "the upstream has the body: \(text)")
                #expect(request == whole || text.contains(#""path":"/next""#), "\(text)")
            }
            // A client that expects 100-continue gets it here, once.
            let expecting = head + "Connection: close\r\nExpect: 100-continue\r\n"
            let answer = try await RawClient.exchange(
                port, expecting + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
            ).text
            #expect(answer.components(of: "HTTP/1.1 100 ") == 1 && answer.contains("X-User: Ann"), "\(answer)")
            let tooLong = try await RawClient.exchange(
                port, head + "Content-Length: 9000000\r\n\r\n" + String(repeating: "x", count: 9_000_000)
            ).text
            #expect(tooLong.hasPrefix("HTTP/1.1 413 "), "\(tooLong)")
        }
    }
}
