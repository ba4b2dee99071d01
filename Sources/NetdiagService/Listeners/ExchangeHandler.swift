import NIOCore
import NIOHTTP1

/// Tracks requests and their responses for the gate before the parser, and ends a connection after the response if it
/// cannot continue.
///
/// HTTP/1.0 clients receive HTTP/1.0: without chunks, and the connection ends with the response (RFC 9112 section 9.3).
/// The handler belongs to its channel's event loop.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    enum Event: Sendable {
        /// Sends a response that says nothing, before the response to the current request, if the client's version has
        /// such responses (RFC 9110 section 15.2). It is 100, which a client that did not ask for it discards (section
        /// 15.2.1): some clients, such as Python's http.client, take every other one for the final response.
        case interimResponse
        /// Asks for the body of the current request, whose client waits for 100 before it sends that (RFC 9110 section
        /// 10.1.1), unless the body has begun.
        case bodyAwaited
    }

    private let gate: RequestSerializer
    private var isVersion1_1 = true
    /// Whether the client wants to keep the connection.
    private var isKept = true
    private var hasEnded = false
    /// Whether a part of the current request's body has arrived.
    private var hasBody = false

    init(_ gate: RequestSerializer) {
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            isVersion1_1 = head.version == .http1_1
            isKept = isVersion1_1 && head.isKeepAlive
            hasEnded = false
            hasBody = false
            gate.didParseHead()
            // The conversion of the head to a request removes the scheme and host of a URL without checking them, so
            // that later handlers would not see another host's name. The asterisk form is refused.
            head.uri = RequestTarget.originForm(of: head.uri, hosts: head.headers["Host"]) ?? "*"
            data = wrapInboundOut(.head(head))
        case .body:
            hasBody = true
            gate.didParseBody()
        case .end:
            hasEnded = true
            gate.didParseEnd()
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            isKept = false
            gate.dropAll()
        }
        context.fireErrorCaught(error)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let event = event as? Event else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        let isDue =
            switch event {
            case .interimResponse: hasEnded
            case .bodyAwaited: !hasEnded && !hasBody
            }
        guard isVersion1_1, isDue else { return promise?.succeed() ?? () }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // The remainder of an unused body is not awaited.
            if !hasEnded { isKept = false }
            if !isVersion1_1 { head.version = .http1_0 }
            if !isKept { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenSuccess { [isKept, gate] in
                if isKept {
                    gate.didAnswer()
                } else {
                    gate.dropAll()
                    context.close(mode: .output, promise: nil)
                }
            }
            context.write(data, promise: written)
        }
    }
}
