import NIOCore
import NIOWebSocket

/// The server's side of a WebSocket (RFC 6455): pings, closes, and passes on the client's messages.
///
/// Nothing goes on to the handlers behind it, which are those of HTTP. Lives on its channel's event loop.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// What the client is heard to say at least, within two of these.
    static let pingInterval = TimeAmount.seconds(15)
    /// Of one message.
    static let maxMessageBytes = 64 * 1_024

    private var messages: SocketMessages
    /// Is handed a message; says whether the connection goes on.
    private let receive: (WebSocketOpcode, ByteBuffer) -> Bool
    private let takesBinary: Bool
    /// Called once the connection is over for reading.
    private let onEnd: () -> Void
    /// Has what is still sent by the client dropped.
    private let dropInput: () -> Void
    private var context: ChannelHandlerContext?
    private var nextPing: Scheduled<Void>?
    private var isClosing = false
    /// Whether the client was heard since the last ping, and the last but one.
    private var silentPings = 0
    /// What waits to be answered while the client takes nothing; of several, the last (RFC 6455 section 5.5.3).
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
        switch messages.take(unwrapInboundIn(data)) {
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
        // Of the decoder of frames; others are of the connection, which is over then.
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: close(.messageTooLarge)
        case .fragmentedControlFrame, .multiByteControlFrameLength: close(.protocolError)
        case nil: context.close(promise: nil)
        }
    }

    /// Sends a text.
    ///
    /// - Returns: When the kernel has taken it.
    func send(_ text: ByteBuffer, as opcode: WebSocketOpcode = .text) -> EventLoopFuture<Void>? {
        guard let context, !isClosing else { return nil }
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: text)), promise: written)
        return written.futureResult
    }

    /// Says why the connection ends, and ends it.
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
        // Who does not read has been pinged already, and what it does not take is limited elsewhere.
        guard context.channel.isWritable else { return }
        silentPings += 1
        guard silentPings <= 2 else { return close(.goingAway) }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }
}
