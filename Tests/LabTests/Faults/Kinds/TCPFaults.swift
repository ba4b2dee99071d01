import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of TCP connections.
enum TCPFaults: LabKind {
    static let healthyTargets: [HealthyTarget] = ["www.lab.example:80"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {}

    static let rows: [Fault] = [
        Fault("tcp.refused", .connectionDown, "http://www.lab.example:81/", ["81"]),
        Fault("tcp.timeout", .connectionDown, "http://four.lab.example/", ["10.77.2.1:80"]) {
            try await $0.office.server.drop("tcp dport 80")
        },
        Fault("tcp.host-down", .connectionDown, "10.77.1.77:80", ["10.77.1.77", "eth0"]),
        Fault(
            "tcp.host-down", .connectionDown, "http://10.77.2.99/", ["10.77.2.99", "br9"],
            name: "a stopped container whose address exists nowhere else"
        ) {
            try await $0.client.run(["ip", "link", "add", "br9", "type", "bridge"])
            try await $0.client.run(["ip", "link", "add", "v9", "type", "veth", "peer", "name", "w9"])
            try await $0.client.run(["ip", "link", "set", "v9", "master", "br9", "up"])
            try await $0.client.run(["ip", "link", "set", "w9", "up"])
            try await $0.client.run(["ip", "addr", "add", "10.77.2.200/24", "dev", "br9"])
            try await $0.client.run(["ip", "link", "set", "br9", "up"])
        },
        Fault("tcp.ipv6-broken", .connectionUp, "http://www.lab.example/", ["fd77:2::1"]) {
            try await $0.office.server.drop("tcp dport 80", family: "ip6")
        },
        Fault("tcp.ipv4-broken", .connectionUp, "http://www.lab.example/", ["10.77.2.1"]) {
            try await $0.office.server.drop("tcp dport 80", family: "ip")
        },
        Fault("tcp.some-addresses-dead", .connectionUp, "http://half.lab.example/", ["to: 10.77.2.99 ("]),
        Fault("tcp.reset", .connectionDown, "http://10.77.2.1:446/") {
            try await $0.office.server.startFaultyServer("tcp.reset", port: 446)
        },
        Fault("tcp.reset", .connectionDown, "https://10.77.2.1:446/", name: "in the TLS handshake") {
            try $0.office.server.startTCPServer(.resets, port: 446)
        },
        Fault("tcp.closed", .connectionDown, "http://10.77.2.1:446/") {
            try await $0.office.server.startFaultyServer("tcp.closed", port: 446)
        },
        Fault(
            "tcp.unexpected-answer", .connectionDown, "four.lab.example:22", ["220", "SSH-2.0"],
            way: .configured("four.lab.example:22", "script: [{expect: \"^220 \"}]")
        ) {
            try await $0.office.server.startSSH()
        },
        Fault(
            "tls.expired", .connectionDown, "www.lab.example:143", ["2020-02-01"], name: "TLS within a script",
            way: .configured(
                "www.lab.example:143",
                #"script: [{expect: OK}, {send: "a STARTTLS\r\n"}, {expect: "^a OK"}, starttls]"#)
        ) {
            let server = $0.office.server
            try await server.startIMAP(
                certificate: $0.authority.issue(["www.lab.example"], valid: .expired, on: server))
        },
    ]
}
