import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of LDAP servers: OpenLDAP, and other servers in its place.
enum LDAPFaults: LabKind {
    private static let target = "ldap://www.lab.example"
    private static let requiring = ["--ldap-starttls", "required"]

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String], _ words: String, options: [String] = [],
        status: ConnectionStatus = .connectionDown
    ) -> Fault {
        Fault(cause, status, target, facts, name: "a directory server that \(words)", options: options) {
            let certificate = try await $0.certificate()
            try await $0.office.server.startServer(of: "ldap", port: 389, fault: fault, certificate: certificate)
        }
    }

    static let healthyTargets: [HealthyTarget] = ["ldap://www.lab.example", "ldaps://www.lab.example"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startLDAP(certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "slapd", options: ["--ldap-naming-context", "dc=lab,dc=example"]) {
            try await $0.office.server.startLDAP()
        },
        Fault(nil, .connectionUp, target, name: "slapd with StartTLS", options: requiring) {
            try await $0.office.server.startLDAP(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, "ldaps://www.lab.example", name: "slapd in TLS") {
            try await $0.office.server.startLDAP(certificate: $0.certificate())
        },
        Fault("ldap.refused", .connectionDown, target, ["authentication required"], name: "slapd that requires a login")
        {
            try await $0.office.server.startLDAP(options: ["require authc"])
        },
        Fault("ldap.refused", .connectionDown, target, ["without an entry"], name: "slapd that hides its root DSE") {
            try await $0.office.server.startLDAP(options: ["access to dn.base=\"\" by * none"])
        },
        Fault(
            "ldap.naming-context-missing", .connectionDown, target, ["dc=example,dc=org", "dc=lab,dc=example"],
            options: ["--ldap-naming-context", "dc=example,dc=org"]
        ) {
            try await $0.office.server.startLDAP()
        },
        Fault(
            "ldap.starttls-refused", .connectionDown, target, ["protocolError"], name: "slapd without TLS",
            options: requiring
        ) {
            try await $0.office.server.startLDAP()
        },
        fault("ldap.starttls-refused", "no-tls", ["unavailable"], "refuses StartTLS", options: requiring),
        fault(
            "ldap.starttls-refused", "no-tls", ["unavailable"], "refuses StartTLS, which is optional",
            options: ["--ldap-starttls", "try"], status: .connectionUp),
        fault("ldap.starttls-injected", "injects", [], "sends injected text after StartTLS", options: requiring),
        fault("ldap.unavailable", "busy", ["busy (51)"], "is busy"),
        fault("ldap.unavailable", "leaves", ["shutting down"], "is shutting down"),
        fault("ldap.refused", "denied", ["log in first"], "requires a login"),
        fault("ldap.failed", "broken", ["other (80)", "\\u{1b}[31m"], "has no backend"),
        fault("ldap.no-answer", "silent", ["root DSE"], "does not answer"),
        fault("ldap.closed", "closes", ["closes"], "closes the connection"),
        fault("ldap.closed", "resets", ["resets"], "resets the connection"),
        Fault("ldap.not-ldap", .connectionDown, "ldap://www.lab.example:22", ["SSH-2.0"], name: "SSH instead of LDAP") {
            try await $0.office.server.startSSH()
        },
        Fault("ldap.not-ldap", .connectionDown, "ldap://www.lab.example:80", ["HTTP"], name: "HTTP instead of LDAP"),
        Fault(
            "tls.self-signed", .connectionDown, target, name: "slapd with a self-signed certificate", options: requiring
        ) {
            try await $0.office.server.startLDAP(certificate: .selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tcp.refused", .connectionDown, target, ["389"], name: "no directory server"),
    ]
}

extension LDAPFaults {
    static func clientCommand(for check: PeerCheck) -> [String]? {
        let fault = check.fault
        var command = ["ldapsearch", "-x", "-LLL", "-o", "nettimeout=5", "-H", fault.target]
        switch fault.value(of: "--ldap-starttls") {
        case "required": command.append("-ZZ")
        case "try": command.append("-Z")
        default: break
        }
        return command + ["-s", "base", "-b", fault.value(of: "--ldap-naming-context") ?? "", "namingContexts"]
    }

    static let culprits: [String: [String]] = [
        "ldap.refused": ["authentication", "insufficient access", "no such object", "log in"],
        "ldap.naming-context-missing": ["no such object"], "ldap.starttls-refused": ["start_tls", "starttls"],
        "ldap.starttls-injected": ["inject", "unencrypted data"],
        "ldap.unavailable": ["busy", "unavailable", "shutting down"], "ldap.failed": ["(80)"],
        "ldap.no-answer": ["timed out", "timeout"], "ldap.closed": ["closed", "reset"],
        "ldap.not-ldap": ["decoding", "protocol error"],
    ]
}
