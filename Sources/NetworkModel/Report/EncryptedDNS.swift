/// The result of DNS over TLS with one server (RFC 7858): a connection to its port 853, and a handshake.
public struct EncryptedDNS: Sendable, Hashable, Codable {
    /// What came of the connection and the handshake.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// Nothing was tried yet.
        case notAsked = "not-asked"
        /// The handshake was completed, and the certificate is valid.
        case works
        /// The port is closed, or somebody refuses packets to it.
        case refused
        /// No answer to the connection or the handshake.
        case silent
        /// The certificate is not valid for the server, or not trusted.
        case untrusted
        /// What answers speaks no TLS, or breaks the handshake off.
        case failed
    }

    /// The server's address.
    public var server: IPAddress
    /// The port, 853 unless the configuration names another.
    public var port: UInt16
    /// The name that the certificate has to have; `nil`: the server's address.
    public var serverName: String?
    /// Whether systemd-resolved asks in no other way; else it falls back to port 53.
    public var isStrict: Bool
    /// What came of the connection and the handshake; `notAsked` before these are tried.
    public var outcome: Outcome
    /// Why a certificate is refused, in words.
    public var reason: String?

    enum CodingKeys: String, CodingKey {
        case server, port, outcome, reason
        case isStrict = "strict"
        case serverName = "server_name"
    }

    /// Creates evidence of a server; without an outcome, it was not asked yet.
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
