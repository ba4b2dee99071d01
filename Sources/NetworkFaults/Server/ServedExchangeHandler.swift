import NIOCore
import NIOHTTP1

/// Passes parts of requests and answers on, lets raw bytes past the encoder, and closes connections whose next request takes too
/// long to come.
final class ServedExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = ServerOutput
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    /// The context in front of the encoder: what is written there is not encoded.
    private let encoder: ChannelHandlerContext
    private var deadline: Scheduled<Void>?

    init(limits: ServerLimits, encoder: ChannelHandlerContext) {
        self.limits = limits
        self.encoder = encoder
    }

    /// Expects nothing any more: what follows is not HTTP.
    func endDeadlines() {
        deadline?.cancel()
        deadline = nil
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
        case .end: expect(within: limits.answerTimeout, context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let buffer):
            expect(within: limits.answerTimeout, context)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
        case .end:
            expect(within: limits.idleTimeout, context)
            context.write(wrapOutboundOut(.end(nil)), promise: promise)
        case .endWithTrailers(let fields):
            expect(within: limits.idleTimeout, context)
            context.write(wrapOutboundOut(.end(fields)), promise: promise)
        case .raw(let buffer): encoder.write(NIOAny(buffer), promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What is not HTTP is answered once, as far as it still can be (RFC 9112 section 9.6).
        guard error is HTTPParserError else { return context.close(promise: nil) }
        let text = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        encoder.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
        context.close(promise: nil)
    }

    private func expect(within timeout: Duration, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: TimeAmount(timeout)) { channel.close(promise: nil) }
    }
}
