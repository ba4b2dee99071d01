public import Diagnosis
public import NetworkModel

/// The dialogue with an IMAP server (RFC 9051).
public struct IMAPEvidence: LayerEvidence {
    /// The layer `imap`.
    public static let layer = Layer.kind("imap")

    /// The result of a dialogue.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server sent its greeting and its capabilities, over TLS if that was begun.
        case done
        /// Nothing arrived, not even a part of a greeting.
        case noGreeting = "no-greeting"
        /// A part of the expected data arrived, but not the rest in time.
        case noAnswer = "no-answer"
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The data is not an IMAP response.
        case notIMAP = "not-imap"
        /// The server sent BYE, as a greeting or later.
        case bye
        /// The settings require STARTTLS, and the server does not offer it.
        case startTLSMissing = "starttls-missing"
        /// The settings require STARTTLS, and the server refuses it.
        case startTLSRefused = "starttls-refused"
        /// Unencrypted data followed the response to STARTTLS.
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
        case greeting, capability, login
        case startTLS = "starttls"
    }

    /// The result of the dialogue.
    public var outcome = Outcome.done
    /// The step in which the dialogue ended.
    public var step = Step.greeting
    /// The greeting after the `*`, at most 300 Unicode scalars.
    public var greeting: String?
    /// Whether the server considers the client logged in from the start (PREAUTH), so that STARTTLS cannot be used.
    public var isPreauthenticated = false
    /// The capabilities, over TLS if that was begun, at most 64.
    public var capabilities: [String] = []
    /// Whether the connection used TLS at its end, and from which point.
    public var security: ConnectionSecurity
    /// The configured use of STARTTLS.
    public var startTLS: StartTLSPolicy
    /// The response that refused STARTTLS.
    public var startTLSReply: String?
    /// The line that ended the dialogue.
    public var said: String?
    /// A description of the connection's error, or of the reason why credentials could not be sent.
    public var failure: String?
    /// Whether the login succeeded.
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

    /// A one-line summary: the greeting, or where the dialogue ended.
    public var summary: String {
        guard outcome == .done else {
            let words = said.map { ": \"\(SafeText.cut($0, to: 80))\"" }
            return "\(outcome.rawValue) at \(step.rawValue)\(words ?? "")"
        }
        let words = SafeText.cut(greeting ?? "", to: 80)
        let count = capabilities.count == 1 ? "1 capability" : "\(capabilities.count) capabilities"
        return "\"\(words)\", \(security.words), \(count)\(isLoggedIn ? ", logged in" : "")"
    }

    /// Applies a function to the texts of the server: greeting, capabilities and replies.
    public mutating func mapServerText(_ change: (String) -> String) {
        greeting = greeting.map(change)
        capabilities = capabilities.map(change)
        startTLSReply = startTLSReply.map(change)
        said = said.map(change)
    }
}

extension IMAPEvidence: JudgedEvidence {
    /// Always `nil`: IMAP uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether a part of the expected data arrived, but not the rest in time.
    public var hasStalled: Bool { outcome == .noAnswer }

    /// Whether the server sent its greeting and its capabilities, over TLS if the settings require it.
    public var isProven: Bool {
        outcome == .done && greeting != nil && !capabilities.isEmpty && (startTLS != .required || security != .plain)
    }

    /// The findings about the IMAP server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { IMAPRules.findings(self, in: evidence) }
}

extension IMAPEvidence: SessionEvidence {}

extension IMAPEvidence.Outcome: SessionOutcome {
    /// The data does not follow the protocol.
    public static var foreign: Self { .notIMAP }
}
