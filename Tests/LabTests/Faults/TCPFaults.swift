import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of connections.
enum TCPFaults {
    static let rows: [Fault] = [
        Fault("tcp.refused", .connectionDown, "http://www.lab.example:81/", ["81"]),
        Fault("tcp.timeout", .connectionDown, "http://four.lab.example/", ["10.77.2.1:80"]) {
            try await $0.office.server.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault("tcp.host-down", .connectionDown, "10.77.1.77:80", ["10.77.1.77"]),
        Fault("tcp.ipv6-broken", .connectionUp, "http://www.lab.example/", ["fd77:2::1"]) {
            try await $0.office.server.filter(
                "table ip6 f {\n chain i {\n type filter hook input priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault("tcp.some-addresses-dead", .connectionUp, "http://half.lab.example/", ["10.77.2.99"]),
        Fault("tcp.reset", .connectionDown, "http://10.77.2.1:446/") {
            try $0.office.server.startTCPServer(.resets, port: 446)
        },
    ]
}
