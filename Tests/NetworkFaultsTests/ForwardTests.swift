import NIOCore
import NIOHTTP1
import NIOPosix
import TLSServer
import Testing

@testable import NetworkFaults

/// Forwarding between a client and a server.
struct ForwardTests {
    private var context: FaultContext {
        get throws {
            FaultContext(group: MultiThreadedEventLoopGroup.singleton, seed: 1, directory: try RunDirectory())
        }
    }

    /// Runs listeners during a closure.
    private func run(
        _ plans: [ListenerPlan], log: RequestLog = RequestLog(), limits: ServerLimits = ServerLimits(),
        _ body: ([PlanListener]) async throws -> Void
    ) async throws {
        var context = try context
        context.log = log
        var running: [PlanListener] = []
        do {
            for plan in plans { running.append(try await PlanListener.start(plan, limits: limits, context)) }
            try await body(running)
        } catch {
            for listener in running { await listener.close() }
            context.directory.remove()
            throw error
        }
        for listener in running { await listener.close() }
        context.directory.remove()
    }

    private func origin(_ responses: ResponsePlan...) throws -> ListenerPlan {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), responses)]
        return plan
    }

    private func forwarder(to url: String, faults: [FaultRule] = []) throws -> ListenerPlan {
        var plan = ListenerPlan()
        let upstream = try Upstream(url)
        plan.upstream = upstream
        if upstream.scheme == .tcp { plan.content = .stream }
        plan.faults = faults
        return plan
    }

    /// Runs an origin and a listener that forwards to it.
    private func between(
        _ scheme: String, _ origin: ListenerPlan, faults: [FaultRule] = [], log: RequestLog = RequestLog(),
        change: @escaping @Sendable (inout ListenerPlan) -> Void = { _ in }, _ body: (Int) async throws -> Void
    ) async throws {
        try await run([origin]) { origins in
            var plan = try forwarder(to: "\(scheme)://127.0.0.1:\(origins[0].port)", faults: faults)
            change(&plan)
            try await run([plan], log: log) { try await body($0[0].port) }
        }
    }

    private func get(_ port: Int, _ target: String, _ fields: String = "") async throws -> String {
        try await RawClient.exchange(
            port, "GET \(target) HTTP/1.1\r\nHost: client\r\nConnection: close\r\n\(fields)\r\n"
        ).text
    }

    private func bytes(_ port: Int) async throws -> [UInt8] {
        try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: client\r\nConnection: close\r\n\r\n").bytes
    }

    @Test(arguments: ["http", "tcp"]) func passesBodiesByteForByte(_ scheme: String) async throws {
        let plan = try origin(ResponsePlan(.random(count: 3_000_000)))
        try await run([plan, plan]) { origins in
            let direct = try await bytes(origins[0].port)
            let forward = try forwarder(to: "\(scheme)://127.0.0.1:\(origins[1].port)")
            try await run([forward]) { between in
                let forwarded = try await bytes(between[0].port)
                // The same seed results in the same bytes.
                #expect(direct.count > 3_000_000 && direct.suffix(3_000_000) == forwarded.suffix(3_000_000))
            }
        }
    }

    @Test func sendsRequestsOnWithoutWhatIsForOneConnection() async throws {
        try await between("http", try origin(ResponsePlan(.echo))) { port in
            let text = try await RawClient.exchange(
                port,
                "POST /a%2Fb?c=d HTTP/1.1\r\nHost: client\r\nX-Own: 1\r\nX-Hop: 2\r\nTE: trailers\r\nConnection: close, X-Hop\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            ).text
            #expect(text.contains(#""body":"abcde""#), "\(text)")
            #expect(text.contains(#""path":"/a%2Fb""#) && text.contains(#"["c","d"]"#))
            #expect(text.contains(#"["X-Own","1"]"#) && !text.contains("X-Hop"))
            // The client accepts trailers, but these two fields are the forwarder's own.
            #expect(text.contains(#"["TE","trailers"]"#) && text.contains(#"["Connection","TE"]"#))
            #expect(text.contains(#"["Via","1.1 netdiag-serve-"#))
        }
    }

    @Test func keepsConnectionsForSeveralRequests() async throws {
        try await between("http", try origin(ResponsePlan(.text(ResponseTemplate("{count}"))))) { port in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            let text = try await RawClient.exchange(
                port, request + request + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            ).text
            #expect(text.components(of: "HTTP/1.1 200 OK") == 3)
            #expect(text.hasSuffix("3"))
        }
    }

    @Test func saysWhyAnUpstreamIsNotReached() async throws {
        let closed = try ReservedPort(host: "127.0.0.1", port: 0)
        let log = RequestLog()
        try await run([try forwarder(to: "http://127.0.0.1:\(closed.port)")], log: log) { listeners in
            let text = try await get(listeners[0].port, "/x")
            #expect(text.hasPrefix("HTTP/1.1 502 "))
            #expect(text.contains("application/problem+json") && text.contains("Connection refused"))
        }
        try await run([try forwarder(to: "tcp://127.0.0.1:\(closed.port)")], log: log) { listeners in
            let outcome = try await RawClient.exchange(listeners[0].port, "x")
            #expect(outcome.text.isEmpty)
        }
        #expect(log.entries.map(\.status) == [502, 0])
        #expect(log.entries.allSatisfy { $0.failure?.contains("Connection refused") == true })
    }

    @Test(arguments: [
        "not http at all\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 200_000), "",
    ])
    func answersForUpstreamsThatSpeakNoHTTP(_ bytes: String) async throws {
        let raw = FaultRule("raw", .raw(ByteBuffer(string: bytes), then: .close))
        var plan = try origin(ResponsePlan(.echo))
        plan.faults = [raw]
        let log = RequestLog()
        try await between("http", plan, log: log) { port in
            let text = try await get(port, "/")
            #expect(text.hasPrefix("HTTP/1.1 502 "), "\(text.prefix(200))")
        }
        #expect(log.entries.last?.failure != nil)
    }

    @Test func breaksOffWhatBreaksOff() async throws {
        var plan = try origin(ResponsePlan(.text(ResponseTemplate("0123456789"))))
        plan.faults = [FaultRule("http.truncated", .cut(thousandths: 500, then: .close))]
        try await between("http", plan) { port in
            let text = try await get(port, "/")
            #expect(text.contains("Content-Length: 10\r\n") && text.hasSuffix("\r\n\r\n01234"))
        }
    }

    @Test func hasTheSameFaults() async throws {
        let origin = try origin(ResponsePlan(.text(ResponseTemplate("0123456789"))))
        for scheme in ["http", "tcp"] {
            try await between(scheme, origin, faults: [FaultRule("tcp.reset", .silent(.reset))]) { port in
                let outcome = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(outcome.isReset && outcome.text.isEmpty)
            }
            try await between(scheme, origin, faults: [FaultRule("tcp.closed", .silent(.close))]) { port in
                let outcome = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(!outcome.isReset && outcome.text.isEmpty)
            }
            let slow = [
                FaultRule("delay", .delayed(.fixed(.milliseconds(50)))),
                FaultRule("pace", .paced(SendRate(bytes: 3, every: .milliseconds(1)))),
            ]
            try await between(scheme, origin, faults: slow) { port in
                let begun = ContinuousClock.now
                let text = try await get(port, "/")
                #expect(text.hasSuffix("\r\n\r\n0123456789"))
                #expect(begun.duration(to: .now) >= .milliseconds(50))
            }
        }
        let cut = FaultRule("http.truncated", .cut(thousandths: 300, then: .close))
        var empty = ResponsePlan()
        empty.status = 204
        try await between("http", try self.origin(empty), faults: [cut]) { port in
            let text = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n").text
            #expect(text.hasPrefix("HTTP/1.1 204 ") && !text.contains("\r\n\r\n"), "\(text)")
        }
        try await between("http", origin, faults: [cut]) { port in
            let text = try await get(port, "/")
            #expect(text.contains("Content-Length: 10\r\n") && text.hasSuffix("\r\n\r\n012"))
        }
        let busy = FaultRule("http.gateway-error", .replaced(.problem(.serviceUnavailable, "busy")))
        let log = RequestLog()
        try await between("http", origin, faults: [busy], log: log) { port in
            let text = try await get(port, "/")
            #expect(text.hasPrefix("HTTP/1.1 503 "))
        }
        #expect(log.entries.map(\.faults) == [["http.gateway-error"]])
    }

    @Test func tunnelsWebSocketsByteForByte() async throws {
        let context = try context
        let echo = try await WebSocketServer.start(.opens(.echoes, [:]), context)
        defer { context.directory.remove() }
        let log = RequestLog()
        try await run([try forwarder(to: "http://127.0.0.1:\(echo.port)")], log: log) { listeners in
            // A masked frame with the text "hi", mask 0 (RFC 6455 section 5.3), directly after the handshake.
            let handshake =
                "GET /chat HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            let bytes = Array(handshake.utf8) + [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]
            let outcome = try await RawClient.exchange(
                listeners[0].port, bytes,
                until: { $0.readableBytesView.suffix(4).elementsEqual([0x81, 2, 0x68, 0x69]) })
            #expect(outcome.text.hasPrefix("HTTP/1.1 101 "))
            #expect(outcome.text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            // The response must not wait for a minute, until the idle connection ends.
            #expect(outcome.bytes.suffix(4) == [0x81, 2, 0x68, 0x69])
        }
        #expect(log.entries.map(\.status) == [101])
        await echo.close()
    }

    @Test func passesTheEndOfADirectionOn() async throws {
        // An HTTP server still responds after the end of the client's output; RawClient reads to the end.
        try await between("tcp", try origin(ResponsePlan(.text(ResponseTemplate("whole"))))) { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.0\r\n\r\n", endsOutput: true
            ).text
            #expect(text.hasSuffix("whole"))
        }
    }

    @Test("names below localhost are loopback addresses, whatever the system's resolver knows")
    func localhostNames() async throws {
        try await run([try origin(ResponsePlan(.text(ResponseTemplate("from {header.host}"))))]) { origins in
            let port = origins[0].port
            for host in ["no-such-host.localhost", "Shop.LocalHost", "a.b.localhost."] {
                try await run([try forwarder(to: "http://\(host):\(port)")]) { listeners in
                    let text = try await get(listeners[0].port, "/")
                    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("from \(host):\(port)"), "\(text)")
                }
            }
        }
        let addresses = try await UpstreamAddresses(listener: nil).find(try Upstream("tcp://x.localhost:5432"))
        #expect(addresses.map(\.ipAddress) == ["127.0.0.1", "::1"] && addresses.allSatisfy { $0.port == 5432 })
        // Only the last label counts.
        await #expect(throws: ForwardError.self) {
            try await UpstreamAddresses(listener: nil).find(try Upstream("tcp://localhost.invalid:5432"))
        }
    }

    @Test func refusesToAskItself() async throws {
        for scheme in ["http", "tcp"] {
            // Another test may take the port in between.
            var message = ""
            for _ in 0..<20 where !message.contains("this very listener") {
                let held = try ReservedPort(host: "127.0.0.1", port: 0)
                var plan = try forwarder(to: "\(scheme)://localhost:\(held.port)")
                plan.port = held.port
                held.close()
                do {
                    try await run([plan]) { _ in Issue.record("\(scheme): it asks itself") }
                } catch let error as FaultError {
                    message = error.description
                }
            }
            #expect(message.contains("this very listener"), "\(scheme): \(message)")
        }
        let wildcard = UpstreamAddresses(listener: try SocketAddress(ipAddress: "0.0.0.0", port: 80))
        #expect(wildcard.leadsBack(try SocketAddress(ipAddress: "127.0.0.9", port: 80)))
        #expect(!wildcard.leadsBack(try SocketAddress(ipAddress: "127.0.0.9", port: 81)))
        #expect(!wildcard.leadsBack(try SocketAddress(ipAddress: "192.0.2.1", port: 80)))
    }

    @Test func requestsThatComeBackAreRefused() async throws {
        // Two listeners that forward to each other, which is not visible from one of them.
        var text = ""
        for _ in 0..<20 where !text.hasPrefix("HTTP/1.1 508 ") {
            let held = try ReservedPort(host: "127.0.0.1", port: 0)
            let port = held.port
            held.close()
            try await run([try forwarder(to: "http://127.0.0.1:\(port)")]) { first in
                var second = try forwarder(to: "http://127.0.0.1:\(first[0].port)")
                second.port = port
                // Another test may take the port in between.
                do {
                    try await run([second]) { _ in text = try await get(first[0].port, "/") }
                } catch is FaultError {}
            }
        }
        #expect(text.hasPrefix("HTTP/1.1 508 "), "\(text)")
    }

    @Test func verifiesUpstreams() async throws {
        let context = try context
        defer { context.directory.remove() }
        let healthy = try await HealthyServer.start(context, .tls)
        let port = healthy.port
        var upstream = try Upstream("https://127.0.0.1:\(port)")
        let ca = try context.authority.certificateFile()
        let trusts: [(TLSContext.Trust, String)] = [(.system, "502"), (.file(ca), "200"), (.anybody, "200")]
        for (trust, status) in trusts {
            try upstream.trust(trust)
            var plan = ListenerPlan()
            plan.upstream = upstream
            try await run([plan]) { listeners in
                let text = try await get(listeners[0].port, "/")
                #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
                if status == "502" { #expect(text.contains("the certificate is refused")) }
            }
        }
        await healthy.close()
    }

    @Test func pausedStreamsAreClosed() async throws {
        try await run([try origin(ResponsePlan(.echo))]) { origins in
            try await run([try forwarder(to: "tcp://127.0.0.1:\(origins[0].port)")]) { listeners in
                listeners[0].responder?.set(PlanResponder.Availability.paused)
                let paused = try await RawClient.exchange(listeners[0].port, "")
                #expect(paused.text.isEmpty)
                listeners[0].responder?.set(PlanResponder.Availability.running)
                let text = try await get(listeners[0].port, "/")
                #expect(text.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test(arguments: [
        "ftp://x", "http://", "http://a:0", "http://a:99999", "http://u:p@a", "tcp://a", "tcp://a:1/x", "http://a/?q",
        "http://[::1", "http://a b", "a:80", "", "http://a\u{0}b",
    ])
    func refusesURLs(_ text: String) {
        #expect(throws: (any Error).self) { try Upstream(text) }
    }
}
