import CCurl
import HostResolution
public import NetworkModel

/// TLS and HTTP over a connection of the TCP probe, in one transfer: libcurl does the handshake, sends the request and reads
/// the response, unless a page is simple enough for `PlainExchange`. Times and codes distinguish the layers. Redirects are not
/// followed here: each is a probe of its own.
public struct HTTPProbe: Sendable {
    /// The results of the layers.
    public struct Observation: Sendable {
        /// The result of the proxy; `nil` if there is none.
        public var proxy: ProxyAssessment?
        /// The handshake; `nil` without TLS, and if the proxy let nothing pass.
        @BoxedOptional public var tls: TLSEvidence?
        /// The result of HTTP; `nil` if a lower layer failed, so that no request was sent.
        @BoxedOptional public var http: HTTPEvidence?
        /// The durations of the phases, up to the end of the transfer.
        public var times: Times
        /// The destination of the redirect; `nil` if there is none.
        public var redirect: String?
        /// The cookies for the next request of the same check.
        public var cookies: [String]

        /// Creates an observation.
        public init(
            proxy: ProxyAssessment? = nil, tls: TLSEvidence? = nil, http: HTTPEvidence? = nil, times: Times,
            redirect: String? = nil, cookies: [String] = []
        ) {
            self.proxy = proxy
            self.tls = tls
            self.http = http
            self.times = times
            self.redirect = redirect
            self.cookies = cookies
        }
    }

    /// The durations of the phases, one after the other.
    public struct Times: Sendable, Hashable {
        /// The time from the start to the proxy's response; `nil` without a proxy.
        public var proxy: Duration?
        /// The handshake; `nil` without TLS.
        public var tls: Duration?
        /// Sending the request.
        public var request: Duration
        /// The time from the end of the request to the first byte of the response.
        public var firstByte: Duration
        /// The time from then to the end of the body.
        public var body: Duration

        /// Creates durations.
        public init(
            proxy: Duration? = nil, tls: Duration? = nil, request: Duration, firstByte: Duration, body: Duration
        ) {
            self.proxy = proxy
            self.tls = tls
            self.request = request
            self.firstByte = firstByte
            self.body = body
        }

        /// The sum without proxy and TLS.
        public var http: Duration { request + firstByte + body }
    }

    /// Credentials that were already read.
    public struct Login: Sendable {
        /// A name with a password, or a token.
        public var secret: Secret
        /// The allowed schemes. The strongest one that the server offers is used.
        public var schemes: Set<AuthenticationScheme>

        /// Creates credentials.
        public init(secret: Secret, schemes: Set<AuthenticationScheme>) {
            self.secret = secret
            self.schemes = schemes
        }
    }

    private let engine: CurlEngine
    private let secure: Bool
    private let host: Host
    private let port: UInt16
    private let path: String
    /// The request, and the expected response.
    public var settings = HTTPSettings()
    /// How TLS is established, and how certificates are verified.
    public var tls = TLSSettings()
    /// The credentials for the server, used if it requires them; `nil` for none.
    public var login: Login?
    /// The proxy to which the connection leads; `nil` if it leads to the server.
    public var proxy: Proxy?
    /// The credentials for the proxy; `nil` for none.
    public var proxyLogin: Login?
    /// The target's address, for a proxy that does not resolve names.
    public var address: IPAddress?
    /// The cookies of an earlier request of the same check.
    public var cookies: [String] = []

    /// Creates a probe of a page.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfer.
    ///   - secure: Whether TLS is used (`https`).
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

    /// The requested URL, without the port if it is the default one of the scheme.
    public var url: String { Self.url(secure ? "https" : "http", host, port, path) }

    static func url(_ scheme: String, _ host: Host, _ port: UInt16, _ path: String) -> String {
        let usual: UInt16 =
            switch scheme {
            case "http": 80
            case "https": 443
            case "ftp": 21
            default: 990
            }
        var name = host.bracketed
        // In a URI, the % before a zone is itself percent-encoded (RFC 6874 section 2).
        if case .address = host, let percent = name.utf8.firstIndex(of: UInt8(ascii: "%")) {
            name.replaceSubrange(percent...percent, with: "%25")
        }
        // Without an interpolation, which copies each part once more.
        var url = scheme
        url += "://"
        url += name
        if usual != port {
            url += ":"
            url += String(port)
        }
        url += path
        return url
    }

    /// Sends the request over the connection, and reads the response.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Observation {
        let (plan, settings, cookies) = (
            plan(to: socket, limit), effectiveSettings, settings.maxRedirects > 0 ? cookies : nil
        )
        let outcome = try await outcome(plan, settings, cookies)
        // A report has the host as it was written.
        let url = secure && tls.serverName != nil || host.inASCII != host ? url : plan.url
        let assessment = HTTPAssessment(outcome: outcome, plan: plan, settings: settings, host: tlsHost, url: url)
        guard BodyThread.isNeeded(for: settings.rules, outcome.body) else { return assessment.observation }
        return try await BodyThread.run { assessment.observation }
    }

    private func outcome(
        _ plan: CurlPlan, _ settings: HTTPSettings, _ cookies: [String]?
    ) async throws -> HTTPTransfer.Outcome {
        // The function would otherwise have a copy of the whole probe.
        let engine = engine
        @Sendable func transfer(_ plan: CurlPlan) async throws -> HTTPTransfer.Outcome {
            try await engine.perform(plan) { handle, plan, _ in
                try HTTPTransfer(handle, plan, settings, cookies: cookies)
            }
        }
        guard let request = PlainRequest(self, plan) else { return try await transfer(plan) }
        let exchange = PlainExchange(request, plan, settings, loop: engine.loop)
        let outcome = try await exchange.outcome { connection in
            async let _ = connection.relay()
            return try await transfer(connection.plan)
        }
        if let outcome { return outcome }
        return try await transfer(plan)
    }

    var tlsHost: Host { tls.serverName.map(Host.name) ?? host }

    /// The settings with the configured server name for TLS in the URL, from which libcurl takes it; the host stays in the
    /// request.
    var effectiveSettings: HTTPSettings {
        let name = host.inASCII.bracketed
        guard secure, tls.serverName != nil, !settings.fields.contains(where: { $0.name.lowercased() == "host" }),
            let field = try? HTTPSettings.Field(
                name: "Host", value: port == 443 ? name : "\(name):\(port)")
        else { return settings }
        var settings = settings
        settings.fields.append(field)
        return settings
    }

    func plan(to socket: ConnectedSocket, _ limit: Duration) -> CurlPlan {
        // libcurl would convert the name by the program's locale, and only in a part of its builds.
        let named = (secure ? tlsHost : host).inASCII
        var plan = CurlPlan(
            url: Self.url(secure ? "https" : "http", named, port, path), socket: socket,
            places: [], limit: limit)
        if socket.path != nil {
            // No name is resolved.
        } else if let proxy {
            plan.places = [.init(host: proxy.host.inASCII, port: proxy.port, address: socket.peer.address)]
            if let address { plan.places.append(.init(host: named, port: port, address: address)) }
        } else {
            plan.places = [.init(host: named, port: port, address: socket.peer.address)]
        }
        plan.tls = tls
        plan.verifiesPeer = tls.isVerified
        plan.login = login
        plan.proxy = proxy
        plan.proxyLogin = proxyLogin
        plan.tunnels = secure && (proxy?.kind == .http || proxy?.kind == .https)
        return plan
    }
}
