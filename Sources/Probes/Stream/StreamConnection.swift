import CCurl
public import EventLoopKit
public import NetworkModel
import Synchronization

/// A connection to a target, of TCP, on which TLS may begin at once or later.
public final class StreamConnection: Sendable {
    /// How a handshake went, and how long it took.
    public struct Handshake: Sendable, Hashable {
        /// What the handshake showed.
        public var evidence: TLSEvidence
        /// How long the handshake took.
        public var duration: Duration
    }

    /// What is asked of TLS, and of whom.
    public struct Peer: Sendable {
        let host: Host
        let port: UInt16
        let tls: TLSSettings

        /// Creates a peer.
        ///
        /// - Parameters:
        ///   - host: Whom the certificate has to be for, unless the settings name another.
        ///   - port: The server's, which a proxy is asked to connect to.
        public init(host: Host, port: UInt16, tls: TLSSettings) {
            self.host = host
            self.port = port
            self.tls = tls
        }

        var named: Host { tls.serverName.map(Host.name) ?? host }
    }

    /// The proxy that a connection leads to, and what it is to be shown.
    public struct Way: Sendable {
        let proxy: Proxy
        let login: HTTPProbe.Login?
        let address: IPAddress?

        /// - Parameter address: The target's, for a proxy that takes no names (`socks5`).
        public init(through proxy: Proxy, login: HTTPProbe.Login?, address: IPAddress?) {
            self.proxy = proxy
            self.login = login
            self.address = address
        }
    }

    /// Where the connection leads: to the target, or to the proxy that it goes through.
    public let address: SocketAddress
    /// When all has to be over.
    public let deadline: ContinuousClock.Instant
    private let engine: CurlEngine
    private let loop: EventLoop
    private let socket: ConnectedSocket
    private let peer: Peer
    private let way: Way?
    private let looksAtCertificates: Bool
    private let recorded = Mutex<Handshake?>(nil)
    private let recordedProxy = Mutex<(reading: ProxyReading, duration: Duration)?>(nil)

    /// - Parameters:
    ///   - way: The proxy that the socket leads to, of which the tunnel is yet to be asked; `nil`: it leads to the target.
    ///   - looksAtCertificates: Whether TLS ends with the handshake, which examines no certificate: to see those that failed an
    ///     examination before. Nothing is said over such a connection.
    public init(
        _ socket: ConnectedSocket, to peer: Peer, through way: Way? = nil, engine: CurlEngine, loop: EventLoop,
        until deadline: ContinuousClock.Instant, looksAtCertificates: Bool = false
    ) {
        address = socket.peer
        self.deadline = deadline
        self.engine = engine
        self.loop = loop
        self.socket = socket
        self.peer = peer
        self.way = way
        self.looksAtCertificates = looksAtCertificates
    }

    /// How far the proxy lets the connection through, once it has been asked, and how long that took.
    public var proxy: (reading: ProxyReading, duration: Duration)? { recordedProxy.withLock { $0 } }

    /// The handshake, once there has been one.
    public var handshake: Handshake? { recorded.withLock { $0 } }

    /// The connection as it is, without TLS.
    ///
    /// - Throws: ``ProbeError`` where there is no descriptor to be had.
    public func plain() throws(ProbeError) -> ByteStream {
        ByteStream(try PlainStream(socket, loop: loop), until: deadline)
    }

    /// Begins TLS, and speaks over it. Can be called once.
    ///
    /// - Returns: What the body returns; `nil` if there was no handshake, which ``handshake`` tells about.
    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin, and what the body throws.
    public func withTLS<Value: Sendable>(
        _ body: @Sendable (ByteStream) async throws -> Value
    ) async throws -> Value? {
        var page = page(path: "/", inTLS: true)
        page.settings = HTTPSettings()
        let plan = { [page] in
            var plan = page.plan(to: socket, ContinuousClock.now.duration(to: deadline))
            plan.offersProtocols = false
            plan.verifiesPeer = !looksAtCertificates
            return plan
        }()
        let begun = ContinuousClock.now
        return try await engine.withConnection {
            try TLSTransfer($0, plan, isKept: true)
        } _: { outcome, channel in
            let proxy = record(
                HTTPReading(
                    outcome: outcome, plan: plan, settings: HTTPSettings(), host: peer.named, url: plan.url
                ).observation)
            guard proxy?.reading.outcome ?? .passed == .passed else { return nil }
            let evidence = TLSReading(
                code: outcome.code, text: HTTPReading.text(outcome.code, outcome.error),
                verifyResult: outcome.verifyResult, isShaken: outcome.isShaken, facts: outcome.tls,
                isCertificateMissing: outcome.isCertificateMissing
            ).evidence(for: peer.named)
            recorded.withLock {
                $0 = Handshake(
                    evidence: evidence, duration: begun.duration(to: .now) - (proxy?.duration ?? .zero))
            }
            guard evidence.outcome == .established, !looksAtCertificates, let channel else { return nil }
            return try await body(ByteStream(channel, until: deadline))
        }
    }

    /// Sends a request of HTTP/2, in TLS or not, and reads the answer. Can be called once, in place of ``plain()`` and
    /// ``withTLS(_:)``.
    ///
    /// - Returns: `nil` if there was no handshake, which ``handshake`` tells about.
    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin.
    public func exchange(_ request: HTTP2Request, inTLS: Bool) async throws -> HTTP2Answer? {
        if looksAtCertificates {
            if inTLS { _ = try await withTLS { _ in } }
            return nil
        }
        var page = page(path: request.path, inTLS: inTLS)
        page.settings = request.settings
        let settings = page.effectiveSettings
        let plan = { [page] in
            var plan = page.plan(to: socket, ContinuousClock.now.duration(to: deadline))
            // A proxy that made the request in our stead would speak its own version of HTTP.
            plan.tunnels = way?.proxy.kind == .http || way?.proxy.kind == .https
            return plan
        }()
        let outcome = try await engine.perform { try HTTP2Transfer($0, plan, settings) }
        let observation = HTTPReading(
            outcome: outcome.http, plan: plan, settings: settings, host: page.tlsHost, url: page.url
        ).observation
        record(observation)
        if let tls = observation.tls {
            recorded.withLock { $0 = Handshake(evidence: tls, duration: observation.times.tls ?? .zero) }
        }
        return observation.http.map { HTTP2Answer($0, outcome) }
    }
    /// The connection is that of a page.
    private func page(path: String, inTLS: Bool) -> HTTPProbe {
        var page = HTTPProbe(engine: engine, secure: inTLS, host: peer.host, port: peer.port, path: path)
        page.tls = peer.tls
        page.proxy = way?.proxy
        page.proxyLogin = way?.login
        page.address = way?.address
        return page
    }

    @discardableResult
    private func record(_ observation: HTTPProbe.Observation) -> (reading: ProxyReading, duration: Duration)? {
        guard let reading = observation.proxy else { return nil }
        let record = (reading, observation.times.proxy ?? .zero)
        recordedProxy.withLock { $0 = record }
        return record
    }
}
