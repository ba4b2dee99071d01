import CCurl
public import EventLoopKit
public import NetworkModel
import Synchronization

/// A connection to a target, of TCP, on which TLS may begin at once or later.
public final class StreamConnection: Sendable {
    /// How a handshake went, and how long it took.
    public struct Handshake: Sendable, Hashable {
        public var evidence: TLSEvidence
        public var duration: Duration
    }

    /// What is asked of TLS, and of whom.
    public struct Peer: Sendable {
        let host: Host
        let port: UInt16
        let tls: TLSSettings

        public init(host: Host, port: UInt16, tls: TLSSettings) {
            self.host = host
            self.port = port
            self.tls = tls
        }

        var named: Host { tls.serverName.map(Host.name) ?? host }
    }

    /// Where the connection leads.
    public let address: SocketAddress
    /// When all has to be over.
    public let deadline: ContinuousClock.Instant
    private let engine: CurlEngine
    private let loop: EventLoop
    private let socket: ConnectedSocket
    private let peer: Peer
    private let recorded = Mutex<Handshake?>(nil)

    public init(
        _ socket: ConnectedSocket, to peer: Peer, engine: CurlEngine, loop: EventLoop,
        until deadline: ContinuousClock.Instant
    ) {
        address = socket.peer
        self.deadline = deadline
        self.engine = engine
        self.loop = loop
        self.socket = socket
        self.peer = peer
    }

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
    /// - Returns: What the body returns; `nil` where there was no handshake, which ``handshake`` tells about.
    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin, and what the body throws.
    public func withTLS<Value: Sendable>(
        _ body: @Sendable (ByteStream) async throws -> Value
    ) async throws -> Value? {
        let plan = {
            var plan = CurlPlan(
                url: HTTPProbe.url("https", peer.named, peer.port, "/"), socket: socket,
                places: [.init(host: peer.named, port: peer.port, address: address.address)],
                limit: ContinuousClock.now.duration(to: deadline))
            plan.tls = peer.tls
            plan.offersProtocols = false
            return plan
        }()
        let begun = ContinuousClock.now
        return try await engine.withConnection {
            try TLSTransfer($0, plan, isKept: true)
        } _: { outcome, channel in
            let evidence = TLSReading(
                code: outcome.code, text: HTTPReading.text(outcome.code, outcome.error),
                verifyResult: outcome.verifyResult, isShaken: outcome.isShaken, facts: outcome.tls,
                isCertificateMissing: outcome.isCertificateMissing
            ).evidence(for: peer.named)
            recorded.withLock { $0 = Handshake(evidence: evidence, duration: begun.duration(to: .now)) }
            guard evidence.outcome == .established, let channel else { return nil }
            return try await body(ByteStream(channel, until: deadline))
        }
    }

    /// Sends a request of HTTP/2, in TLS or not, and reads the answer. Can be called once, in the place of ``plain()`` and
    /// ``withTLS(_:)``.
    ///
    /// - Returns: `nil` where there was no handshake, which ``handshake`` tells about.
    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin.
    public func exchange(_ request: HTTP2Request, inTLS: Bool) async throws -> HTTP2Answer? {
        var page = HTTPProbe(engine: engine, secure: inTLS, host: peer.host, port: peer.port, path: request.path)
        page.settings = request.settings
        page.tls = peer.tls
        let (settings, plan) = (
            page.effectiveSettings, page.plan(to: socket, ContinuousClock.now.duration(to: deadline))
        )
        let outcome = try await engine.perform { try HTTP2Transfer($0, plan, settings) }
        let observation = HTTPReading(
            outcome: outcome.http, plan: plan, settings: settings, host: page.tlsHost, url: page.url
        ).observation
        if let tls = observation.tls {
            recorded.withLock { $0 = Handshake(evidence: tls, duration: observation.times.tls ?? .zero) }
        }
        return observation.http.map { HTTP2Answer($0, outcome) }
    }
}
