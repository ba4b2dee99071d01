import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetworkFaults

/// What clients could reach past the rules of a listener that forwards.
@Suite("Rules of listeners that forward")
struct ForwardSafetyTests {
    private static let handshake =
        "GET /public/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a\r\n\r\n"
    private static let request = "GET /private/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    /// Runs an origin, and a listener with a route that needs a login and one that does not.
    private func between(
        _ origin: ListenerPlan, log: RequestLog = RequestLog(), originLog: RequestLog = RequestLog(),
        faults: [FaultRule] = [], _ body: (Int) async throws -> Void
    ) async throws {
        var context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, seed: 1, directory: try RunDirectory())
        defer { context.directory.remove() }
        context.log = originLog
        let upstream = try await PlanListener.start(origin, limits: ServerLimits(), context)
        context.log = log
        var plan = ListenerPlan()
        plan.routes = try ["/private/*", "/public/*"].map { path in
            let forward = ResponsePlan(.forward(try Upstream("http://127.0.0.1:\(upstream.port)")))
            return RoutePlan(try #require(PathPattern(path)), [forward])
        }
        plan.routes[0].authentication = AuthenticationPlan(.basic(user: "alice", password: "secret"))
        plan.faults = faults
        do {
            let listener = try await PlanListener.start(plan, limits: ServerLimits(), context)
            do {
                try await body(listener.port)
                await listener.close()
            } catch {
                await listener.close()
                throw error
            }
            await upstream.close()
        } catch {
            await upstream.close()
            throw error
        }
    }

    /// An origin that receives the handshake as it is forwarded, and responds with these lines.
    private func origin(sending lines: [String], then more: [String] = ["close"]) throws -> ListenerPlan {
        let expected = ["GET /public/x HTTP/1.1", "Sec-WebSocket-Key: a", "Host: ", "Connection: Upgrade"]
        var plan = ListenerPlan()
        plan.content = .script(
            try ServerScript(
                (expected + ["Upgrade: websocket", "Via: ", ""]).map { "expect \($0)" } + lines.map { "send \($0)" }
                    + more))
        return plan
    }

