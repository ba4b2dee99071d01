import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of the resolution of names.
enum DNSFaults {
    static let rows: [Fault] = [
        Fault("dns.no-server") { try await $0.client.write("/etc/resolv.conf", "# nobody\n") },
        Fault("dns.server-closed", .connectionDown, "http://www.lab.example/", ["10.77.3.1"]) {
            _ = try await $0.dns.stop()
        },
        Fault("dns.server-unreachable", .connectionDown, "http://www.lab.example/", ["10.77.3.1"]) {
            try await $0.office.names.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n udp dport 53 drop\n tcp dport 53 drop\n }\n}\n"
            )
        },
        Fault("dns.nxdomain", .connectionDown, "http://wwww.lab.example/", ["wwww.lab.example"]),
        Fault("dns.no-address", .connectionDown, "http://text.lab.example/", ["text.lab.example"]),
        Fault("dns.refused", .connectionDown, "http://www.elsewhere.example/", ["www.elsewhere.example"]),
        Fault("dns.servfail", .connectionDown, "http://www.lab.example/", ["10.77.3.1"]) {
            _ = try await $0.dns.stop()
            try $0.office.names.startDNSResponder(.code(2))
        },
    ]
}
