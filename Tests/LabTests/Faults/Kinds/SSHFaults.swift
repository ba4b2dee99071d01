import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of SSH servers: OpenSSH, and other servers in its place.
enum SSHFaults: LabKind {
    private static let target = "ssh://www.lab.example"
    private static let otherKey = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String] = [], _ status: ConnectionStatus = .connectionDown,
        name: String = ""
    ) -> Fault {
        Fault(cause, status, target, facts, name: name.isEmpty ? "an SSH server with the fault \(fault)" : name) {
            try await $0.office.server.startServer(of: "ssh", port: 22, fault: fault)
        }
    }

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startSSH()
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "sshd") { try await $0.office.server.startSSH() },
        Fault(
            "ssh.wrong-host-key", .connectionDown, target, [otherKey, "ssh-ed25519"],
            options: ["--ssh-fingerprint", otherKey]
        ) { try await $0.office.server.startSSH() },
        fault(
            "ssh.key-exchange", "forged", ["ignature"],
            name: "an attacker who has only the public host key"),
        fault(
            "ssh.no-common-algorithm", "algorithms", ["sntrup761x25519-sha512@openssh.com"], .connectionIndeterminate,
            name: "sshd with a key exchange that libssh does not support"),
        fault("ssh.closed", "full", ["Exceeded MaxStartups"], name: "sshd with too many connections"),
        fault("ssh.closed", "closed", ["closes the connection"]), fault("ssh.no-greeting", "silent"),
        fault("ssh.stalled", "stalled"), fault("ssh.not-ssh", "other", ["220 mail.lab.example"]),
        fault("ssh.protocol-version", "version", ["1.5"]), fault("ssh.malformed", "malformed"),
        Fault("tcp.refused", .connectionDown, target, name: "a host without sshd"),
    ]
}
