import HTTPTypes
import HummingbirdCore
import NIOCore

/// Writes responses to one client, as fast as it reads them.
struct APIResponseWriter: Sendable {
    let client: Client
    let budget: ByteBudget
    /// The connection, for responses that take it over.
    let channel: any Channel
    /// The maximum number of bytes of a body that are passed to the connection at a time, so that it never queues the
    /// whole body.
    private static let maxPartBytes = 16 * 1_024

    func write(
        _ head: HTTPResponse, _ response: APIResponse, isHead: Bool, to writer: consuming ResponseWriter
    ) async throws {
        switch response.body {
        case .bytes(let buffer):
            let charge = buffer.readableBytes > Self.maxPartBytes ? budget.charge(buffer, for: client) : nil
            guard isHead || buffer.readableBytes <= Self.maxPartBytes || charge != nil else {
                try await writeBusy(head, to: writer)
                return
            }
            var head = head
            // These responses have no Content-Length (RFC 9110 section 8.6).
            if response.status != .noContent, response.status != .notModified {
                head.headerFields[.contentLength] = String(buffer.readableBytes)
            }
            try await writer.write(response: head, body: isHead ? ResponseBody() : Self.body(buffer))
            withExtendedLifetime(charge) {}
        case .array(let stream):
            try await writer.write(
                response: head, body: isHead ? ResponseBody() : ResponseBody(asyncSequence: stream))
        case .metrics(let stream):
            try await writer.write(
                response: head, body: isHead ? ResponseBody() : ResponseBody(asyncSequence: stream))
        case .socket(let upgrade): try await upgrade.run(on: channel, for: client, within: budget)
        case .stream(let stream, let end):
            if isHead {
                end()
                try await writer.write(response: head, body: ResponseBody())
            } else {
                try await writer.write(response: head, body: body(stream, end))
            }
        }
    }

    /// Writes a refusal, since too much data is in transit to clients of this kind.
    private func writeBusy(_ head: HTTPResponse, to writer: consuming ResponseWriter) async throws {
        let problem = Problem(
            .serviceUnavailable, "others are being sent as much as fits in memory; try again",
            fields: [.retryAfter: "1"]
        ).response
        guard case .bytes(let buffer) = problem.body else { return }
        var busy = head
        busy.status = problem.status
        for field in problem.fields { busy.headerFields[field.name] = field.value }
        busy.headerFields[.contentLength] = String(buffer.readableBytes)
        try await writer.write(response: busy, body: ResponseBody(byteBuffer: buffer))
    }

    private static func body(_ buffer: ByteBuffer) -> ResponseBody {
        guard buffer.readableBytes > maxPartBytes else { return ResponseBody(byteBuffer: buffer) }
        return ResponseBody(contentLength: buffer.readableBytes) { writer in
            for part in parts(of: buffer) { try await writer.write(part) }
            try await writer.finish(nil)
        }
    }

    private func body(_ stream: AsyncStream<ByteBuffer>, _ end: @escaping @Sendable () -> Void) -> ResponseBody {
        ResponseBody { writer in
            for await chunk in stream {
                guard chunk.readableBytes > Self.maxPartBytes else {
                    try await writer.write(chunk)
                    continue
                }
                // The client restarts an interrupted stream.
                guard let charge = budget.charge(chunk, for: client) else {
                    end()
                    break
                }
                for part in Self.parts(of: chunk) { try await writer.write(part) }
                withExtendedLifetime(charge) {}
            }
            try await writer.finish(nil)
        }
    }

    /// Copies of the parts, so that a queued part does not keep the whole buffer in memory.
    private static func parts(of buffer: ByteBuffer) -> some Sequence<ByteBuffer> {
        sequence(state: buffer) { rest in
            guard rest.readableBytes > 0 else { return nil }
            return rest.readSlice(length: min(rest.readableBytes, maxPartBytes)).map {
                ByteBuffer(bytes: $0.readableBytesView)
            }
        }
    }
}
