import Lab

/// The target in a random network, and how the server there behaves.
struct TargetPlan: Sendable {
    /// The server that is started at the target's port.
    enum Server: Sendable {
        /// The web server of every office, on ports 80 and 443; on another port, a separate web server.
        case usual
        /// Nothing.
        case none
        /// A TCP server.
        case behaves(TCPServer.Behaviour)
        /// `netdiag serve` with this fault.
        case served(String)
        /// Any servers, started by this function.
        case own(@Sendable (RandomNetwork) async throws -> Void)
    }

    /// The target's host; `nil` for that of the web server.
    var host: String?
    var port: Int?
    var path = "/"
    var server = Server.usual
    /// Lines of nginx.conf for a web server on another port.
    var options: [String] = []
    /// The web server's certificate; `nil` for one that the client accepts.
    var certificate: (@Sendable (RandomNetwork) async throws -> Certificate)?
    /// The environment of the programs, for instance for a proxy.
    var environment: [String: String] = [:]
}

extension TargetPlan {
    /// Gives the target a separate port with this server, unless a lower fault has put another server there.
    mutating func serve(_ server: Server = .usual) {
        port = port ?? 8_000
        if case .usual = self.server { self.server = server }
    }

    /// Gives the target a separate port with this server, in place of any other server there.
    mutating func replace(_ server: Server) {
        port = port ?? 8_000
        self.server = server
    }
}
