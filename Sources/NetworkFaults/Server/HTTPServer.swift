package import NIOCore
package import NIOHTTP1
import NIOPosix
import Glibc
import NetworkModel
package import TLSServer
import TLSServerChannel

/// An HTTP/1.1 server with a task for each connection.
package final class HTTPServer: Sendable {
    package typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, ServerOutput>

    /// The address and port on which it listens; `nil` for a Unix socket.
    package let address: NIOCore.SocketAddress?
    private let listening: any Channel
    private let service: HTTPService
    private let task: Task<Void, Never>

    private init(
        address: NIOCore.SocketAddress?, listening: any Channel, service: HTTPService, task: Task<Void, Never>
    ) {
        self.address = address
        (self.listening, self.service, self.task) = (listening, service, task)
    }

    /// The port on which it listens; 0 for a Unix socket.
    package var port: Int { address?.port ?? 0 }

    /// The place at which a server listens.
    package enum Place: Sendable, Hashable {
        case address(host: String, port: Int)
        case unixSocket(path: String)
    }

    /// Listens, and responds until ``close()``.
    ///
    /// - Parameters:
    ///   - tls: The context for HTTPS; `nil` for plain HTTP.
    ///   - budget: The descriptors that it shares with other listeners.
    ///   - cost: The descriptors that a connection takes.
    /// - Throws: ``FaultError/system(_:)`` if it cannot listen.
    package static func start(
        at place: Place, group: any EventLoopGroup, limits: ServerLimits = ServerLimits(),
        tls: TLSContext? = nil, budget: DescriptorBudget = DescriptorBudget(), cost: Int = 1,
        responder: any HTTPResponder
    ) async throws(FaultError) -> HTTPServer {
        let listening: NIOAsyncChannel<Connection, Never>
        do {
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelInitializer(ListeningSocketHandler.add)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.backlog, value: 1024)
                .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
                // A client that has closed its side still receives the response.
                .childChannelOption(.allowRemoteHalfClosure, value: true)
            let prepare: @Sendable (any Channel) -> EventLoopFuture<Connection> = { channel in
                channel.eventLoop.makeCompletedFuture { try connection(channel, limits, tls) }
            }
            listening =
                switch place {
                case .address(let host, let port):
                    try await bootstrap.bind(host: host, port: port, childChannelInitializer: prepare)
                case .unixSocket(let path):
                    try await bootstrap.bind(unixDomainSocketPath: path, childChannelInitializer: prepare)
                }
        } catch {
            throw .system("\(place.text) cannot be listened on: \(reason(error))")
        }
        let begun = ContinuousClock.now
        let address = listening.channel.localAddress
        let isInternet = if case .address = place { true } else { false }
        let service = HTTPService(
            limits: limits, responder: responder, hasTLS: tls != nil, budget: budget, cost: cost, begun: begun)
        // Brief requests never wait for the threads that long ones block, and neither does accepting.
        let executor = service.executor(on: listening.channel.eventLoop)
        return HTTPServer(
            address: isInternet ? address : nil, listening: listening.channel, service: service,
            task: Task(executorPreference: executor) { await accept(listening, service) })
    }

    /// Whether a request is being processed.
    package var isBusy: Bool { service.occupancy.isBusy }

    /// Accepts no more connections and requests; returns when the last response was sent.
    package func drain() async {
        try? await listening.close().get()
        service.occupancy.drain()
        await task.value
    }

    /// Stops listening and closes all connections; returns when the port is free.
    package func close() async {
        task.cancel()
        await task.value
    }

    private static func accept(_ listening: NIOAsyncChannel<Connection, Never>, _ service: HTTPService) async {
        try? await listening.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    guard service.hasPlace() else {
                        connection.channel.close(promise: nil)
                        group.addTask { try? await connection.executeThenClose { _, _ in } }
                        continue
                    }
                    let executor = service.executor(on: connection.channel.eventLoop) ?? globalConcurrentExecutor
                    group.addTask(executorPreference: executor) {
                        await service.serve(connection)
                        service.freePlace()
                    }
                }
            }
        }
    }

    private static func connection(_ channel: any Channel, _ limits: ServerLimits, _ tls: TLSContext?) throws
        -> Connection
    {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            guard let session = TLSSession(tls) else { throw ChannelError.inappropriateOperationForState }
            try pipeline.addHandler(TLSHandler(session))
        }
        let encoder = HTTPResponseEncoder()
        try pipeline.addHandler(encoder)
        try pipeline.addHandler(ByteToMessageHandler<ServedRequestDecoder>.boundedRequests())
        try pipeline.addHandler(ServedExchangeHandler(limits: limits, encoder: try pipeline.context(handler: encoder)))
        let wrapping: any ConnectionWrapping.Type = ClosedWhenReleased.self
        return try wrapping.wrap(channel)
    }

    static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        let text = String(cString: strerror(error.errnoCode))
        switch error.errnoCode {
        case EADDRINUSE: return "\(text); choose another port, or 0 for one that is free"
        case EACCES: return "\(text); ports below 1024 need a privilege"
        case EADDRNOTAVAIL: return "\(text); no interface of this machine has the address"
        default: return text
        }
    }
}

extension HTTPServer.Place {
    /// The place as text for messages.
    var text: String {
        switch self {
        // Port 0 stands for any free one.
        case .address(let host, 0): host
        case .address(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unixSocket(let path): SafeText.escapedPath(path)
        }
    }
}
