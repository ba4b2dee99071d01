import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetdiagService

@Suite("Clients that disconnect")
struct HangUpHandlerTests {
    /// A connection between a client and a server that does not answer by itself.
    private struct Connection {
        let client: any Channel
        let server: any Channel
        /// Receives the event of the server that the client has closed its side, and that of the end of the connection.
        let events: AsyncStream<String>
        let event: AsyncStream<String>.Continuation
        /// What the client receives, until the connection ends.
        let received: AsyncStream<String>
    }

    /// Yields what a client receives, until the connection ends.
    private final class Recorder: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let received: AsyncStream<String>.Continuation

        init(_ received: AsyncStream<String>.Continuation) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.yield(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) { received.finish() }
    }

    /// Connects over TCP, and ends the connection after the body.
    ///
    /// - Parameter configure: Adds the handlers of the server before the one that is tested.
    private func withConnection<Result>(
        _ configure: @escaping @Sendable (any Channel) throws -> [any ChannelHandler] = { _ in [] },
        _ body: (Connection) async throws -> Result
    ) async throws -> Result {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (events, event) = AsyncStream.makeStream(of: String.self)
        let (accepted, accept) = AsyncStream.makeStream(of: (any Channel).self)
        let (received, receive) = AsyncStream.makeStream(of: String.self)
        let listener = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = HangUpHandler()
                    handler.onDisconnect { event.yield("its side") }
                    handler.onClose { event.yield("the connection") }
                    let handlers = try configure(channel)
                    try channel.pipeline.syncOperations.addHandlers(handlers + [handler])
                    accept.yield(channel)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Recorder(receive))
                }
            }
            .connect(to: try #require(listener.localAddress)).get()
        var channels = accepted.makeAsyncIterator()
        let next = await channels.next()
        let server = try #require(next)
        let result = try await body(
            Connection(client: client, server: server, events: events, event: event, received: received))
        try? await server.close()
        try? await client.close()
        try await listener.close()
        try await group.shutdownGracefully()
        return result
    }

    @Test("a client that has closed its side is not gone before the connection ends, since it still reads")
    func halfClosed() async throws {
        try await withConnection { connection in
            try await connection.client.close(mode: .output)
            var ends = connection.events.makeAsyncIterator()
            let first = await ends.next()
            connection.event.yield("the response")
            try await connection.server.close()
            let (second, third) = (await ends.next(), await ends.next())
            #expect([first, second, third] == ["its side", "the response", "the connection"])
        }
    }

    /// Adds the handlers of HTTP.
    @Sendable private static func serveHTTP(_ channel: any Channel) throws -> [any ChannelHandler] {
        let client = Client.local(uid: 0, gid: 0, groups: [])
        let gate = RequestSerializer(
            NetdiagService.Connection(client: client, channel: channel), RequestTurns(on: channel.eventLoop))
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(gate)
        try pipeline.configureHTTPServerPipeline()
        return [ExchangeHandler(gate)]
    }

    @Test("a client that has closed the connection is noticed while its response is prepared", .timeLimit(.minutes(3)))
    func closed() async throws {
        try await withConnection(Self.serveHTTP) { connection in
            try await connection.client.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
            try await connection.client.close()
            var ends = connection.events.makeAsyncIterator()
            let (first, second) = (await ends.next(), await ends.next())
            #expect([first, second] == ["its side", "the connection"])
        }
    }

    @Test(
        "a client that has closed only its side continues to read, after an interim response if its version has those",
        .timeLimit(.minutes(3)), arguments: [("1.1", "HTTP/1.1 100 Continue\r\n\r\n"), ("1.0", "")])
    func reading(version: String, interim: String) async throws {
        try await withConnection(Self.serveHTTP) { connection in
            try await connection.client.writeAndFlush(ByteBuffer(string: "GET / HTTP/\(version)\r\nHost: a\r\n\r\n"))
            try await connection.client.close(mode: .output)
            var ends = connection.events.makeAsyncIterator()
            #expect(await ends.next() == "its side")
            // A reset, which answers an interim response, would come before anything that the client sends or receives later.
            let server = connection.server
            try await server.eventLoop.submit {
                let first = try server.pipeline.syncOperations.context(handlerType: RequestSerializer.self)
                first.writeAndFlush(NIOAny(ByteBuffer(string: "the response")), promise: nil)
            }.get()
            var received = ""
            for await part in connection.received {
                received += part
                if received.hasSuffix("the response") { break }
            }
            #expect(received == interim + "the response" && server.isActive)
            connection.event.yield("nothing more")
            #expect(await ends.next() == "nothing more")
        }
    }

    /// Asks for the body of each request, and then writes a line.
    private final class Caller: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head = unwrapInboundIn(data) else { return }
            context.triggerUserOutboundEvent(ExchangeHandler.Event.bodyAwaited, promise: nil)
            let first = try? context.pipeline.syncOperations.context(handlerType: RequestSerializer.self)
            first?.writeAndFlush(NIOAny(ByteBuffer(string: "the response")), promise: nil)
        }
    }

    @Test(
        "a client that waits with its body is told to send it, if its version has interim responses",
        .timeLimit(.minutes(3)), arguments: [("1.1", "HTTP/1.1 100 Continue\r\n\r\n"), ("1.0", "")])
    func awaitedBody(version: String, interim: String) async throws {
        try await withConnection({ try Self.serveHTTP($0) + [Caller()] }) { connection in
            try await connection.client.writeAndFlush(
                ByteBuffer(string: "POST / HTTP/\(version)\r\nHost: a\r\nContent-Length: 4\r\n\r\n"))
            var received = ""
            for await part in connection.received {
                received += part
                if received.hasSuffix("the response") { break }
            }
            #expect(received == interim + "the response")
        }
    }
}
