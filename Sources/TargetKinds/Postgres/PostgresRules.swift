import Diagnosis
import NetworkModel

/// Rules for a connection to a PostgreSQL server: whether it responds, supports the required TLS, and accepts the
/// connection. The handshake has its own rules.
enum PostgresRules {
    static func findings(_ postgres: PostgresEvidence, in evidence: Evidence) -> [Finding] {
        var facts = [
            "destination": evidence.destination, "user": shown(postgres.user), "database": shown(postgres.database),
        ]
        facts["step"] = FactPhrase.answering.text(["command": postgres.step.rawValue])
        facts["detail"] = shown(postgres.detail ?? postgres.error?.words ?? FactPhrase.noReasonKnown.text)
        func named(_ entry: CauseEntry, confidence: Double = 1, how: String? = nil) -> [Finding] {
            facts["how"] = how
            return [Finding(entry, confidence: confidence, facts)]
        }
        switch postgres.outcome {
        case .accepted: return postgres.isProven ? [] : named(PostgresCauses.notPostgres)
        case .refused: return named(postgres.error.map(cause) ?? PostgresCauses.refused)
        case .silent: return named(PostgresCauses.noAnswer, confidence: 0.9)
        case .closed: return named(PostgresCauses.closed, confidence: 0.95, how: FactPhrase.closesConnection.text)
        case .reset: return named(PostgresCauses.closed, confidence: 0.95, how: FactPhrase.resetsConnection.text)
        case .failed:
            return named(
                PostgresCauses.closed, confidence: 0.9,
                how: FactPhrase.losesConnection.text(["reason": shown(postgres.detail ?? "")]))
        case .notPostgres: return named(PostgresCauses.notPostgres)
        case .tlsRefused: return named(PostgresCauses.tlsRefused)
        case .tlsInjected: return named(PostgresCauses.tlsInjected)
        case .tlsFailed: return []
        }
    }

    /// The cause of an error, by its SQLSTATE, since messages are in the language of the server (PostgreSQL
    /// documentation, appendix A).
    private static func cause(_ error: PostgresError) -> CauseEntry {
        switch error.code {
        case "57P01", "57P02", "57P03": PostgresCauses.unavailable
        case "53300": PostgresCauses.tooManyClients
        case "3D000": PostgresCauses.databaseMissing
        // The name of the file is the same in every language.
        case "28000", "28P01":
            error.message.utf8.firstRange(of: "pg_hba.conf".utf8) == nil
                ? PostgresCauses.loginRejected : PostgresCauses.notAllowed
        default: PostgresCauses.refused
        }
    }
}
