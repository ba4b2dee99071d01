import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of SMTP servers. The healthy ones are aiosmtpd servers.
enum SMTPFaults: LabKind {
    private static let target = "smtp://www.lab.example"
    private static let requiring = ["--smtp-starttls", "required"]

    private static func fault(
        _ cause: CauseID, status: ConnectionStatus = .connectionDown, _ fault: String, _ facts: [String] = [],
        options: [String] = [], _ words: String
    ) -> Fault {
        Fault(cause, status, target, facts, name: "a mail server that \(words)", options: options) {
            let certificate = try await $0.certificate()
            try await $0.office.server.startServer(of: "smtp", port: 25, fault: fault, certificate: certificate)
        }
    }

    private static let login = ["--credentials", "/run/login"]

    private static func lock(_ office: OfficeAtWork, login: String) async throws {
        try await office.client.keep(login)
        try await office.office.server.startSMTP(certificate: office.certificate())
    }

    static let healthyTargets: [HealthyTarget] = ["smtp://www.lab.example"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startSMTP(certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "a mail server with a login", options: login) {
            try await lock($0, login: Account.pair)
        },
        Fault(
            "smtp.login-rejected", .connectionDown, target, ["535"], name: "a wrong login at a mail server",
            options: login
        ) {
            try await lock($0, login: "alice:wrong")
        },
        Fault(
            "smtp.login-rejected", .connectionDown, target, ["only over TLS"],
            name: "a login at a mail server without TLS",
            options: login
        ) {
            try await $0.client.keep(Account.pair)
            try await $0.office.server.startSMTP()
        },
        Fault(nil, .connectionUp, target, name: "a mail server without TLS") {
            try await $0.office.server.startSMTP()
        },
        Fault(nil, .connectionUp, target, name: "a mail server with STARTTLS", options: requiring) {
            try await $0.office.server.startSMTP(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, "smtps://www.lab.example", name: "a mail server in TLS") {
            try await $0.office.server.startSMTP(port: 465, certificate: $0.certificate(), isInTLS: true)
        },
        fault("smtp.no-greeting", "mute", ["no greeting"], "accepts connections, but sends nothing"),
        Fault("smtp.no-greeting", .connectionDown, target, name: "a mail server whose replies are dropped") {
            try await $0.office.server.startSMTP()
            // Matches every segment with data; the TCP handshake has none.
            try await $0.client.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0
                  tcp sport 25 tcp flags & psh == psh drop
                 }
                }

                """)
        },
        fault("smtp.no-answer", "silent", ["EHLO"], "does not answer EHLO"),
        fault("smtp.closed", "closes", ["closes", "EHLO"], "closes at EHLO"),
        fault("smtp.closed", "resets", ["resets", "EHLO"], "resets at EHLO"),
        Fault("smtp.not-smtp", .connectionDown, "smtp://www.lab.example:22", ["SSH-2.0"], name: "SSH instead of mail") {
            try await $0.office.server.startSSH()
        },
        Fault("smtp.not-smtp", .connectionDown, "smtp://www.lab.example:21", name: "FTP instead of mail") {
            try await $0.office.server.startVsftpd()
        },
        fault("smtp.refused", "busy", ["421 4.3.2"], "is busy"),
        fault("smtp.refused", "refuses", ["554", "you are blocked"], "blocks the client"),
        fault("smtp.refused", "picky", ["550 5.7.1", "EHLO"], "rejects the name in EHLO"),
        fault("smtp.starttls-missing", "without", options: requiring, "does not offer STARTTLS"),
        fault("smtp.starttls-refused", "454", ["454 4.7.0"], options: requiring, "refuses STARTTLS"),
        fault(
            "smtp.starttls-refused", status: .connectionUp, "454", ["454 4.7.0"], "refuses STARTTLS, which is optional"
        ),
        fault("smtp.starttls-injected", "injects", ["250-injected"], "sends injected text after STARTTLS"),
        Fault("tls.self-signed", .connectionDown, target, name: "a mail server with a self-signed certificate") {
            try await $0.office.server.startSMTP(certificate: .selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tls.not-tls", .connectionDown, "smtps://www.lab.example:25", name: "a mail server without TLS") {
            try await $0.office.server.startSMTP()
        },
        Fault("tcp.refused", .connectionDown, target, ["25"], name: "no mail server"),
    ]
}

extension SMTPFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        var steps = ["expect: '^220'", "send: \"EHLO prober\\r\"", "expect: '^250 '"]
        if check.fault.value(of: "--smtp-starttls") == "required" {
            steps[2] = "expect: '^250.STARTTLS'"
            steps += ["send: \"STARTTLS\\r\"", "expect: '^220'", "starttls: true", steps[1], "expect: '^250 '"]
        }
        return check.conversation(steps)
    }

    static let culprits: [String: [String]] = [
        "smtp.no-answer": ["timeout"], "smtp.no-greeting": ["timeout"], "smtp.closed": ["eof", "reset"],
    ]
}
