import CSockets
import Glibc
import NIOCore

/// Handles shortages of a listening socket, and makes its port free at once when it is closed.
///
/// If there are no descriptors for further connections (EMFILE, ENFILE) or no memory, it pauses the listener for a
/// moment. The waiting connection stays in the listener's queue, so that accepting again at once would fail again,
/// without end. Without the handler, the error would also end the server.
final class ListeningSocketHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// The initializer of a listener's channel.
    @Sendable static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ListeningSocketHandler())
        }
    }

    private static let shortages: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    private static let pause = TimeAmount.milliseconds(200)

    private var isPaused = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let code = (error as? IOError)?.errnoCode else { return context.fireErrorCaught(error) }
        // A client that gave up before it was accepted is no error of the listener.
        guard code != ECONNABORTED else { return }
        guard Self.shortages.contains(code) else { return context.fireErrorCaught(error) }
        guard !isPaused else { return }
        isPaused = true
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.isPaused = false
            // This reads as well. A listener that was closed in the meantime refuses it.
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }

    func read(context: ChannelHandlerContext) {
        // The pause ends with a read.
        if !isPaused { context.read() }
    }

    /// Ends the state LISTEN before the descriptor is closed. A child process has a copy of the descriptor until exec(3)
    /// closes it, and the port of a socket that listens is in use for as long.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        _ = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            shutdown($0, CInt(NETDIAG_END_BOTH))
        }
        context.close(mode: mode, promise: promise)
    }
}
