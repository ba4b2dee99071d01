import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of PostgreSQL servers, and of other servers in their place.
enum PostgresFaults: LabKind {
    private static let target = "postgres://www.lab.example"
    private static let requiring = ["--postgres-starttls", "required"]

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String], _ words: String
    ) -> Fault {
        Fault(cause, .connectionDown, target, facts, name: "a PostgreSQL server that \(words)") {
            let certificate = try await $0.certificate()
            try await $0.office.server.startServer(of: "postgres", port: 5_432, fault: fault, certificate: certificate)
        }
    }

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startPostgres(certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "PostgreSQL without TLS, and without a login") {
            try await $0.office.server.startPostgres()
        },
        Fault(nil, .connectionUp, target, name: "PostgreSQL in TLS", options: requiring) {
            try await $0.office.server.startPostgres(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, "postgresql://www.lab.example/orders", name: "PostgreSQL that requires a login") {
            try await $0.office.server.startPostgres(
                certificate: $0.certificate(), .init(rules: ["hostssl all all all scram-sha-256"]))
        },
        Fault("postgres.unavailable", .connectionDown, target, ["starting up", "57P03"]) {
            try await $0.office.server.startPostgres(.init(isRecovering: true))
        },
        Fault("postgres.too-many-clients", .connectionDown, target, ["too many clients", "53300"]) {
            let server = $0.office.server
            try await server.startPostgres(
                .init(settings: ["max_connections = 1", "superuser_reserved_connections = 0", "max_wal_senders = 0"]))
            try await server.holdPostgresConnection()
        },
        Fault("postgres.database-missing", .connectionDown, "\(target)/nosuch", ["nosuch", "3D000"]) {
            try await $0.office.server.startPostgres()
        },
        Fault(
            "postgres.login-rejected", .connectionDown, target, ["nobody", "28000"],
            options: ["--postgres-user", "nobody"]
        ) { try await $0.office.server.startPostgres() },
        Fault("postgres.not-allowed", .connectionDown, target, ["pg_hba.conf rejects", "28000"]) {
            try await $0.office.server.startPostgres(.init(rules: ["host all all all reject"]))
        },
        Fault("postgres.not-allowed", .connectionDown, target, ["no encryption"], name: "PostgreSQL that requires TLS")
        {
            try await $0.office.server.startPostgres(.init(rules: ["hostssl all all all trust"]))
        },
        Fault("postgres.refused", .connectionDown, "\(target)/template0", ["template0", "55000"]) {
            try await $0.office.server.startPostgres()
        },
        Fault("postgres.tls-refused", .connectionDown, target, ["5432"], options: requiring) {
            try await $0.office.server.startPostgres()
        },
        Fault("tls.expired", .connectionDown, target, ["2020-02-01"], name: "PostgreSQL with an expired certificate") {
            let server = $0.office.server
            try await server.startPostgres(
                certificate: $0.authority.issue(["www.lab.example"], valid: .expired, on: server))
        },
        fault("postgres.refused", "broken", ["XX000", "\\u{1b}[31m"], "has no backend"),
        fault("postgres.no-answer", "silent", ["SSLRequest"], "does not answer"),
        fault("postgres.closed", "closes", ["closes", "SSLRequest"], "closes the connection"),
        fault("postgres.closed", "resets", ["resets"], "resets the connection"),
        fault("postgres.tls-injected", "injects", ["bytes"], "sends injected text after SSLRequest"),
        Fault(
            "postgres.not-postgres", .connectionDown, "postgres://www.lab.example:22", ["SSH-2.0"],
            name: "SSH instead of PostgreSQL"
        ) { try await $0.office.server.startSSH() },
        Fault(
            "postgres.not-postgres", .connectionDown, "postgres://www.lab.example:80", ["HTTP"],
            name: "HTTP instead of PostgreSQL"),
        Fault("tcp.refused", .connectionDown, target, ["5432"], name: "no PostgreSQL server"),
    ]
}

extension PostgresFaults {
    static func clientCommand(for check: PeerCheck) -> [String]? {
        let fault = check.fault
        // By default, psql does not verify the certificate.
        let isVerified =
            fault.value(of: "--postgres-starttls") == "required" || fault.cause?.rawValue.hasPrefix("tls.") == true
        let tls = isVerified ? "&sslmode=verify-full&sslrootcert=\(PeerCheck.authorities)" : ""
        return [
            "psql", "-X", "-w", "-U", fault.value(of: "--postgres-user") ?? "postgres", "-c", "SELECT 1",
            "\(fault.target)?connect_timeout=5\(tls)",
        ]
    }

    static let culprits: [String: [String]] = [
        "postgres.unavailable": ["starting up"], "postgres.too-many-clients": ["too many clients"],
        "postgres.database-missing": ["does not exist"], "postgres.login-rejected": ["role", "authentication failed"],
        "postgres.not-allowed": ["pg_hba.conf"], "postgres.refused": ["not currently accepting", "backend"],
        "postgres.tls-refused": ["does not support ssl"], "postgres.no-answer": ["timeout expired", "timed out"],
        "postgres.closed": ["closed", "reset"], "postgres.tls-injected": ["unencrypted data"],
        "postgres.not-postgres": ["invalid response"],
    ]
}
