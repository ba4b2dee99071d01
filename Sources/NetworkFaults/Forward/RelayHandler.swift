import Glibc
import NIOCore

/// Forwards the bytes of one connection to another one on the same loop, no faster than that accepts them. The end of a
/// direction is passed on as an end, and a reset as a reset.
final class RelayHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The other side, until one of the two is closed.
    private var peer: RelayHandler?
    private var context: ChannelHandlerContext?
    /// The queue of this side's output; `nil` without shaping.
    private var queue: ShapedQueue?
    private var timer: Scheduled<Void>?
    private var waitsToRead = false
    private var hasEndedInput = false
    private var endsOutput = false
    private var hasEndedOutput = false
    private let idleTimeout: Duration
    private var idleTimer: Scheduled<Void>?
    private var lastBytes = NIODeadline.now()

    /// Returns two joined handlers.
    ///
    /// - Parameter shaping: The shaping of data to the first handler's connection.
    static func pair(to first: Shaping, idleTimeout: Duration) -> (RelayHandler, RelayHandler) {
        let left = RelayHandler(first, idleTimeout)
        let right = RelayHandler(Shaping(), idleTimeout)
        (left.peer, right.peer) = (right, left)
        return (left, right)
    }

    private init(_ shaping: Shaping, _ idleTimeout: Duration) {
        queue = shaping.isNone ? nil : ShapedQueue(shaping)
        self.idleTimeout = idleTimeout
    }

    // MARK: - From the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        watch(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        part()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastBytes = .now()
        peer?.receive(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        peer?.context?.flush()
        context.fireChannelReadComplete()
        readMore()
    }

    /// Only this handler requests reads.
    func read(context: ChannelHandlerContext) { readMore() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { peer?.readWhatWaits() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
        hasEndedInput = true
        peer?.endOutput()
        closeIfOver()
    }

    func channelInactive(context: ChannelHandlerContext) {
        let peer = self.peer
        part()
        peer?.endOutput()
        peer?.closeWhenSent()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isReset = (error as? IOError)?.errnoCode == ECONNRESET
        let peer = self.peer
        part()
        if let other = peer?.context?.channel { isReset ? Self.reset(other) : other.close(promise: nil) }
        context.close(promise: nil)
    }

    // MARK: - From the other side

    /// Takes bytes of the other side, or those that come before them.
    func receive(_ bytes: ByteBuffer) {
        guard let context, !hasEndedOutput else { return }
        lastBytes = .now()
        guard queue != nil else { return context.write(wrapOutboundOut(bytes), promise: nil) }
        queue?.append(bytes, now: .now())
        send()
    }

    /// Sends the data that is due, and schedules the rest.
    private func send() {
        timer?.cancel()
        timer = nil
        guard let context, context.channel.isActive else { return }
        let now = NIODeadline.now()
        while context.channel.isWritable, let bytes = queue?.next(now: now) {
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }
        if let due = queue?.due {
            // If the channel is not writable, it is checked again a little later.
            let time = max(due, now + (context.channel.isWritable ? .nanoseconds(0) : .milliseconds(5)))
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.send() }
        } else if endsOutput {
            endOutput()
        }
        if queue?.isFull == false { peer?.readWhatWaits() }
    }

    private var takesMore: Bool {
        guard let context, context.channel.isWritable else { return false }
        return queue?.isFull != true
    }

    private func readMore() {
        guard let context, !hasEndedInput else { return }
        guard let peer, peer.takesMore else {
            waitsToRead = peer != nil
            return
        }
        waitsToRead = false
        context.read()
    }

    private func readWhatWaits() { if waitsToRead { readMore() } }

    /// Ends the output of this side after the queued data.
    private func endOutput() {
        guard queue?.isEmpty != false else {
            endsOutput = true
            return
        }
        guard let context, !hasEndedOutput else { return }
        hasEndedOutput = true
        context.close(mode: .output, promise: nil)
        closeIfOver()
    }

    private func closeWhenSent() {
        hasEndedInput = true
        closeIfOver()
    }

    private func closeIfOver() {
        guard hasEndedInput, hasEndedOutput, let context else { return }
        context.close(promise: nil)
    }

    private func part() {
        timer?.cancel()
        idleTimer?.cancel()
        peer?.peer = nil
        peer = nil
    }

    private func watch(_ context: ChannelHandlerContext) {
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastBytes + TimeAmount(idleTimeout)) {
            guard let context = self.context else { return }
            if self.lastBytes + TimeAmount(self.idleTimeout) <= .now() { return context.close(promise: nil) }
            self.watch(context)
        }
    }

    /// Closes a connection with RST (`SO_LINGER` of 0 s).
    static func reset(_ channel: any Channel) {
        guard let options = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
        options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    }
}
