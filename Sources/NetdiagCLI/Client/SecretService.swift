import NetworkModel
import Translations

/// The Secret Service of the desktop, which is queried with secret-tool(1) of libsecret. It uses entries of the network schema,
/// with the attributes `server` and `user`.
enum SecretService {
    /// Returns the entry of a host. The desktop may ask its user to unlock the keyring.
    ///
    /// - Throws: ``Failure``, which never contains any part of the secret.
    static func secret(for host: Host) throws(Failure) -> Secret {
        let name = host.description
        let lines = try run(["secret-tool", "search", "--unlock", "server", name])
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + " = ") }.map { String($0.dropFirst(key.count + 3)) }
        }
        guard let password = value("secret") else {
            let command = "secret-tool store --label netdiag server \(Text.shown(name)) user NAME"
            throw .failed(ToolPhrase.secretNotThere.text(["host": Text.shown(name), "command": command]))
        }
        guard let user = value("attribute.user") else { return Secret(.token(password)) }
        return Secret(.password(user: user, password: password))
    }

    /// The time for the user to unlock the keyring.
    private static let limit = Duration.seconds(60)

    /// Runs secret-tool, which prints secrets and attributes on different streams.
    private static func run(_ arguments: [String]) throws(Failure) -> [Substring] {
        let (status, output) = try SystemCommand.run(arguments, in: .session, limit: limit)
        let lines = output.split(whereSeparator: \.isNewline)
        // It also exits with 0 if it finds nothing. Only its own messages are shown: the other lines may contain a secret.
        if status != 0 {
            let reason = lines.last { $0.contains("secret-tool:") }.map { Text.shown(String($0)) }
            let facts = ["reason": reason ?? ToolPhrase.secretToolFailed.text]
            throw .failed(ToolPhrase.secretsNotAsked.text(facts))
        }
        return lines
    }
}
