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

    private var onDisconnect: (@Sendable () -> Void)?
    private var isGone = false

    /// Calls the closure when the client has closed its side, or the connection has ended; immediately if it already
    /// has.
    func onDisconnect(_ end: @escaping @Sendable () -> Void) {
        if isGone { end() } else { onDisconnect = end }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed || event as? Event == .clientEnded { hangUp() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        hangUp()
        context.fireChannelInactive()
    }

    private func hangUp() {
        isGone = true
        onDisconnect?()
        onDisconnect = nil
    }
}
