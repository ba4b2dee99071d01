import NIOCore

/// Records the bytes of both directions in an exchange. It is placed between TLS and HTTP.
final class WireRecordingHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// The exchange that is recorded; `nil` for none.
    var exchange: RecordedExchange?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        exchange?.wire(unwrapInboundIn(data), .response)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        exchange?.wire(unwrapOutboundIn(data), .request)
        context.write(data, promise: promise)
    }
}
