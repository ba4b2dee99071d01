import NIOCore
import NIOPosix
import NetworkModel
import Synchronization
import Testing

@testable import NetworkFaults

/// How servers end, pause and resume.
struct DrainTests {
    @Test func drainingLetsAnAnswerEndAndTakesNoOther() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, directory: directory)
        var response = ResponsePlan(.text(ResponseTemplate("whole")))
        // On a busy machine, this test continues long after the request was recorded.
        response.firstByte = .fixed(.seconds(8))
        var plan = ListenerPlan()
        plan.routes = [RoutePlan(try #require(PathPattern("/*")), [response])]
        let log = RequestLog()
        var logging = context
        logging.log = log
        let requests = log.follow()
        let listener = try await PlanListener.start(plan, limits: ServerLimits(), logging)
        async let answer = RawClient.exchange(listener.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        // The request has arrived when it is recorded; the response follows later.
        for await _ in requests { break }
        #expect(listener.isBusy)
        // The call returns when the response is sent, even if the client would keep the connection.
        await listener.drain()
        let text = try await answer.text
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("whole"))
        // The port is free, or used by another test.
        let refused = (try? await RawClient.exchange(listener.port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))?.text
        #expect(refused?.hasSuffix("whole") != true)
        await listener.close()
    }

    @Test func aFaultOfItsOwnIsPausedAndSwitchedOff() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let definition = try #require(FaultCatalogue.definition("ws.upgrade-refused"))
        let context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments("403"),
            directory: directory)
        let fault = try await SwitchableFault(definition, context)
        let port = fault.targetPort
        let handshake =
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        func status() async throws -> String {
            String(try await RawClient.exchange(port, handshake, until: 12).text.prefix(12))
        }
        #expect(try await status() == "HTTP/1.1 403")
        try await fault.set(.init(isOff: true))
        #expect(try await status() == "HTTP/1.1 101")
        try await fault.set(.init(isPaused: true))
        // Connections are refused, but the port is still reserved, in spite of connections in TIME-WAIT.
        await #expect(throws: (any Error).self) { try await status() }
        try await fault.set(.init())
        #expect(try await status() == "HTTP/1.1 403")
        await fault.close()
    }

    @Test("a server that cannot start again for another reason than its port is not tried for long")
    func failing() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let known = try #require(FaultCatalogue.definition("ws.upgrade-refused"))
        let starts = Mutex(0)
        let definition = FaultDefinition(known.cause, known.summary, arguments: known.arguments) { context in
            let count = starts.withLock { count in
                count += 1
                return count
            }
            guard count == 1 else { throw FaultError.system("OpenSSL does not take the certificate") }
            return try await known.start(context)
        }
        let fault = try await SwitchableFault(
            definition,
            FaultContext(
                group: MultiThreadedEventLoopGroup.singleton, arguments: try known.arguments("403"),
                directory: directory))
        try await fault.set(.init(isPaused: true))
        await #expect(throws: FaultError.self) { try await fault.set(.init()) }
        #expect(starts.withLock { $0 } == 3)
        await fault.close()
    }

    @Test("a fault of its own gets other arguments, and is limited to some connections")
    func changed() async throws {
        try await withFault("ws.upgrade-refused") { fault in
            let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            func statuses(_ count: Int, at path: String = "/") async throws -> [String] {
                let handshake = "GET \(path) HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                var found: [String] = []
                for _ in 0..<count {
                    let answer = try await RawClient.exchange(fault.targetPort, handshake + key, until: 12).text
                    found.append(String(answer.prefix(12).suffix(3)))
                }
                return found
            }
            var condition = SwitchableFault.Condition()
            condition.arguments = try fault.definition.arguments("503")
            try await fault.set(condition)
            #expect(try await statuses(2) == ["503", "503"] && fault.setting == "ws.upgrade-refused=503")
            var when = FaultConditions()
            when.every = .even
            fault.limit(to: when)
            #expect(try await statuses(4) == ["101", "503", "101", "503"])
            try await fault.set(.init())
            fault.limit(to: .always)
            #expect(try await statuses(2) == ["403", "403"] && fault.setting == "ws.upgrade-refused")
            // Beside the fault, there is a correct echo.
            #expect(try await statuses(1, at: "/echo?a=b") == ["101"])
        }
    }

    @Test(
        "the catalogue says which faults can be off",
        arguments: FaultCatalogue.all.filter { $0.exchange == nil }.map(\.cause))
    func replaceable(_ cause: CauseID) async throws {
        try await withFault(cause) { #expect($0.canBeOff == $0.definition.canBeOff) }
    }

    @Test(arguments: ["proxy.auth-required", "proxy.tls", "proxy.unreachable", "proxy.required"])
    func aProxyIsPausedAndGoesOnWhereItWas(_ cause: String) async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let definition = try #require(FaultCatalogue.definition(CauseID(rawValue: cause)))
        let fault = try await SwitchableFault(
            definition,
            FaultContext(
                group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments(""),
                directory: directory))
        let proxy = try #require(
            fault.check.environment["http_proxy"] ?? fault.check.arguments.last, "it says where the proxy is")
        let proxyPort = try #require(proxy.split(separator: ":").last.flatMap { Int($0) })
        #expect(proxyPort != fault.targetPort)
        /// Which of the two ports accept connections.
        func listening() async -> [Bool] {
            var result: [Bool] = []
            for port in [proxyPort, fault.targetPort] {
                let connection = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: port).get()
                result.append(connection != nil)
                try? await connection?.close().get()
            }
            return result
        }
        let before = await listening()
        #expect(before.contains(true))
        try await fault.set(.init(isPaused: true))
        #expect(await listening() == [false, false])
        try await fault.set(.init())
        #expect(await listening() == before)
        await fault.close()
    }
}
