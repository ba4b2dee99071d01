import NIOCore
import NIOHTTP1
import Synchronization

/// Forwards one request and its response as streams, so that at most one read of each is in memory.
struct ForwardExchange {
    typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    let head: HTTPRequestHead
    let transmission: HTTPTransmission
    let writer: ExchangeWriter
    let upstreams: UpstreamSlot
    /// The body and its end if they were read already. Otherwise, they are read from the parts.
    var received: [HTTPServerRequestPart] = []

    private var hasBody: Bool {
        if head.headers.contains(name: "transfer-encoding") { return true }
        return head.headers.first(name: "content-length").map { $0 != "0" } ?? false
    }

    /// Whether the request ends the client's connection. The decoder parses nothing more after a request to upgrade to another
    /// protocol, which a server may ignore (RFC 9110 section 7.8).
    private var endsConnection: Bool { !head.isKeepAlive || head.headers.contains(name: "upgrade") }

    /// Whether the request is the handshake of a WebSocket (RFC 6455 section 4.2.1). Any other request to upgrade is forwarded
    /// without that wish.
    private var isWebSocketHandshake: Bool {
        let lists = { (field: String, word: String) in
            head.headers[canonicalForm: field].contains { $0.lowercased() == word }
        }
        return head.method == .GET && head.version.minor >= 1 && !hasBody && lists("upgrade", "websocket")
            && lists("connection", "upgrade") && head.headers.contains(name: "sec-websocket-key")
    }

    func run(_ parts: inout Parts) async throws -> ExchangeWriter.Continuation {
        // A fault that replaces the response needs no upstream.
        guard let order = transmission.order else {
            return try await writer.send(transmission, for: head, isLast: endsConnection || hasBody)
        }
        guard !head.headers[canonicalForm: "via"].contains(where: { $0.hasSuffix(order.pseudonym) }) else {
            return try await refuse(order, .loopDetected, "the request comes back: its way leads here twice")
        }
        if isWebSocketHandshake {
            let response = ForwardedResponse(
                request: head, order: order, answer: transmission.response, fault: transmission.fault, writer: writer,
                exchange: nil, isLast: true, acceptsWebSocket: true)
            do {
                return try await ForwardTunnel(
                    head: upstreamHead(order, keepsUpgrade: true), response: response, connector: upstreams.connector
                ).run()
            } catch let error as ForwardError {
                return try await refuse(order, error)
            }
        }
        let exchange = order.recorder?.begin()
        do {
            return try await attempt(order, exchange, endsConnection, &parts)
        } catch let error as ForwardError {
            return try await refuse(order, error)
        }
    }

    private func refuse(_ order: ForwardOrder, _ error: ForwardError) async throws -> ExchangeWriter.Continuation {
        try await refuse(order, error.isShortage ? .serviceUnavailable : .badGateway, error.description)
    }

    private func attempt(
        _ order: ForwardOrder, _ exchange: RecordedExchange?, _ isLast: Bool, _ parts: inout Parts
    ) async throws -> ExchangeWriter.Continuation {
        let head = upstreamHead(order, keepsUpgrade: false)
        exchange?.request(head)
        var (connection, isReused) = try await upstreams.connection(to: order)
        let response = ForwardedResponse(
            request: self.head, order: order, answer: transmission.response, fault: transmission.fault, writer: writer,
            exchange: exchange, isLast: isLast)
        defer { exchange?.end(order.upstream) }
        guard !hasBody else {
            return try await withBody(head, connection, response, &parts)
        }
        while true {
            connection.record(exchange)
            do throws(ForwardError) {
                let first = try await send(connection, head, order, response)
                return try await finish(response, first, connection)
            } catch {
                // A reused connection may have been closed while the request was sent. The request is then sent once more.
                connection.record(nil)
                connection.close()
                guard isReused, self.head.method != .POST, self.head.method != .PATCH else { throw error }
                exchange?.discardBytes()
                (connection, isReused) = try await upstreams.connection(to: order)
            }
        }
    }

    private func send(
        _ connection: UpstreamConnection, _ head: HTTPRequestHead, _ order: ForwardOrder,
        _ response: ForwardedResponse
    ) async throws(ForwardError) -> [HTTPClientResponsePart] {
        do {
            try await connection.send([.head(head), .end(nil)])
            return try await response.beginning(connection)
        } catch {
            throw ForwardedResponse.error(error, order.upstream)
        }
    }

