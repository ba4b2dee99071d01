import NIOCore
import NIOHTTP1

/// A connection to an upstream that HTTP is spoken on, one request at a time.
struct UpstreamConnection: Sendable {
    let channel: any Channel
    private let handler: NIOLoopBound<UpstreamHandler>
    private let wire: NIOLoopBound<WireRecordingHandler?>

    /// - Parameter isRecorded: Whether what goes over the wire can be recorded.
    static func open(
        _ upstream: Upstream, _ connector: UpstreamConnector, isRecorded: Bool
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
            if let wire = parts.1.value { try pipeline.addHandler(wire) }
            var configuration = HTTPRequestEncoder.Configuration()
            // The framing of the client is kept.
            configuration.automaticallySetFramingHeaders = false
            try pipeline.addHandler(HTTPRequestEncoder(configuration: configuration))
            try pipeline.addHandler(parts.0.value.bytes)
            try pipeline.addHandler(
                ByteToMessageHandler(
                    HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward)))
            try pipeline.addHandler(parts.0.value)
        }
        return UpstreamConnection(channel: channel, handler: parts.0, wire: parts.1)
    }

    /// What the upstream sent, in its order; waits where nothing is there.
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

    /// At once where this runs on the loop, as exchanges do.
    private func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable () -> EventLoopFuture<Value>
    ) async throws -> Value {
        let loop = channel.eventLoop
        return try await (loop.inEventLoop ? body() : loop.flatSubmit(body)).get()
    }

    /// What is recorded from now on.
    func record(_ exchange: RecordedExchange?) {
        let set: @Sendable () -> Void = { wire.value?.exchange = exchange }
        if channel.eventLoop.inEventLoop { set() } else { channel.eventLoop.execute(set) }
    }

    /// Has an end noticed that comes before it is asked again.
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
