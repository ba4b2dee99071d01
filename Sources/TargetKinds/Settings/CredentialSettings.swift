import NetworkModel
import Probes

extension SettingGroup {
    /// The credentials, which are given by name, and never in the text.
    static let credentials = SettingGroup(
        .credentials,
        [
            source(
                "file",
                SettingType.secretFile("a file that contains name:password, or a token") { file throws(SettingsError) in
                    _ = try file.secret()
                }.map { .file($0) },
                "A file with one line, name:password or a token, readable only by its owner.",
                .init(name: "credentials", valueName: "file")),
            source(
                "service", SettingType.serviceCredential.map { .service(name: $0) },
                "A credential of the service manager with the same format, by its name in LoadCredential= of the unit."),
            source(
                "netrc",
                SettingType.secretFile("a file in the form of netrc(5)") { file throws(SettingsError) in
                    try file.check()
                }.map { .netrc($0) },
                "A file in netrc(5) format, readable only by its owner; the entry for the target's host is used."
            ),
            source(
                "kerberos", .kerberos,
                "The Kerberos tickets of the process, or those that it gets with the keytab in KRB5_CLIENT_KTNAME. Write on, or leave it out."
            ),
            ProbeSetting(
                KindSetting(
                    "schemes", .schemes, default: [],
                    "The authentication schemes that may be used; the strongest one that the server offers is chosen. By default, all schemes that the credentials allow.",
                    for: .nobody),
                option: .init(name: "credentials-scheme", valueName: "scheme", isRepeated: true), openToRequests: false
            ) { schemes, settings in
                guard let source = settings.authentication?.source, !schemes.isEmpty else { return }
                settings.authentication = AuthenticationSettings(source: source, schemes: Set(schemes))
            },
        ],
        rules: [.one(of: ["file", "service", "netrc", "kerberos"], example: "file: /etc/netdiag/login")])

    private static func source(
        _ key: String, _ type: SettingType<CredentialSource>, _ sentence: String, _ option: SettingOption? = nil
    ) -> ProbeSetting<CredentialSource?> {
        ProbeSetting(
            KindSetting(key, type.orNone, default: nil, sentence, for: .target), option: option, openToRequests: false
        ) { source, settings in
            settings.authentication = source.map { AuthenticationSettings(source: $0) }
        }
    }
}

extension SettingType<String> {
    /// A file with secrets, which is read for each check.
    fileprivate static func secretFile(
        _ words: String, check: @escaping @Sendable (CredentialFile) throws(SettingsError) -> Void
    ) -> Self {
        file(words, isSecret: true) { path, _ throws(SettingsError) in
            do throws(SettingsError) {
                try check(CredentialFile(path: path))
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }

    fileprivate static var serviceCredential: Self {
        Self("the name of a credential of the service manager") { text throws(SettingsError) in
            guard !text.utf8.contains(UInt8(ascii: "/")), text.utf8.first != UInt8(ascii: "."),
                (1...255).contains(text.utf8.count)
            else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not a valid name of a credential; write it as in LoadCredential= of the unit"
                )
            }
            return text
        } text: {
            $0
        }
    }

    fileprivate func map(_ source: @escaping @Sendable (String) -> CredentialSource) -> SettingType<CredentialSource> {
        SettingType<CredentialSource>(typeWords) { input, reader in
            read(input, with: &reader).map(source)
        } text: { _ in
            nil
        }
    }
}

extension SettingType<CredentialSource> {
    fileprivate static var kerberos: Self {
        Self("on") { input, reader in
            guard let isOn = SettingType<Bool>.boolean.read(input, with: &reader) else { return nil }
            if !isOn { reader.refuse(input, SettingsError("is off; leave credentials out")) }
            return isOn ? .kerberos : nil
        } text: { _ in
            nil
        }
    }
}

extension SettingType<[AuthenticationScheme]> {
    fileprivate static var schemes: Self {
        Self("a list of basic, digest, negotiate, ntlm and bearer") { input, reader in
            guard let items = reader.items(input, of: "schemes") else { return nil }
            if items.isEmpty {
                reader.refuse(input, SettingsError("is empty; leave it out, or name a scheme, as in digest"))
            }
            return items.compactMap { SettingType<AuthenticationScheme>.choice.read($0, with: &reader) }
        } text: { _ in
            nil
        }
    }
}
