import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NetworkModel
import ServiceLifecycle

/// An HTTP server on one listener.
struct ListenerService: Service {
    /// The number of connections that wait to be accepted. Beyond that, a client has to retry, after 1, 3, 7 seconds.
    private static let backlog = 4_096
    /// The number of connections that are accepted before other events are handled. Accepting or refusing a connection
    /// costs much less than a request.
    private static let acceptedAtOnce: UInt = 64
    /// The time between attempts while another program has the port.
    private static let pause = Duration.seconds(5)

    let listener: Listener
    let admission: RequestAdmission
    /// The table that all listeners share.
    let table: ConnectionTable
    /// The certificate; `nil` for plain HTTP.
    let tls: ServerTLS?
    let group: any EventLoopGroup
    let logger: Logger
    /// Called with the bound port; `nil` for a Unix socket.
    let whenListening: @Sendable (UInt16?) -> Void
    /// Called once if another user's program has the port, with the system's reason. Attempts continue.
    let whenTaken: @Sendable (String) -> Void

    func run() async throws {
        var isTaken = false
        while true {
            do {
                return try await serve()
            } catch let error as IOError {
                guard error.errnoCode == EADDRINUSE, isTaken || isTakenByOthers else { throw refused(error) }
                if !isTaken {
                    logger.error("\(refused(error)); netdiagd runs without it, and goes on trying")
                    whenTaken(String(cString: strerror(error.errnoCode)))
                }
                isTaken = true
            }
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
        }
    }

    /// Whether no program of root or of the daemon's user listens at the address. Such a program is a mistake of the
    /// administrator; any other user must not be able to keep the daemon from starting.
    private var isTakenByOthers: Bool {
        switch listener {
        case .tcp(let address), .tls(let address):
            PortHolders().users(at: address).allSatisfy { $0 != 0 && $0 != geteuid() }
        case .unix: false
        }
    }

    /// Runs a server until the shutdown.
    private func serve() async throws {
        var quiet = logger
        quiet.logLevel = .warning
        let address: BindAddress =
            switch listener {
            case .tcp(let address), .tls(let address): .hostname(address.address.description, port: Int(address.port))
            case .unix(let path): .unixDomainSocket(path: path)
            }
        let connections = ClientChannel(tls: tls, table: table, admission: admission)
        let server = Server(
            childChannelSetup: connections,
            configuration: .init(address: address, serverName: nil, backlog: Self.backlog),
            onServerRunning: { channel in
                // Fails only if the listener is closed already.
                try? await channel.setOption(.maxMessagesPerRead, value: Self.acceptedAtOnce).get()
                whenListening(channel.localAddress?.port.map { UInt16(clamping: $0) })
            },
            eventLoopGroup: group, logger: quiet)
        do {
            try await Self.run(server)
        } catch is SocketAddressError.UnknownHost {
            throw DaemonError(
                "cannot listen on \(listener) (listen:): the links of this machine have no address of that family; "
                    + "without listen:, all families that there are")
        }
    }

    /// Runs a server until the shutdown, and returns when it has ended completely.
    ///
    /// Hummingbird itself ends a server in a task that is not awaited, which may fulfil its last promise after the
    /// event loop has ended. Therefore the server runs in a task without the shutdown handler, and is ended from here.
    private static func run(_ server: Server<ClientChannel>) async throws {
        let running = Task.detached { try await server.run() }
        try await withTaskCancellationHandler {
            // If the server has ended by itself, this is cancelled and then awaited.
            async let _ = end(server)
            do {
                try await running.value
            } catch is Server<ClientChannel>.Error {
                // The shutdown came before the server had started.
            }
        } onCancel: {
            running.cancel()
        }
    }

    private static func end(_ server: Server<ClientChannel>) async {
        guard (try? await gracefulShutdown()) != nil else { return }
        try? await server.shutdownGracefully()
    }

    private func refused(_ error: IOError) -> DaemonError {
        let reason = String(cString: strerror(error.errnoCode))
        let advice =
            switch error.errnoCode {
            case EADDRINUSE: "; another program has the port: see who with: ss -ltnp"
            case EADDRNOTAVAIL: "; this machine does not have that address: see ip address"
            case EACCES: "; ports below 1024 need CAP_NET_BIND_SERVICE"
            default: ""
            }
        return DaemonError("cannot listen on \(listener) (listen:): \(reason)\(advice)")
    }
}
