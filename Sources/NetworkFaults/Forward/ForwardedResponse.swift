import NIOCore
import NIOHTTP1

/// Sends the response of an upstream as a stream, with its faults.
struct ForwardedResponse: Sendable {
    /// How a response ended.
    struct End: Sendable {
        var continuation: ExchangeWriter.Continuation
        /// Whether the connection to the upstream can be reused.
        var keepsUpstream: Bool
    }

    /// The maximum number of interim responses before the final one.
    private static let maxInterimAnswers = 64

    let request: HTTPRequestHead
    let order: ForwardOrder
    /// The response of the route, whose delay, pace and header fields apply to the response of the upstream.
    let answer: ServedResponse
    let fault: ExchangeFault?
    let writer: ExchangeWriter
    let exchange: RecordedExchange?
    let isLast: Bool
    /// Whether the request is the handshake of a WebSocket, which the upstream may accept with 101.
    var acceptsWebSocket = false

    /// Waits for the response, and sends it. If there is none, the client gets an error.
    ///
    /// - Parameter isSent: Set once the request was sent completely. A response before that ends the client's connection.
    func whole(_ connection: UpstreamConnection, _ isSent: SentFlag) async throws -> End {
        let first: [HTTPClientResponsePart]
        do {
            first = try await beginning(connection)
        } catch {
            let reason = Self.error(error, order.upstream).description
            order.record(status: HTTPResponseStatus.badGateway.code, failure: reason)
            _ = try? await writer.send(
                HTTPTransmission(.problem(.badGateway, reason)), for: request, isLast: true)
            writer.channel.close(promise: nil)
            return End(continuation: .over, keepsUpstream: false)
        }
        do {
            let end = try await send(first, connection, bodyBytes: isSent.bodyBytes ?? 0)
            if isSent.bodyBytes == nil { writer.channel.close(promise: nil) }
            return end
        } catch {
            connection.close()
            writer.channel.close(promise: nil)
            return End(continuation: .over, keepsUpstream: false)
        }
    }

    /// Waits for the final response, and forwards interim ones: the request for the body (100), or hints (103). Clients of
    /// HTTP/1.0 do not support them (RFC 9110 section 15.2). The acceptance of a WebSocket (101) is final.
    ///
    /// - Throws: ``ForwardError`` if no final response follows.
    func beginning(_ connection: UpstreamConnection) async throws -> [HTTPClientResponsePart] {
        var count = 0
        while true {
            var parts = try await connection.next()[...]
            while case .head(let head) = parts.first, head.status.code < 200 {
                guard head.status != .switchingProtocols else {
                    if acceptsWebSocket, Self.opensWebSocket(head) { return Array(parts) }
                    throw ForwardError("\(order.upstream.url) changes to another protocol, which was not requested")
                }
                count += 1
                guard count <= Self.maxInterimAnswers else {
                    throw ForwardError("\(order.upstream.url) sends more than \(Self.maxInterimAnswers) answers of 1xx")
                }
                try await writer.inform(head, request.version)
                parts = parts.dropFirst()
            }
            if !parts.isEmpty { return Array(parts) }
        }
    }

    /// Whether a response with 101 opens a WebSocket (RFC 6455 section 4.1).
    private static func opensWebSocket(_ head: HTTPResponseHead) -> Bool {
        let lists = { (field: String, word: String) in
            head.headers[canonicalForm: field].contains { $0.lowercased() == word }
        }
        return lists("upgrade", "websocket") && lists("connection", "upgrade")
    }

