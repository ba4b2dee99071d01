package import NIOCore
package import TLSServer

/// Decrypts inbound and encrypts outbound data of a connection. It runs on the event loop of its channel.
///
/// It buffers at most one incomplete record. The handlers behind it limit how much is read and written.
package final class TLSHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    /// An event for the handlers behind it.
    package enum Event: Sendable {
        /// The handshake is complete, so that data can be sent.
        case handshakeCompleted
        /// The handshake failed for this reason, and the connection is being closed.
        case handshakeFailed(String)
    }

    /// The negotiated parameters.
    package struct Negotiated: Sendable, Hashable {
        package let version: String
        package let cipher: String
        /// The server name that the client requests; `nil` for none.
        package let serverName: String?
    }

    /// The maximum size of a TLS record (RFC 8446 section 5.1).
    private static let recordSize = 16 * 1_024

    /// The maximum number of bytes of handshakes and messages without content.
    private static let maxPadding = 1 << 20
    /// A record of one byte has 23 in TLS 1.3 with GCM, and up to 69 in TLS 1.2 with CBC (RFC 5246 section 6.2.3.2).
    private static let bytesPerContentByte = 80
    /// The maximum number of bytes of replies to key updates: more than 2,000 of them.
    private static let maxReplyBytes = 64 << 10

    private let session: TLSSession
    private var receivedBytes = 0
    private var contentBytes = 0
    private var replyBytes = 0
    private var isReady = false
    private var hasEnded = false
    private var isOver = false

    package init(_ session: TLSSession) {
        self.session = session
    }

    /// The negotiated parameters; `nil` until the handshake is complete. Use it on the event loop only.
    package var negotiated: Negotiated? {
        isReady
            ? Negotiated(version: session.version, cipher: session.cipher, serverName: session.serverName) : nil
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        if session.isClient, context.channel.isActive { shakeHands(context) }
    }

    package func channelActive(context: ChannelHandlerContext) {
        if session.isClient {
            shakeHands(context)
            context.read()
        }
        context.fireChannelActive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard !isOver, !hasEnded else { return }
        receivedBytes += bytes.readableBytes
        guard bytes.withUnsafeReadableBytes({ session.feed($0) }) else { return fail(context) }
        if !isReady { shakeHands(context) }
        if isReady {
            readAll(context)
            reply(context)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The handlers behind request reads of application data. The handshake must read by itself.
        if !isReady, !isOver { context.read() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            guard !hasEnded else { return }
            hasEnded = true
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func shakeHands(_ context: ChannelHandlerContext) {
        let result = session.handshake()
        send(context, promise: nil)
        context.flush()
        switch result {
        case .bytes:
            isReady = true
            context.fireUserInboundEventTriggered(Event.handshakeCompleted)
        case .waits: break
        case .ended, .broken: fail(context)
        }
    }

    private func readAll(_ context: ChannelHandlerContext) {
        while !isOver, !hasEnded {
            var buffer = context.channel.allocator.buffer(capacity: 4_096)
            var result = TLSSession.ReadResult.waits
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 4_096) { bytes in
                result = session.read(into: bytes)
                if case .bytes(let count) = result { return count }
                return 0
            }
            switch result {
            case .bytes(let count):
                contentBytes += count
                context.fireChannelRead(wrapInboundOut(buffer))
            case .waits: return
            case .ended:
                hasEnded = true
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            case .broken: fail(context)
            }
        }
    }

    /// Sends the replies to key updates (RFC 8446 section 4.6.3), and closes connections that consist of key updates.
    ///
    /// The session would otherwise keep the replies until something else is sent. The handlers behind do not learn of
    /// key updates, so that no other limit applies to them.
    private func reply(_ context: ChannelHandlerContext) {
        guard !isOver else { return }
        let replies = output()
        replyBytes += replies.readableBytes
        guard replyBytes <= Self.maxReplyBytes,
            receivedBytes <= Self.maxPadding + Self.bytesPerContentByte * contentBytes
        else { return fail(context) }
        guard replies.readableBytes > 0 else { return }
        context.write(wrapOutboundOut(replies), promise: nil)
        context.flush()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        guard isReady, !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        while let part = bytes.readSlice(length: min(bytes.readableBytes, Self.recordSize)), part.readableBytes > 0 {
            guard part.withUnsafeReadableBytes({ session.write($0) }) else {
                promise?.fail(ChannelError.ioOnClosedChannel)
                return fail(context)
            }
        }
        send(context, promise: promise)
    }

    /// Writes the pending output of the session. The promise is completed with the last write.
    private func send(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        let all = output()
        if all.readableBytes > 0 || promise != nil { context.write(wrapOutboundOut(all), promise: promise) }
    }

    private func output() -> ByteBuffer {
        var all = ByteBuffer()
        while all.writeWithUnsafeMutableBytes(minimumWritableBytes: 4_096, { session.readOutput(into: $0) }) > 0 {}
        return all
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input, isReady, !isOver {
            session.end()
            send(context, promise: nil)
            context.flush()
        }
        context.close(mode: mode, promise: promise)
    }

    private func fail(_ context: ChannelHandlerContext) {
        guard !isOver else { return }
        // The session has usually queued an alert.
        send(context, promise: nil)
        context.flush()
        isOver = true
        if !isReady {
            let reason = session.refusal.map { "the certificate is refused: \($0)" } ?? "the TLS handshake fails"
            context.fireUserInboundEventTriggered(Event.handshakeFailed(reason))
        }
        context.close(promise: nil)
    }
}
