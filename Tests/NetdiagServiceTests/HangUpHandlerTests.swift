import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NetdiagService

@Suite("Clients that disconnect")
struct HangUpHandlerTests {
    @Test("a client that has closed its side is not gone before the connection ends, since it still reads")
    func halfClosed() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (events, event) = AsyncStream.makeStream(of: String.self)
        let (accepted, accept) = AsyncStream.makeStream(of: (any Channel).self)
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = HangUpHandler()
                    handler.onDisconnect { event.yield("its side") }
                    handler.onClose { event.yield("the connection") }
                    try channel.pipeline.syncOperations.addHandler(handler)
                    accept.yield(channel)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try #require(server.localAddress)
        let client = try await ClientBootstrap(group: group).connect(to: address).get()
        var channels = accepted.makeAsyncIterator()
        let next = await channels.next()
        let channel = try #require(next)
        try await client.close(mode: .output)
        var ends = events.makeAsyncIterator()
        let first = await ends.next()
        event.yield("the response")
        try await channel.close()
        let (second, third) = (await ends.next(), await ends.next())
        #expect([first, second, third] == ["its side", "the response", "the connection"])
        try? await client.close()
        try await server.close()
        try await group.shutdownGracefully()
    }

    /// Records what a client receives, until the connection ends.
    private final class Recorder: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let received: AsyncStream<String>.Continuation

        init(_ received: AsyncStream<String>.Continuation) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.yield(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) { received.finish() }
    }

    /// Sends a request over TCP to a server that does not answer, and closes a side or the connection.
    ///
    /// - Returns: Whether the server noticed the end of the connection by itself, and what the client received.
    private func exchange(
        _ request: String, closes mode: CloseMode
    ) async throws -> (isNoticed: Bool, received: String) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (events, event) = AsyncStream.makeStream(of: String.self)
        let (accepted, accept) = AsyncStream.makeStream(of: (any Channel).self)
        let (received, receive) = AsyncStream.makeStream(of: String.self)
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = HangUpHandler()
                    handler.onDisconnect { event.yield("its side") }
                    handler.onClose { event.yield("the connection") }
                    let client = Client.local(uid: 0, gid: 0, groups: [])
                    let gate = RequestSerializer(Connection(client: client, channel: channel))
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(gate)
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandlers([ExchangeHandler(gate), handler])
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
            .connect(to: try #require(server.localAddress)).get()
        var channels = accepted.makeAsyncIterator()
        let next = await channels.next()
        let channel = try #require(next)
        try await client.writeAndFlush(ByteBuffer(string: request))
        try await client.close(mode: mode)
        var ends = events.makeAsyncIterator()
        #expect(await ends.next() == "its side")
        if mode != .all {
            // A reset would arrive before this.
            try await Task.sleep(for: .milliseconds(200))
            event.yield("nothing more")
        }
        let isNoticed = await ends.next() == "the connection"
        try? await channel.close()
        try? await client.close()
        let text = await received.reduce(into: "") { $0 += $1 }
        try await server.close()
        try await group.shutdownGracefully()
        return (isNoticed, text)
    }

    @Test("a client that has closed the connection is noticed while its response is prepared", .timeLimit(.minutes(1)))
    func closed() async throws {
        let end = try await exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n", closes: .all)
        #expect(end.isNoticed)
    }

    @Test(
        "a client that has closed only its side continues to read, after an interim response if its version has those",
        .timeLimit(.minutes(1)), arguments: [("1.1", "HTTP/1.1 100 Continue\r\n\r\n"), ("1.0", "")])
    func reading(version: String, wanted: String) async throws {
        let end = try await exchange("GET / HTTP/\(version)\r\nHost: a\r\n\r\n", closes: .output)
        #expect(!end.isNoticed && end.received == wanted, "\(end)")
    }
}
