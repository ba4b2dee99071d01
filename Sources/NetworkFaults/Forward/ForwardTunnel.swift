import NIOCore
import NIOHTTP1

/// Forwards the handshake of a WebSocket (RFC 6455 section 4) like any request, and then all bytes in both directions if the
/// upstream accepts it.
///
/// Until then, what follows the handshake is not forwarded: it may be a request for a route that the client may not use.
struct ForwardTunnel: Sendable {
    /// The handshake for the upstream.
    let head: HTTPRequestHead
    let response: ForwardedResponse
    let connector: UpstreamConnector

    private var client: any Channel { response.writer.channel }

    /// - Throws: ``ForwardError`` if the upstream does not respond.
    func run() async throws -> ExchangeWriter.Continuation {
        let order = response.order
        let connection = try await UpstreamConnection.open(
            order.upstream, connector, isRecorded: false, outlivesInput: true)
        let first: [HTTPClientResponsePart]
        do {
            try await connection.send([.head(head), .end(nil)])
            first = try await response.beginning(connection)
        } catch {
            connection.close()
            throw ForwardedResponse.error(error, order.upstream)
        }
        guard case .head(let answer) = first.first, answer.status == .switchingProtocols else {
            defer { connection.close() }
            do {
                _ = try await response.send(first, connection)
            } catch {
                // The client received a part of the response. Closing its connection shows that the rest is missing.
                client.close(promise: nil)
            }
            return .over
        }
        do {
            try await join(connection.channel, bytes(answer))
        } catch {
            connection.close()
            throw ForwardedResponse.error(error, order.upstream)
        }
        order.record(status: answer.status.code)
        try await withTaskCancellationHandler {
            try await client.closeFuture.get()
        } onCancel: {
            client.close(promise: nil)
        }
        return .over
    }

    /// Joins the two connections, whose further bytes are not HTTP.
    private func join(_ upstream: any Channel, _ acceptance: ByteBuffer) async throws {
        let client = client
        // The shaping of the data that the upstream sends.
        let shaping = Shaping(delay: response.answer.firstByte, pace: response.answer.pace)
        let idleTimeout = response.writer.limits.answerTimeout
        try await client.setOption(.allowRemoteHalfClosure, value: true).get()
        try await client.eventLoop.submit {
            let (mine, theirs) = (client.pipeline.syncOperations, upstream.pipeline.syncOperations)
            let exchanges = try mine.handler(type: ServedExchangeHandler.self)
            // The relay would not see an end that came before.
            guard !exchanges.hasEndedInput else { throw ChannelError.inputClosed }
            exchanges.endDeadlines()
            let requests = try mine.context(handlerType: ByteToMessageHandler<ServedRequestDecoder>.self)
            let responses = try theirs.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
            let (left, right) = RelayHandler.pair(to: shaping, idleTimeout: idleTimeout)
            // The relays follow the decoders, which pass their unparsed bytes to them when they are removed.
            try mine.addHandler(left, position: .after(requests.handler))
            try theirs.addHandler(right, position: .after(responses.handler))
            mine.removeHandler(context: try mine.context(handlerType: HTTPResponseEncoder.self), promise: nil)
            theirs.removeHandler(context: try theirs.context(handlerType: HTTPRequestEncoder.self), promise: nil)
            left.receive(acceptance)
            // Bytes that were read together with the handshake are written when a decoder is removed, but no read completes to
            // flush them.
            let bytes = try theirs.handler(type: UpstreamBytes.self)
            theirs.removeHandler(context: responses).assumeIsolated().whenComplete { _ in
                client.flush()
                // An upstream may end its output directly after its last bytes.
                bytes.releaseEnd()
            }
            mine.removeHandler(context: requests).whenComplete { _ in upstream.flush() }
            client.flush()
            upstream.read()
            client.read()
        }.get()
    }

    /// The acceptance, with the fields that the route adds.
    private func bytes(_ head: HTTPResponseHead) -> ByteBuffer {
        var buffer = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n")
        var fields = head.headers
        for (name, value) in response.answer.headers where !["connection", "upgrade"].contains(name.lowercased()) {
            fields.add(name: name, value: value)
        }
        for (name, value) in fields { buffer.writeString("\(name): \(value)\r\n") }
        buffer.writeString("\r\n")
        return buffer
    }
}
