import NIOCore
import NIOHTTP1

/// Passes on the parts of requests and responses, sends raw bytes without encoding, and closes connections that exceed a time
/// limit.
final class ServedExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = ServerOutput
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    /// The context of the encoder. Data that is written there is not encoded.
    private let encoder: ChannelHandlerContext
    /// The deadline of the next event.
    private var deadline: NIODeadline?
    /// The check of the deadline, which changes several times in each request. It runs at most once per interval.
    private var watch: Scheduled<Void>?
    private let watchInterval: TimeAmount
    /// The number of requests that were received completely, and whose response is not complete.
    private var openExchanges = 0
    /// Whether the client has ended its output.
    private(set) var hasEndedInput = false
    private var isHeld = false

    /// An outbound event: nothing more will be sent, so that the connection is closed at the end of the input.
    struct Hold: Sendable {}

    init(limits: ServerLimits, encoder: ChannelHandlerContext) {
        self.limits = limits
        self.encoder = encoder
        watchInterval = TimeAmount(min(limits.idleTimeout, limits.requestTimeout, limits.answerTimeout))
    }

    /// Ends the time limits, since the following data is not HTTP.
    func endDeadlines() {
        watch?.cancel()
        (watch, deadline) = (nil, nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { expect(within: limits.idleTimeout, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: limits.idleTimeout, context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: expect(within: limits.requestTimeout, context)
        case .body: break
        case .end:
            openExchanges += 1
            expect(within: limits.answerTimeout, context)
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard event as? ChannelEvent == .inputClosed else { return }
        hasEndedInput = true
        // Otherwise, the connection is closed after the response.
        if isHeld || openExchanges == 0 { context.close(promise: nil) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Hold else { return context.triggerUserOutboundEvent(event, promise: promise) }
        isHeld = true
        promise?.succeed()
        if hasEndedInput { context.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let buffer):
            expect(within: limits.answerTimeout, context)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
        case .end:
            openExchanges -= 1
            expect(within: limits.idleTimeout, context)
            context.write(wrapOutboundOut(.end(nil)), promise: promise)
        case .endWithTrailers(let fields):
            openExchanges -= 1
            expect(within: limits.idleTimeout, context)
            context.write(wrapOutboundOut(.end(fields)), promise: promise)
        case .raw(let buffer): encoder.write(NIOAny(buffer), promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        endDeadlines()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Invalid HTTP gets one response, if it can still be sent (RFC 9112 section 9.6).
        let status: HTTPResponseStatus
        switch error {
        case is ServedRequestDecoder.UnknownMethod: status = .notImplemented
        case is HTTPParserError: status = .badRequest
        default: return context.close(promise: nil)
        }
        let line = "HTTP/1.1 \(status.code) \(status.reasonPhrase)"
        let text = "\(line)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        encoder.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
        context.close(promise: nil)
    }

    private func expect(within timeout: Duration, _ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        deadline = now + TimeAmount(timeout)
        if watch == nil { inspect(again: now + watchInterval, context) }
    }

    private func inspect(again time: NIODeadline, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        watch = context.eventLoop.scheduleTask(deadline: time) {
            let (handler, context) = bound.value
            guard let deadline = handler.deadline else { return }
            let now = NIODeadline.now()
            guard deadline > now else { return context.close(promise: nil) }
            // A later deadline is at least one interval away.
            handler.inspect(again: min(deadline, now + handler.watchInterval), context)
        }
    }
}
