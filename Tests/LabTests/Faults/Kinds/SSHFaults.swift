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

extension SSHFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        check.conversation(["expect: '^SSH-2.0-'"])
    }

    static func clientCommand(for check: PeerCheck) -> [String]? {
        // ssh accepts a host key only in a file.
        guard check.fault.value(of: "--ssh-fingerprint") == nil else { return nil }
        let settings = [
            "BatchMode=yes", "ConnectTimeout=5", "PreferredAuthentications=none", "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null", "LogLevel=ERROR",
        ]
        let port = check.target.port.map { "\($0)" } ?? ""
        return ["ssh", "-F", "none"] + settings.flatMap { ["-o", $0] }
            + ["-p", port, check.target.host.description, "true"]
    }

    static let culprits: [String: [String]] = [
        "ssh.key-exchange": ["signature"], "ssh.no-common-algorithm": ["no matching"],
        "ssh.closed": ["closed", "reset", "maxstartups"], "ssh.no-greeting": ["banner exchange", "i/o timeout"],
        "ssh.stalled": ["timed out", "timeout"], "ssh.not-ssh": ["banner", "invalid format"],
        "ssh.protocol-version": ["protocol major version", "protocol version"],
        "ssh.malformed": ["bad packet", "corrupt", "invalid"],
    ]
}
