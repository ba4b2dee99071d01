/// The result of DNS over TLS with one server (RFC 7858): a connection to its port 853, and a handshake.
public struct EncryptedDNS: Sendable, Hashable, Codable {
    /// The result of the connection and the handshake.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// Nothing has been tried yet.
        case notAsked = "not-asked"
        /// The handshake was completed, and the certificate is valid.
        case works
        /// The port is closed, or packets to it are rejected.
        case refused
        /// There was no response to the connection or the handshake.
        case silent
        /// The certificate is not valid for the server, or not trusted.
        case untrusted
        /// The other side does not speak TLS, or aborted the handshake.
        case failed
    }

    /// The server's address.
    public var server: IPAddress
    /// The port, usually 853.
    public var port: UInt16
    /// The name that the certificate must have; `nil` for the server's address.
    public var serverName: String?
    /// Whether systemd-resolved queries the server only over TLS. If not, it falls back to port 53.
    public var isStrict: Bool
    /// The result of the connection and the handshake; `notAsked` before they are tried.
    public var outcome: Outcome
    /// Why the certificate is refused, as text.
    public var reason: String?

    enum CodingKeys: String, CodingKey {
        case server, port, outcome, reason
        case isStrict = "strict"
        case serverName = "server_name"
    }

    /// Creates the evidence for a server; by default, before anything was tried.
    public init(
        server: IPAddress, port: UInt16 = 853, serverName: String? = nil, isStrict: Bool, outcome: Outcome = .notAsked,
        reason: String? = nil
    ) {
        self.server = server
        self.port = port
        self.serverName = serverName
        self.isStrict = isStrict
        self.outcome = outcome
        self.reason = reason
    }
}
