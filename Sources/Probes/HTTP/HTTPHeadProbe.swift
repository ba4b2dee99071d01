import CCurl
public import NetworkModel

/// A small request in addition to a check, to examine the head of the response: without login, client certificate or
/// redirects, and with as little of the body as possible.
public struct HTTPHeadProbe: Sendable {
    /// The response of the server.
    public struct Response: Sendable {
        /// The status code (RFC 9110 section 15).
        public var status: Int
        /// The destination of the redirect, as an absolute URL.
        public var location: String?
        /// The time of the server's clock (RFC 9110 section 6.6.1).
        public var date: Timestamp?
        /// The body as far as it was read, at most ``maxBytes``; empty unless it was requested.
        public var body: [UInt8]
        /// The number of bytes of the body, as far as it was read.
        public var bodyBytes: Int
        /// Whether the body is longer than what was read.
        public var isBodyCut: Bool
    }

    private let engine: CurlEngine
    private let secure: Bool
    private let host: Host
    private let port: UInt16
    private let path: String
    /// How the certificate is verified; `nil` for no verification.
    public var tls: TLSSettings?
    /// Whether the body is requested.
    public var readsBody = true
    /// The maximum number of bytes of the body.
    public var maxBytes = 16 << 10
    /// Additional fields of the request.
    public var fields: [HTTPSettings.Field] = []

    /// Creates a probe of a page.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfer.
    ///   - secure: Whether TLS is used.
    ///   - host: The host in the URL.
    ///   - port: The port of the server, to which the connection already leads.
    ///   - path: The request target with its query.
    public init(engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String = "/") {
        self.engine = engine
        self.secure = secure
        self.host = host
        self.port = port
        self.path = path
    }

    /// The requested URL.
    public var url: String { page.url }

    /// Sends the request.
    ///
    /// - Returns: `nil` if there was no response.
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Response? {
        var plan = page.plan(to: socket, limit)
        plan.verifiesPeer = tls != nil
        let (asked, settings, keepsBody) = (plan, page.settings, readsBody)
        let outcome = try await engine.perform {
            try HTTPTransfer($0, asked, settings, cookies: nil, keepsBody: keepsBody)
        }
        guard let last = outcome.last else { return nil }
        return Response(
            status: last.status, location: outcome.redirect,
            date: last.first("date").flatMap(Timestamp.init(httpDate:)),
            body: outcome.body, bodyBytes: outcome.bodyBytes, isBodyCut: outcome.isBodyCut)
    }

    private var page: HTTPProbe {
        var page = HTTPProbe(engine: engine, secure: secure, host: host, port: port, path: path)
        page.settings.method = readsBody ? "GET" : "HEAD"
        page.settings.maxBodyBytes = maxBytes
        page.settings.fields = fields
        page.settings.maxRedirects = 0
        page.tls = tls ?? TLSSettings()
        return page
    }
}
