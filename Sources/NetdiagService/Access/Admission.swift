import HTTPTypes

/// The access level of a client, and how it could get a higher one.
struct Admission: Sendable {
    var accessLevel: AccessLevel
    /// Whether the client uses the Unix socket.
    var isLocal: Bool
    /// Whether the token is accepted over this connection.
    var takesToken = false
    /// Whether a token is configured.
    var hasToken = false
    /// How long no token from its address is checked, after too many wrong ones.
    var pause: Duration?
    /// Whether a session gave it the level of a reader.
    var hasSession = false

    /// The refusal of a request whose client lacks the access level.
    ///
    /// - Parameter what: The requested resource, at the beginning of the sentence.
    func refusal(_ wanted: AccessLevel, for what: String) -> Problem {
        if isLocal {
            return Problem(
                .forbidden,
                "\(what) is only for root, the daemon's own user, and its owner and group (access: owner:, group:)")
        }
        if let pause { return Self.tooMany(pause) }
        let who =
            wanted == .privileged
            ? "is for the Unix socket and for bearers of the token"
            : "is for this machine, networks that may read (access: read:), and bearers of the token"
        if takesToken {
            return Problem(
                .unauthorized, "\(what) \(who): Authorization: Bearer TOKEN",
                fields: [.wwwAuthenticate: "Bearer realm=\"netdiag\""])
        }
        let why =
            hasToken
            ? "no token is taken over plain HTTP from another host (listen: https:)"
            : "no token is configured (access: token_file:)"
        return Problem(.forbidden, "\(what) \(who); \(why)")
    }

    /// - Parameter pause: How long no token is checked.
    static func tooMany(_ pause: Duration) -> Problem {
        Problem(
            .tooManyRequests, "too many wrong tokens came from your address; try again later",
            fields: [.retryAfter: String(pause.components.seconds + 1)])
    }
}
