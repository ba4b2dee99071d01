import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of IMAP servers. The healthy ones are Dovecot servers.
enum IMAPFaults: LabKind {
    private static let target = "imap://www.lab.example"
    private static let requiring = ["--imap-starttls", "required"]

    private static func fault(
        _ cause: CauseID, status: ConnectionStatus = .connectionDown, _ fault: String, _ facts: [String] = [],
        options: [String] = [], _ words: String
    ) -> Fault {
        Fault(cause, status, target, facts, name: "an IMAP server that \(words)", options: options) {
            let certificate = try await $0.certificate()
            try await $0.office.server.startServer(of: "imap", port: 143, fault: fault, certificate: certificate)
        }
    }

    private static let login = ["--credentials", "/run/login"]

    private static func lock(_ office: OfficeAtWork, login: String) async throws {
        try await office.client.keep(login)
        try await office.office.server.startIMAP(certificate: office.certificate())
    }

    static let healthyTargets: [HealthyTarget] = ["imap://www.lab.example", "imaps://www.lab.example"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startIMAP(certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "an IMAP server with a login", options: login) {
            try await lock($0, login: Account.pair)
        },
        Fault(
            "imap.login-rejected", .connectionDown, "imaps://www.lab.example", ["AUTHENTICATIONFAILED"],
            name: "a wrong login at an IMAP server", options: login
        ) {
            try await lock($0, login: "alice:wrong")
        },
        Fault(nil, .connectionUp, target, name: "an IMAP server without TLS") {
            try await $0.office.server.startIMAP()
        },
        Fault(nil, .connectionUp, target, name: "an IMAP server with STARTTLS", options: requiring) {
            try await $0.office.server.startIMAP(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, "imaps://www.lab.example", name: "an IMAP server in TLS") {
            try await $0.office.server.startIMAP(certificate: $0.certificate())
        },
        Fault(
            "imap.login-rejected", .connectionDown, target, ["UNAVAILABLE"],
            name: "an IMAP server that cannot verify the login", options: login
        ) {
            try await $0.client.keep(Account.pair)
            let certificate = try await $0.certificate()
            try await $0.office.server.startServer(of: "imap", port: 143, fault: "asks", certificate: certificate)
        },
        fault("imap.no-greeting", "mute", ["no greeting"], "accepts connections, but sends nothing"),
        fault("imap.no-answer", "silent", ["capabilities"], "does not answer CAPABILITY"),
        fault("imap.closed", "closes", ["closes", "capabilities"], "closes at CAPABILITY"),
        fault("imap.closed", "resets", ["resets", "capabilities"], "resets at CAPABILITY"),
        Fault("imap.not-imap", .connectionDown, "imap://www.lab.example:22", ["SSH-2.0"], name: "SSH instead of IMAP") {
            try await $0.office.server.startSSH()
        },
        Fault("imap.not-imap", .connectionDown, "imap://www.lab.example:25", ["220"], name: "SMTP instead of IMAP") {
            try await $0.office.server.startSMTP()
        },
        fault("imap.bye", "bye", ["too many connections"], "greets with BYE"),
        fault("imap.bye", "ends", ["shutting down"], "sends BYE after the greeting"),
        fault("imap.starttls-missing", "without", options: requiring, "does not offer STARTTLS"),
        fault("imap.starttls-missing", "preauth", ["PREAUTH"], options: requiring, "greets with PREAUTH"),
        fault("imap.starttls-refused", "no", ["NO no TLS today"], options: requiring, "refuses STARTTLS"),
        fault(
            "imap.starttls-refused", status: .connectionUp, "no", ["NO no TLS today"],
            "refuses STARTTLS, which is optional"),
        fault(
            "imap.login-disabled", status: .connectionUp, "disabled", ["LOGINDISABLED"],
            "offers neither a login nor STARTTLS"),
        fault("imap.starttls-injected", "injects", ["AUTH=PLAIN"], "sends injected text after STARTTLS"),
        Fault(
            "tls.expired", .connectionDown, target, ["2020-02-01"], name: "an IMAP server with an expired certificate"
        ) {
            let server = $0.office.server
            try await server.startIMAP(
                certificate: $0.authority.issue(["www.lab.example"], valid: .expired, on: server))
        },
        Fault("tls.self-signed", .connectionDown, target, name: "an IMAP server with a self-signed certificate") {
            try await $0.office.server.startIMAP(certificate: .selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tcp.refused", .connectionDown, target, ["143"], name: "no IMAP server"),
    ]
}

extension IMAPFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        var steps = ["expect: '^\\* OK'", "send: \"a CAPABILITY\\r\"", "expect: '^a OK'"]
        if check.fault.value(of: "--imap-starttls") == "required" {
            steps[2] = "expect: 'STARTTLS'"
            steps += ["send: \"b STARTTLS\\r\"", "expect: '^b OK'", "starttls: true", steps[1], "expect: '^a OK'"]
        }
        return check.conversation(steps)
    }

    static let culprits: [String: [String]] = [
        "imap.no-answer": ["timeout"], "imap.no-greeting": ["timeout"], "imap.closed": ["eof", "reset"],
    ]
}
