public import Diagnosis
public import NetworkModel

/// The beginning of a connection to a PostgreSQL server (protocol 3.0).
public struct PostgresEvidence: LayerEvidence {
    /// The layer `postgres`.
    public static let layer = Layer.kind("postgres")

    /// How the conversation ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The server has made the connection (ReadyForQuery), or asks for a login.
        case accepted
        /// The server refuses the connection with an error.
        case refused
        /// Nothing came of what was waited for, or not all of it in time.
        case silent
        /// The server ended the connection.
        case closed
        /// The connection was reset.
        case reset
        /// Another error of the connection.
        case failed
        /// What came is no message of the protocol.
        case notPostgres = "not-postgres"
        /// The settings require TLS, and the server does not begin it.
        case tlsRefused = "tls-refused"
        /// Plain text came behind the answer to SSLRequest.
        case tlsInjected = "tls-injected"
        /// The handshake has failed, which is told by the layer of TLS.
        case tlsFailed = "tls-failed"
    }

    /// What the server was waited for at the end.
    public enum Step: String, Sendable, Hashable, Codable {
        /// The request for TLS.
        case tls = "SSLRequest"
        /// The request for a connection.
        case startup = "StartupMessage"
    }

    /// How the conversation ended.
    public var outcome = Outcome.accepted
    /// What the server was waited for when it ended.
    public var step = Step.startup
    /// Whether the connection was in TLS at the end, and since when.
    public var security: ConnectionSecurity = .plain
    /// What was asked for, of the settings.
    public var startTLS: StartTLSPolicy
    /// The user that the connection was asked for.
    public var user: String
    /// The database that the connection was asked for.
    public var database: String
    /// What the server asks of the user; `nil` if it did not come to that.
    public var authentication: PostgresAuthentication?
    /// Whether the connection was made (ReadyForQuery).
    public var isReady = false
    /// The version of the server, which it tells only those who need no login; 60 Unicode scalars at most.
    public var version: String?
    /// What the server refuses the connection with.
    public var error: PostgresError?
    /// What was wrong, in words of ours, with text of the server.
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

    /// One line for people: the login that is wanted, or where the conversation ended.
    public var summary: String {
        guard outcome == .accepted else {
            let words = detail ?? error?.words
            return "\(outcome.rawValue) at \(step.rawValue)\(words.map { ": \(SafeText.cut($0, to: 80))" } ?? "")"
        }
        let login = isReady ? "no login wanted" : "login by \(authentication?.words ?? "nothing")"
        return "\(SafeText.cut(version.map { "version \($0), \(login)" } ?? login, to: 80)), \(security.words)"
    }

    /// Changes the texts of the server: version, mechanisms, error and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        authentication?.map(change)
        version = version.map(change)
        error?.map(change)
        detail = detail.map(change)
    }
}

extension PostgresEvidence: JudgedEvidence {
    /// `nil`: the protocol is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether nothing came of what was waited for, or not all of it in time.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the server has made the connection or asked for a login, in TLS where the settings require it. It does
    /// either only where it is not starting, has a place left, and has a rule for this client.
    public var isProven: Bool {
        let asksForLogin = authentication.map { $0.code != 0 } ?? false
        return outcome == .accepted && (isReady || asksForLogin) && (startTLS != .required || security != .plain)
    }

    /// Findings about the database server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { PostgresRules.findings(self, in: evidence) }
}

extension PostgresEvidence: SessionEvidence {}

extension PostgresEvidence.Outcome: SessionOutcome {
    static var foreign: Self { .notPostgres }
}
