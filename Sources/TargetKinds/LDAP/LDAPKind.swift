import Diagnosis
import NetworkModel

/// An LDAP server (RFC 4511): whether it returns its root DSE (RFC 4512 section 5.1), which is the first thing that
/// clients request. The connection is anonymous, without a login (RFC 4513 section 4).
enum LDAPKind: TargetKind {
    static let summary =
        "A directory server, which must return its root DSE with its naming contexts to an anonymous client (RFC 4512)."
    static let example = "ldaps://directory.example"
    static let schemes = [
        RegisteredScheme("ldap", layer: LDAPEvidence.layer, transport: .tcp, defaultPort: 389, sharing: [.tls]),
        RegisteredScheme("ldaps", layer: LDAPEvidence.layer, transport: .tls, defaultPort: 636),
    ]
    static let causes = LDAPCauses.all
    static let factPhrases = LDAPPhrases.all
    static let probe = KindProbe<LDAPSettings, LDAPEvidence>.stream(LDAPProbe.observe)
}

struct LDAPSettings: KindSettings {
    static let startTLS = KindSetting<StartTLSPolicy>(
        "starttls", .choice, default: .off,
        "Whether a connection without TLS switches to it: never (off), if the server supports it (try), or always (required).",
        for: .nobody)
    static let namingContext = KindSetting<String?>(
        "naming_context", .text(bytes: 1...1_024), default: nil,
        "A naming context that the server must have, as in dc=example,dc=org; by default, any is accepted.",
        for: .nobody)

    static let settings: [any KindSettingDescription] = [startTLS, namingContext]

    let startTLS: StartTLSPolicy
    let namingContext: String?

    init(_ values: SettingValues) {
        startTLS = values[Self.startTLS]
        namingContext = values[Self.namingContext]
    }
}
