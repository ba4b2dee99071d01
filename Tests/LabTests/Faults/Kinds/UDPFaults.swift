import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of UDP ports.
enum UDPFaults: LabKind {
    private static let target = "udp://www.lab.example:4000"
    private static let expecting = ["--udp-send", "ping\\n", "--udp-expect", "^correct$"]

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target, options: expecting)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startServer(of: "udp", port: 4_000)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "a UDP port that answers", options: expecting) {
            try await $0.office.server.startServer(of: "udp", port: 4_000)
        },
        Fault("udp.refused", .connectionDown, target, ["port 4000"]),
        Fault("udp.no-answer", .connectionDown, target, name: "no answer, although one is expected", options: expecting)
        {
            try await $0.office.server.startServer(of: "udp", port: 4_000)
            try await $0.office.server.drop("udp dport 4000")
        },
        Fault("udp.no-answer", .connectionIndeterminate, target, name: "no answer, which may be normal") {
            try await $0.office.server.startServer(of: "udp", port: 4_000)
            try await $0.office.server.drop("udp dport 4000")
        },
        Fault("udp.unexpected", .connectionDown, target, ["other", "^correct$"], options: expecting) {
            try await $0.office.server.startServer(of: "udp", port: 4_000, fault: "other")
        },
        Fault("path.filtered", .connectionDown, target, name: "a port that a filter rejects") {
            try await $0.office.server.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0
                  udp dport 4000 reject with icmpx type admin-prohibited
                 }
                }

                """)
        },
    ]
}

extension UDPFaults {
    static func clientCommand(for check: PeerCheck) -> [String]? {
        guard check.fault.value(of: "--udp-send") == nil else { return nil }
        let port = check.target.port.map { "\($0)" } ?? ""
        // With a file as its input, ncat does not wait for a response.
        return ["ncat", "-uvz", "-w", "5", check.target.host.description, port]
    }

    static let culprits: [String: [String]] = ["udp.no-answer": ["timed out", "timeout"]]
}
