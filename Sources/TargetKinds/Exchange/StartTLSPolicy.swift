public import NetworkModel

/// Whether to switch a connection to TLS (STARTTLS: RFC 3207, RFC 9051 section 6.2.1).
public enum StartTLSPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// TLS is not used, whatever the server offers.
    case off
    /// TLS is used if the server offers it. Otherwise the dialogue continues without it.
    case attempt = "try"
    /// TLS is used. It is an error if the server does not offer it.
    case required

    /// The setting `starttls`, for the settings of a protocol in which TLS begins later.
    public static let setting = KindSetting(
        "starttls", .choice, default: attempt,
        "Whether a connection without TLS switches to it: never (off), if the server offers it (try), or always (required).",
        for: .nobody)
}

/// The protection of the data on a connection.
public enum ConnectionSecurity: String, Sendable, Hashable, Codable, CaseIterable {
    /// There is no TLS.
    case plain
    /// TLS began later.
    case startTLS = "starttls"
    /// TLS began with the first byte.
    case implicit

    /// The protection in English, for the summary of evidence: its row is translated.
    public var words: String {
        switch self {
        case .plain: "without TLS"
        case .startTLS: "TLS by STARTTLS"
        case .implicit: "in TLS"
        }
    }
}
