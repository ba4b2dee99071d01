import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of NTP servers.
enum NTPFaults: LabKind {
    private static let target = "ntp://www.lab.example"

    private static func fault(_ cause: CauseID, _ fault: String, _ facts: [String] = []) -> Fault {
        Fault(cause, .connectionDown, target, facts, name: "a time server with the fault \(fault)") {
            try await $0.office.server.startServer(of: "ntp", port: 123, fault: fault)
        }
    }

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startServer(of: "ntp", port: 123)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "a time server") {
            try await $0.office.server.startServer(of: "ntp", port: 123)
        },
        Fault("ntp.refused", .connectionDown, target, ["]:123"]),
        Fault("ntp.no-answer", .connectionDown, target, name: "a time server that drops requests") {
            try await $0.office.server.startServer(of: "ntp", port: 123)
            try await $0.office.server.drop("udp dport 123")
        },
        Fault("path.filtered", .connectionDown, target, name: "a time server that rejects requests") {
            try await $0.office.server.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0
                  udp dport 123 reject with icmpx type admin-prohibited
                 }
                }

                """)
        },
        fault("ntp.malformed", "garbage"), fault("ntp.kiss-of-death", "kiss", ["RATE"]),
        fault("ntp.unsynchronised", "unsynchronised", ["stratum 16"]),
        Fault("ntp.offset", .connectionUp, target, ["5 s ahead"]) {
            try await $0.office.server.startServer(of: "ntp", port: 123, fault: "fast")
        },
        Fault("ntp.inaccurate", .connectionUp, target, ["3 s from its reference clock"]) {
            try await $0.office.server.startServer(of: "ntp", port: 123, fault: "far")
        },
        Fault("tcp.host-down", .connectionDown, "ntp://10.77.1.77", name: "a time server that is not on the link"),
        Fault(
            "dns.nxdomain", .connectionDown, "ntp://missing.lab.example", ["missing.lab.example"],
            name: "a time server whose name does not exist"),
    ]
}

extension NTPFaults {
    static func clientCommand(for check: PeerCheck) -> [String]? {
        ["ntpdig", "-t", "5", check.target.host.description]
    }

    static let culprits: [String: [String]] = [
        "ntp.no-answer": ["timed out", "timeout", "no response"], "ntp.kiss-of-death": ["kiss"],
        "ntp.unsynchronised": ["unsync", "stratum 16"],
    ]
}
