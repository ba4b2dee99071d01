package import NIOCore
import NIOPosix
import NetworkModel
package import TLSServer
import TLSServerChannel

/// A listener that forwards TCP to an upstream, byte by byte, except for its faults.
package final class StreamForwarder: Sendable {
    private let channel: any Channel
    private let connections: StreamConnections
    package let port: Int
    package let address: NIOCore.SocketAddress?

    private init(_ channel: any Channel, _ connections: StreamConnections) {
        (self.channel, self.connections) = (channel, connections)
        (port, address) = (channel.localAddress?.port ?? 0, channel.localAddress)
    }

    /// Listens, and forwards connections until ``close()``.
    ///
    /// - Throws: ``FaultError/system(_:)`` if it cannot listen, ``FaultError/usage(_:)`` if the upstream is the listener
    ///   itself.
    package static func start(
        host: String, port: Int, to upstream: Upstream, group: any EventLoopGroup,
        limits: ServerLimits = ServerLimits(), tls: TLSContext? = nil, budget: DescriptorBudget = DescriptorBudget(),
        responder: PlanResponder
    ) async throws(FaultError) -> StreamForwarder {
        let service = ForwardedStreams(
            upstream: upstream, responder: responder, limits: limits, begun: .now, budget: budget)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer(ListeningSocketHandler.add)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 4_096)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 16_384, maximum: 262_144)
            )
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    guard service.connections.admit(child, atMost: limits.maxConnections) else {
                        throw ChannelError.eof
                    }
                    if let tls {
                        guard let session = TLSSession(tls) else { throw ChannelError.eof }
                        try child.pipeline.syncOperations.addHandler(TLSHandler(session))
                    }
                    try child.pipeline.syncOperations.addHandler(ForwardedStreamHandler(service, isSecure: tls != nil))
                }
            }
        let channel: any Channel
        do {
            channel = try await bootstrap.bind(host: host, port: port).get()
        } catch {
            throw .system("\(host) port \(port) cannot be listened on: \(HTTPServer.reason(error))")
        }
        let addresses = UpstreamAddresses(listener: channel.localAddress)
        // This is checked at the start and again for each connection, since the addresses of a name may change.
        if let loop = await addresses.loop(of: upstream) {
            try? await channel.close().get()
            throw .usage(loop.description)
        }
        return StreamForwarder(channel, service.connections)
    }

    /// Whether there are connections.
    package var isBusy: Bool { connections.count > 0 }

    /// Accepts no more connections, and returns when all of them have ended.
    package func drain() async {
        try? await channel.close().get()
        await connections.untilEmpty()
    }

    /// Stops listening and closes all connections; returns when the port is free.
    package func close() async {
        try? await channel.close().get()
        await connections.closeAll()
    }
}
