import CCurl
public import EventLoopKit
import Glibc
public import NetworkModel
import Synchronization

/// A TCP connection to a target, on which TLS can begin at once or later.
public final class StreamConnection: Sendable {
    /// The result and duration of a handshake.
    public struct Handshake: Sendable, Hashable {
        /// The result of the handshake.
        public var evidence: TLSEvidence
        /// How long the handshake took, without opening a tunnel through a proxy.
        public var duration: Duration
    }

    /// The requirements for TLS, and the host that must meet them.
    public struct TLSPeer: Sendable {
        let host: Host
        let port: UInt16
        let tls: TLSSettings

        /// Creates a peer.
        ///
        /// - Parameters:
        ///   - host: The host for which the certificate must be valid, unless the settings name another one.
        ///   - port: The port of the server, which is used in requests to a proxy.
        ///   - tls: How TLS is established, and how certificates are verified.
        public init(host: Host, port: UInt16, tls: TLSSettings) {
            self.host = host
            self.port = port
            self.tls = tls
        }

        var named: Host { tls.serverName.map(Host.name) ?? host }
    }

    /// The proxy to which a connection leads, with the credentials for it.
    public struct ProxyRoute: Sendable {
        let proxy: Proxy
        let login: HTTPProbe.Login?
        let address: IPAddress?

        /// Creates a route.
        ///
        /// - Parameters:
        ///   - proxy: The proxy.
        ///   - login: The credentials for the proxy; `nil` for none.
        ///   - address: The target's address, for a proxy that does not resolve names (`socks5`).
        public init(through proxy: Proxy, login: HTTPProbe.Login?, address: IPAddress?) {
            self.proxy = proxy
            self.login = login
            self.address = address
        }
    }

    /// The address to which the connection leads: the target's, or that of its proxy.
    public let address: SocketAddress
    /// When everything over the connection ends: sending and receiving throw ``StreamEnd/timeout`` from then on.
    public let deadline: ContinuousClock.Instant
    private let engine: CurlEngine
    private let loop: EventLoop
    private let socket: ConnectedSocket
    private let peer: TLSPeer
    private let route: ProxyRoute?
    private let recorded = Mutex<Handshake?>(nil)
    private let recordedProxy = Mutex<(reading: ProxyAssessment, duration: Duration)?>(nil)

    /// Creates a connection over a socket.
    ///
    /// - Parameters:
    ///   - socket: The connected socket.
    ///   - peer: The target, with its requirements for TLS.
    ///   - route: The proxy to which the socket leads, without a tunnel yet; `nil` if it leads to the target.
    ///   - engine: The engine for TLS and for the tunnel through a proxy.
    ///   - loop: The loop on which the connection is read and written.
    ///   - deadline: When everything over the connection ends.
    public init(
        _ socket: ConnectedSocket, to peer: TLSPeer, through route: ProxyRoute? = nil, engine: CurlEngine,
        loop: EventLoop, until deadline: ContinuousClock.Instant
    ) {
        address = socket.peer
        self.deadline = deadline
        self.engine = engine
        self.loop = loop
        self.socket = socket
        self.peer = peer
        self.route = route
    }

    /// The result of the proxy and its duration, once the tunnel was requested.
    public var proxy: (reading: ProxyAssessment, duration: Duration)? { recordedProxy.withLock { $0 } }

    /// The handshake, whether it succeeded or failed; `nil` if there was none yet.
    public var handshake: Handshake? { recorded.withLock { $0 } }

    /// The connection without TLS.
    ///
    /// - Throws: ``ProbeError`` if no descriptor is available.
    public func plain() throws(ProbeError) -> ByteStream {
        ByteStream(try PlainStream(socket, loop: loop), until: deadline)
    }

