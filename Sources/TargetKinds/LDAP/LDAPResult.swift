/// The result of an operation, as reported by the server (RFC 4511 section 4.1.9).
public struct LDAPResult: Sendable, Hashable, Codable {
    /// The result code, 0 for success (RFC 4511 appendix A).
    public var code: Int
    /// `diagnosticMessage`, 300 Unicode scalars at most.
    public var message: String

    /// Those of RFC 4511 appendix A that a search of the root DSE may be answered with.
    private static let names: [Int: String] = [
        0: "success", 1: "operationsError", 2: "protocolError", 3: "timeLimitExceeded", 8: "strongerAuthRequired",
        11: "adminLimitExceeded", 12: "unavailableCriticalExtension", 13: "confidentialityRequired", 32: "noSuchObject",
        48: "inappropriateAuthentication", 49: "invalidCredentials", 50: "insufficientAccessRights", 51: "busy",
        52: "unavailable", 53: "unwillingToPerform", 80: "other",
    ]

    /// As in `busy (51): text of the server`, which may hold anything.
    var words: String {
        let name = Self.names[code].map { "\($0) (\(code))" } ?? "result \(code)"
        return message.isEmpty ? name : "\(name): \(message)"
    }

    mutating func map(_ change: (String) -> String) { message = change(message) }

    /// That the server would say more to somebody who has logged in, or by TLS.
    var wantsLogin: Bool { [8, 13, 32, 48, 49, 50, 53].contains(code) }
    /// That it cannot serve for now.
    var isUnavailable: Bool { [3, 11, 51, 52].contains(code) }
}
