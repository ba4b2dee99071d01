package import NetworkModel

extension SettingGroup {
    /// How TLS is established, and the requirements for certificates.
    static let tls = SettingGroup(
        .tls,
        [
            authorities,
            ProbeSetting(
                "server_name", .serverName, at: \.tls.serverName,
                "The name to request, which the certificate must cover; by default, the host of the target.",
                option: .init(name: "server-name", valueName: "name")),
            ProbeSetting(
                "certificate", SettingType.pem("CERTIFICATE", "a file in PEM form").orNone,
                at: \.tls.clientCertificateFile, "The client's own certificate, in PEM form.", for: .target,
                option: .init(name: "cert", valueName: "file")),
            ProbeSetting(
                "key", SettingType.pem("PRIVATE KEY", "a file in PEM form").orNone, at: \.tls.clientKeyFile,
                "The private key of the client's certificate, if it is in a separate file.", for: .target,
                option: .init(name: "key", valueName: "file")),
            ProbeSetting(
                "minimum", SettingType<TLSSettings.Version>.choice.orNone, at: \.tls.minVersion,
                "The oldest version of TLS to accept; by default, that of the system.",
                option: .init(name: "tls-minimum", valueName: "version")),
            ProbeSetting(
                "issuer", .issuer, at: \.tls.expectedIssuer,
                "Text that the name of an issuing authority must contain, ignoring case; otherwise there is a warning, since the connection may be intercepted.",
                option: .init(name: "issuer", valueName: "text"), openToRequests: true),
            ProbeSetting(
                "pin", .pins, at: \.tls.pins,
                "The SHA-256 of the certificate's public key, as for curl; with several, one must match. Another key causes a warning.",
                option: .init(name: "pin", valueName: "pin", isRepeated: true), openToRequests: true),
        ], rules: [.needs("key", "certificate")])

    /// The setting `ca_file`, which is also available next to the target.
    private static let authorities = ProbeSetting(
        "ca_file", SettingType.pem("CERTIFICATE", "a file of PEM certificates", isSecret: false).orNone,
        at: \.tls.certificateAuthorityFile, "PEM certificates to trust instead of the system's.",
        option: .init(name: "ca-file", valueName: "file"))

    /// Reads a setting `ca_file`.
    ///
    /// - Returns: The file; `nil` if it is not usable.
    package static func certificateAuthority(_ input: SettingInput, with reader: inout SettingReader) -> String? {
        authorities.setting.type.read(input, with: &reader) ?? nil
    }
}

extension SettingType<String?> {
    fileprivate static var serverName: Self {
        Self("a host name") { text throws(SettingsError) in
            try HostSetting.parse(text)
        } text: {
            $0
        }
    }

    fileprivate static var issuer: Self {
        Self("a part of the authority's name", example: ", as in Example CA") { text throws(SettingsError) in
            guard TLSSettings.isIssuer(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not valid; write 1 to 256 bytes of the authority's name")
            }
            return text
        } text: {
            $0
        }
    }
}

extension SettingType<[String]> {
    /// Pins of public keys (CURLOPT_PINNEDPUBLICKEY(3)).
    fileprivate static var pins: Self {
        SettingType<String>("a pin") { text throws(SettingsError) in
            guard TLSSettings.isPin(text) else {
                throw SettingsError(
                    "\(SafeText.shown(text)) is not a pin; write sha256// and the base64 of 32 bytes, as curl takes it")
            }
            return text
        } text: {
            $0
        }.list("pins, as in sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
    }
}
