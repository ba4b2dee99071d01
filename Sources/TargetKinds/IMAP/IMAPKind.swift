import Diagnosis
import NetworkModel

/// An IMAP server (RFC 9051, RFC 3501): its greeting, its capabilities, and TLS, from the first byte (RFC 8314) or by
/// STARTTLS. With credentials, the check logs in (AUTHENTICATE, RFC 9051 section 6.2.2).
enum IMAPKind: TargetKind {
    static let summary =
        "An IMAP server, which must send a greeting and answer CAPABILITY, over TLS if it offers STARTTLS; with credentials, it must accept the login (RFC 9051)."
    static let example = "imaps://mail.example"
    static let schemes = [
        RegisteredScheme(
            "imap", layer: IMAPEvidence.layer, transport: .tcp, defaultPort: 143, sharing: [.tls, .credentials]
        ).usingLibcurl,
        RegisteredScheme(
            "imaps", layer: IMAPEvidence.layer, transport: .tls, defaultPort: 993, sharing: [.credentials],
            plainProtocol: .imap),
    ]
    static let causes = IMAPCauses.all
    static let factPhrases = IMAPPhrases.all
    static let probe = KindProbe<IMAPSettings, IMAPEvidence>.stream(IMAPProbe.observe)
}

struct IMAPSettings: KindSettings {
    static let settings: [any KindSettingDescription] = [StartTLSPolicy.setting]

    let startTLS: StartTLSPolicy

    init(_ values: SettingValues) {
        startTLS = values[StartTLSPolicy.setting]
    }
}
