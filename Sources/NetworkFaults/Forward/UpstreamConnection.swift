import NIOCore
import NIOHTTP1

/// An HTTP connection to an upstream, for one request at a time.
struct UpstreamConnection: Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<UpstreamHandler>
    private let wire: NIOLoopBound<WireRecordingHandler?>

    /// Connects to an upstream.
    ///
    /// - Parameters:
    ///   - isRecorded: Whether the bytes of the connection can be recorded.
    ///   - outlivesInput: Whether the connection stays open when the upstream ends its output.
    static func open(
        _ upstream: Upstream, _ connector: UpstreamConnector, isRecorded: Bool, outlivesInput: Bool = false
    ) async throws(ForwardError) -> UpstreamConnection {
        let loop = connector.loop
        let parts: (NIOLoopBound<UpstreamHandler>, NIOLoopBound<WireRecordingHandler?>)
        do {
            parts = try await loop.submit {
                (
                    NIOLoopBound(UpstreamHandler(loop), eventLoop: loop),
                    NIOLoopBound(isRecorded ? WireRecordingHandler() : nil, eventLoop: loop)
                )
            }.get()
        } catch {
            throw ForwardError("the server ends")
        }
        let channel = try await connector.connect(upstream) { channel in
            let pipeline = channel.pipeline.syncOperations
            if outlivesInput { try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true) }
            if let wire = parts.1.value { try pipeline.addHandler(wire) }
            var configuration = HTTPRequestEncoder.Configuration()
            // The client's framing is kept.
            configuration.automaticallySetFramingHeaders = false
            try pipeline.addHandler(HTTPRequestEncoder(configuration: configuration))
            try pipeline.addHandler(parts.0.value.bytes)
            try pipeline.addHandler(
                // The decoder is only removed for a WebSocket, whose first bytes may follow the handshake.
                ByteToMessageHandler(
                    HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes, informationalResponseStrategy: .forward)))
            try pipeline.addHandler(parts.0.value)
        }
        return UpstreamConnection(channel: channel, handler: parts.0, wire: parts.1)
    }

    /// Returns the next parts that the upstream sent, and waits if there are none.
    func next() async throws -> [HTTPClientResponsePart] {
        try await onLoop { handler.value.next() }
    }

    func send(_ parts: [UpstreamInput]) async throws {
        try await onLoop {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            guard let last = parts.last else { return channel.eventLoop.makeSucceededVoidFuture() }
            return channel.writeAndFlush(last)
        }
    }

    /// Runs a body on the loop; at once if the caller runs there, as exchanges do.
    private func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable () -> EventLoopFuture<Value>
    ) async throws -> Value {
        let loop = channel.eventLoop
        return try await (loop.inEventLoop ? body() : loop.flatSubmit(body)).get()
    }

    /// Sets the exchange that is recorded from now on.
    func record(_ exchange: RecordedExchange?) {
        let set: @Sendable () -> Void = { wire.value?.exchange = exchange }
        if channel.eventLoop.inEventLoop { set() } else { channel.eventLoop.execute(set) }
    }

    /// Detects the end of the connection while there is no request.
    func rest() {
        if channel.eventLoop.inEventLoop { return handler.value.watch() }
        channel.eventLoop.execute { handler.value.watch() }
    }

    func isReusable() async -> Bool {
        let loop = channel.eventLoop
        if loop.inEventLoop { return handler.value.isReusable }
        return await (try? loop.submit { handler.value.isReusable }.get()) ?? false
    }

    func close() { channel.close(promise: nil) }
}