    private func echo() throws -> ListenerPlan {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), [ResponsePlan(.echo)])]
        return plan
    }

    // MARK: - WebSockets

    @Test("a WebSocket that the upstream refuses opens no way past the routes")
    func refusedWebSocket() async throws {
        let log = RequestLog()
        // The origin responds to a second request on the connection, if it gets one.
        let origin = try origin(
            sending: ["HTTP/1.1 426 Upgrade Required", "Content-Length: 2", "", "no"],
            then: ["expect GET /private/x", "send HTTP/1.1 200 OK", "send Content-Length: 0", "send ", "close"])
        try await between(origin, log: log) { port in
            let text = try await RawClient.exchange(port, Self.handshake + Self.request).text
            #expect(text.hasPrefix("HTTP/1.1 426 ") && text.contains("Connection: close\r\n"), "\(text)")
            #expect(text.components(of: "HTTP/1.1 ") == 1, "\(text)")
        }
        #expect(log.entries.map(\.status) == [426])
    }

    @Test(
        "a request that is no handshake of a WebSocket is forwarded without the wish to upgrade",
        arguments: [
            handshake.replacing("Sec-WebSocket-Key: a\r\n", with: ""), handshake.replacing("GET", with: "OPTIONS"),
            handshake.replacing("Connection: Upgrade", with: "Connection: keep-alive"),
            handshake.replacing("HTTP/1.1", with: "HTTP/1.0"),
            handshake.replacing("\r\n\r\n", with: "\r\nContent-Length: 1\r\n\r\nx"),
        ])
    func noHandshake(_ handshake: String) async throws {
        let (log, originLog) = (RequestLog(), RequestLog())
        try await between(try echo(), log: log, originLog: originLog) { port in
            let text = try await RawClient.exchange(port, handshake + Self.request).text
            #expect(text.hasPrefix("HTTP/1.1 200 ") && !text.contains(#"["Upgrade","#), "\(text)")
        }
        #expect(originLog.entries.map(\.path) == ["/public/x"] && log.entries.map(\.status) == [200])
    }

    @Test("bytes that follow the handshake at once are passed on, in both directions, with delays and paces")
    func openWebSocket() async throws {
        let acceptance = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", "X-Own: 1", "",
        ]
        let log = RequestLog()
        let slow = [
            FaultRule("delay", .delayed(.fixed(.milliseconds(50)))),
            FaultRule("pace", .paced(SendRate(bytes: 30, every: .milliseconds(1)))),
        ]
        for faults in [[], slow] {
            let origin = try origin(sending: acceptance + ["hello"], then: ["expect mine", "send yours", "close"])
            try await between(origin, log: log, faults: faults) { port in
                let begun = ContinuousClock.now
                let text = try await RawClient.exchange(port, Self.handshake + "mine\r\n").text
                #expect(text == (acceptance + ["hello", "yours", ""]).joined(separator: "\r\n"))
                #expect(faults.isEmpty || begun.duration(to: .now) >= .milliseconds(50))
            }
        }
        #expect(log.entries.map(\.status) == [101, 101])
    }

    @Test("what a WebSocket's upstream sends before it ends its output at once is passed on")
    func brieflyOpenWebSocket() async throws {
        let acceptance = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", "",
        ]
        let log = RequestLog()
        try await between(try origin(sending: acceptance + ["bye"], then: ["close"]), log: log) { port in
            // Whether the end is read together with the acceptance depends on the time.
            for _ in 0..<20 {
                let text = try await RawClient.exchange(port, Self.handshake).text
                #expect(text == (acceptance + ["bye", ""]).joined(separator: "\r\n"))
            }
        }
        #expect(log.entries.map(\.status) == Array(repeating: 101, count: 20))
    }

    @Test(
        "an upstream that changes to another protocol is refused",
        arguments: [
            ["Upgrade: h2c", "Connection: Upgrade"], ["Upgrade: websocket"], ["Connection: Upgrade"],
        ])
    func otherProtocol(_ fields: [String]) async throws {
        let log = RequestLog()
        let lines = ["HTTP/1.1 101 Switching Protocols"] + fields + ["", "HTTP/1.1 200 OK", "Content-Length: 0", ""]
        try await between(try origin(sending: lines), log: log) { port in
            let text = try await RawClient.exchange(port, Self.handshake + Self.request).text
            #expect(text.hasPrefix("HTTP/1.1 502 ") && text.components(of: "HTTP/1.1 ") == 1, "\(text)")
        }
        #expect(log.entries.map(\.status) == [502])
    }

    // MARK: - Paths

    @Test(
        "paths that upstreams read in different ways are refused before a route is chosen",
        arguments: [
            "/public/../private/x", "/public/%2e%2e/private/x", "/public/.%2E/private/x", "/public/./x", "/public/..",
            "//private/x", "/public//private/x", "/public/%2fprivate", "/public/a%2Fb", "/public/..;a=b/private/x",
            "/public/x#y",
            "/public/..%5cprivate/x",
        ])
    func ambiguousPath(_ path: String) async throws {
        let originLog = RequestLog()
        try await between(try echo(), originLog: originLog) { port in
            let text = try await RawClient.exchange(
                port, "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text)")
        }
        #expect(originLog.entries.isEmpty)
    }

    @Test(
        "other paths are forwarded as they are",
        arguments: ["/public/", "/public/a/", "/public/.a/..b", "/public/a;b/%41", "/public/x?../../y=//"])
    func plainPath(_ path: String) async throws {
        let originLog = RequestLog()
        try await between(try echo(), originLog: originLog) { port in
            let text = try await RawClient.exchange(
                port, "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text)")
        }
        #expect(originLog.entries.map(\.path) == [String(path.prefix { $0 != "?" })])
    }

    @Test("a listener that forwards nothing takes any path")
    func nothingForwarded() async throws {
        var plan = try echo()
        plan.routes.insert(
            RoutePlan(try #require(PathPattern("/a/*")), [ResponsePlan(.text(ResponseTemplate("a")))]), at: 0)
        let responder = PlanResponder(plan, log: RequestLog(), seed: 1)
        for path in ["/a/../b", "//a", "/a%2Fb"] {
            let answer = await responder.respond(to: ServedRequest(method: "GET", target: path), after: .zero)
            #expect(answer.response.status == .ok, "\(path)")
        }
    }
}