    /// Begins TLS, and runs the body over it. It can be called once.
    ///
    /// - Returns: What the body returns; `nil` if the handshake failed (``handshake``).
    /// - Throws: `CancellationError`, ``ProbeError`` if libcurl could not start, and what the body throws.
    public func withTLS<Value: Sendable>(
        _ body: @escaping @Sendable (ByteStream) async throws -> Value
    ) async throws -> Value? {
        var page = page(path: "/", inTLS: true)
        page.settings = HTTPSettings()
        let plan = { [page] in
            var plan = page.plan(to: socket, ContinuousClock.now.duration(to: deadline))
            plan.offersProtocols = false
            return plan
        }()
        let begun = ContinuousClock.now
        return try await engine.withConnection(plan) { handle, plan, _ in
            try TLSTransfer(handle, plan, isKept: true)
        } _: { [self] outcome, channel in
            let proxy = record(
                HTTPAssessment(
                    outcome: outcome, plan: plan, settings: HTTPSettings(), host: peer.named, url: plan.url
                ).observation)
            guard proxy?.reading.outcome ?? .passed == .passed else { return nil }
            let evidence = TLSAssessment(
                code: outcome.code, text: HTTPAssessment.text(outcome.code, outcome.error),
                verifyResult: outcome.verifyResult, isShaken: outcome.isShaken, facts: outcome.tls,
                isCertificateMissing: outcome.isCertificateMissing
            ).evidence(for: peer.named)
            recorded.withLock {
                $0 = Handshake(
                    evidence: evidence, duration: begun.duration(to: .now) - (proxy?.duration ?? .zero))
            }
            guard evidence.outcome == .established, let channel else { return nil }
            return try await body(ByteStream(channel, until: deadline))
        }
    }

    /// Sends an HTTP/2 request, with or without TLS, and reads the response. It can be called once, instead of ``plain()``
    /// and ``withTLS(_:)``.
    ///
    /// - Returns: `nil` if the handshake failed (``handshake``).
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func exchange(_ request: HTTP2Request, inTLS: Bool) async throws -> HTTP2Response? {
        var page = page(path: request.path, inTLS: inTLS)
        page.settings = request.settings
        let settings = page.effectiveSettings
        let plan = { [page] in
            var plan = page.plan(to: socket, ContinuousClock.now.duration(to: deadline))
            // A proxy that made the request for this client would use its own version of HTTP.
            plan.tunnels = route?.proxy.kind == .http || route?.proxy.kind == .https
            return plan
        }()
        if !inTLS { try await waitForOpening() }
        let outcome = try await engine.perform(plan) { handle, plan, _ in try HTTP2Transfer(handle, plan, settings) }
        let observation = HTTPAssessment(
            outcome: outcome.http, plan: plan, settings: settings, host: page.tlsHost, url: page.url
        ).observation
        record(observation)
        if let tls = observation.tls {
            recorded.withLock { $0 = Handshake(evidence: tls, duration: observation.times.tls ?? .zero) }
        }
        return observation.http.map { HTTP2Response($0, outcome) }
    }

    /// Waits briefly for what a server sends before any request. libcurl would read it at once and not report it.
    private func waitForOpening() async throws {
        guard let copy = socket.duplicate() else { return }
        defer { close(copy) }
        _ = try await loop.ready(copy, for: .readable, until: .now + .milliseconds(2))
    }

    /// The connection is established like that of a page.
    private func page(path: String, inTLS: Bool) -> HTTPProbe {
        var page = HTTPProbe(engine: engine, secure: inTLS, host: peer.host, port: peer.port, path: path)
        page.tls = peer.tls
        page.proxy = route?.proxy
        page.proxyLogin = route?.login
        page.address = route?.address
        return page
    }

    @discardableResult
    private func record(_ observation: HTTPProbe.Observation) -> (reading: ProxyAssessment, duration: Duration)? {
        guard let reading = observation.proxy else { return nil }
        let record = (reading, observation.times.proxy ?? .zero)
        recordedProxy.withLock { $0 = record }
        return record
    }
}
