import Lab

/// What is asked for in a random network, and how the server there behaves.
struct TargetPlan: Sendable {
    /// What is started at the target's port.
    enum Server: Sendable {
        /// The web server that every office has, on ports 80 and 443; on another port, one of its own.
        case usual
        /// Nothing.
        case none
        /// A TCP server.
        case behaves(TCPServer.Behaviour)
        /// `netdiag serve` with this fault.
        case served(String)
        /// Whatever this starts.
        case own(@Sendable (RandomNetwork) async throws -> Void)
    }

    /// Nil: the web server's.
    var host: String?
    var port: Int?
    var path = "/"
    var server = Server.usual
    /// Lines of nginx.conf for a web server on another port.
    var options: [String] = []
    /// What the web server shows in TLS; nil: what the client has nothing against.
    var certificate: (@Sendable (RandomNetwork) async throws -> Certificate)?
    /// Whether it is asked through a proxy.
    var environment: [String: String] = [:]
}

extension TargetPlan {
    /// Has the target at a port of its own, with this server, unless a lower fault has put another one there.
    mutating func serve(_ server: Server = .usual) {
        port = port ?? 8_000
        if case .usual = self.server { self.server = server }
    }

    /// Has the target at a port of its own, whatever else is to be there.
    mutating func replace(_ server: Server) {
        port = port ?? 8_000
        self.server = server
    }
}
