import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of FTP servers: pyftpdlib, vsftpd, and servers of other protocols.
enum FTPFaults: LabKind {
    private static let url = "ftp://four.lab.example/"

    static let healthyTargets: [HealthyTarget] = ["ftp://www.lab.example/", "ftps://www.lab.example/"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startFTP()
        // Under load, pyftpdlib loses one in some thousand data connections with TLS.
        try await work.office.server.startVsftpd(
            port: 990, certificate: certificate,
            options: ["implicit_ssl=YES", "allow_anon_ssl=YES", "pasv_min_port=61000", "pasv_max_port=61099"])
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, "ftp://www.lab.example/") { try await $0.office.server.startFTP() },
        Fault(nil, .connectionUp, "ftps://www.lab.example/") {
            try await $0.office.server.startVsftpd(
                port: 990, certificate: $0.certificate(), options: ["implicit_ssl=YES", "allow_anon_ssl=YES"])
        },
        Fault(
            "ftp.login-rejected", .connectionDown, url, ["four.lab.example"], options: ["--credentials", "/run/login"]
        ) {
            try await $0.office.server.startFTP()
            try await $0.client.keep("alice:mistaken")
        },
        Fault(
            "ftp.login-rejected", .connectionDown, url, ["530"], name: "vsftpd without anonymous access"
        ) { try await $0.office.server.startVsftpd(options: ["anonymous_enable=NO"]) },
        Fault("ftp.no-tls", .connectionDown, url, way: .configured(url, "ftp: {tls: on}")) {
            try await $0.office.server.startFTP()
        },
        Fault("ftp.data-blocked", .connectionDown, url, ["four.lab.example"]) {
            try await $0.office.server.startFTP(data: .dropped)
        },
        Fault("ftp.not-found", .connectionDown, "\(url)nosuch.txt", ["nosuch.txt"]) {
            try await $0.office.server.startFTP()
        },
        Fault(
            "ftp.write-denied", .connectionDown, "\(url)readme.txt",
            way: .configured("\(url)readme.txt", "ftp: {write_in: /}")
        ) { try await $0.office.server.startFTP() },
        Fault("ftp.malformed", .connectionDown, url) {
            try await $0.office.server.startFaultyServer("ftp.malformed", port: 21)
        },
        Fault("ftp.no-answer", .connectionDown, url) {
            try await $0.office.server.startFaultyServer("ftp.no-answer", port: 21)
        },
        Fault("ftp.failed", .connectionDown, url, ["421"]) {
            try await $0.office.server.startFaultyServer("ftp.failed", port: 21)
        },
    ]
}

extension FTPFaults {
    static func curlArguments(for check: PeerCheck) -> [String]? { [check.fault.target] }

    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        check.conversation(["expect: '^220'"])
    }

    static let culprits: [String: [String]] = [
        "ftp.login-rejected": ["530", "login", "denied"], "ftp.no-tls": ["tls", "ssl"],
        "ftp.data-blocked": ["pasv", "epsv", "data connection"], "ftp.not-found": ["550", "not exist", "retr"],
        "ftp.write-denied": ["denied", "553", "550"], "ftp.malformed": ["weird", "expect"],
        "ftp.no-answer": ["timed out", "timeout"], "ftp.failed": ["421"],
    ]
}
