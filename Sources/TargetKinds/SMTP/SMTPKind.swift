import Diagnosis
import NetworkModel

/// A mail server (SMTP, RFC 5321): its greeting, its extensions, and TLS, from the first byte (RFC 8314) or by STARTTLS
/// (RFC 3207). With credentials, the check logs in (RFC 4954). No mail is sent.
enum SMTPKind: TargetKind {
    static let summary =
        "A mail server, which must send a greeting and answer EHLO, over TLS if it offers STARTTLS; with credentials, it must accept the login (RFC 5321)."
    static let example = "smtp://mail.example"
    static let schemes = [
        RegisteredScheme(
            "smtp", layer: SMTPEvidence.layer, transport: .tcp, defaultPort: 25, sharing: [.tls, .credentials]
        ).usingLibcurl,
        RegisteredScheme(
            "smtps", layer: SMTPEvidence.layer, transport: .tls, defaultPort: 465, sharing: [.credentials],
            plainProtocol: .mailOrFTP),
    ]
    static let causes = SMTPCauses.all
    static let probe = KindProbe<SMTPSettings, SMTPEvidence>.stream(SMTPProbe.observe)
}

struct SMTPSettings: KindSettings {
    static let name = KindSetting(
        "name", .greetingName, default: "netdiag.invalid",
        "The name to send with EHLO; the default reveals nothing about this machine.", for: .target)

    static let settings: [any KindSettingDescription] = [StartTLSPolicy.setting, name]

    let startTLS: StartTLSPolicy
    let name: String

    init(_ values: SettingValues) {
        startTLS = values[StartTLSPolicy.setting]
        name = values[Self.name]
    }
}

extension SettingType where Value == String {
    /// The name in EHLO: a domain or an address literal (RFC 5321 section 4.1.1.1), without bytes that would end a
    /// command.
    fileprivate static var greetingName: Self {
        let words = "a domain name, or an address in brackets like [192.0.2.1], of 1 to 255 bytes"
        return Self(words) { text throws(SettingsError) in
            let isName =
                (1...255).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                    default: "-._:[]".utf8.contains(byte)
                    }
                }
            guard isName else { throw SettingsError("\(SafeText.shown(text)) is not valid", expecting: words) }
            return text
        } text: {
            $0
        }
    }
}
