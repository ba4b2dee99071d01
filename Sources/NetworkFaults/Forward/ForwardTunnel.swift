import NIOCore
import NIOHTTP1

/// Forwards a request to upgrade to another protocol, and then all bytes in both directions, whatever the response is.
struct ForwardTunnel: Sendable {
    let head: HTTPRequestHead
    let order: ForwardOrder
    let writer: ExchangeWriter
    /// The shaping of the data that the upstream sends.
    let shaping: Shaping
    let connector: UpstreamConnector

    func run() async throws -> ExchangeWriter.Continuation {
        let loop = writer.channel.eventLoop
        let (shaping, limits, client) = (shaping, writer.limits, writer.channel)
        let relays = try await loop.submit {
            let (left, right) = RelayHandler.pair(to: shaping, idleTimeout: limits.answerTimeout)
            return (NIOLoopBound(left, eventLoop: loop), NIOLoopBound(right, eventLoop: loop))
        }.get()
        let upstream: any Channel
        do {
            upstream = try await connector.connect(order.upstream) {
                try $0.pipeline.syncOperations.addHandler(relays.1.value)
            }
        } catch {
            order.record(status: HTTPResponseStatus.badGateway.code, failure: error.description)
            return try await writer.send(
                HTTPTransmission(.problem(.badGateway, error.description)), for: head, isLast: true)
        }
        order.record(status: HTTPResponseStatus.switchingProtocols.code)
        let request = Self.bytes(head)
        do {
            try await upstream.setOption(.allowRemoteHalfClosure, value: true).get()
            try await client.setOption(.allowRemoteHalfClosure, value: true).get()
            try await loop.submit {
                let pipeline = client.pipeline.syncOperations
                let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
                try pipeline.handler(type: ServedExchangeHandler.self).endDeadlines()
                // The relay follows the decoder, which passes its unparsed bytes to it when it is removed.
                try pipeline.addHandler(relays.0.value, position: .after(decoder.handler))
                upstream.writeAndFlush(request, promise: nil)
                pipeline.removeHandler(context: encoder, promise: nil)
                pipeline.removeHandler(context: decoder).whenComplete { _ in
                    // Bytes that directly followed the request are written by then, but no read completes to flush them.
                    upstream.flush()
                }
                upstream.read()
                client.read()
            }.get()
        } catch {
            upstream.close(promise: nil)
            throw error
        }
        try await withTaskCancellationHandler {
            try await client.closeFuture.get()
        } onCancel: {
            client.close(promise: nil)
        }
        return .over
    }

    private static func bytes(_ head: HTTPRequestHead) -> ByteBuffer {
        var buffer = ByteBuffer(string: "\(head.method.rawValue) \(head.uri) HTTP/1.1\r\n")
        for (name, value) in head.headers { buffer.writeString("\(name): \(value)\r\n") }
        buffer.writeString("\r\n")
        return buffer
    }
}
