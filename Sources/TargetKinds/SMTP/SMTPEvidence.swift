public import Diagnosis
public import NetworkModel

/// The dialogue with a mail server (RFC 5321).
public struct SMTPEvidence: LayerEvidence {
    /// The layer `smtp`.
    public static let layer = Layer.kind("smtp")

    /// The result of a dialogue.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server sent its greeting, and responded to EHLO or HELO, over TLS if that was begun.
        case done
        /// Nothing arrived, not even a part of a greeting.
        case noGreeting = "no-greeting"
        /// A greeting arrived, but no reply to a command in time.
        case noAnswer = "no-answer"
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The data is not an SMTP reply.
        case notSMTP = "not-smtp"
        /// The server replied with a code of 400 to 599 to the connection itself, to EHLO or to HELO.
        case refused
        /// The settings require STARTTLS, and the server does not offer it.
        case startTLSMissing = "starttls-missing"
        /// The settings require STARTTLS, and the server refuses it.
        case startTLSRefused = "starttls-refused"
        /// Unencrypted data followed the reply to STARTTLS.
        case startTLSInjected = "starttls-injected"
        /// Credentials are configured, but could not be sent.
        case loginMissing = "login-missing"
        /// The server rejected the credentials.
        case loginRejected = "login-rejected"
        /// The handshake failed, which the TLS layer reports.
        case tlsFailed = "tls-failed"
    }

    /// The step in which the dialogue ended.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        case greeting, ehlo, helo, login
        case startTLS = "starttls"
    }

    /// The result of the dialogue.
    public var outcome = Outcome.done
    /// The step in which the dialogue ended.
    public var step = Step.greeting
    /// The reply to the connection, beginning with the code, at most 300 Unicode scalars.
    public var greeting: String?
    /// The lines after the first one in the reply to EHLO, over TLS if that was begun, at most 64.
    public var extensions: [String] = []
    /// Whether the connection used TLS at its end, and from which point.
    public var security: ConnectionSecurity
    /// The configured use of STARTTLS.
    public var startTLS: StartTLSPolicy
    /// The reply that refused STARTTLS.
    public var startTLSReply: String?
    /// The reply, or the line, that ended the dialogue.
    public var said: String?
    /// The code of that reply; `nil` if it was not a reply.
    public var code: Int?
    /// A description of the connection's error, or of the reason why credentials could not be sent.
    public var failure: String?
    /// Whether the login succeeded.
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

    /// A one-line summary: the greeting, or where the dialogue ended.
    public var summary: String {
        guard outcome == .done else {
            let words = said.map { ": \"\(SafeText.cut($0, to: 80))\"" }
            return "\(outcome.rawValue) at \(step.rawValue)\(words ?? "")"
        }
        let words = SafeText.cut(greeting ?? "", to: 80)
        let count = Quantity.text(extensions.count, "extension")
        return "\"\(words)\", \(security.words), \(count)\(isLoggedIn ? ", logged in" : "")"
    }

    /// Applies a function to the texts of the server: greeting, extensions and replies.
    public mutating func mapServerText(_ change: (String) -> String) {
        greeting = greeting.map(change)
        extensions = extensions.map(change)
        startTLSReply = startTLSReply.map(change)
        said = said.map(change)
    }
}

extension SMTPEvidence: JudgedEvidence {
    /// Always `nil`: SMTP uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether a greeting arrived, but no reply to a command in time.
    public var hasStalled: Bool { outcome == .noAnswer }

    /// Whether the server sent its greeting and responded to EHLO or HELO, over TLS if the settings require it.
    public var isProven: Bool {
        outcome == .done && greeting != nil && (startTLS != .required || security != .plain)
    }

    /// The findings about the mail server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { SMTPRules.findings(self, in: evidence) }
}

extension SMTPEvidence: SessionEvidence {}

extension SMTPEvidence.Outcome: SessionOutcome {
    /// The data does not follow the protocol.
    public static var foreign: Self { .notSMTP }
}