    private func finish(
        _ response: ForwardedResponse, _ first: [HTTPClientResponsePart], _ connection: UpstreamConnection
    ) async throws(ForwardError) -> ExchangeWriter.Continuation {
        do {
            let end = try await response.send(first, connection)
            if end.keepsUpstream {
                upstreams.store(connection, for: response.order.upstream)
            } else {
                connection.close()
            }
            return end.continuation
        } catch {
            // The client received a part of the response. Closing its connection shows that the rest is missing.
            connection.close()
            writer.channel.close(promise: nil)
            return .over
        }
    }

    /// Forwards a request with a body. The response is read while the request is sent, since an upstream may respond before it
    /// has all of it.
    private func withBody(
        _ head: HTTPRequestHead, _ connection: UpstreamConnection, _ response: ForwardedResponse, _ parts: inout Parts
    ) async throws -> ExchangeWriter.Continuation {
        let isSent = SentFlag()
        let (upstream, exchange, client) = (response.order.upstream, response.exchange, writer.channel)
        connection.record(exchange)
        do {
            try await connection.send([.head(head)])
        } catch {
            throw ForwardedResponse.error(error, upstream)
        }
        let isChunked = head.headers.contains(name: "transfer-encoding")
        async let answer = response.whole(connection, isSent)
        var isWhole = false
        var count = 0
        var received = received[...]
        do {
            sending: while !isWhole {
                var next = received.popFirst()
                if next == nil { next = try await parts.next() }
                guard let part = next else { break sending }
                switch part {
                case .head: break sending
                case .body(let buffer):
                    count += buffer.readableBytes
                    exchange?.requestBody(buffer.readableBytes)
                    try await connection.send([.body(buffer)])
                case .end(let fields):
                    try await connection.send([.end(isChunked ? TrailerFields.passed(fields) : nil)])
                    isWhole = true
                    isSent.set(bodyBytes: count)
                }
            }
            // The upstream must not regard an incomplete request as complete.
            if !isWhole { connection.close() }
        } catch {
            // An upstream that has responded and closed the connection accepts no more data. Its response is read below.
            if !client.isActive { connection.close() }
        }
        let end = try await answer
        guard isWhole, end.keepsUpstream else {
            connection.close()
            return .over
        }
        upstreams.store(connection, for: upstream)
        return end.continuation
    }

    private func refuse(
        _ order: ForwardOrder, _ status: HTTPResponseStatus, _ reason: String
    ) async throws -> ExchangeWriter.Continuation {
        order.record(status: status.code, failure: reason)
        return try await writer.send(
            HTTPTransmission(.problem(status, reason)), for: head, isLast: endsConnection || hasBody)
    }

    /// Returns the head for the upstream.
    private func upstreamHead(_ order: ForwardOrder, keepsUpgrade: Bool) -> HTTPRequestHead {
        var headers = head.headers
        let isChunked = headers.contains(name: "transfer-encoding")
        let (upgrade, announced) = (headers["upgrade"], headers["trailer"])
        let takesTrailers = headers[canonicalForm: "te"].contains { $0.lowercased() == "trailers" }
        HopByHopFields.remove(from: &headers)
        // The upstream decides whether it wants the body (RFC 9110 section 10.1.1). Without a body to wait for, the field is
        // removed.
        if !hasBody || !received.isEmpty { headers.remove(name: "expect") }
        headers.replaceOrAdd(name: "Host", value: order.upstream.authority)
        if isChunked {
            headers.remove(name: "content-length")
            headers.add(name: "Transfer-Encoding", value: "chunked")
            for value in announced { headers.add(name: "Trailer", value: value) }
        }
        if takesTrailers, !keepsUpgrade {
            headers.add(name: "TE", value: "trailers")
            headers.add(name: "Connection", value: "TE")
        }
        if keepsUpgrade {
            headers.add(name: "Connection", value: "Upgrade")
            for value in upgrade { headers.add(name: "Upgrade", value: value) }
        }
        headers.add(name: "Via", value: "1.1 \(order.pseudonym)")
        return HTTPRequestHead(
            version: .http1_1, method: head.method, uri: order.upstream.base + head.uri, headers: headers)
    }
}
