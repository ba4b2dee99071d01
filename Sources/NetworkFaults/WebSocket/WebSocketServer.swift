import NIOCore
import NIOHTTP1
import NIOWebSocket

/// What a WebSocket server does with a request.
enum WebSocketBehaviour: Sendable {
    /// Responds with this status and these fields, regardless of the handshake.
    case answers(HTTPResponseStatus, HTTPHeaders = [:])
    /// Completes the handshake, with additional fields in the response.
    case opens(WebSocketResponse, HTTPHeaders = [:])
}

/// What a WebSocket server does once the WebSocket is open.
enum WebSocketResponse: Sendable {
    /// Echoes every message.
    case echoes
    case ignoresPings
    /// Sends this frame once the WebSocket is open.
    case sends(WebSocketFrame)
    /// Responds to every message with this text.
    case answers(String)
    /// Closes with this code when a message arrives.
    case closes(WebSocketErrorCode)
}

/// A WebSocket server (RFC 6455).
enum WebSocketServer {
    /// The maximum size of a received frame, in bytes.
    private static let maxFrameBytes = 1 << 20

    /// The path at which every server echoes correctly, whatever its fault.
    static let echoPath = "/echo"

    static func start(_ behaviour: WebSocketBehaviour, _ context: FaultContext) async throws -> StreamListener {
        try await StreamListener.start(on: context.group, host: context.host, port: context.port) { channel in
            try configure(channel, context.gate.applies() ? behaviour : .opens(.echoes))
        }
    }

    private static func configure(_ channel: any Channel, _ behaviour: WebSocketBehaviour) throws {
        var (response, fields) = (WebSocketResponse.echoes, HTTPHeaders())
        if case .opens(let ours, let others) = behaviour { (response, fields) = (ours, others) }
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: maxFrameBytes, automaticErrorHandling: true,
            shouldUpgrade: { [fields] channel, head in
                channel.eventLoop.makeSucceededFuture(isEcho(head) ? [:] : fields)
            },
            upgradePipelineHandler: { [response] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // The handler for other requests is no longer needed.
                    pipeline.removeHandler(context: try pipeline.context(name: otherRequests), promise: nil)
                    try pipeline.addHandler(WebSocketHandler(isEcho(head) ? .echoes : response))
                }
            })
        let encoder = HTTPResponseEncoder()
        var others: [any RemovableChannelHandler] = [
            ByteToMessageHandler.boundedRequests(leftOver: .forwardBytes), HTTPServerPipelineHandler(),
            HTTPServerProtocolErrorHandler(),
        ]
        if case .answers(let status, let fields) = behaviour {
            others.append(StatusResponder(status, fields, passing: isEcho))
        }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(encoder)
        try pipeline.addHandlers(others)
        try pipeline.addHandler(
            HTTPServerUpgradeHandler(
                upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: others,
                upgradeCompletionHandler: { _ in }))
        try pipeline.addHandler(StatusResponder(.upgradeRequired, [:]), name: otherRequests)
    }

    /// The name of the handler for requests that open no WebSocket.
    private static let otherRequests = "other requests"

    private static func isEcho(_ head: HTTPRequestHead) -> Bool { head.uri.prefix { $0 != "?" } == echoPath }
}

/// Responds to requests with a status and fields, without a body.
final class StatusResponder: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let status: HTTPResponseStatus
    private var fields: HTTPHeaders
    private let passes: (HTTPRequestHead) -> Bool
    private var isPassing = false

    /// - Parameter passes: Whether a request is left to the next handler.
    init(
        _ status: HTTPResponseStatus, _ fields: HTTPHeaders,
        passing passes: @escaping (HTTPRequestHead) -> Bool = { _ in false }
    ) {
        self.status = status
        self.fields = fields
        self.passes = passes
        if status.mayHaveResponseBody { self.fields.add(name: "content-length", value: "0") }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part { isPassing = passes(head) }
        guard !isPassing else { return context.fireChannelRead(data) }
        guard case .end = part else { return }
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: fields))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Responds to frames.
private final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let conversation: WebSocketResponse

    init(_ conversation: WebSocketResponse) { self.conversation = conversation }

    func handlerAdded(context: ChannelHandlerContext) {
        guard case .sends(let frame) = conversation else { return }
        // The 101 is still being sent when the handler is added, and must come first.
        context.eventLoop.assumeIsolated().execute { self.send(frame, context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .ping:
            if case .ignoresPings = conversation { return }
            send(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context)
        case .connectionClose:
            send(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData), context)
            context.close(mode: .output, promise: nil)
        case .text, .binary, .continuation: respond(frame, context)
        default: break
        }
    }

    private func respond(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        switch conversation {
        case .echoes, .sends, .ignoresPings:
            // Fragments are echoed one by one.
            send(WebSocketFrame(fin: frame.fin, opcode: frame.opcode, data: frame.unmaskedData), context)
        case .answers(let text):
            guard frame.fin else { return }
            send(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), context)
        case .closes(let code):
            var data = ByteBuffer()
            data.write(webSocketErrorCode: code)
            send(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context)
        }
    }

    private func send(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
