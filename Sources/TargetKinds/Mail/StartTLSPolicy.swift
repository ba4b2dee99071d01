import NetworkModel

/// Whether TLS is begun on a connection that began without it (STARTTLS: RFC 3207, RFC 9051 section 6.2.1).
public enum StartTLSPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is not begun, whatever the server offers.
    case off
    /// It is begun where the server offers it.
    case attempt = "try"
    /// It is begun, and a server that does not offer it is an error.
    case required

    static let setting = KindSetting(
        "starttls", .choice, default: attempt,
        "Whether a connection without TLS switches to it: never (off), if the server offers it (try), or always (required).",
        for: .nobody)
}

/// How the data on a connection is protected.
public enum ConnectionSecurity: String, Sendable, Hashable, Codable {
    /// Without TLS.
    case plain
    /// By TLS that was begun later.
    case startTLS = "starttls"
    /// By TLS from the first byte.
    case implicit

    /// For people.
    var words: String {
        switch self {
        case .plain: "without TLS"
        case .startTLS: "TLS by STARTTLS"
        case .implicit: "in TLS"
        }
    }
}
