import CCurl
public import NetworkModel

/// TLS and HTTP over a connection that the TCP probe made, in one transfer: libcurl does the handshake, sends the request and
/// reads the response; the layers are distinguished by its times and codes. Redirects are not followed here: each is a probe of
/// its own.
public struct HTTPProbe: Sendable {
    /// What the layers showed.
    public struct Observation: Sendable {
        /// What the proxy let through, or did not; `nil` if there is none.
        public var proxy: ProxyReading?
        /// The handshake; `nil` without TLS, and where the proxy let nothing through.
        @Rare public var tls: TLSEvidence?
        /// `nil` if a lower layer failed, so that nothing was asked.
        @Rare public var http: HTTPEvidence?
        /// The parts of the time, up to where the transfer ended.
        public var times: Times
        /// Where the answer redirects to.
        public var redirect: String?
        /// What it left to be sent back, for the next request of the same check.
        public var cookies: [String]

        /// Creates an observation.
        public init(
            proxy: ProxyReading? = nil, tls: TLSEvidence? = nil, http: HTTPEvidence? = nil, times: Times,
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

    /// The parts of the time, one behind the other.
    public struct Times: Sendable, Hashable {
        /// From the start to the proxy's consent; `nil` without a proxy.
        public var proxy: Duration?
        /// The handshake; `nil` without TLS.
        public var tls: Duration?
        /// Sending the request.
        public var request: Duration
        /// From the request's end to the first byte of the answer.
        public var firstByte: Duration
        /// From then to the end of the body.
        public var body: Duration

        /// Creates the parts of the time.
        public init(
            proxy: Duration? = nil, tls: Duration? = nil, request: Duration, firstByte: Duration, body: Duration
        ) {
            self.proxy = proxy
            self.tls = tls
            self.request = request
            self.firstByte = firstByte
            self.body = body
        }

        /// All but proxy and TLS.
        public var http: Duration { request + firstByte + body }
    }

    /// Credentials that have been read already.
    public struct Login: Sendable {
        /// A name with a password, or a token.
        public var secret: Secret
        /// The schemes that may be used; of those that the server offers, the strongest is.
        public var schemes: Set<AuthenticationScheme>

        /// Creates credentials from what was read.
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
    /// The request, and what its answer has to be.
    public var settings = HTTPSettings()
    /// How TLS is made, and what the certificates are examined by.
    public var tls = TLSSettings()
    /// Who logs in at the server, once it asks; `nil`: nobody.
    public var login: Login?
    /// The proxy that the connection leads to; `nil`: it leads to the server.
    public var proxy: Proxy?
    /// Who logs in at the proxy; `nil`: nobody.
    public var proxyLogin: Login?
    /// The target's address, for a proxy that takes no names.
    public var address: IPAddress?
    /// As an earlier request of the same check left them.
    public var cookies: [String] = []

    /// - Parameter path: The request target with its query.
    public init(engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String) {
        self.engine = engine
        self.secure = secure
        self.host = host
        self.port = port
        self.path = path
    }

    /// The URL that is asked for; the port is left out where it is the scheme's own.
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
        // In a URI the % before a zone is itself percent-encoded (RFC 6874 section 2).
        if case .address = host, let percent = name.firstIndex(of: "%") {
            name.replaceSubrange(percent...percent, with: "%25")
        }
        return "\(scheme)://\(name)\(usual == port ? "" : ":\(port)")\(path)"
    }

    /// Asks over the connection and reads the answer.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Observation {
        let (plan, settings, cookies) = (
            plan(to: socket, limit), effectiveSettings, settings.maxRedirects > 0 ? cookies : nil
        )
        let outcome = try await engine.perform { try HTTPTransfer($0, plan, settings, cookies: cookies) }
        return HTTPReading(outcome: outcome, plan: plan, settings: settings, host: tlsHost, url: url).observation
    }

    var tlsHost: Host { tls.serverName.map(Host.name) ?? host }

    /// A name of one's own for TLS stands in the URL, where libcurl takes it from; the host's stays in the request.
    var effectiveSettings: HTTPSettings {
        guard secure, tls.serverName != nil, !settings.fields.contains(where: { $0.name.lowercased() == "host" }),
            let field = try? HTTPSettings.Field(
                name: "Host", value: port == 443 ? host.bracketed : "\(host.bracketed):\(port)")
        else { return settings }
        var settings = settings
        settings.fields.append(field)
        return settings
    }

    func plan(to socket: ConnectedSocket, _ limit: Duration) -> CurlPlan {
        let named = secure ? tlsHost : host
        var plan = CurlPlan(
            url: Self.url(secure ? "https" : "http", named, port, path), socket: socket,
            places: [], limit: limit)
        if socket.path != nil {
            // Nothing is resolved.
        } else if let proxy {
            plan.places = [.init(host: proxy.host, port: proxy.port, address: socket.peer.address)]
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
