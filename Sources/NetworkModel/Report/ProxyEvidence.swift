/// The result of the route through a proxy.
public struct ProxyEvidence: LayerEvidence {
    /// The layer `proxy`.
    public static let layer = Layer.proxy

    /// The result of the route through a proxy.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The proxy passed on the request, or opened the tunnel.
        case passed
        /// The setting is invalid; `detail` says why.
        case misconfigured
        /// The proxy's name has no address.
        case unresolved
        /// No connection to any of the proxy's addresses was established.
        case unreachable
        /// The connection was established, but the TLS handshake with the proxy failed.
        case tls
        /// The proxy requires a login; `authentication` has its result.
        case authentication
        /// The proxy refused the tunnel or the URL.
        case refused
        /// The connection was established, and nothing arrived in time.
        case noAnswer = "no-answer"
        /// The connection was established, and ended without a response.
        case closed
        /// The response is neither HTTP nor SOCKS.
        case malformed
    }

    /// The URL of the proxy, without a password.
    public var url: String
    /// The place of the setting.
    public var origin: String
    /// The result of the route through the proxy.
    public var outcome: Outcome
    /// The resolution of the proxy's name.
    public var resolution: Resolution?
    /// The configured DNS servers, in order.
    public var servers: [String]?
    /// The connection attempts to the proxy's addresses, in the order in which they began.
    public var attempts: [TCPEvidence.Attempt]
    /// The handshake with the proxy itself, if it failed.
    public var tls: TLSEvidence?
    /// The status of the proxy's own response.
    public var status: Int?
    /// The result of the login at the proxy; `nil` if it required none.
    public var authentication: HTTPEvidence.Authentication?
    /// What was wrong, as text that may contain text of the proxy; `nil` if nothing was.
    public var detail: String?

    /// Creates the evidence of a proxy.
    public init(
        url: String, origin: String, outcome: Outcome, resolution: Resolution? = nil,
        attempts: [TCPEvidence.Attempt] = [], tls: TLSEvidence? = nil, status: Int? = nil, detail: String? = nil
    ) {
        self.url = url
        self.origin = origin
        self.outcome = outcome
        self.resolution = resolution
        self.attempts = attempts
        self.tls = tls
        self.status = status
        self.detail = detail
    }
}

extension ProxyEvidence {
    /// A one-line summary: that the proxy was passed, or what it did instead.
    public var summary: String {
        let through = outcome == .passed ? "through \(url)" : "\(url) \(outcome.rawValue)"
        return [through, status.map { "status \($0)" }, outcome == .passed ? nil : detail]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// Changes the text of the proxy: the detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        detail = detail.map(change)
    }
}
