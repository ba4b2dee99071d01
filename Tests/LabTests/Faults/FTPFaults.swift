import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of FTP servers: pyftpdlib, vsftpd, and other servers on their port.
enum FTPFaults {
    private static let url = "ftp://four.lab.example/"

    static let rows: [Fault] = [
        Fault(
            "ftp.login-rejected", .connectionDown, url, ["four.lab.example"], options: ["--credentials", "/run/login"]
        ) {
            try await $0.office.server.startFTP()
            try await $0.client.keep("alice:mistaken")
        },
        Fault(
            "ftp.login-rejected", .connectionDown, url, ["530"], name: "vsftpd without anonymous"
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
