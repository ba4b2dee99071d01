import NIOCore

/// Passes on the input of a client, one request at a time.
///
/// The gate is before the parser. While a response is sent, at most one read is taken from the kernel, and waits here
/// as bytes like data from the same packet as the end of a request; the parser creates no objects for it. The rest waits
/// in the kernel, whose buffers are bounded. The handler belongs to its channel's event loop.
final class RequestSerializer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum number of waiting bytes, which no request exceeds. Large reads only happen when the client closes
    /// its side, which the kernel reports after all data before it.
    static let maxWaitingBytes = 96 * 1_024
    /// The maximum number of bytes of one request with all its chunks and their extensions (RFC 9112 section 7.1), for
    /// which the parser has no limit. The fields and the body that any endpoint accepts are a third of it.
    static let maxRequestBytes = 256 * 1_024
    /// The maximum number of bytes that are discarded of a connection that is being closed.
    private static let maxDroppedBytes = 1 << 20

    private let connection: Connection
    private let turns: RequestTurns
    private var awaitsTurn = false
    private var phase = Connection.Phase.idle
    private var waiting = ByteBuffer()
    /// Whether the last byte passed on ended a line.
    private var isAtLineStart = true
    /// Whether a later handler wants to read more.
    private var isWanted = false
    private var isPumping = false
    /// Whether the parser has produced anything from the bytes last passed on.
    private var hasParsed = false
    /// Whether the client has closed its side, while some of its earlier data still waits.
    private var endWaits = false
    private var dropped = 0
    /// Whether the connection continues with another protocol.
    private var isPassing = false
    /// The number of bytes of the current request that were passed to the parser.
    private var passed = 0

    init(_ connection: Connection, _ turns: RequestTurns) {
        self.connection = connection
        self.turns = turns
    }

    // MARK: Called by the handler behind the parser

    func didParseHead() {
        hasParsed = true
        enter(.receivingBody)
    }

    func didParseBody() { hasParsed = true }

    func didParseEnd() {
        hasParsed = true
        enter(.answering)
    }

    /// Called when the response is written, so that the next request may begin.
    func didAnswer() {
        guard phase == .answering else { return }
        enter(.idle)
        passed = 0
        guard waiting.readableBytes > 0 else { return pump() }
        awaitsTurn = true
        turns.wait(self)
    }

    /// Called when other channels of the event loop had their turn, so that a request that was sent ahead may begin.
    func beginNextRequest() {
        awaitsTurn = false
        pump()
    }

    /// Passes on all further input unchanged, since the connection continues with another protocol, which has its own
    /// limits.
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

    /// Discards all further input.
    func dropAll() {
        guard phase != .lingering else { return }
        isPassing = false
        enter(.lingering)
        waiting = ByteBuffer()
        self.context?.read()
    }

    // MARK: ChannelHandler

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
        while isWanted, isOpen, !awaitsTurn, waiting.readableBytes > 0 {
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
            // Later handlers decide whether they accept more.
            context.channel.pipeline.syncOperations.read()
        }
        if waiting.readableBytes == 0 {
            waiting = ByteBuffer()
            if endWaits {
                endWaits = false
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
        // Also during a response, since NIO would otherwise stop watching the socket and resume with the next request,
        // which are two system calls.
        if waiting.readableBytes == 0, phase == .answering || isWanted && isOpen { context.read() }
    }

    /// The next bytes, which contain at most the end of one request: the fields of a request end with an empty line,
    /// and only the parser knows where a body ends.
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
