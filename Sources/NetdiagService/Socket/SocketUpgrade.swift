import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// An upgrade of a connection to WebSocket: replaces its HTTP handlers by those of RFC 6455.
struct SocketUpgrade: Sendable {
    let session: SocketSession
    /// The fields of the request, which are those of a handshake.
    let fields: HTTPFields

    static let upgrade = HTTPField.Name("Upgrade")!
    static let version = HTTPField.Name("Sec-WebSocket-Version")!
    static let key = HTTPField.Name("Sec-WebSocket-Key")!

    /// - Throws: 426 if the request is not a handshake of version 13, 400 if it is an invalid one (RFC 6455 section
    ///   4.2.1).
    static func check(_ request: APIRequest) throws(Problem) {
        func tokens(_ name: HTTPField.Name) -> [String] {
            (request.fields[name] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
        }
        guard request.method == .get, tokens(upgrade).contains("websocket"), tokens(.connection).contains("upgrade"),
            request.fields[version] == "13"
        else {
            throw Problem(
                .upgradeRequired,
                "/v1/socket speaks WebSocket (RFC 6455): connect with a WebSocket client, which sends Upgrade: websocket, "
                    + "Connection: Upgrade and Sec-WebSocket-Version: 13; /v1/events has the same events over plain HTTP",
                fields: [upgrade: "websocket", version: "13", .connection: "close"])
        }
        // 16 bytes in Base64.
        let key = (request.fields[key] ?? "").utf8
        guard key.count == 24, key.suffix(2).elementsEqual("==".utf8) else {
            throw Problem(
                .badRequest, "Sec-WebSocket-Key is missing, or is not 16 bytes in Base64",
                fields: [.connection: "close"])
        }
    }

    /// Performs the handshake, and serves the client until one side closes.
    func run(on channel: any Channel, for client: Client, within budget: ByteBudget) async throws {
        let handler = try await channel.eventLoop.flatSubmit { responseHeaders(on: channel) }.flatMapThrowing {
            fields in
            try NIOLoopBound(begin(on: channel, fields), eventLoop: channel.eventLoop)
        }.get()
        await write(with: handler, on: channel, for: client, within: budget)
        session.end()
        // The request ends with the connection.
        try? await channel.closeFuture.get()
    }

    /// The fields of the response.
    private func responseHeaders(on channel: any Channel) -> EventLoopFuture<HTTPHeaders> {
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        for field in fields { head.headers.add(name: field.name.rawName, value: field.value) }
        return upgrader.buildUpgradeResponse(
            channel: channel, upgradeRequest: head,
            initialResponseHeaders: ["Upgrade": "websocket", "Connection": "Upgrade"])
    }

    /// Replaces the handlers; called on the channel's event loop.
    private func begin(on channel: any Channel, _ fields: HTTPHeaders) throws -> SocketHandler {
        let pipeline = channel.pipeline.syncOperations
        let gate = try pipeline.handler(type: RequestSerializer.self)
        let exchange = try pipeline.context(handlerType: ExchangeHandler.self)
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: fields)
        // Written behind the handler that tracks requests, since the request does not end with this response.
        exchange.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
        exchange.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
        let session = session
        let handler = SocketHandler(dropInput: { gate.dropAll() }, onEnd: { session.end() }) { _, text in
            session.receive(text)
        }
        let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: SocketHandler.maxMessageBytes))
        try pipeline.addHandlers([WebSocketFrameEncoder(), decoder, handler], position: .after(gate))
        try Self.remove(ExchangeHandler.self, from: pipeline)
        try Self.remove(HTTPResponseEncoder.self, from: pipeline)
        try Self.remove(HTTP1ToHTTPServerCodec.self, from: pipeline)
        try Self.remove(ByteToMessageHandler<HTTPRequestDecoder>.self, from: pipeline)
        gate.passThrough()
        return handler
    }

    private static func remove<Handler: RemovableChannelHandler>(
        _ type: Handler.Type, from pipeline: ChannelPipeline.SynchronousOperations
    ) throws {
        pipeline.removeHandler(context: try pipeline.context(handlerType: type), promise: nil)
    }

    /// Sends the messages of the session one by one, as the client reads them.
    private func write(
        with handler: NIOLoopBound<SocketHandler>, on channel: any Channel, for client: Client,
        within budget: ByteBudget
    ) async {
        for await batch in session.queue.batches {
            for message in batch {
                let text = message.text
                guard let charge = budget.charge(text, for: client) else {
                    // Others need the memory; a client that reconnects with the id of the last event misses nothing.
                    return close(handler, on: channel, WebSocketErrorCode(codeNumber: 1_013))
                }
                let isWritten = try? await channel.eventLoop.flatSubmit {
                    handler.value.send(text)?.map { true } ?? channel.eventLoop.makeSucceededFuture(false)
                }.get()
                withExtendedLifetime(charge) {}
                guard isWritten == true else { return }
            }
        }
        close(handler, on: channel, .goingAway)
    }

    private func close(_ handler: NIOLoopBound<SocketHandler>, on channel: any Channel, _ code: WebSocketErrorCode) {
        channel.eventLoop.execute { handler.value.close(code) }
    }
}
