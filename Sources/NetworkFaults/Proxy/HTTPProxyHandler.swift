import NIOCore
import NIOHTTP1

/// The proxy side of an HTTP connection, until the tunnel is established or the request is forwarded.
final class HTTPProxyHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let behaviour: ProxyBehaviour
    private let destinations: ProxyServer.Destinations
    /// Removes the HTTP handlers, so that bytes pass unchanged.
    private let endHTTP: (ChannelPipeline.SynchronousOperations) -> Void
    private var request: HTTPRequestHead?
    /// Whether a connection for a request is being established. Later data is not parsed as requests.
    private var isLeading = false

    init(
        _ behaviour: ProxyBehaviour, _ destinations: ProxyServer.Destinations,
        endHTTP: @escaping (ChannelPipeline.SynchronousOperations) -> Void
    ) {
        (self.behaviour, self.destinations, self.endHTTP) = (behaviour, destinations, endHTTP)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): request = head
        // Bodies are not forwarded, since the proxy only serves requests without one.
        case .body: break
        case .end:
            guard let request, !isLeading else { return }
            self.request = nil
            handle(request, context)
        }
    }

    private func handle(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        switch behaviour {
        case .refuses(let status): refuse(HTTPResponseStatus(statusCode: status), request, context)
        case .demandsLogin(let scheme):
            let challenge = scheme == "Negotiate" ? scheme : "\(scheme) realm=\"netdiag serve\""
            respond(.proxyAuthenticationRequired, ["proxy-authenticate": challenge], request, context)
        case .passes, .says:
            let (place, path) = Self.destination(of: request)
            guard let address = destinations[place] else { return refuse(.forbidden, request, context) }
            isLeading = true
            if request.method == .CONNECT {
                tunnel(to: address, request, context)
            } else {
                forward(request, path, to: address, place, context)
            }
        }
    }

    /// Returns `host:port` and the path of a request's target (RFC 9112 section 3.2).
    static func destination(of request: HTTPRequestHead) -> (place: String, path: String) {
        guard request.method != .CONNECT, let scheme = request.uri.firstRange(of: "://") else {
            return (request.uri, "/")
        }
        let rest = request.uri[scheme.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let place = String(rest[..<slash])
        let hasPort = place.utf8.last != UInt8(ascii: "]") && place.contains(":")
        return (hasPort ? place : place + ":80", slash == rest.endIndex ? "/" : String(rest[slash...]))
    }

    private func tunnel(to address: SocketAddress, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ProxyServer.join(context.channel, to: address) { _ in
            let (handler, context) = bound.value
            let channel = context.channel
            handler.removeHandlers(context)
            // The encoder would add an empty body, which would be part of the tunnel here (RFC 9110 section 9.3.6).
            channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"), promise: nil)
        } otherwise: {
            let (handler, context) = bound.value
            handler.isLeading = false
            handler.refuse(.badGateway, request, context)
        }
    }

    private func forward(
        _ request: HTTPRequestHead, _ path: String, to address: SocketAddress, _ place: String,
        _ context: ChannelHandlerContext
    ) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        var lines = "\(request.method.rawValue) \(path) HTTP/1.1\r\nHost: \(place)\r\nConnection: close\r\n"
        let own: Set = [
            "host", "connection", "proxy-connection", "proxy-authorization", "content-length", "transfer-encoding",
        ]
        for field in request.headers where !own.contains(field.name.lowercased()) {
            lines += "\(field.name): \(field.value)\r\n"
        }
        let head = lines + "\r\n"
        ProxyServer.join(context.channel, to: address) { server in
            let (handler, context) = bound.value
            handler.removeHandlers(context)
            server.writeAndFlush(ByteBuffer(string: head), promise: nil)
        } otherwise: {
            let (handler, context) = bound.value
            handler.isLeading = false
            handler.refuse(.badGateway, request, context)
        }
    }

    private func removeHandlers(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        endHTTP(pipeline)
        pipeline.removeHandler(self, promise: nil)
    }

    /// Refuses a request. The field shows clients that the response comes from the proxy (RFC 9209 section 2.3).
    private func refuse(_ status: HTTPResponseStatus, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        respond(status, ["proxy-status": "netdiag-serve; error=http_request_denied"], request, context)
    }

    private func respond(
        _ status: HTTPResponseStatus, _ fields: HTTPHeaders, _ request: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        var fields = fields
        fields.add(name: "content-length", value: "0")
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if !request.isKeepAlive { context.close(mode: .output, promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
