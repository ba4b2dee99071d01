import NIOCore
import NIOPosix
import Synchronization

/// A TCP listener. Its connections are bounded in number, idle time and unread output, and end with it.
final class StreamListener: Sendable {
    static let maxConnections = 256

    private struct State {
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private final class Connections: Sendable {
        let state = Mutex(State())

        /// Adds a connection.
        ///
        /// - Returns: `false` if the listener is closed or has too many connections.
        func admit(_ channel: any Channel) -> Bool {
            let key = ObjectIdentifier(channel)
            let isAdmitted = state.withLock { state in
                guard !state.isClosed, state.connections.count < StreamListener.maxConnections else { return false }
                state.connections[key] = channel
                return true
            }
            if isAdmitted {
                channel.closeFuture.whenComplete { _ in self.state.withLock { $0.connections[key] = nil } }
            }
            return isAdmitted
        }
    }

    private let channel: any Channel
    private let connections: Connections
    /// The port on which it listens.
    let port: Int

    private init(_ channel: any Channel, _ connections: Connections, port: Int) {
        (self.channel, self.connections, self.port) = (channel, connections, port)
    }

    /// Starts a listener.
    ///
    /// - Parameters:
    ///   - port: The port; 0 if the kernel chooses one.
    ///   - pause: While it is set, new connections are closed at once.
    ///   - idleTime: The time without a byte after which a connection is closed.
    ///   - configure: Adds the handlers of a new connection.
    /// - Throws: ``FaultError/system(_:)`` if the kernel does not allow it.
    static func start(
        on group: any EventLoopGroup, host: String, port: Int = 0, pause: PauseSwitch? = nil,
        idleTime: TimeAmount = .seconds(60),
        _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> StreamListener {
        let connections = Connections()
        let server = ServerBootstrap(group: group)
            .serverChannelInitializer(ListeningSocketHandler.add)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    guard pause?.isPaused != true, connections.admit(child) else { throw ChannelError.eof }
                    let pipeline = child.pipeline.syncOperations
                    // While a client does not read responses, its requests are not read.
                    try pipeline.addHandler(BackPressureHandler())
                    try pipeline.addHandler(IdleStateHandler(allTimeout: idleTime))
                    try pipeline.addHandler(IdleCloser())
                    try configure(child)
                }
            }
        let channel: any Channel
        do {
            channel = try await server.bind(host: host, port: port).get()
        } catch {
            throw FaultError.system("\(host) port \(port) cannot be listened on: \(HTTPServer.reason(error))")
        }
        return StreamListener(channel, connections, port: channel.localAddress?.port ?? port)
    }

    /// Closes the listener and its connections.
    func close() async {
        try? await channel.close().get()
        let open = connections.state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        for connection in open { try? await connection.close().get() }
    }
}

/// Closes a connection that has been idle for too long.
private final class IdleCloser: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
