import Glibc
import NIOCore
import NIOHTTP1

/// Writes responses to a connection, with their faults.
struct ExchangeWriter {
    /// Whether the connection is used for another request.
    enum Continuation {
        case next, over
    }

    let channel: any Channel
    let outbound: NIOAsyncChannelOutboundWriter<ServerOutput>
    let limits: ServerLimits

    /// The maximum number of bytes that are written at once.
    private static let partSize = 64 << 10

    /// Requests the body from a client that waits for this (RFC 9110 section 10.1.1).
    func proceed(_ version: HTTPVersion) async throws {
        guard version.minor >= 1 else { return }
        try await outbound.write(.raw(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")))
    }

    /// Sends an interim response (1xx).
    func inform(_ head: HTTPResponseHead, _ version: HTTPVersion) async throws {
        guard version.minor >= 1 else { return }
        var headers = head.headers
        HopByHopFields.remove(from: &headers)
        // The decoder only provides the phrases of statuses that it supports, which do not include 103 (RFC 8297).
        let phrase = head.status.code == 103 ? "Early Hints" : head.status.reasonPhrase
        var bytes = ByteBuffer(string: "HTTP/1.1 \(head.status.code) \(phrase)\r\n")
        for (name, value) in headers { bytes.writeString("\(name): \(value)\r\n") }
        bytes.writeString("\r\n")
        try await outbound.write(.raw(bytes))
    }

    func send(
        _ transmission: HTTPTransmission, for request: HTTPRequestHead, isLast: Bool
    ) async throws -> Continuation {
        let response = transmission.response
        if response.firstByte > .zero { try await Task.sleep(for: response.firstByte) }
        switch transmission.fault {
        case .silent(let ending):
            try await end(ending)
            return .over
        case .raw(let bytes, let ending):
            try await outbound.write(.raw(bytes))
            try await end(ending)
            return .over
        case .cut(let thousandths, let ending):
            let head = head(response, for: request, isLast: true)
            if request.method != .HEAD, response.status.mayHaveResponseBody, response.body.count != 0 {
                try await outbound.write(.head(head))
                try await body(response, thousandths: thousandths)
            } else {
                try await beginning(of: head)
            }
            try await end(ending)
            return .over
        case .replaced, .delayed, .paced, nil:
            break
        }
        // In HTTP/1.0, a response without a length ends with the connection (RFC 9112 section 6.3).
        let isOver =
            isLast || (response.body.count == nil && (request.version.minor < 1 || request.method == .HEAD))
        let head = head(response, for: request, isLast: isOver)
        if case .bytes(let buffer) = response.body, response.pace == nil {
            let hasBody = request.method != .HEAD && buffer.readableBytes > 0
            try await outbound.write(
                contentsOf: hasBody ? [.head(head), .body(buffer), .end] : [.head(head), .end])
        } else {
            try await outbound.write(.head(head))
            guard request.method != .HEAD else {
                // After a head without a length, the encoder would write an empty chunk.
                if response.body.count != nil { try await outbound.write(.end) }
                guard response.body.count == nil || isOver else { return .next }
                await flush()
                return .over
            }
            try await body(response, thousandths: 1_000)
            try await outbound.write(.end)
        }
        guard isOver else { return .next }
        await flush()
        return .over
    }

    /// Waits until everything was sent, or the client has gone. A connection that is closed earlier drops what is left.
    func flush() async { try? await channel.writeAndFlush(ServerOutput.raw(ByteBuffer())).get() }

    /// Sends a head without its last line. A response without a body has nothing else that can be cut.
    func beginning(of head: HTTPResponseHead) async throws {
        var bytes = ByteBuffer(string: "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
        for (name, value) in head.headers { bytes.writeString("\(name): \(value)\r\n") }
        try await outbound.write(.raw(bytes))
    }

    private func head(_ response: ServedResponse, for request: HTTPRequestHead, isLast: Bool) -> HTTPResponseHead {
        var headers = response.headers
        let hasNoBody = response.status.code == 204 || response.status.code == 304 || response.status.code < 200
        if !hasNoBody, !headers.contains(name: "content-length"), let count = response.body.count {
            headers.add(name: "Content-Length", value: "\(count)")
        }
        if !headers.contains(name: "date") { headers.add(name: "Date", value: HTTPDate.now) }
        if isLast { headers.replaceOrAdd(name: "Connection", value: "close") }
        if request.version.minor < 1, !isLast { headers.replaceOrAdd(name: "Connection", value: "keep-alive") }
        return HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
    }

    private func body(_ response: ServedResponse, thousandths: Int) async throws {
        switch response.body {
        case .parts(let parts, let interval, let rounds):
            var left = thousandths == 1_000 ? Int.max : max(parts.count * rounds * thousandths / 1_000, 1)
            for round in 0..<rounds {
                for (index, part) in parts.enumerated() where left > 0 {
                    if round + index > 0, interval > .zero { try await Task.sleep(for: interval) }
                    let bytes = part()
                    // An empty chunk would end the body.
                    if bytes.readableBytes > 0 { try await outbound.write(.body(bytes)) }
                    left -= 1
                }
                if left <= 0 { return }
            }
        case .stream(let kept, let others):
            for part in kept { try await outbound.write(.body(part)) }
            for await part in others { try await outbound.write(.body(part)) }
        case .forward: break
        case .bytes, .file, .repeated, .random:
            let count = (response.body.count ?? 0) * thousandths / 1_000
            let size = min(response.pace?.bytes ?? Self.partSize, Self.partSize)
            var source = BodySource(response.body)
            var (sent, sinceRest) = (0, 0)
            while sent < count {
                guard let part = source.next(min(size, count - sent)) else { return }
                try await outbound.write(.body(part))
                sent += part.readableBytes
                sinceRest += part.readableBytes
                if let pace = response.pace, sinceRest >= pace.bytes, sent < count {
                    sinceRest = 0
                    try await Task.sleep(for: pace.interval)
                }
            }
        }
    }

    func end(_ ending: ExchangeFault.ConnectionEnd) async throws {
        switch ending {
        case .close: await flush()
        case .reset:
            // Unix sockets do not have this option.
            let options = channel as? any SocketOptionProvider
            try? await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close()
        case .hang:
            let limit = channel.eventLoop.scheduleTask(in: TimeAmount(limits.hangTimeout)) { [channel] in
                channel.close(promise: nil)
            }
            defer { limit.cancel() }
            try await channel.triggerUserOutboundEvent(ServedExchangeHandler.Hold()).get()
            try await withTaskCancellationHandler {
                try await channel.closeFuture.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        }
    }
}
