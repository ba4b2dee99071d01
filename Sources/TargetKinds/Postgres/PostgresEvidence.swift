public import Diagnosis
public import NetworkModel

/// The beginning of a connection to a PostgreSQL server (protocol 3.0).
public struct PostgresEvidence: LayerEvidence {
    /// The layer `postgres`.
    public static let layer = Layer.kind("postgres")

    /// The result of a dialogue.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server accepted the connection (ReadyForQuery), or requires a login.
        case accepted
        /// The server refused the connection with an error.
        case refused
        /// Nothing, or only a part of the expected data, arrived in time.
        case silent
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The data is not a message of the protocol.
        case notPostgres = "not-postgres"
        /// The settings require TLS, and the server does not support it.
        case tlsRefused = "tls-refused"
        /// Unencrypted data followed the response to SSLRequest.
        case tlsInjected = "tls-injected"
        /// The handshake failed, which the TLS layer reports.
        case tlsFailed = "tls-failed"
    }

    /// The step in which the dialogue ended.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        /// The request for TLS.
        case tls = "SSLRequest"
        /// The request for a connection.
        case startup = "StartupMessage"
    }

    /// The result of the dialogue.
    public var outcome = Outcome.accepted
    /// The step in which the dialogue ended.
    public var step = Step.startup
    /// Whether the connection used TLS at its end, and from which point.
    public var security: ConnectionSecurity = .plain
    /// The configured use of TLS.
    public var startTLS: StartTLSPolicy
    /// The user in the request for a connection.
    public var user: String
    /// The database in the request for a connection.
    public var database: String
    /// The login that the server requires; `nil` if that point was not reached.
    public var authentication: PostgresAuthentication?
    /// Whether the connection was accepted (ReadyForQuery).
    public var isReady = false
    /// The version of the server, at most 60 Unicode scalars. Servers only report it if no login is required.
    public var version: String?
    /// The error with which the server refused the connection.
    public var error: PostgresError?
    /// A description of the error, which may contain text of the server.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case outcome, step, security
        case startTLS = "starttls"
        case user, database, authentication
        case isReady = "ready"
        case version, error, detail
    }

    init(startTLS: StartTLSPolicy, user: String, database: String) {
        self.startTLS = startTLS
        self.user = user
        self.database = database
    }

    /// A one-line summary: the required login, or where the dialogue ended.
    public var summary: String {
        guard outcome == .accepted else {
            let words = detail ?? error?.words
            return "\(outcome.rawValue) at \(step.rawValue)\(words.map { ": \(SafeText.cut($0, to: 80))" } ?? "")"
        }
        let login = isReady ? "no login wanted" : "login by \(authentication?.words ?? "nothing")"
        return "\(SafeText.cut(version.map { "version \($0), \(login)" } ?? login, to: 80)), \(security.words)"
    }

    /// Applies a function to the texts of the server: version, mechanisms, error and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        authentication?.map(change)
        version = version.map(change)
        error?.map(change)
        detail = detail.map(change)
    }
}

extension PostgresEvidence: JudgedEvidence {
    /// Always `nil`: the protocol uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether nothing, or only a part of the expected data, arrived in time.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the server accepted the connection or required a login, over TLS if the settings require it. It does so
    /// only if it is not starting, has a free connection, and has a rule for this client.
    public var isProven: Bool {
        let asksForLogin = authentication.map { $0.code != 0 } ?? false
        return outcome == .accepted && (isReady || asksForLogin) && (startTLS != .required || security != .plain)
    }

    /// The findings about the database server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { PostgresRules.findings(self, in: evidence) }
}

extension PostgresEvidence: SessionEvidence {}

extension PostgresEvidence.Outcome: SessionOutcome {
    /// The data does not follow the protocol.
    public static var foreign: Self { .notPostgres }
}
