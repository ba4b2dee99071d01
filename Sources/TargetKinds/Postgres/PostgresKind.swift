import Diagnosis
import NetworkModel

/// A PostgreSQL server (protocol 3.0, PostgreSQL documentation, chapter "Frontend/Backend Protocol"): whether it
/// accepts connections for a user and a database, as tested by pg_isready(1), and which login it requires. No password
/// is sent (decision 78).
enum PostgresKind: TargetKind {
    static let summary =
        "A PostgreSQL server, which must accept a connection for a user and a database, or ask for a login, over TLS if it offers that; no password is sent (protocol 3.0)."
    static let example = "postgres://db.example/orders --postgres-user alice"
    static let schemes = ["postgres", "postgresql"].map {
        RegisteredScheme(
            $0, layer: PostgresEvidence.layer, transport: .tcp, defaultPort: 5_432,
            path: .optional(meaning: "the name of the database"), sharing: [.tls]
        ).usingLibcurl
    }
    static let causes = PostgresCauses.all
    static let probe = KindProbe<PostgresSettings, PostgresEvidence>.stream(PostgresProbe.observe)
}

struct PostgresSettings: KindSettings {
    /// The maximum length of names; servers truncate longer ones (NAMEDATALEN - 1).
    static let maxNameBytes = 63

    static let user = KindSetting<String?>(
        "user", .text(bytes: 1...maxNameBytes), default: nil,
        "The user to connect as; by default, postgres. If the URL names no database, the user's name is used.",
        for: .target)
    static let settings: [any KindSettingDescription] = [StartTLSPolicy.setting, user]

    let startTLS: StartTLSPolicy
    let user: String

    init(_ values: SettingValues) {
        startTLS = values[StartTLSPolicy.setting]
        user = values[Self.user] ?? "postgres"
    }
}
