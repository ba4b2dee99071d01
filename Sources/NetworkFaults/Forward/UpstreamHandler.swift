import NIOCore
import NIOHTTP1

/// What is sent to an upstream.
enum UpstreamInput: Sendable {
    case head(HTTPRequestHead)
    case body(ByteBuffer)
    /// With the fields behind the body.
    case end(HTTPHeaders?)
}

/// Counts what comes from an upstream, before it is parsed.
final class UpstreamBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Since somebody set it to 0.
    fileprivate(set) var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}

/// Keeps what an upstream sends until it is asked for: no more is read than somebody waits for.
final class UpstreamHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = UpstreamInput
    typealias OutboundOut = HTTPClientRequestPart

    /// What the parser takes without giving anything, in bytes: the extensions of a chunk have no limit of their own.
    private static let maxFruitlessBytes = 1 << 20

    /// To be added before the parser.
    let bytes = UpstreamBytes()
    private let loop: any EventLoop
    private var parts: [HTTPClientResponsePart] = []
    private var waiter: EventLoopPromise<[HTTPClientResponsePart]>?
    private var failure: (any Error)?
    private var context: ChannelHandlerContext?

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Whether it can be asked once more: nothing has come that nobody asked for, not even an end.
    var isReusable: Bool { failure == nil && parts.isEmpty && context?.channel.isActive == true }

    /// What has come, or comes next; one waits at a time.
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

    /// Looks whether the upstream closes while nothing is asked.
    func watch() { context?.read() }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes.count = 0
        parts.append(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let waiter {
            if parts.isEmpty, bytes.count > Self.maxFruitlessBytes {
                fail(ForwardError("the upstream sends more than 1 MiB that is no part of a response"))
                context.close(promise: nil)
            } else if parts.isEmpty {
                // Part of a head alone.
                context.read()
            } else {
                self.waiter = nil
                waiter.succeed(parts)
                parts = []
            }
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // What has come before the end is given first: a body without a length ends so.
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
