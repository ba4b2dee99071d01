import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of hosts that are checked by ICMP echo.
enum ICMPFaults: LabKind {
    static let healthyTargets: [HealthyTarget] = [
        "icmp://10.77.2.1", "icmp://fd77:2::1", "www.lab.example", "10.77.2.1",
    ]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {}

    static let rows: [Fault] = [
        Fault("icmp.no-reply", .connectionDown, "icmp://10.77.2.1", ["10.77.2.1"]) {
            try await $0.office.server.drop("icmp type echo-request", family: "ip")
        },
        // Many hosts drop pings: if nothing else is known about a host, whether it is up is indeterminate.
        Fault(
            "icmp.no-reply", .connectionIndeterminate, "10.77.2.1", ["10.77.2.1"],
            name: "a host without a port or scheme"
        ) {
            try await $0.office.server.drop("icmp type echo-request", family: "ip")
        },
        Fault(
            "path.loss", .connectionUp, "icmp://10.77.2.1", ["10.77.2.1"], name: "half of the echo requests are dropped"
        ) {
            try await $0.office.server.drop("icmp type echo-request numgen inc mod 2 0", family: "ip")
        },
        Fault(nil, .connectionUp, "icmp://10.77.2.1", name: "a host that answers one ping a second") {
            try await $0.office.server.drop(
                "icmp type echo-request limit rate over 1/second burst 1 packets", family: "ip")
        },
        Fault(nil, .connectionUp, "icmp://10.77.2.1", name: "a host and a gateway that answer one ping a second each") {
            for host in [$0.office.server, $0.office.router] {
                try await host.drop("icmp type echo-request limit rate over 1/second burst 1 packets", family: "ip")
            }
        },
        Fault("icmp.unreachable", .connectionDown, "icmp://10.77.2.1", ["10.77.2.1"]) {
            try await $0.office.server.filter(
                "table ip f {\n chain i {\n type filter hook input priority 0\n"
                    + " icmp type echo-request reject with icmp port-unreachable\n }\n}\n")
        },
    ]
}

extension ICMPFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        ("{prober: icmp, timeout: 5s}", check.target.host.description)
    }

    static let culprits: [String: [String]] = [
        "icmp.no-reply": ["no reply", "timeout", "timed out", "deadline"], "icmp.unreachable": ["unreachable"],
    ]
}
