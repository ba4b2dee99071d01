import FoundationEssentials
import NetworkModel

/// A login at a mail server by the SASL mechanism PLAIN (RFC 4616): name and password in one line, which is only sent
/// over TLS.
struct PlainLogin: Sendable {
    /// The reason why a login is not possible, as text.
    struct Obstacle: Error {
        let reason: String
    }

    /// The line in base64.
    let response: String
    private let login: KindLogin.Login

    /// Creates a login.
    ///
    /// - Parameter mechanisms: The mechanisms that the server offers.
    /// - Returns: `nil` if no credentials are configured.
    /// - Throws: ``Obstacle`` if credentials are configured, but cannot be sent.
    init?(_ login: KindLogin, security: ConnectionSecurity, mechanisms: [String]) throws(Obstacle) {
        switch login {
        case .none: return nil
        case .unavailable(let reason): throw Obstacle(reason: reason)
        case .login(let login):
            guard case .password(let user, let password) = login.secret.content else {
                throw Obstacle(reason: "a mail server accepts only a name and password, not tokens or tickets")
            }
            guard security != .plain else {
                throw Obstacle(reason: "the password is sent only over TLS, which the server does not offer")
            }
            guard mechanisms.contains(where: { $0.uppercased() == "PLAIN" }) else {
                let offered = mechanisms.isEmpty ? "no login" : mechanisms.prefix(8).joined(separator: " ")
                throw Obstacle(reason: "the server offers \(offered), and not PLAIN")
            }
            guard !user.utf8.contains(0), !password.utf8.contains(0) else {
                throw Obstacle(reason: "name and password cannot contain NUL bytes")
            }
            self.login = login
            response = Data("\0\(user)\0\(password)".utf8).base64EncodedString()
        }
    }

    /// Records the server's response.
    func record(isAccepted: Bool) { login.record(isAccepted: isAccepted) }

    /// A text of the server without the line, which some servers repeat.
    func masked(_ text: String) -> String { Secret(.token(response)).masked(text) }
}
