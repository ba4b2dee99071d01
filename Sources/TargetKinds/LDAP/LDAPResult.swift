/// The result of an operation, as reported by the server (RFC 4511 section 4.1.9).
public struct LDAPResult: Sendable, Hashable, Codable {
    /// The result code, 0 for success (RFC 4511 appendix A).
    public var code: Int
    /// The field `diagnosticMessage`, at most 300 Unicode scalars.
    public var message: String

    /// The names of the results that a search for the root DSE can have (RFC 4511 appendix A).
    private static let names: [Int: String] = [
        0: "success", 1: "operationsError", 2: "protocolError", 3: "timeLimitExceeded", 8: "strongerAuthRequired",
        11: "adminLimitExceeded", 12: "unavailableCriticalExtension", 13: "confidentialityRequired", 32: "noSuchObject",
        48: "inappropriateAuthentication", 49: "invalidCredentials", 50: "insufficientAccessRights", 51: "busy",
        52: "unavailable", 53: "unwillingToPerform", 80: "other",
    ]

    /// The result in words, as in `busy (51): text of the server`. The text can contain anything.
    var words: String {
        let name = Self.names[code].map { "\($0) (\(code))" } ?? "result \(code)"
        return message.isEmpty ? name : "\(name): \(message)"
    }

    mutating func map(_ change: (String) -> String) { message = change(message) }

    /// Whether the server would return more after a login, or over TLS.
    var wantsLogin: Bool { [8, 13, 32, 48, 49, 50, 53].contains(code) }
    /// Whether the server is temporarily unavailable.
    var isUnavailable: Bool { [3, 11, 51, 52].contains(code) }
}
