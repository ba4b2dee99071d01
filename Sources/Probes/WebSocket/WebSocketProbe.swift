import CCurl
public import NetworkModel

/// A WebSocket session over a connection of the TCP probe: handshake, ping and pong, a message if configured, and an orderly
/// close.
public struct WebSocketProbe: Sendable {
    /// The results of the layers.
    public struct Observation: Sendable {
        /// The result of the proxy; `nil` without one.
        public var proxy: ProxyAssessment?
        /// The TLS handshake; `nil` if there was none.
        public var tls: TLSEvidence?
        /// The result of the session; `nil` if a lower layer failed, so that no request was sent.
        public var ws: WebSocketEvidence?
        /// The durations of the phases, as of an HTTP request.
        public var times: HTTPProbe.Times
    }

    private let engine: CurlEngine
    private let secure: Bool
    private let host: Host
    private let port: UInt16
    private let path: String
    /// The offered subprotocols, the message to send, and the expected response.
    public var settings = WebSocketSettings()
    /// The additional fields of the handshake's request.
    public var http = HTTPSettings()
    /// How TLS is established, and how certificates are verified.
    public var tls = TLSSettings()
    /// The credentials for the server, used if it requires them; `nil` for none.
    public var login: HTTPProbe.Login?
    /// The proxy to which the connection leads; `nil` if it leads to the server.
    public var proxy: Proxy?
    /// The credentials for the proxy; `nil` for none.
    public var proxyLogin: HTTPProbe.Login?
    /// The target's address, for a proxy that does not resolve names.
    public var address: IPAddress?

    /// Creates a probe of a WebSocket.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfer.
    ///   - secure: Whether TLS is used (`wss`).
    ///   - host: The host in the URL, for which the certificate must be valid, unless the settings name another one.
    ///   - port: The port of the server, to which the connection already leads.
    ///   - path: The request target with its query.
    public init(engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String) {
        self.engine = engine
        self.secure = secure
        self.host = host
        self.port = port
        self.path = path
    }

    /// Runs the session.
    ///
    /// - Throws: `CancellationError`, ``ProbeError`` if libcurl could not start, `SettingsError` for an invalid pattern.
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
        let (fields, settings) = (inner.effectiveSettings, settings)
        let outcome = try await engine.perform(plan) { handle, plan, loop in
            try WebSocketTransfer(handle, plan, fields, settings, url: url, loop: loop)
        }
        let read = HTTPAssessment(outcome: outcome.http, plan: plan, settings: fields, host: inner.tlsHost, url: url)
            .observation
        var evidence = outcome.evidence
        evidence.authentication = HTTPAssessment.authentication(
            refusal: 401, responses: outcome.http.responses.filter { !$0.isTunnel }, field: "www-authenticate",
            available: outcome.http.offered, login: plan.login, sent: outcome.http.serverScheme,
            outcome.http.ticketProblem)
        if evidence.outcome == .refused, let status = evidence.status, (300..<400).contains(status) {
            evidence.location = outcome.http.last?.first("location").map { Self.destination($0.trimmed, of: url) }
        }
        let isOpen =
            (read.proxy.map { $0.outcome == .passed } ?? true) && (read.tls.map { $0.outcome == .established } ?? true)
        return Observation(proxy: read.proxy, tls: read.tls, ws: isOpen ? evidence : nil, times: read.times)
    }

    /// The destination of a redirect as an absolute URL. libcurl does not resolve it if the response has a body, since
    /// that is not read.
    private static func destination(_ location: String, of url: String) -> String {
        var absolute = location
        if location.hasPrefix("//") {
            absolute = "\(url.prefix { $0 != "/" })\(location)"
        } else if location.hasPrefix("/") {
            let origin = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            absolute = origin.joined(separator: "/") + location
        }
        return SafeText.cut(HTTPTransfer.withoutLogin(absolute), to: 300)
    }
}
