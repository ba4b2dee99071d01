import NIOCore
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
}
