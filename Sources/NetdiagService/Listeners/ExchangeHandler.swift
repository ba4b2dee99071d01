import NIOCore
import NIOHTTP1

/// Follows requests and their answers for the gate before the parser, and ends a connection after the answer where it
/// cannot go on.
///
/// HTTP/1.0 clients get HTTP/1.0: nothing is chunked, and the connection ends with the answer (RFC 9112 section 9.3).
/// Lives on its channel's event loop.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: InputGate
    private var isVersion1_1 = true
    /// Whether the client wants the connection to go on.
    private var isKept = true
    private var hasEnded = false

    init(_ gate: InputGate) {
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            isVersion1_1 = head.version == .http1_1
            isKept = isVersion1_1 && head.isKeepAlive
            hasEnded = false
            gate.didParseHead()
            // What makes a request of the head takes scheme and host off a URL, whatever they are: nobody behind it would
            // see that they name another host. The asterisk is refused.
            head.uri = RequestTarget.originForm(of: head.uri, hosts: head.headers["Host"]) ?? "*"
            data = wrapInboundOut(.head(head))
        case .body: gate.didParseBody()
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

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // What is left of a body that nobody wants is not waited for.
            if !hasEnded { isKept = false }
            if !isVersion1_1 { head.version = .http1_0 }
            if !isKept { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let written = promise ?? context.eventLoop.makePromise(of: Void.self)
            written.futureResult.assumeIsolated().whenSuccess { [isKept, gate] in
                if isKept {
                    gate.didAnswer(context)
                } else {
                    gate.dropAll()
                    context.close(mode: .output, promise: nil)
                }
            }
            context.write(data, promise: written)
        }
    }
}
