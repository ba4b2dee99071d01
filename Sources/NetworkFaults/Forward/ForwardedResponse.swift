import NIOCore
import NIOHTTP1

/// Sends what an upstream answers, as it comes, with what goes wrong in it.
struct ForwardedResponse: Sendable {
    /// How an answer came to its end.
    struct End: Sendable {
        var continuation: ExchangeWriter.Continuation
        /// Whether the upstream can be asked once more on its connection.
        var keepsUpstream: Bool
    }

    let request: HTTPRequestHead
    let order: ForwardOrder
    /// Its delay and its pace are those of what the upstream answers.
    let answer: HTTPAnswer
    let fault: ExchangeFault?
    let writer: ExchangeWriter
    let exchange: RecordedExchange?
    let isLast: Bool

    /// Waits for the answer, and sends it. Where there is none, the client is told.
    ///
    /// - Parameter isSent: Set once the request is sent whole; an answer before that ends the client's connection.
    func whole(_ connection: UpstreamConnection, _ isSent: SentFlag) async throws -> End {
        let first: [HTTPClientResponsePart]
        do {
            first = try await connection.next()
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

    /// Sends an answer of which this has come already.
    func send(
        _ first: [HTTPClientResponsePart], _ connection: UpstreamConnection, bodyBytes: Int = 0
    ) async throws -> End {
        guard case .head(let head) = first.first else { throw ForwardError("the upstream sends no head") }
        exchange?.response(head)
        order.record(status: head.status.code, bodyBytes: bodyBytes)
        if answer.firstByte > .zero { try await Task.sleep(for: answer.firstByte) }
        let hasBody = request.method != .HEAD && head.status.mayHaveResponseBody
        let length = head.headers.first(name: "content-length").flatMap { Int($0) }
        // Without a length, an answer to HTTP/1.0 or to HEAD ends with the connection.
        let isOver = isLast || (length == nil && (request.version.minor < 1 || request.method == .HEAD))
        let own = clientHead(head, length, isOver)
        let limit = cut(hasBody ? length : 0)
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
                case .end:
                    exchange?.wholeResponse()
                    // Behind a head without a length, the encoder would write an empty chunk.
                    if request.method != .HEAD || length != nil { outputs.append(.end) }
                    try await writer.outbound.write(contentsOf: outputs)
                    if let ending = limit.ending {
                        try await writer.end(ending)
                        return End(continuation: .over, keepsUpstream: false)
                    }
                    return End(continuation: isOver ? .over : .next, keepsUpstream: Self.isKept(head))
                }
            }
            if !outputs.isEmpty { try await writer.outbound.write(contentsOf: outputs) }
            outputs = []
            parts = try await connection.next()[...]
        }
    }

    /// Adds bytes to what is written next; with a pace, writes them at once, part by part.
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

    /// After how many bytes it ends, and how; without such a fault, never.
    private func cut(_ length: Int?) -> (bytes: Int, ending: ExchangeFault.Ending?) {
        guard case .cut(let thousandths, let ending) = fault else { return (.max, nil) }
        // Of a body whose length nobody has said, the first bytes are sent.
        return (length.map { $0 * thousandths / 1_000 } ?? 1, ending)
    }

    private func clientHead(_ head: HTTPResponseHead, _ length: Int?, _ isOver: Bool) -> HTTPResponseHead {
        var headers = head.headers
        HopByHopFields.remove(from: &headers)
        if isOver { headers.add(name: "Connection", value: "close") }
        if request.version.minor < 1, !isOver { headers.add(name: "Connection", value: "keep-alive") }
        let isOld = request.version.minor < 1 && length == nil
        return HTTPResponseHead(version: isOld ? .http1_0 : .http1_1, status: head.status, headers: headers)
    }

    private static func isKept(_ head: HTTPResponseHead) -> Bool { head.isKeepAlive }

    /// Why an upstream gave no answer.
    static func error(_ error: any Error, _ upstream: Upstream) -> ForwardError {
        switch error {
        case let error as ForwardError: return error
        case is HTTPParserError: return ForwardError("\(upstream.url) answers what is not HTTP: \(error)")
        case let error as IOError: return ForwardError("\(upstream.url) gives no answer: \(error)")
        default: return ForwardError("\(upstream.url) closes the connection without an answer")
        }
    }
}
