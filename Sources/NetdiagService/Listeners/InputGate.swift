import NIOCore

/// Passes on the input of a client, one request at a time.
///
/// Stands before the parser. While a request is being answered, nothing is read: the rest waits in the kernel, whose
/// buffers are bounded, and no parser makes objects of it. What came in the same packet as the end of a request waits
/// here, as bytes. Lives on its channel's event loop.
final class InputGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// No request has more. Much is read at once only when the client ends its side, which the kernel tells of behind
    /// all that came before.
    static let maxWaitingBytes = 96 * 1_024
    /// Of one request with all that chunks and their extensions add to it (RFC 9112 section 7.1), which the parser has no limit
    /// for. The fields and the body that any endpoint takes are a third of it.
    static let maxRequestBytes = 256 * 1_024
    /// What is dropped of a connection that is being closed.
    private static let maxDroppedBytes = 1 << 20

    private let connection: Connection
    private var phase = Connection.Phase.idle
    private var waiting = ByteBuffer()
    /// Whether the last byte that was let through ended a line.
    private var isAtLineStart = true
    /// Whether somebody behind asks for more.
    private var isWanted = false
    private var isPumping = false
    /// Whether the parser has made something of what was let through last.
    private var hasParsed = false
    /// The client has ended its side, and what it sent before is not all through.
    private var endWaits = false
    private var dropped = 0
    /// Whether the connection goes on by another protocol.
    private var isPassing = false
    /// Bytes of the request at hand that the parser has been given.
    private var passed = 0

    init(_ connection: Connection) {
        self.connection = connection
    }

    // MARK: Told by the handler behind the parser

    func didParseHead() {
        hasParsed = true
        enter(.receivingBody)
    }

    func didParseBody() { hasParsed = true }

    func didParseEnd() {
        hasParsed = true
        enter(.answering)
    }

    /// The answer has been written, and the next request may come.
    func didAnswer(_ context: ChannelHandlerContext) {
        guard phase == .answering else { return }
        enter(.idle)
        passed = 0
        pump()
    }

    /// What comes from now on are no requests: the connection goes on by another protocol, which limits them itself.
    func passThrough() {
        guard let context, phase == .answering else { return }
        isPassing = true
        let bytes = waiting
        waiting = ByteBuffer()
        if bytes.readableBytes > 0 {
            context.fireChannelRead(wrapInboundOut(bytes))
            context.fireChannelReadComplete()
        }
        context.read()
    }

    /// Nothing that still comes is a request.
    func dropAll() {
        guard phase != .lingering else { return }
        isPassing = false
        enter(.lingering)
        waiting = ByteBuffer()
        self.context?.read()
    }

    // MARK: The channel's

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isPassing else { return context.fireChannelRead(data) }
        guard phase != .lingering else {
            dropped += bytes.readableBytes
            if dropped > Self.maxDroppedBytes { context.close(promise: nil) }
            return
        }
        if phase == .idle { enter(.receivingHead) }
        guard waiting.readableBytes + bytes.readableBytes <= Self.maxWaitingBytes else {
            context.close(promise: nil)
            return
        }
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isPassing { return context.fireChannelReadComplete() }
        if phase == .lingering { context.read() } else { pump() }
    }

    func read(context: ChannelHandlerContext) {
        if isPassing { return context.read() }
        isWanted = true
        pump()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed, waiting.readableBytes > 0, phase != .lingering {
            endWaits = true
            context.fireUserInboundEventTriggered(HangUpHandler.Event.clientEnded)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        connection.didWrite(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    private func enter(_ phase: Connection.Phase) {
        self.phase = phase
        connection.enter(phase)
    }

    private var isOpen: Bool {
        switch phase {
        case .idle, .receivingHead, .receivingBody: true
        case .answering, .lingering: false
        }
    }

    private func pump() {
        guard let context, !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while isWanted, isOpen, waiting.readableBytes > 0 {
            hasParsed = false
            if phase == .idle { enter(.receivingHead) }
            let bytes = next()
            passed += bytes.readableBytes
            guard passed <= Self.maxRequestBytes else {
                context.close(promise: nil)
                return
            }
            context.fireChannelRead(wrapInboundOut(bytes))
            guard hasParsed else { continue }
            isWanted = false
            context.fireChannelReadComplete()
            // Those behind say whether they take more.
            context.channel.pipeline.syncOperations.read()
        }
        if waiting.readableBytes == 0 {
            waiting = ByteBuffer()
            if endWaits {
                endWaits = false
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
        if isWanted, isOpen, waiting.readableBytes == 0 { context.read() }
    }

    /// As many bytes as hold the end of one request at most: the fields of a request end with an empty line, and where in
    /// a body it ends, the parser knows alone.
    private func next() -> ByteBuffer {
        let cutsAtEveryLine = phase == .receivingBody
        let count = waiting.withUnsafeReadableBytes { bytes in
            for (index, byte) in bytes.enumerated() {
                guard byte == UInt8(ascii: "\n") else {
                    if byte != UInt8(ascii: "\r") { isAtLineStart = false }
                    continue
                }
                defer { isAtLineStart = true }
                if isAtLineStart || cutsAtEveryLine { return index + 1 }
            }
            return bytes.count
        }
        return waiting.readSlice(length: count) ?? ByteBuffer()
    }
}
