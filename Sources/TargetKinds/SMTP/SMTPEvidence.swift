public import Diagnosis
public import NetworkModel

/// The dialogue with a mail server (RFC 5321).
public struct SMTPEvidence: LayerEvidence {
    /// The layer `smtp`.
    public static let layer = Layer.kind("smtp")

    /// How the conversation ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The server has greeted, and answered EHLO or HELO, in TLS where that was begun.
        case done
        /// Nothing came, not even a part of a greeting.
        case noGreeting = "no-greeting"
        /// A greeting came, and no reply to a command in time.
        case noAnswer = "no-answer"
        /// The server ended the connection.
        case closed
        /// The connection was reset.
        case reset
        /// Another error of the connection.
        case failed
        /// What came is no reply of SMTP.
        case notSMTP = "not-smtp"
        /// A reply with a code of 400 to 599, to the connection itself, EHLO or HELO.
        case refused
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
        case greeting, ehlo, helo, login
        case startTLS = "starttls"
    }

    /// How the conversation ended.
    public var outcome = Outcome.done
    /// What the server was waited for when it ended.
    public var step = Step.greeting
    /// The reply to the connection, code first, 300 Unicode scalars at most.
    public var greeting: String?
    /// What EHLO was answered with behind the first line, in TLS where that was begun: 64 lines at most.
    public var extensions: [String] = []
    /// Whether the connection was in TLS at the end, and since when.
    public var security: ConnectionSecurity
    /// What was asked for, of the settings.
    public var startTLS: StartTLSPolicy
    /// What STARTTLS was refused with.
    public var startTLSReply: String?
    /// The reply, or the line, that ended the conversation.
    public var said: String?
    /// Its code, where it was a reply.
    public var code: Int?
    /// Of a connection that failed, or a login that cannot be sent, in words.
    public var failure: String?
    /// Whether a login was taken.
    public var isLoggedIn = false

    enum CodingKeys: String, CodingKey {
        case outcome, step, greeting, extensions, security
        case startTLS = "starttls"
        case startTLSReply = "starttls_reply"
        case said, code, failure
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
        return "\"\(words)\", \(security.words), \(extensions.count) extensions\(isLoggedIn ? ", logged in" : "")"
    }

    /// Changes the texts of the server: greeting, extensions and replies.
    public mutating func mapServerText(_ change: (String) -> String) {
        greeting = greeting.map(change)
        extensions = extensions.map(change)
        startTLSReply = startTLSReply.map(change)
        said = said.map(change)
    }
}

extension SMTPEvidence: JudgedEvidence {
    /// `nil`: SMTP is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether a greeting came, and no reply to a command in time.
    public var hasStalled: Bool { outcome == .noAnswer }

    /// Whether the server has greeted and answered EHLO or HELO, in TLS where the settings require it.
    public var isProven: Bool {
        outcome == .done && greeting != nil && (startTLS != .required || security != .plain)
    }

    /// Findings about the mail server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { SMTPRules.findings(self, in: evidence) }
}

extension SMTPEvidence: SessionEvidence {}

extension SMTPEvidence.Outcome: SessionOutcome {
    static var foreign: Self { .notSMTP }
}
