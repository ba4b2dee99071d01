import CCurl
public import NetworkModel

/// A WebSocket over a connection that the TCP probe made: handshake, ping and pong, a message where one is wanted, and an
/// orderly close.
public struct WebSocketProbe: Sendable {
    /// What the layers showed.
    public struct Observation: Sendable {
        /// How far the proxy let the handshake through; `nil` without a proxy.
        public var proxy: ProxyReading?
        /// The TLS handshake; `nil` if there was none.
        public var tls: TLSEvidence?
        /// `nil` if a lower layer failed, so that nothing was asked.
        public var ws: WebSocketEvidence?
        /// The parts of the time, as of a request of HTTP.
        public var times: HTTPProbe.Times
    }

    private let engine: CurlEngine
    private let secure: Bool
    private let host: Host
    private let port: UInt16
    private let path: String
    /// The subprotocols that are offered, the message that is sent, and what is expected of the answer.
    public var settings = WebSocketSettings()
    /// The further fields of the handshake's request.
    public var http = HTTPSettings()
    /// How TLS is made, and what the certificates are examined by.
    public var tls = TLSSettings()
    /// Who logs in at the server, once it asks; `nil`: nobody.
    public var login: HTTPProbe.Login?
    /// The proxy that the connection leads to; `nil`: it leads to the server.
    public var proxy: Proxy?
    /// Who logs in at the proxy; `nil`: nobody.
    public var proxyLogin: HTTPProbe.Login?
    /// The target's address, for a proxy that takes no names.
    public var address: IPAddress?

    /// Creates a probe of a WebSocket.
    ///
    /// - Parameters:
    ///   - secure: Whether TLS comes first (`wss`).
    ///   - path: The request target with its query.
    public init(engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String) {
        self.engine = engine
        self.secure = secure
        self.host = host
        self.port = port
        self.path = path
    }

    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin, `SettingsError` for a bad pattern.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Observation {
        var inner = HTTPProbe(engine: engine, secure: secure, host: host, port: port, path: path)
        inner.settings.fields = http.fields
        inner.tls = tls
        inner.login = login
        inner.proxy = proxy
        inner.proxyLogin = proxyLogin
        inner.address = address
        let url = (secure ? "wss" : "ws") + inner.url.drop { $0 != ":" }
        var plan = inner.plan(to: socket, limit)
        plan.isUpgrade = true
        // A proxy that forwards requests would not know what follows them.
        plan.tunnels = proxy?.kind == .http || proxy?.kind == .https
        let (made, fields, settings, loop) = (plan, inner.effectiveSettings, settings, engine.loop)
        let outcome = try await engine.perform {
            try WebSocketTransfer($0, made, fields, settings, url: url, loop: loop)
        }
        let read = HTTPReading(outcome: outcome.http, plan: plan, settings: fields, host: inner.tlsHost, url: url)
            .observation
        var evidence = outcome.evidence
        evidence.authentication = HTTPReading.authentication(
            refusal: 401, responses: outcome.http.responses.filter { !$0.isTunnel }, field: "www-authenticate",
            available: outcome.http.offered, login: plan.login, sent: outcome.http.serverScheme,
            outcome.http.ticketProblem)
        let isOpen =
            (read.proxy.map { $0.outcome == .passed } ?? true) && (read.tls.map { $0.outcome == .established } ?? true)
        return Observation(proxy: read.proxy, tls: read.tls, ws: isOpen ? evidence : nil, times: read.times)
    }
}
