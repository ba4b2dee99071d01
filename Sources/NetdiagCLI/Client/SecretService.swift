import NetworkModel

/// The Secret Service of the desktop, asked through secret-tool(1), which belongs to libsecret: an entry of the usual
/// kind for networks, with the attributes `server` and `user`.
enum SecretService {
    /// Asks for the entry of a host; the desktop may ask its user to unlock the keyring.
    ///
    /// - Throws: ``Failure``; nothing of the secret is part of it.
    static func secret(for host: Host) throws(Failure) -> Secret {
        let name = host.description
        let lines = try run(["secret-tool", "search", "--unlock", "server", name])
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + " = ") }.map { String($0.dropFirst(key.count + 3)) }
        }
        guard let password = value("secret") else {
            throw .failed(
                "the Secret Service has no entry for \(Text.shown(name)); "
                    + "make one: secret-tool store --label netdiag server \(Text.shown(name)) user NAME")
        }
        guard let user = value("attribute.user") else { return Secret(.token(password)) }
        return Secret(.password(user: user, password: password))
    }

    /// Secrets come on the one stream, attributes on the other.
    private static func run(_ arguments: [String]) throws(Failure) -> [Substring] {
        let (status, output) = try SystemCommand.run(arguments, in: .session)
        let lines = output.split(whereSeparator: \.isNewline)
        // It ends with 0 also where it finds nothing, and says what went wrong in its own words.
        if status != 0, let reason = lines.last {
            throw .failed("the Secret Service cannot be asked: \(Text.shown(String(reason)))")
        }
        return lines
    }
}
