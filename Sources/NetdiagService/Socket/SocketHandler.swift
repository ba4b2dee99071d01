import NIOCore
import NIOWebSocket

/// The server's side of a WebSocket (RFC 6455): sends pings, closes, and passes on the client's messages.
///
/// It forwards nothing to the HTTP handlers behind it. It belongs to its channel's event loop.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The interval between pings; a client that sends nothing for two intervals after a ping is disconnected.
    static let pingInterval = TimeAmount.seconds(15)
    /// The maximum size of one message, in bytes.
    static let maxMessageBytes = 64 * 1_024

    private var messages: SocketMessages
    /// Receives a message; returns whether the connection continues.
    private let receive: (WebSocketOpcode, ByteBuffer) -> Bool
    private let takesBinary: Bool
    /// Called once when nothing more will be read.
    private let onEnd: () -> Void
    /// Discards further input from the client.
    private let dropInput: () -> Void
    private var context: ChannelHandlerContext?
    private var nextPing: Scheduled<Void>?
    private var isClosing = false
    /// The number of pings since the client last sent anything.
    private var silentPings = 0
    /// The latest ping that waits for a pong while the client does not read (RFC 6455 section 5.5.3).
    private var waitingPing: ByteBuffer?

    init(
        maxMessageBytes: Int = SocketHandler.maxMessageBytes, takesBinary: Bool = false,
        dropInput: @escaping () -> Void, onEnd: @escaping () -> Void,
        receive: @escaping (WebSocketOpcode, ByteBuffer) -> Bool
    ) {
        messages = SocketMessages(maxMessageBytes: maxMessageBytes)
        self.takesBinary = takesBinary
        self.dropInput = dropInput
        self.onEnd = onEnd
        self.receive = receive
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedulePing(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        nextPing?.cancel()
        onEnd()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        silentPings = 0
        switch messages.process(unwrapInboundIn(data)) {
        case .nothing: break
        case .ping(let payload): pong(payload, context)
        case .message(.text, let text):
            if !receive(.text, text) { close(.policyViolation) }
        case .message(let opcode, let bytes):
            guard takesBinary else { return close(.unacceptableData) }
            if !receive(opcode, bytes) { close(.policyViolation) }
        case .close(let code), .failure(let code): close(code)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let payload = waitingPing {
            waitingPing = nil
            pong(payload, context)
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Errors of the frame decoder; other errors end the connection.
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: close(.messageTooLarge)
        case .fragmentedControlFrame, .multiByteControlFrameLength: close(.protocolError)
        case nil: context.close(promise: nil)
        }
    }

    /// Sends a text.
    ///
    /// - Returns: A future that succeeds when the kernel has accepted the data.
    func send(_ text: ByteBuffer, as opcode: WebSocketOpcode = .text) -> EventLoopFuture<Void>? {
        guard let context, !isClosing else { return nil }
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: text)), promise: written)
        return written.futureResult
    }

    /// Sends the reason for closing, and closes the connection.
    func close(_ code: WebSocketErrorCode) {
        guard let context, !isClosing else { return }
        isClosing = true
        nextPing?.cancel()
        onEnd()
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            self?.dropInput()
            self?.context?.close(mode: .output, promise: nil)
        }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: written)
    }

    private func pong(_ payload: ByteBuffer, _ context: ChannelHandlerContext) {
        guard context.channel.isWritable else {
            waitingPing = payload
            return
        }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: payload)), promise: nil)
    }

    private func schedulePing(_ context: ChannelHandlerContext) {
        nextPing = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pingInterval) { [weak self] in
            self?.ping()
        }
    }

    private func ping() {
        guard let context, !isClosing else { return }
        schedulePing(context)
        // A client that does not read already has a pending ping; the limits for unread data apply elsewhere.
        guard context.channel.isWritable else { return }
        silentPings += 1
        guard silentPings <= 2 else { return close(.goingAway) }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }
}
