import CCurl
public import NetworkModel

/// A TLS handshake over a connection that the TCP probe made, and nothing behind it.
public struct TLSProbe: Sendable {
    private let engine: CurlEngine
    private let host: Host
    private let port: UInt16
    public var settings: TLSSettings
    public var proxy: Proxy?
    public var proxyLogin: HTTPProbe.Login?
    /// The target's address, for a proxy that takes no names.
    public var address: IPAddress?

    public init(engine: CurlEngine, host: Host, port: UInt16, settings: TLSSettings = TLSSettings()) {
        self.engine = engine
        self.host = host
        self.port = port
        self.settings = settings
    }

    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> HTTPProbe.Observation {
        let plan = plan(to: socket, limit)
        let outcome = try await engine.perform { try TLSTransfer(plan) }
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
        let outcome = try await engine.perform { try TLSTransfer(unexamined) }
        return TLSReading(
            code: outcome.code, text: outcome.error, verifyResult: 0, isShaken: outcome.isShaken, facts: outcome.tls
        ).evidence(for: named)
    }

    private var named: Host { settings.serverName.map(Host.name) ?? host }

    private func plan(to socket: ConnectedSocket, _ limit: Duration) -> CurlPlan {
        var plan = CurlPlan(
            url: HTTPProbe.url("https", named, port, "/"), socket: socket,
            places: [.init(host: proxy?.host ?? named, port: proxy?.port ?? port, address: socket.peer.address)],
            limit: limit)
        if proxy != nil, let address { plan.places.append(.init(host: named, port: port, address: address)) }
        plan.tls = settings
        plan.proxy = proxy
        plan.proxyLogin = proxyLogin.map { .init(secret: $0.secret, schemes: $0.schemes) }
        plan.tunnels = proxy?.kind == .http || proxy?.kind == .https
        return plan
    }
}

/// Ends once the handshake is over: nothing is asked.
final class TLSTransfer: CurlTransfer {
    private let inner: HTTPTransfer
    var handle: CurlHandle { inner.handle }

    init(_ plan: CurlPlan) throws {
        inner = try HTTPTransfer(plan, HTTPSettings(), cookies: nil)
        try inner.handle.set(CURLOPT_CONNECT_ONLY, true)
    }

    func outcome(_ code: CURLcode) -> HTTPTransfer.Outcome { inner.outcome(code) }
}
