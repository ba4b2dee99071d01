import CCurl
public import NetworkModel

/// One small request beside a check, to examine the head of the response: without login, client certificate or redirects, and
/// with as little of the body as is needed.
public struct GlanceProbe: Sendable {
    /// What the server answered.
    public struct Answer: Sendable {
        /// The status code (RFC 9110 section 15).
        public var status: Int
        /// Where it redirects to, as a whole URL.
        public var location: String?
        /// What the server's clock says (RFC 9110 section 6.6.1).
        public var date: Timestamp?
        /// The body as far as it was read, empty where it is not wanted; ``maxBytes`` at most.
        public var body: [UInt8]
        /// The size of the body in bytes, as far as it was read.
        public var bodyBytes: Int
        /// Whether it goes on beyond what was read.
        public var isBodyCut: Bool
    }

    private let engine: CurlEngine
    private let secure: Bool
    private let host: Host
    private let port: UInt16
    private let path: String
    /// What its certificate is examined by; `nil`: not at all.
    public var tls: TLSSettings?
    /// Whether the body is wanted.
    public var readsBody = true
    /// So much of a body is read.
    public var maxBytes = 16 << 10
    /// Further fields of the request.
    public var fields: [HTTPSettings.Field] = []

    /// Creates a probe of a page.
    ///
    /// - Parameters:
    ///   - secure: Whether TLS comes first.
    ///   - path: The request target with its query.
    public init(engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String = "/") {
        self.engine = engine
        self.secure = secure
        self.host = host
        self.port = port
        self.path = path
    }

    /// The URL that is asked for.
    public var url: String { page.url }

    /// - Returns: `nil` if no answer came.
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Answer? {
        var plan = page.plan(to: socket, limit)
        plan.verifiesPeer = tls != nil
        let (asked, settings, keepsBody) = (plan, page.settings, readsBody)
        let outcome = try await engine.perform {
            try HTTPTransfer($0, asked, settings, cookies: nil, keepsBody: keepsBody)
        }
        guard let last = outcome.last else { return nil }
        return Answer(
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
