import NIOCore

/// Notifies a stream that its client has disconnected. A quiet stream would otherwise notice only with its next line, which may
/// never come.
///
/// Lives on its channel's event loop.
final class HangUpHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    enum Event: Sendable {
        /// The client has closed its side, while data that it sent before is still unread.
        case clientEnded
    }

    private var context: ChannelHandlerContext?
    private var onDisconnect: (@Sendable () -> Void)?
    private var isGone = false
    private var onClose: (@Sendable () -> Void)?
    private var isClosed = false

    /// Calls the closure when the client has closed its side, or the connection has ended; immediately if it already
    /// has.
    func onDisconnect(_ end: @escaping @Sendable () -> Void) {
        if isGone { end() } else { onDisconnect = end }
    }

    /// Calls the closure when the connection has ended, and not when the client has only closed its side and still reads;
    /// immediately if it already has. `nil` removes the closure.
    ///
    /// The two look the same over TCP until data are sent to the client: the kernel of a client that has closed the connection
    /// resets it (RFC 9293 section 3.10.7.4). Therefore, a client that has closed its side gets an interim response.
    func onClose(_ end: (@Sendable () -> Void)?) {
        if isClosed { return end?() ?? () }
        onClose = end
        if isGone { probe() }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed || event as? Event == .clientEnded { hangUp() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        hangUp()
        onClose?()
        onClose = nil
        context.fireChannelInactive()
    }

    private func probe() {
        if onClose != nil, !isClosed {
            context?.triggerUserOutboundEvent(ExchangeHandler.Event.interimResponse, promise: nil)
        }
    }

    private func hangUp() {
        if !isGone {
            isGone = true
            probe()
        }
        onDisconnect?()
        onDisconnect = nil
    }
}
