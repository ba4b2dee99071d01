import CCurl
public import NetworkModel

/// TLS and HTTP over a connection that the TCP probe made, in one go: libcurl shakes hands, asks and reads, and the
/// two layers are told apart by its times and codes.
public struct HTTPProbe: Sendable {
    /// What both layers showed.
    public struct Observation: Sendable, Hashable {
        public var tls: TLSEvidence?
        public var tlsDuration: Duration
        /// `nil` where the handshake failed, so that nothing was asked, or the target is TLS alone.
        public var http: HTTPEvidence?
        public var httpDuration: Duration
    }

    private let engine: CurlEngine
    private let scheme: String
    private let host: Host
    private let port: UInt16
    /// `nil` ends after the handshake.
    private let path: String?
    private let certificateAuthorityFile: String?

    /// - Parameter path: The request target with its query; `nil` for a TLS handshake alone.
    public init(
        engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String?,
        certificateAuthorityFile: String? = nil
    ) {
        self.engine = engine
        scheme = secure ? "https" : "http"
        self.host = host
        self.port = port
        self.path = path
        self.certificateAuthorityFile = certificateAuthorityFile
    }

    /// The URL that is asked for; the port is left out where it is the scheme's own.
    public var url: String {
        let isDefault = port == (scheme == "https" ? 443 : 80)
        var name = host.bracketed
        // In a URI the % before a zone is itself percent-encoded (RFC 6874 section 2).
        if case .address = host, let percent = name.firstIndex(of: "%") {
            name.replaceSubrange(percent...percent, with: "%25")
        }
        return "\(scheme)://\(name)\(isDefault ? "" : ":\(port)")\(path ?? "/")"
    }

    /// Asks over the connection and reads the answer.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func observe(over socket: ConnectedSocket, within limit: Duration) async throws -> Observation {
        let outcome = try await engine.perform(request(to: socket, limit), over: socket)
        let isSecure = scheme == "https"
        let tlsDuration = isSecure ? outcome.tlsDone ?? outcome.total : .zero
        let tls = isSecure ? TLSReading.evidence(of: outcome, host: host) : nil
        let isShaken = !isSecure || tls?.outcome == .established
        return Observation(
            tls: tls, tlsDuration: tlsDuration,
            http: isShaken && path != nil ? HTTPReading.evidence(of: outcome, url: url) : nil,
            httpDuration: isShaken && path != nil ? outcome.total - tlsDuration : .zero)
    }

    /// Shakes hands again without examining the certificates, to see those that failed an examination: for a verdict
    /// that has to name them, never on the healthy path.
    public func certificates(over socket: ConnectedSocket, within limit: Duration) async throws -> [TLSEvidence
        .Certificate]
    {
        var request = request(to: socket, limit)
        request.verifiesPeer = false
        request.connectsOnly = true
        return TLSReading.chain(try await engine.perform(request, over: socket).certificates)
    }

    private func request(to socket: ConnectedSocket, _ limit: Duration) -> CurlRequest {
        var request = CurlRequest(url: url, limit: limit)
        if case .name(let name) = host { request.resolve = (name, port, socket.peer.address) }
        request.connectsOnly = path == nil
        request.certificateAuthorityFile = certificateAuthorityFile
        return request
    }
}
