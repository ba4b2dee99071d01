import CCurl
public import NetworkModel

/// A TLS handshake over a connection that the TCP probe made, and nothing behind it.
public struct TLSProbe: Sendable {
    private let engine: CurlEngine
    private let host: Host
    private let port: UInt16
    /// How TLS is made, and what the certificates are examined by.
    public var settings: TLSSettings
    /// The proxy that the connection leads to; `nil`: it leads to the server.
    public var proxy: Proxy?
    /// Who logs in at the proxy; `nil`: nobody.
    public var proxyLogin: HTTPProbe.Login?
    /// The target's address, for a proxy that takes no names.
    public var address: IPAddress?

    /// Creates a probe of a server.
    ///
    /// - Parameter host: Whom the certificate has to be for, unless the settings name another.
    public init(engine: CurlEngine, host: Host, port: UInt16, settings: TLSSettings = TLSSettings()) {
        self.engine = engine
        self.host = host
        self.port = port
        self.settings = settings
    }

    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> HTTPProbe.Observation {
        let plan = plan(to: socket, limit)
        let outcome = try await engine.perform { try TLSTransfer($0, plan) }
        var observation = HTTPReading(
            outcome: outcome, plan: plan, settings: HTTPSettings(), host: named, url: plan.url
        ).observation
        observation.http = nil
        return observation
    }

    /// Shakes hands again without examining the certificates, to see those that failed an examination: for a verdict
    /// that has to name them, never on the healthy path.
    public func certificates(over socket: ConnectedSocket, within limit: Duration) async throws -> TLSEvidence {
        var plan = plan(to: socket, limit)
        plan.verifiesPeer = false
        let unexamined = plan
        let outcome = try await engine.perform { try TLSTransfer($0, unexamined) }
        return TLSReading(
            code: outcome.code, text: outcome.error, verifyResult: 0, isShaken: outcome.isShaken, facts: outcome.tls
        ).evidence(for: named)
    }

    private var named: Host { page.tlsHost }

    private func plan(to socket: ConnectedSocket, _ limit: Duration) -> CurlPlan { page.plan(to: socket, limit) }

    /// The connection is that of a page, of which nothing is asked.
    private var page: HTTPProbe {
        var page = HTTPProbe(engine: engine, secure: true, host: host, port: port, path: "/")
        page.tls = settings
        page.proxy = proxy
        page.proxyLogin = proxyLogin
        page.address = address
        return page
    }
}

/// A transfer that ends after the handshake, without a request.
final class TLSTransfer: CurlTransfer {
    private let inner: HTTPTransfer
    var handle: CurlHandle { inner.handle }

    /// - Parameter isKept: Whether the connection is used beyond the handshake; else it goes with it.
    init(_ handle: CurlHandle, _ plan: CurlPlan, isKept: Bool = false) throws {
        inner = try HTTPTransfer(handle, plan, HTTPSettings(), cookies: nil)
        try inner.handle.set(CURLOPT_CONNECT_ONLY, true)
        if isKept { try inner.handle.set(CURLOPT_FORBID_REUSE, false) }
    }

    func outcome(_ code: CURLcode) -> HTTPTransfer.Outcome { inner.outcome(code) }
}
