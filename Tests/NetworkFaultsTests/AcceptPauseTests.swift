import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NetworkFaults

// Its tests wait for connections to end. If one of them did not, the output of all tests would end here.
@Suite("Listeners without descriptors", .timeLimit(.minutes(10)))
struct AcceptPauseTests {
    /// Counts the errors that reach the end of the pipeline.
    private final class ErrorCounter: ChannelInboundHandler, Sendable {
        typealias InboundIn = any Channel

        let codes = Mutex<[CInt]>([])

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            codes.withLock { $0.append((error as? IOError)?.errnoCode ?? 0) }
        }
    }

    /// Sends a text and closes the connection.
    private final class Greeter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "accepted")), promise: nil)
            context.close(promise: nil)
        }
    }

    private func listener(_ errors: ErrorCounter) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(ListeningSocketHandler(), errors)
                }
            }
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture { try child.pipeline.syncOperations.addHandler(Greeter()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Reports an error of accept(2); returns whether the listener accepts connections afterwards.
    private func accepts(after code: CInt, _ channel: any Channel) async throws -> Bool {
        try await channel.eventLoop.flatSubmit {
            channel.pipeline.syncOperations.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
            return channel.getOption(.autoRead)
        }.get()
    }

    @Test("a listener pauses for a moment if there are no descriptors, and then accepts again")
    func pause() async throws {
        let errors = ErrorCounter()
        let channel = try await listener(errors)
        let port = try #require(channel.localAddress?.port)
        for code in [EMFILE, ENFILE, EMFILE] {
            let begun = ContinuousClock.now
            let isAccepting = try await accepts(after: code, channel)
            #expect(!isAccepting)
            let text = try await RawClient.exchange(port, "").text
            // The client waits in the listener's queue until the end of the pause.
            #expect(text == "accepted" && begun.duration(to: .now) >= .milliseconds(200), "\(text)")
            #expect(try await channel.getOption(.autoRead).get())
        }
        #expect(errors.codes.withLock { $0 } == [])
        try await channel.close().get()
    }

    @Test("clients that gave up are ignored, and other errors are passed on")
    func otherErrors() async throws {
        let errors = ErrorCounter()
        let channel = try await listener(errors)
        for code in [ECONNABORTED, EBADF] { #expect(try await accepts(after: code, channel)) }
        #expect(errors.codes.withLock { $0 } == [EBADF])
        try await channel.close().get()
    }

    private func listeners(_ bodies: ResponsePlan.Body...) throws -> [ListenerPlan] {
        try bodies.map { body in
            var plan = ListenerPlan()
            plan.routes = [RoutePlan(try #require(PathPattern("/*")), [ResponsePlan(body)])]
            return plan
        }
    }

    @Test("connections without a request take no descriptor of an upstream, and without one a request is answered 503")
    func idleConnections() async throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        var context = FaultContext(group: MultiThreadedEventLoopGroup.singleton, directory: directory)
        let web = try await HealthyServer.start(context, .plain)
        var plan = ListenerPlan()
        plan.upstream = try Upstream("http://127.0.0.1:\(web.port)")
        // For three clients, and two upstreams.
        context.budget = DescriptorBudget(5)
        let listener = try await PlanListener.start(plan, limits: ServerLimits(), context)
        let request = "GET / HTTP/1.1\r\nHost: x\r\n"
        var slow: [any Channel] = []
        for _ in 0..<3 {
            slow.append(
                try await ClientBootstrap(group: context.group).connect(host: "127.0.0.1", port: listener.port).get())
            try await slow.last?.writeAndFlush(ByteBuffer(string: request))
        }
        func status() async throws -> String {
            let text = try await RawClient.exchange(listener.port, request + "Connection: close\r\n\r\n").text
            return String(text.prefix(12))
        }
        #expect(try await status() == "HTTP/1.1 200")
        // The response arrives before its connections have returned their descriptors, and a client that finds none is not accepted.
        let budget = context.budget
        try await waitUntil {
            guard budget.reserve(2) else { return false }
            budget.release(2)
            return true
        }
        slow.append(
            try await ClientBootstrap(group: context.group).connect(host: "127.0.0.1", port: listener.port).get())
        try await slow.last?.writeAndFlush(ByteBuffer(string: request))
        // This client takes the last descriptor.
        try await waitUntil { try await status() == "HTTP/1.1 503" }
        for client in slow { try await client.close() }
        try await waitUntil { try await status() == "HTTP/1.1 200" }
        await listener.close()
        await web.close()
    }

    private func waitUntil(_ isTrue: () async throws -> Bool) async throws {
        while try await !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("the listeners of a run need descriptors for connections, upstreams and files")
    func needs() throws {
        let limits = ServerLimits()
        let forward = ResponsePlan.Body.forward(try Upstream("http://127.0.0.1:1"))
        var zone = ListenerPlan()
        zone.content = .script(try ServerScript(["send x"]))
        let echo = DescriptorNeeds(try listeners(.echo), servers: 0, limits: limits)
        #expect(echo.total == 128 + limits.maxConnections)
        // 10,000 connections at once fit in 20,000 files, and a single listener needs no more than its maximum.
        let budget = echo.budget(of: 20_000)
        #expect(budget.count == 19_872 && echo.remark(on: budget, of: 20_000) == nil)
        let two = DescriptorNeeds(try listeners(forward, forward) + [zone], servers: 1, limits: limits)
        #expect(two.total == 128 + 2 * 512 + 4 * limits.maxConnections)
        #expect(two.remark(on: two.budget(of: two.total), of: two.total) == nil)
        // Either of two listeners can have all of the connections that fit.
        let small = DescriptorNeeds(try listeners(forward, forward), servers: 0, limits: limits)
        #expect(
            small.remark(on: small.budget(of: 20_000), of: 20_000)
                == "at most 9936 connections at once, for all listeners together: this process may open 20000 files, "
                + "and a connection that is forwarded or gets a file takes two; for 16384 connections, raise the hard limit: "
                + "ulimit -Hn 32896")
        #expect(echo.remark(on: echo.budget(of: 1_024), of: 1_024)?.contains("at most 896 connections at once") == true)
        #expect(two.budget(of: 32).count == 16)
    }

    private func isServed(_ server: HTTPServer) async throws -> Bool {
        try await RawClient.exchange(
            server.port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        ).text.hasPrefix("HTTP/1.1 200")
    }

    @Test("all listeners share the descriptors, and return them")
    func shared() async throws {
        let budget = DescriptorBudget(3)
        let group = MultiThreadedEventLoopGroup.singleton
        var servers: [HTTPServer] = []
        for plan in try listeners(.echo, .echo) {
            servers.append(
                try await HTTPServer.start(
                    at: .address(host: "127.0.0.1", port: 0), group: group, budget: budget, cost: 1,
                    responder: PlanResponder(plan, log: RequestLog(), seed: 1)))
        }
        func connect(_ server: HTTPServer) async throws -> any Channel {
            try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: server.port).get()
        }
        // The first listener takes all of them. A connection that comes while another one has the last place is closed.
        var open: [any Channel] = []
        var isServed = true
        for _ in 0..<500 where isServed {
            open.append(try await connect(servers[0]))
            isServed = try await self.isServed(servers[1])
        }
        #expect(!isServed && open.count >= 3)
        #expect(try await !self.isServed(servers[0]))
        for channel in open { try? await channel.close().get() }
        for server in servers {
            try await waitUntil { try await self.isServed(server) }
        }
        for server in servers { await server.close() }
        #expect(budget.reserve(3) && !budget.reserve(1))
    }

    @Test("a forwarded connection takes two, and returns them")
    func forwarded() async throws {
        let budget = DescriptorBudget(3)
        let connections = StreamConnections(budget)
        let bootstrap = DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        let first = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let second = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        #expect(connections.admit(first, atMost: 10) && !connections.admit(second, atMost: 10))
        try await first.close().get()
        await connections.untilEmpty()
        #expect(connections.admit(second, atMost: 10))
        try await second.close().get()
        await connections.untilEmpty()
        #expect(budget.reserve(3))
    }
}
