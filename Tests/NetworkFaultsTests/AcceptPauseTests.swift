import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NetworkFaults

@Suite("Listeners without descriptors")
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
                    try channel.pipeline.syncOperations.addHandlers(AcceptPauseHandler(), errors)
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

    @Test("connections have two descriptors each, and all listeners share the limit")
    func limits() {
        var limits = ServerLimits()
        let usual = limits.maxConnections
        limits.fit(descriptors: limits.descriptors(listeners: 3), listeners: 3)
        #expect(limits.maxConnections == usual)
        limits.fit(descriptors: 1_024, listeners: 2)
        #expect(limits.maxConnections == (1_024 - 128) / 4)
        limits.fit(descriptors: 32, listeners: 1)
        #expect(limits.maxConnections == 8)
        limits.fit(descriptors: 32, listeners: 100)
        #expect(limits.maxConnections == 4)
    }
}
