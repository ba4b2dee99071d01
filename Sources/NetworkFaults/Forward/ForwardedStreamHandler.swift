import NIOCore
import TLSServerChannel

/// Decides what happens to a new connection before any of its bytes is read, and applies it.
final class ForwardedStreamHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let service: ForwardedStreams
    /// How the connection ends at its first bytes; `nil` before the decision, and if the connection is forwarded.
    private var ending: ExchangeFault.ConnectionEnd?

    private var context: ChannelHandlerContext?
    /// Whether the connection begins with a TLS handshake.
    private let isSecure: Bool
    /// The bytes that arrived with the end of the handshake.
    private var early = ByteBuffer()

    init(_ service: ForwardedStreams, isSecure: Bool) { (self.service, self.isSecure) = (service, isSecure) }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if isSecure { context.read() } else { begin(context) }
    }

    private func begin(_ context: ChannelHandlerContext) {
        switch service.decide(context.channel) {
        case .refused: context.close(promise: nil)
        case .ends(let ending):
            self.ending = ending
            context.read()
        case .forwarded(let shaping, let faults): forward(context, shaping, faults)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch ending {
        case .close: context.close(promise: nil)
        case .reset: RelayHandler.reset(context.channel)
        // Received bytes are dropped until the time limit.
        case .hang: break
        case nil:
            var bytes = unwrapInboundIn(data)
            early.writeBuffer(&bytes)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if ending == .hang { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isSecure, case .handshakeCompleted = event as? TLSHandler.Event { begin(context) }
        if ending != nil, event as? ChannelEvent == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Passes on the bytes that arrived before the upstream was connected.
    private func handOver() {
        guard early.readableBytes > 0, let context else { return }
        context.fireChannelRead(wrapInboundOut(early))
        context.fireChannelReadComplete()
        early = ByteBuffer()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func forward(_ context: ChannelHandlerContext, _ shaping: Shaping, _ faults: [String]) {
        let (channel, service) = (context.channel, service)
        let (left, right) = RelayHandler.pair(to: shaping, idleTimeout: service.limits.answerTimeout)
        let (client, server) = (
            NIOLoopBound(left, eventLoop: context.eventLoop), NIOLoopBound(right, eventLoop: context.eventLoop)
        )
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask {
            try await service.connect(channel) { upstream in
                try upstream.pipeline.syncOperations.addHandler(server.value)
            }
        }.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let upstream):
                guard channel.isActive else { return upstream.close(promise: nil) }
                service.record(channel, faults, failure: nil)
                do {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(client.value)
                    this.value.handOver()
                    pipeline.removeHandler(this.value, promise: nil)
                    channel.read()
                    upstream.read()
                } catch {
                    upstream.close(promise: nil)
                    channel.close(promise: nil)
                }
            case .failure(let error):
                service.record(channel, faults, failure: "\(error)")
                channel.close(promise: nil)
            }
        }
    }
}
