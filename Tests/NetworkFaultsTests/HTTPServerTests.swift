import Glibc
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetworkFaults

struct HTTPServerTests {
    /// Serves a plan during a closure.
    private func serve(
        _ plan: ListenerPlan, limits: ServerLimits = ServerLimits(), log: RequestLog = RequestLog(),
        _ body: (Int) async throws -> Void
    ) async throws {
        let server = try await HTTPServer.start(
            at: .address(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton, limits: limits,
            responder: PlanResponder(plan, log: log, seed: 1))
        do {
            try await body(server.port)
            await server.close()
        } catch {
            await server.close()
            throw error
        }
    }

    private func plan(_ path: String, _ responses: ResponsePlan..., faults: [FaultRule] = []) throws -> ListenerPlan {
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern(path)), responses)]
        plan.faults = faults
        return plan
    }

    private func get(_ port: Int, _ target: String, _ fields: String = "", method: String = "GET") async throws
        -> String
    {
        try await RawClient.exchange(
            port, "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
        ).text
    }

    @Test func answersSeveralRequestsOfOneConnection() async throws {
        try await serve(
            plan("/*", ResponsePlan(.text(ResponseTemplate("one"))), ResponsePlan(.text(ResponseTemplate("two"))))
        ) {
            port in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n"
            let text = try await RawClient.exchange(port, request + "\r\n" + request + "Connection: close\r\n\r\n").text
            #expect(text.components(of: "HTTP/1.1 200 OK") == 2)
            #expect(text.hasSuffix("two"))
        }
    }

    /// A connection that was accepted, and has no task yet, used to end the program.
    @Test("a server can be closed while clients connect")
    func closesWhileClientsConnect() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        for _ in 0..<40 {
            let server = try await HTTPServer.start(
                at: .address(host: "127.0.0.1", port: 0), group: group,
                responder: PlanResponder(plan("/*"), log: RequestLog(), seed: 1))
            let port = server.port
            await withDiscardingTaskGroup { tasks in
                for number in 0..<64 {
                    tasks.addTask {
                        let channel = try? await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port)
                            .get()
                        try? await channel?.close().get()
                    }
                    if number == 32 { tasks.addTask { await server.close() } }
                }
            }
            #expect(!server.isBusy)
        }
    }

    @Test func headHasTheFieldsWithoutTheBody() async throws {
        try await serve(plan("/*", ResponsePlan(.text(ResponseTemplate("four"))))) { port in
            let text = try await get(port, "/", method: "HEAD")
            #expect(text.contains("Content-Length: 4\r\n"))
            #expect(text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func valuesOfRequestsBeginNoLine() async throws {
        var response = ResponsePlan(.empty)
        response.headers = [("X-Echo", ResponseTemplate("{path.x}"))]
        try await serve(plan("/{x}", response)) { port in
            let text = try await get(port, "/a%0d%0aX-Injected:%20yes")
            #expect(text.contains("X-Echo: aX-Injected: yes\r\n"))
        }
    }

    @Test func refusesLongBodiesAndWhatIsNotHTTP() async throws {
        var limits = ServerLimits()
        limits.maxBodyBytes = 10
        let log = RequestLog()
        try await serve(plan("/*", ResponsePlan(.echo)), limits: limits, log: log) { port in
            let long = try await RawClient.exchange(
                port, "POST /long HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n12345678901")
            #expect(long.text.hasPrefix("HTTP/1.1 413 "))
            // It is a request like any other.
            #expect(log.entries.map(\.status) == [413] && log.entries.map(\.path) == ["/long"])
            let answer1 = try await RawClient.exchange(port, "nonsense\r\n\r\n").text
            #expect(answer1.hasPrefix("HTTP/1.1 400 "))
            let answer2 = try await get(port, "/%zz")
            #expect(answer2.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("a method that no parser knows is answered 501, and what is no request line 400")
    func unknownMethods() async throws {
        try await serve(plan("/*", ResponsePlan(.text(ResponseTemplate("one"))))) { port in
            for line in ["BREW / HTTP/1.1", "GETX /a HTTP/1.1", "x-make-coffee / HTTP/1.1"] {
                let text = try await RawClient.exchange(port, "\(line)\r\nHost: x\r\n\r\n").text
                #expect(text.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"), "\(line): \(text)")
            }
            for line in ["\u{16}\u{3} / HTTP/1.1", "SSH-2.0-OpenSSH_9.2 Debian-2", "BREW /", "B(EW / HTTP/1.1", "BREW"]
            {
                let text = try await RawClient.exchange(port, "\(line)\r\nHost: x\r\n\r\n").text
                #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(line): \(text)")
            }
        }
    }

    @Test(
        "the response to an unknown method does not depend on the reads in which its line arrives",
        arguments: [("BREW /pot HTTP/1.1", HTTPResponseStatus.notImplemented), ("BREW /pot", .badRequest)])
    func unknownMethodsInParts(_ line: String, _ status: HTTPResponseStatus) throws {
        let text = "\(line)\r\nHost: x\r\n\r\n"
        for count in 1...line.utf8.count {
            let channel = EmbeddedChannel(handler: ByteToMessageHandler<ServedRequestDecoder>.boundedRequests())
            func receive(_ part: String) -> HTTPResponseStatus? {
                do {
                    try channel.writeInbound(ByteBuffer(string: part))
                    return nil
                } catch {
                    return error is ServedRequestDecoder.UnknownMethod ? .notImplemented : .badRequest
                }
            }
            #expect(receive(String(text.prefix(count))) == nil, "\(count)")
            // The rest also arrives in two reads.
            let middle = text.dropFirst(count).prefix(3)
            #expect((receive(String(middle)) ?? receive(String(text.dropFirst(count + 3)))) == status, "\(count)")
            _ = try? channel.finish()
        }
    }

    @Test("what can no longer become a request line is refused at once")
    func noRequestLine() {
        for (text, line) in [
            ("\u{16}\u{3}", ServedRequestDecoder.Line.isOther), ("BREW  ", .isOther), ("BREW /a FTP", .isOther),
            ("BREW /a b ", .isOther), ("B(", .isOther), ("BREW /a\r", .isOther), ("BR", .mayBeRequest),
            ("BREW /a HTTP", .mayBeRequest), ("BREW /a HTTP/1.", .mayBeRequest), ("BREW /a HTTP/1.1\r", .isRequest),
            (String(repeating: "B", count: 9_000), .isOther),
        ] {
            #expect(ServedRequestDecoder.line(text.utf8) == line, "\(text.prefix(20))")
        }
    }

    @Test func aClientThatHasSaidAllHearsTheAnswer() async throws {
        var response = ResponsePlan(.text(ResponseTemplate("whole")))
        response.firstByte = .fixed(.milliseconds(50))
        try await serve(plan("/*", response)) { port in
            // The client's output ends before the response.
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", endsOutput: true
            ).text
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("whole"), "\(text)")
            // With an incomplete request, or none, there is nothing to wait for.
            for part in ["GET / HTT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab", ""] {
                let text = try await RawClient.exchange(port, part, endsOutput: true).text
                #expect(!text.contains("200"), "\(text)")
            }
        }
    }

    @Test func aFaultThatHoldsEndsWithItsClient() async throws {
        let hanging = try plan(
            "/*", ResponsePlan(.text(ResponseTemplate("whole"))), faults: [FaultRule("http.no-answer", .silent(.hang))])
        try await serve(hanging) { port in
            let text = try await RawClient.exchange(
                port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", endsOutput: true
            ).text
            #expect(text.isEmpty)
        }
    }

    @Test(
        "a target in absolute form stands for its path and its host",
        arguments: [
            ("http://shop.test:8080/a/b?x=1", "/a/b", "shop.test:8080"), ("HTTPS://shop.test/a", "/a", "shop.test"),
            ("http://shop.test", "/", "shop.test"), ("http://shop.test?x=1", "/", "shop.test"),
            ("http://[::1]:80/", "/", "[::1]:80"),
        ])
    func absoluteForm(_ target: String, _ path: String, _ host: String) async throws {
        let log = RequestLog()
        try await serve(plan("/*", ResponsePlan(.echo)), log: log) { port in
            let text = try await get(port, target)
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("\"path\":\"\(path)\""), "\(text)")
            #expect(text.contains("[\"Host\",\"\(host)\"]"), "\(text)")
            #expect(!text.contains("localhost"), "\(text)")
            #expect(text.contains("\"x\"") == target.contains("x=1"), "\(text)")
        }
        var routed = try plan("/only", ResponsePlan(.text(ResponseTemplate("here"))))
        routed.routes[0].match.headers = ["host": "shop.test"]
        try await serve(routed) { port in
            let (here, other) = try await (
                get(port, "http://shop.test/only"), get(port, "http://other.test/only")
            )
            #expect(here.hasSuffix("here") && other.hasPrefix("HTTP/1.1 404 "), "\(here) \(other)")
        }
    }

    @Test(arguments: [
        "http://", "http:///x", "http://:80/x", "http://u:p@shop.test/x", "ftp://shop.test/x", "shop.test:80",
    ])
    func targetsWithoutAHostAreRefused(_ target: String) async throws {
        try await serve(plan("/*", ResponsePlan(.echo))) { port in
            let text = try await get(port, target)
            #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text)")
        }
    }

    @Test("a second field Host is refused, and none at all is not")
    func severalHosts() async throws {
        try await serve(plan("/*", ResponsePlan(.echo))) { port in
            let two = try await get(port, "/", "Host: other.test\r\n")
            #expect(two.hasPrefix("HTTP/1.1 400 "), "\(two)")
            let text = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n").text
            #expect(text.hasPrefix("HTTP/1.1 200 "), "\(text)")
        }
    }

    @Test("OPTIONS * is answered with the methods of all routes")
    func optionsOfServer() async throws {
        var listener = try plan("/a", ResponsePlan(.text(ResponseTemplate("a"))))
        listener.routes[0].methods = ["GET"]
        try await serve(listener) { port in
            for target in ["*", "http://shop.test"] {
                let text = try await get(port, target, method: "OPTIONS")
                #expect(
                    text.hasPrefix("HTTP/1.1 204 ") && text.contains("\r\nAllow: GET, HEAD, OPTIONS\r\n"), "\(text)")
            }
            let other = try await get(port, "*")
            #expect(other.hasPrefix("HTTP/1.1 400 "), "\(other)")
        }
        try await serve(plan("/*", ResponsePlan(.echo))) { port in
            let text = try await get(port, "*", method: "OPTIONS")
            #expect(text.contains("Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n"), "\(text)")
        }
    }

    @Test func closesConnectionsBeyondTheLimit() async throws {
        var limits = ServerLimits()
        limits.maxConnections = 0
        try await serve(plan("/*", ResponsePlan(.echo)), limits: limits) { port in
            let answer3 = try await get(port, "/")
            #expect(answer3.isEmpty)
        }
    }

    @Test func resetsAreResets() async throws {
        let reset = FaultRule("tcp.reset", .silent(.reset))
        try await serve(plan("/*", ResponsePlan(.echo), faults: [reset])) { port in
            let outcome = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(outcome.isReset && outcome.text.isEmpty)
        }
        let close = FaultRule("tcp.closed", .silent(.close))
        try await serve(plan("/*", ResponsePlan(.echo), faults: [close])) { port in
            let outcome = try await RawClient.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(!outcome.isReset && outcome.text.isEmpty)
        }
    }

    @Test(
        "a response without a body is cut in its head",
        arguments: [("HEAD", 200, "text"), ("GET", 204, ""), ("GET", 200, "")])
    func cutsHeads(_ method: String, _ status: UInt, _ body: String) async throws {
        let cut = FaultRule("http.truncated", .cut(thousandths: 500, then: .close))
        var response = ResponsePlan(body.isEmpty ? .empty : .text(ResponseTemplate(body)))
        response.status = status
        try await serve(plan("/*", response, faults: [cut])) { port in
            let text = try await get(port, "/", method: method)
            #expect(text.hasPrefix("HTTP/1.1 \(status) ") && !text.contains("\r\n\r\n"), "\(text)")
        }
    }

    @Test("a long response is sent to its end before the connection is closed")
    func longLastResponses() async throws {
        // More than the kernel takes at once: by default 4 MiB in the server's socket, and 6 MiB in the client's (tcp(7)).
        let count = 12 << 20
        let text = ResponsePlan(.text(ResponseTemplate(String(repeating: "x", count: count))))
        let cut = FaultRule("http.truncated", .cut(thousandths: 500, then: .close))
        for (faults, sent) in [([], count), ([cut], count / 2)] {
            try await serve(plan("/*", text, faults: faults)) { port in
                let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                let received = try await RawClient.exchange(port, request).bytes.count
                #expect(received > sent && received < sent + 400, "\(received)")
            }
        }
    }

    @Test func cutsBodiesWithTheirWholeLengthDeclared() async throws {
        let cut = FaultRule("http.truncated", .cut(thousandths: 500, then: .close))
        try await serve(plan("/*", ResponsePlan(.text(ResponseTemplate("0123456789"))), faults: [cut])) { port in
            let text = try await get(port, "/")
            #expect(text.contains("Content-Length: 10\r\n"))
            #expect(text.hasSuffix("\r\n\r\n01234"))
        }
    }

    @Test func paceAndPartsKeepTheBytes() async throws {
        var response = ResponsePlan(.repeated(ByteBuffer(string: "abc"), count: 10))
        response.pace = SendRate(bytes: 4, every: .milliseconds(1))
        try await serve(plan("/*", response)) { port in
            let answer4 = try await get(port, "/")
            #expect(answer4.hasSuffix("\r\n\r\nabcabcabca"))
        }
        try await serve(
            plan(
                "/*",
                ResponsePlan(.events([ResponseTemplate("a\nb"), ResponseTemplate("c")], interval: .zero, rounds: 2)))
        ) { port in
            let text = try await get(port, "/")
            #expect(text.contains("data: a\ndata: b\n\n"))
            #expect(text.components(of: "data: c\n\n") == 2)
        }
        let events = ResponsePlan.Body.events([ResponseTemplate("{uuid}")], interval: .zero, rounds: 3)
        try await serve(plan("/*", ResponsePlan(events))) { port in
            let ids = try await get(port, "/").split(whereSeparator: \.isNewline).filter { $0.hasPrefix("data: ") }
            #expect(ids.count == 3 && Set(ids).count == 3, "each event has a value of its own")
        }
    }

    @Test func pausesAndCountsAnew() async throws {
        let log = RequestLog()
        let responder = PlanResponder(
            try plan("/*", ResponsePlan(.text(ResponseTemplate("{count}")))), log: log, seed: 1)
        let request = ServedRequest(method: "GET", target: "/secret?token=x", peer: "127.0.0.1:1")
        responder.set(PlanResponder.Availability.paused)
        let paused = await responder.respond(to: request, after: .zero)
        #expect(paused.response.status.code == 503)
        responder.set(PlanResponder.Availability.running)
        for expected in ["1", "2"] {
            guard case .bytes(let body) = await responder.respond(to: request, after: .zero).response.body else {
                Issue.record("no bytes")
                return
            }
            #expect(String(buffer: body) == expected)
        }
        // The query may contain secrets.
        #expect(log.entries.map(\.path) == ["/secret", "/secret", "/secret"])
        #expect(log.entries.map(\.number) == [1, 2, 3])
        responder.reset()
        guard case .bytes(let body) = await responder.respond(to: request, after: .zero).response.body else { return }
        #expect(String(buffer: body) == "1")
    }

    @Test func theLogIsBoundedInBytes() {
        let log = RequestLog(maxBytes: 4_000)
        let path = "/" + String(repeating: "x", count: 300)
        for _ in 0..<20_000 {
            log.record(
                .init(
                    number: 0, at: .zero, listener: "a", method: "GET", path: path, peer: "", status: 200, bodyBytes: 0,
                    faults: []))
        }
        #expect(log.count == 20_000)
        #expect((1...10).contains(log.entries.count))
        #expect(log.entries.last?.number == 20_000)
    }

    @Test func authenticates() async throws {
        var listener = try plan("/*", ResponsePlan(.text(ResponseTemplate("in"))))
        listener.routes[0].authentication = AuthenticationPlan(.basic(user: "alice", password: "secret"))
        try await serve(listener) { port in
            let answer5 = try await get(port, "/")
            #expect(answer5.contains("WWW-Authenticate: Basic realm=\"netdiag\""))
            let answer6 = try await get(port, "/", "Authorization: Basic YWxpY2U6c2VjcmV0\r\n")
            #expect(answer6.hasPrefix("HTTP/1.1 200 "))
            let answer7 = try await get(port, "/", "Authorization: Basic YWxpY2U6d3Jvbmc=\r\n")
            #expect(answer7.hasPrefix("HTTP/1.1 401 "))
        }
        listener.routes[0].authentication = AuthenticationPlan(.bearer(token: "abc"))
        try await serve(listener) { port in
            let answer8 = try await get(port, "/", "Authorization: Bearer abc\r\n")
            #expect(answer8.hasPrefix("HTTP/1.1 200 "))
            let answer9 = try await get(port, "/", "Authorization: Bearer abd\r\n")
            #expect(answer9.hasPrefix("HTTP/1.1 401 "))
        }
    }
}

extension String {
    /// The number of occurrences of a text.
    func components(of text: String) -> Int { split(separator: text, omittingEmptySubsequences: false).count - 1 }
}
