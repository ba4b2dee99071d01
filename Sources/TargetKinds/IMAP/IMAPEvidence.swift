public import Diagnosis
public import NetworkModel

/// The dialogue with an IMAP server (RFC 9051).
public struct IMAPEvidence: LayerEvidence {
    /// The layer `imap`.
    public static let layer = Layer.kind("imap")

    /// How the conversation ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The server has greeted, and told its capabilities, in TLS where that was begun.
        case done
        /// Nothing came, not even a part of a greeting.
        case noGreeting = "no-greeting"
        /// Something came, and not the rest of what was waited for in time.
        case noAnswer = "no-answer"
        /// The server ended the connection.
        case closed
        /// The connection was reset.
        case reset
        /// Another error of the connection.
        case failed
        /// What came is no response of IMAP.
        case notIMAP = "not-imap"
        /// BYE, as a greeting or later.
        case bye
        /// The settings require STARTTLS, and the server does not offer it.
        case startTLSMissing = "starttls-missing"
        /// The settings require STARTTLS, and the server refuses it.
        case startTLSRefused = "starttls-refused"
        /// Plain text came behind the reply to STARTTLS.
        case startTLSInjected = "starttls-injected"
        /// Credentials are configured, and cannot be sent.
        case loginMissing = "login-missing"
        /// The server does not take the credentials.
        case loginRejected = "login-rejected"
        /// The handshake has failed, which is told by the layer of TLS.
        case tlsFailed = "tls-failed"
    }

    /// What the server was waited for at the end.
    public enum Step: String, Sendable, Hashable, Codable {
        case greeting, capability, login
        case startTLS = "starttls"
    }

    /// How the conversation ended.
    public var outcome = Outcome.done
    /// What the server was waited for when it ended.
    public var step = Step.greeting
    /// The greeting behind the `*`, 300 Unicode scalars at most.
    public var greeting: String?
    /// Whether the server takes the connection for logged in from the start (PREAUTH), where STARTTLS cannot be used.
    public var isPreauthenticated = false
    /// In TLS where that was begun: 64 at most.
    public var capabilities: [String] = []
    /// Whether the connection was in TLS at the end, and since when.
    public var security: ConnectionSecurity
    /// What was asked for, of the settings.
    public var startTLS: StartTLSPolicy
    /// What STARTTLS was refused with.
    public var startTLSReply: String?
    /// The line that ended the conversation.
    public var said: String?
    /// Of a connection that failed, or a login that cannot be sent, in words.
    public var failure: String?
    /// Whether a login was taken.
    public var isLoggedIn = false

    enum CodingKeys: String, CodingKey {
        case outcome, step, greeting
        case isPreauthenticated = "preauthenticated"
        case capabilities, security
        case startTLS = "starttls"
        case startTLSReply = "starttls_reply"
        case said, failure
        case isLoggedIn = "logged_in"
    }

    init(security: ConnectionSecurity, startTLS: StartTLSPolicy) {
        self.security = security
        self.startTLS = startTLS
    }

    /// One line for people: the greeting, or where the conversation ended.
    public var summary: String {
        guard outcome == .done else {
            let words = said.map { ": \"\(SafeText.cut($0, to: 80))\"" }
            return "\(outcome.rawValue) at \(step.rawValue)\(words ?? "")"
        }
        let words = SafeText.cut(greeting ?? "", to: 80)
        return "\"\(words)\", \(security.words), \(capabilities.count) capabilities\(isLoggedIn ? ", logged in" : "")"
    }

    /// Changes the texts of the server: greeting, capabilities and replies.
    public mutating func mapServerText(_ change: (String) -> String) {
        greeting = greeting.map(change)
        capabilities = capabilities.map(change)
        startTLSReply = startTLSReply.map(change)
        said = said.map(change)
    }
}

extension IMAPEvidence: JudgedEvidence {
    /// `nil`: IMAP is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether something came, and not the rest of what was waited for in time.
    public var hasStalled: Bool { outcome == .noAnswer }

    /// Whether the server has greeted and told its capabilities, in TLS where the settings require it.
    public var isProven: Bool {
        outcome == .done && greeting != nil && !capabilities.isEmpty && (startTLS != .required || security != .plain)
    }

    /// Findings about the IMAP server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { IMAPRules.findings(self, in: evidence) }
}

extension IMAPEvidence: SessionEvidence {}

extension IMAPEvidence.Outcome: SessionOutcome {
    static var foreign: Self { .notIMAP }
}
