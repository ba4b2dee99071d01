/// How far the way through the proxy leads.
public struct ProxyEvidence: LayerEvidence {
    /// The layer `proxy`.
    public static let layer = Layer.proxy

    /// How far the way through the proxy leads.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// It lets the request, or the tunnel, through.
        case passed
        /// The setting cannot be parsed; `detail` says why.
        case misconfigured
        /// Its name has no address.
        case unresolved
        /// No connection to any of its addresses.
        case unreachable
        /// Connected, but its TLS handshake fails.
        case tls
        /// It asks for a login; `authentication` says what became of it.
        case authentication
        /// It refuses the tunnel or the URL.
        case refused
        /// Connected, and nothing came back in time.
        case noAnswer = "no-answer"
        /// Connected, and the connection ended without an answer.
        case closed
        /// What it says is no HTTP, or no SOCKS.
        case malformed
    }

    /// Without the password, if it has one.
    public var url: String
    /// Where the setting is.
    public var origin: String
    /// How far the way through the proxy leads.
    public var outcome: Outcome
    /// How its name was resolved.
    public var resolution: Resolution?
    /// The DNS servers that are configured, in their order.
    public var servers: [String]?
    /// The connections to the proxy's addresses, in the order in which they were begun.
    public var attempts: [TCPEvidence.Attempt]
    /// The handshake with the proxy itself, where it failed.
    public var tls: TLSEvidence?
    /// The status of its own answer.
    public var status: Int?
    /// What became of the login at the proxy; `nil` if it asked for none.
    public var authentication: HTTPEvidence.Authentication?
    /// What was wrong, in words, some of which may be the proxy's; `nil` if nothing was.
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
    /// One line for people: that the proxy was passed, or what it did instead.
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
