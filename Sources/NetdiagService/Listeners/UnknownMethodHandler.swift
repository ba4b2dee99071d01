import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Answers 501 to a method that the parser does not know, where the server would answer 400 (RFC 9110 section 15.6.2).
final class UnknownMethodHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, error == .invalidMethod else {
            context.fireErrorCaught(error)
            return
        }
        let problem = Problem(.notImplemented, "the method is not implemented").answer
        var head = HTTPResponse(status: problem.status, headerFields: problem.fields)
        head.headerFields[.connection] = "close"
        if case .bytes(let body) = problem.body {
            head.headerFields[.contentLength] = String(body.readableBytes)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        let closed = context.eventLoop.makePromise(of: Void.self)
        closed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: closed)
    }
}
