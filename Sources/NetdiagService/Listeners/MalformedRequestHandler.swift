import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Responds with 501 to a method that the parser does not recognise, to which the server would respond with 400 (RFC
/// 9110 section 15.6.2).
final class UnknownMethodHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The number of requests whose responses have not ended.
    private var open = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { open += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, error == .invalidMethod else {
            context.fireErrorCaught(error)
            return
        }
        // A response in progress cannot be interrupted.
        guard open == 0 else {
            context.close(promise: nil)
            return
        }
        let problem = Problem(.notImplemented, "the method is not implemented").response
        var head = HTTPResponse(status: problem.status, headerFields: problem.fields)
        head.headerFields[.connection] = "close"
        if case .bytes(let body) = problem.body {
            head.headerFields[.contentLength] = String(body.readableBytes)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        // The connection ends with the response.
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
