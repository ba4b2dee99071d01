import NIOCore
import NIOPosix

/// A port that accepts one data connection.
final class FTPDataListener: Sendable {
    let port: Int
    /// The connection; the future fails if there is none in time.
    let connection: EventLoopFuture<any Channel>
    private let channel: (any Channel)?
    private let closed: ReservedPort?
    private let promise: EventLoopPromise<any Channel>

    private init(
        port: Int, _ promise: EventLoopPromise<any Channel>, channel: (any Channel)? = nil, closed: ReservedPort? = nil
    ) {
        (self.port, self.promise, self.channel, self.closed) = (port, promise, channel, closed)
        connection = promise.futureResult
    }

    /// Opens a port.
    ///
    /// - Parameter isClosed: Whether nothing listens on the port.
    static func open(host: String, on loop: any EventLoop, isClosed: Bool) -> EventLoopFuture<FTPDataListener> {
        let promise = loop.makePromise(of: (any Channel).self)
        if isClosed {
            return loop.submit {
                let closed = try ReservedPort(host: host, port: 0)
                return FTPDataListener(port: closed.port, promise, closed: closed)
            }
        }
        loop.scheduleTask(in: FTPFileServer.dataPatience) { promise.fail(ChannelError.connectTimeout(.zero)) }
        return ServerBootstrap(group: loop).childChannelOption(.autoRead, value: false).childChannelInitializer {
            child in
            child.eventLoop.makeCompletedFuture {
                try child.pipeline.syncOperations.addHandler(FirstConnectionHandler(promise))
            }
        }.bind(host: host, port: 0).map { channel in
            FTPDataListener(port: channel.localAddress?.port ?? 0, promise, channel: channel)
        }
    }

    /// Closes the port, and the connection if there is one.
    func close() {
        channel?.close(promise: nil)
        closed?.close()
        promise.fail(ChannelError.eof)
        connection.whenSuccess { $0.close(promise: nil) }
    }
}

/// Fulfils the promise with the first connection, and closes further ones.
private final class FirstConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<any Channel>

    init(_ promise: EventLoopPromise<any Channel>) { self.promise = promise }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        promise.succeed(channel)
        promise.futureResult.whenComplete { result in
            if case .success(let first) = result, first === channel { return }
            channel.close(promise: nil)
        }
        context.fireChannelActive()
    }
}

/// The transfer over a data connection.
enum FTPDataTransfer: Sendable {
    case send([UInt8])
    /// Receives the file with this path.
    case store(String)

    /// Runs the transfer.
    ///
    /// - Returns: The reply for the control connection.
    func run(on channel: any Channel, _ files: FTPFiles) -> EventLoopFuture<String> {
        switch self {
        case .send(let bytes):
            return channel.writeAndFlush(ByteBuffer(bytes: bytes)).flatMap { channel.close() }.map { "226 done" }
        case .store(let path):
            let promise = channel.eventLoop.makePromise(of: [UInt8]?.self)
            return channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(UploadHandler(promise))
                channel.read()
            }.flatMapErrorThrowing { error in
                promise.fail(error)
                throw error
            }.flatMap { channel.setOption(.autoRead, value: true) }.flatMap { promise.futureResult }.map { bytes in
                guard let bytes else { return "552 too long" }
                return files.store(bytes, at: path) ? "226 stored" : "452 no room"
            }
        }
    }
}

/// Receives a file until the connection ends.
private final class UploadHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<[UInt8]?>
    private var bytes: [UInt8] = []

    init(_ promise: EventLoopPromise<[UInt8]?>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        guard bytes.count > FTPFileServer.maxFileBytes else { return }
        promise.succeed(nil)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.succeed(bytes)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.close(promise: nil)
    }
}
