import NIOCore

/// Shows an exchange what goes over the wire, both ways. Lives behind TLS, before HTTP.
final class WireRecordingHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// What is recorded now.
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
