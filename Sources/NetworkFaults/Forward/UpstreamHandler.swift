import NIOCore
import NIOHTTP1

/// The parts of a request to an upstream.
enum UpstreamInput: Sendable {
    case head(HTTPRequestHead)
    case body(ByteBuffer)
    /// The end, with trailer fields.
    case end(HTTPHeaders?)
}

/// Counts the bytes from an upstream before they are parsed, and holds back the end that follows a change of protocols.
final class UpstreamBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The number of bytes since the last reset.
    fileprivate(set) var count = 0
    /// Whether the end of the input is held back. The parser would drop the bytes after the response if it learned of the end.
    fileprivate var holdsEnd = false
    private var heldEnd: ChannelHandlerContext?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if holdsEnd, event as? ChannelEvent == .inputClosed {
            heldEnd = context
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { heldEnd = nil }

    /// Passes on the end of the input, now and later.
    func releaseEnd() {
        holdsEnd = false
        heldEnd?.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        heldEnd = nil
    }
}

/// Holds the parts from an upstream until they are requested. No more is read than is requested.
final class UpstreamHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = UpstreamInput
    typealias OutboundOut = HTTPClientRequestPart

    /// The maximum number of bytes from which the parser returns no part, since chunk extensions have no limit of their own.
    private static let maxFruitlessBytes = 1 << 20

    /// The byte counter, which must be added before the parser.
    let bytes = UpstreamBytes()
    private let loop: any EventLoop
    private var parts: [HTTPClientResponsePart] = []
    private var waiter: EventLoopPromise<[HTTPClientResponsePart]>?
    private var failure: (any Error)?
    private var context: ChannelHandlerContext?

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Whether the connection can be reused: it is open, and nothing was received without a request.
    var isReusable: Bool { failure == nil && parts.isEmpty && context?.channel.isActive == true }

    /// Returns the parts that were received, or the next ones. Only one caller may wait at a time.
    func next() -> EventLoopFuture<[HTTPClientResponsePart]> {
        let promise = loop.makePromise(of: [HTTPClientResponsePart].self)
        if !parts.isEmpty {
            promise.succeed(parts)
            parts = []
        } else if let failure {
            promise.fail(failure)
        } else {
            waiter = promise
            context?.read()
        }
        return promise.futureResult
    }

    /// Reads while there is no request, to detect whether the upstream closes the connection.
    func watch() { context?.read() }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes.count = 0
        let part = unwrapInboundIn(data)
        if case .head(let head) = part, head.status == .switchingProtocols { bytes.holdsEnd = true }
        parts.append(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let waiter {
            if parts.isEmpty, bytes.count > Self.maxFruitlessBytes {
                fail(ForwardError("the upstream sends more than 1 MiB that is not part of a response"))
                context.close(promise: nil)
            } else if parts.isEmpty {
                // So far, only a part of a head was received.
                context.read()
            } else {
                // After a response, the connection is watched (``watch()``). Asked for here, that needs no changes of what the
                // kernel reports. After the acceptance of a WebSocket, other handlers read.
                if case .end = parts.last, !bytes.holdsEnd { context.read() }
                self.waiter = nil
                waiter.succeed(parts)
                parts = []
            }
        }
        context.fireChannelReadComplete()
    }

    /// Ends the connection at the end of the input, as without half-closed connections (``ForwardTunnel``).
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The parts before the end come first, since a body without a length ends with the connection.
        if let waiter, !parts.isEmpty {
            self.waiter = nil
            waiter.succeed(parts)
            parts = []
        }
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let buffer): context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
        case .end(let fields): context.write(wrapOutboundOut(.end(fields)), promise: promise)
        }
    }

    private func fail(_ error: any Error) {
        failure = failure ?? error
        waiter?.fail(failure ?? error)
        waiter = nil
    }
}
