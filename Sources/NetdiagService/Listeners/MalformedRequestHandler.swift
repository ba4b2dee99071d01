import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Responds to requests that the parser does not accept with a problem document as to all others, instead of with 400 without a
/// body: a method that it does not recognise (501, RFC 9110 section 15.6.2), a head that is too large (431, RFC 6585
/// section 5), and anything else that is not HTTP/1.1 (400).
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The limits of the parser for the head of a request.
    static let maxHeadBytes = 16 * 1_024
    static let maxFields = 64

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
        guard let error = error as? HTTPParserError, let problem = Self.problem(error) else {
            context.fireErrorCaught(error)
            return
        }
        // A response in progress cannot be interrupted.
        guard open == 0 else {
            context.close(promise: nil)
            return
        }
        let response = problem.response
        var head = HTTPResponse(status: response.status, headerFields: response.fields)
        head.headerFields[.connection] = "close"
        if case .bytes(let body) = response.body {
            head.headerFields[.contentLength] = String(body.readableBytes)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        }
        // The connection ends with the response.
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// - Returns: `nil` if the client has gone, so that no response is due.
    private static func problem(_ error: HTTPParserError) -> Problem? {
        switch error {
        case .closedConnection, .invalidEOFState: nil
        case .invalidMethod: Problem(.notImplemented, "the method is not implemented")
        case .headerOverflow:
            Problem(
                .requestHeaderFieldsTooLarge,
                "the head of a request may have \(maxHeadBytes) bytes and \(maxFields) fields")
        default: Problem(.badRequest, "this is not a request of HTTP/1.1 (RFC 9112)")
        }
    }
}
