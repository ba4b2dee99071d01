/// The credentials that a route requires.
package struct AuthenticationPlan: Sendable {
    package enum Scheme: Sendable, Hashable {
        case basic(user: String, password: String)
        /// Digest authentication with MD5 and SHA-256 (RFC 7616).
        case digest(user: String, password: String)
        case bearer(token: String)
    }

    package var scheme: Scheme
    package var realm = "netdiag"

    package init(_ scheme: Scheme) { self.scheme = scheme }
}