    /// Sends a response whose first parts were received already.
    func send(
        _ first: [HTTPClientResponsePart], _ connection: UpstreamConnection, bodyBytes: Int = 0
    ) async throws -> End {
        guard case .head(let head) = first.first else { throw ForwardError("the upstream sends no head") }
        exchange?.response(head)
        order.record(status: head.status.code, bodyBytes: bodyBytes)
        if answer.firstByte > .zero { try await Task.sleep(for: answer.firstByte) }
        let hasBody = request.method != .HEAD && head.status.mayHaveResponseBody
        let length = head.headers.first(name: "content-length").flatMap { Int($0) }
        // Without a length, a response to HTTP/1.0 or to HEAD ends with the connection.
        let isOver = isLast || (length == nil && (request.version.minor < 1 || request.method == .HEAD))
        let own = clientHead(head, length, isOver)
        let limit = cut(hasBody ? length : 0)
        if let ending = limit.ending, !hasBody || length == 0 {
            try await writer.beginning(of: own)
            try await writer.end(ending)
            return End(continuation: .over, keepsUpstream: false)
        }
        var outputs: [ServerOutput] = [.head(own)]
        var (sent, parts) = (0, first.dropFirst())
        while true {
            for part in parts {
                switch part {
                case .head: break
                case .body(let buffer):
                    exchange?.responseBody(buffer)
                    let rest = buffer.getSlice(
                        at: buffer.readerIndex, length: min(buffer.readableBytes, max(0, limit.bytes - sent)))
                    sent += rest?.readableBytes ?? 0
                    if let rest, rest.readableBytes > 0 { try await add(rest, &outputs) }
                    if let ending = limit.ending, sent >= limit.bytes {
                        try await writer.outbound.write(contentsOf: outputs)
                        try await writer.end(ending)
                        return End(continuation: .over, keepsUpstream: false)
                    }
                case .end(let fields):
                    exchange?.wholeResponse()
                    // After a head without a length, the encoder would write an empty chunk.
                    if request.method != .HEAD || length != nil { outputs.append(end(with: fields, length)) }
                    try await writer.outbound.write(contentsOf: outputs)
                    if let ending = limit.ending {
                        try await writer.end(ending)
                        return End(continuation: .over, keepsUpstream: false)
                    }
                    if isOver { await writer.flush() }
                    return End(continuation: isOver ? .over : .next, keepsUpstream: Self.isKept(head))
                }
            }
            if !outputs.isEmpty { try await writer.outbound.write(contentsOf: outputs) }
            outputs = []
            parts = try await connection.next()[...]
        }
    }

    /// Returns the end of the response. Trailer fields require a chunked body.
    private func end(with fields: HTTPHeaders?, _ length: Int?) -> ServerOutput {
        guard length == nil, request.version.minor >= 1, let fields = TrailerFields.passed(fields) else { return .end }
        return .endWithTrailers(fields)
    }

    /// Adds bytes to the pending output. With a pace, it writes them at once, part by part.
    private func add(_ bytes: ByteBuffer, _ outputs: inout [ServerOutput]) async throws {
        guard let pace = answer.pace else { return outputs.append(.body(bytes)) }
        if !outputs.isEmpty { try await writer.outbound.write(contentsOf: outputs) }
        outputs = []
        var bytes = bytes
        while let part = bytes.readSlice(length: min(pace.bytes, bytes.readableBytes)), part.readableBytes > 0 {
            try await writer.outbound.write(.body(part))
            try await Task.sleep(for: pace.interval)
        }
    }

    /// Returns the number of bytes after which the response ends, and how; without such a fault, it never ends early.
    private func cut(_ length: Int?) -> (bytes: Int, ending: ExchangeFault.ConnectionEnd?) {
        guard case .cut(let thousandths, let ending) = fault else { return (.max, nil) }
        // If the length is not known, only the first byte is sent.
        return (length.map { $0 * thousandths / 1_000 } ?? 1, ending)
    }

    private func clientHead(_ head: HTTPResponseHead, _ length: Int?, _ isOver: Bool) -> HTTPResponseHead {
        var headers = head.headers
        let announced = headers["trailer"]
        HopByHopFields.remove(from: &headers)
        if length == nil, request.version.minor >= 1 {
            for value in announced { headers.add(name: "Trailer", value: value) }
        }
        // The route adds its own fields, and the cookie of a session.
        for (name, value) in answer.headers {
            if name.lowercased() == "set-cookie" {
                headers.add(name: name, value: value)
            } else {
                headers.replaceOrAdd(name: name, value: value)
            }
        }
        if isOver { headers.add(name: "Connection", value: "close") }
        if request.version.minor < 1, !isOver { headers.add(name: "Connection", value: "keep-alive") }
        let isOld = request.version.minor < 1 && length == nil
        return HTTPResponseHead(version: isOld ? .http1_0 : .http1_1, status: head.status, headers: headers)
    }

    private static func isKept(_ head: HTTPResponseHead) -> Bool { head.isKeepAlive }

    /// Returns the reason why an upstream did not respond.
    static func error(_ error: any Error, _ upstream: Upstream) -> ForwardError {
        switch error {
        case let error as ForwardError: return error
        case is HTTPParserError: return ForwardError("\(upstream.url) answers what is not HTTP: \(error)")
        case let error as IOError: return ForwardError("\(upstream.url) gives no answer: \(error)")
        default: return ForwardError("\(upstream.url) closes the connection without an answer")
        }
    }
}
