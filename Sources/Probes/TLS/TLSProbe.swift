import CCurl
public import NetworkModel

/// A TLS handshake over a connection of the TCP probe, without anything after it.
public struct TLSProbe: Sendable {
    private let engine: CurlEngine
    private let host: Host
    private let port: UInt16
    /// How TLS is established, and how certificates are verified.
    public var settings: TLSSettings
    /// The proxy to which the connection leads; `nil` if it leads to the server.
    public var proxy: Proxy?
    /// The credentials for the proxy; `nil` for none.
    public var proxyLogin: HTTPProbe.Login?
    /// The target's address, for a proxy that does not resolve names.
    public var address: IPAddress?

    /// Creates a probe of a server.
    ///
    /// - Parameters:
    ///   - engine: The engine of the handshake.
    ///   - host: The host for which the certificate must be valid, unless the settings name another one.
    ///   - port: The port of the server, to which the connection already leads.
    ///   - settings: How TLS is established, and how certificates are verified.
    public init(engine: CurlEngine, host: Host, port: UInt16, settings: TLSSettings = TLSSettings()) {
        self.engine = engine
        self.host = host
        self.port = port
        self.settings = settings
    }

    /// Performs the handshake.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> HTTPProbe.Observation {
        let plan = page.plan(to: socket, limit)
        let outcome = try await engine.perform(plan) { handle, plan, _ in try TLSTransfer(handle, plan) }
        var observation = HTTPAssessment(
            outcome: outcome, plan: plan, settings: HTTPSettings(), host: page.tlsHost, url: plan.url
        ).observation
        observation.http = nil
        return observation
    }

    /// The connection is established like that of a page, without a request.
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
final class TLSTransfer: TicketTransfer {
    private let inner: HTTPTransfer
    var exchange: HTTPTransfer { inner }
    var handle: CurlHandle { inner.handle }

    /// Sets up a transfer.
    ///
    /// - Parameter isKept: Whether the connection is used after the handshake; otherwise it is closed.
    init(_ handle: CurlHandle, _ plan: CurlPlan, isKept: Bool = false) throws {
        inner = try HTTPTransfer(handle, plan, HTTPSettings(), cookies: nil)
        try inner.handle.set(CURLOPT_CONNECT_ONLY, true)
        if isKept { try inner.handle.set(CURLOPT_FORBID_REUSE, false) }
    }

    func outcome(_ code: CURLcode) -> HTTPTransfer.Outcome { inner.outcome(code) }
}
