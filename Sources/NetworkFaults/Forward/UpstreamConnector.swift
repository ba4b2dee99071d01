import Glibc
import NIOCore
import NIOPosix
import NetworkModel
import TLSServer
import TLSServerChannel

/// Connects to upstreams on the loop of the client, so that data passes between the two sides without a change of threads.
struct UpstreamConnector: Sendable {
    let addresses: UpstreamAddresses
    let loop: any EventLoop
    /// The descriptors that connections to upstreams take; without a limit if those of the clients' connections include them.
    var budget = DescriptorBudget()

    /// The size of reads, which is more than a page, so that fast connections need fewer calls.
    private static let buffers = AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 16_384, maximum: 262_144)

    /// Connects, with TLS if the upstream uses it. Nothing is read until a read is requested.
    ///
    /// - Parameter configure: Adds handlers after that of TLS; it runs on the loop.
    /// - Throws: ``ForwardError`` with the reason for the last address that was tried.
    func connect(
        _ upstream: Upstream, _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws(ForwardError) -> any Channel {
        guard budget.reserve(1) else {
            throw ForwardError("there are too many connections for one to \(upstream.url)", isShortage: true)
        }
        do {
            let channel = try await connectWithBudget(upstream, configure)
            let budget = budget
            channel.closeFuture.whenComplete { _ in budget.release(1) }
            return channel
        } catch {
            budget.release(1)
            throw error
        }
    }

    private func connectWithBudget(
        _ upstream: Upstream, _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws(ForwardError) -> any Channel {
        var reason = ForwardError("no address was tried")
        let deadline = ContinuousClock.now + upstream.connectTimeout
        for address in try await addresses.find(upstream) {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { break }
            do {
                return try await connect(upstream, to: address, within: left, configure)
            } catch let error as ForwardError {
                reason = error
            } catch {
                let text = (error as? IOError).map { String(cString: strerror($0.errnoCode)) }
                let cause = error is ChannelError ? "no answer in \(upstream.connectTimeout.settingText)" : "\(error)"
                reason = ForwardError("\(upstream.url) cannot be reached: \(text ?? cause)")
            }
        }
        throw reason
    }

    private func connect(
        _ upstream: Upstream, to address: NIOCore.SocketAddress, within limit: Duration,
        _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        let handshake = loop.makePromise(of: Void.self)
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(limit))
            .channelOption(.autoRead, value: false)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.recvAllocator, value: Self.buffers)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls = upstream.tls {
                        let isAddress = (try? NIOCore.SocketAddress(ipAddress: upstream.host, port: 0)) != nil
                        guard let session = TLSSession(tls, askingFor: upstream.host, isAddress: isAddress) else {
                            throw ForwardError("no TLS session can be made for \(upstream.host)")
                        }
                        try pipeline.addHandler(TLSHandler(session))
                        try pipeline.addHandler(UpstreamHandshakeHandler(handshake, upstream.url))
                    } else {
                        handshake.succeed()
                    }
                    try configure(channel)
                }
            }
        let channel: any Channel
        do {
            channel = try await bootstrap.connect(to: address).get()
        } catch {
            handshake.fail(error)
            throw error
        }
        // The limit includes the handshake.
        let timer = loop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
        defer { timer.cancel() }
        try await handshake.futureResult.get()
        return channel
    }
}

/// Reports the end or the failure of the TLS handshake.
private final class UpstreamHandshakeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let promise: EventLoopPromise<Void>
    private let url: String
    private var isOver = false

    init(_ promise: EventLoopPromise<Void>, _ url: String) { (self.promise, self.url) = (promise, url) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? TLSHandler.Event {
        case .handshakeCompleted: end(nil)
        case .handshakeFailed(let reason): end(ForwardError("\(url) cannot be reached: \(reason)"))
        case nil: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(ForwardError("\(url) cannot be reached: it closes the connection during the TLS handshake"))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(ForwardError("\(url) cannot be reached: the connection is gone"))
    }

    private func end(_ error: ForwardError?) {
        guard !isOver else { return }
        isOver = true
        if let error { promise.fail(error) } else { promise.succeed() }
    }
}
