import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of TLS handshakes and certificates.
enum TLSFaults {
    static let rows: [Fault] = [
        Fault("tls.expired", .connectionDown, "https://www.lab.example:444/", ["2020-02-01"]) {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
        },
        Fault("tls.wrong-host", .connectionDown, "https://www.lab.example:444/", ["other.lab.example"]) {
            try await $0.serve($0.authority.issue(["other.lab.example"], on: $0.office.server))
        },
        Fault("tls.self-signed", .connectionDown, "https://www.lab.example:444/") {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tls.not-tls", .connectionDown, "https://www.lab.example:80/", ["HTTP in the clear"]),
        Fault("tls.handshake-timeout", .connectionDown, "tls://10.77.2.1:445") {
            try $0.office.server.startTCPServer(.silent, port: 445)
        },
    ]
}
