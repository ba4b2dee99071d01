import Diagnosis
import NetworkModel

/// The root causes of faults at PostgreSQL servers.
enum PostgresCauses {
    static let noAnswer = CauseEntry(
        "postgres.no-answer", .error, "The PostgreSQL server accepts the connection, but does not answer.",
        summary: "{destination} stops responding before {step}",
        advice: [
            "On the server, see whether it is overloaded or stopped: journalctl -u postgresql@*, top",
            "A connection pooler may wait for a free connection to the server behind it: SHOW POOLS in PgBouncer",
        ],
        evidence: "the connection is established, but the answer does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "postgres.closed", .error, "The connection ends before the PostgreSQL server has answered.",
        summary: "{destination} {how} instead of {step}",
        advice: [
            "On the server, see why: journalctl -u postgresql@*",
            "A proxy in front of it may have no server to pass the connection to",
        ],
        evidence: "a FIN, an RST or a connection error arrives instead of an answer",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notPostgres = CauseEntry(
        "postgres.not-postgres", .error, "The service on the port does not speak the protocol of PostgreSQL.",
        summary: "{destination} does not speak the protocol of PostgreSQL ({step} was expected): {detail}",
        advice: [
            "On the server, see what listens there: ss -ltnp",
            "Check whether something on the path answers in its place",
        ],
        evidence: "the data is not a message of protocol 3.0, or not one that may occur at this point",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unavailable = CauseEntry(
        "postgres.unavailable", .error, "The PostgreSQL server is starting, recovering or shutting down.",
        summary: "{destination} does not accept connections now: {detail}",
        advice: [
            "On the server, see how far recovery is: journalctl -u postgresql@*, pg_controldata",
            "A standby accepts connections only with hot_standby = on, and once it is consistent",
        ],
        evidence: "the SQLSTATE is 57P01, 57P02 or 57P03",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let tooManyClients = CauseEntry(
        "postgres.too-many-clients", .error, "The PostgreSQL server has no connection left.",
        summary: "{destination} has no connection left: {detail}",
        advice: [
            "See who holds them: SELECT usename, state, count(*) FROM pg_stat_activity GROUP BY 1, 2",
            "End idle ones (idle_session_timeout), put a pooler in front of it, or raise max_connections",
        ],
        evidence: "the SQLSTATE is 53300",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let databaseMissing = CauseEntry(
        "postgres.database-missing", .error, "The PostgreSQL server does not have the database.",
        summary: "{destination} does not have the database {database}: {detail}",
        advice: [
            "See which ones it has: psql -l",
            "Name another one in the target: postgres://{destination}/NAME",
        ],
        evidence: "the SQLSTATE is 3D000, which servers report only to users who need no login",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notAllowed = CauseEntry(
        "postgres.not-allowed", .error, "The PostgreSQL server does not admit this machine (pg_hba.conf).",
        summary: "{destination} does not admit user {user} to database {database} from this machine: {detail}",
        advice: [
            "On the server, see which rule applies: SELECT * FROM pg_hba_file_rules",
            "A rule with hostssl admits only connections in TLS: postgres: starttls: required",
        ],
        evidence: "the SQLSTATE is 28000, and the message names pg_hba.conf",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRejected = CauseEntry(
        "postgres.login-rejected", .error, "The PostgreSQL server rejects the user.",
        summary: "{destination} rejects the user {user}: {detail}",
        advice: [
            "Set a user that the server has: postgres: user:",
            "On the server, see which ones it has, and which may log in: SELECT rolname, rolcanlogin FROM pg_roles",
        ],
        evidence: "the SQLSTATE is 28000 or 28P01, and pg_hba.conf is not the reason; no password is sent",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "postgres.refused", .error, "The PostgreSQL server refuses the connection for another reason.",
        summary: "{destination} refuses the connection: {detail}",
        advice: [
            "On the server, see its log: journalctl -u postgresql@*",
            "Look up the five characters in parentheses: PostgreSQL documentation, appendix A",
        ],
        evidence: "the SQLSTATE indicates none of the other causes",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let tlsRefused = CauseEntry(
        "postgres.tls-refused", .error, "The PostgreSQL server has no TLS, and TLS is required.",
        summary: "{destination} does not begin TLS, and postgres: starttls: requires it",
        advice: [
            "On the server, switch it on: ssl = on, ssl_cert_file, ssl_key_file",
            "Check whether something on the path answers in its place, such as a proxy without TLS",
        ],
        evidence: "SSLRequest is answered with N",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let tlsInjected = CauseEntry(
        "postgres.tls-injected", .error, "Plain text is injected after the answer to SSLRequest.",
        summary: "{destination} sends plain text after its answer to SSLRequest: {detail}",
        advice: [
            "An attacker on the path may have injected it, so that it seems to come over TLS: do not log in over this path",
            "Check whether it comes from the server itself: try it from a host next to it",
        ],
        evidence: "more than one byte arrives before the TLS handshake has begun (CVE-2021-23222)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noAnswer, closed, notPostgres, unavailable, tooManyClients, databaseMissing, notAllowed, loginRejected, refused,
        tlsRefused, tlsInjected,
    ]
}
