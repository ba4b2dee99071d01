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
        Fault(
            "tcp.some-connections-fail", .connectionDown, "http://four.lab.example/",
            ["6 connections to 10.77.2.1:80 fail (refused)"], name: "a load balancer with a backend that refuses"
        ) { try await $0.balance(to: "redirect to :numgen inc mod 2 map { 0 : 82, 1 : 80 }", on: $0.office.server) },
        Fault(
            "tcp.some-connections-fail", .connectionDown, "http://four.lab.example/",
            ["connections to 10.77.2.1:80 fail (timeout)"], name: "a load balancer with a backend that is silent"
        ) {
            let server = $0.office.server
            try await server.run(["ip", "addr", "add", "10.77.2.98/24", "dev", $0.office.serverCable.a.interface])
            try await server.drop("ip daddr 10.77.2.98 tcp dport 80", family: "ip")
            try await $0.balance(
                to: "dnat to numgen inc mod 2 map { 0 : 10.77.2.98, 1 : 10.77.2.1 }", on: $0.office.router)
        },
        Fault("tcp.host-down", .connectionDown, "10.77.1.77:80", ["10.77.1.77", "eth0"]),
        Fault(
            "tcp.host-down", .connectionDown, "93.184.216.34:80", ["93.184.216.34", "eth0"],
            name: "an old route that looks for Internet addresses on the link"
        ) { try await $0.client.run(["ip", "route", "add", "93.0.0.0/8", "dev", "eth0"]) },
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
        Fault(
            "tcp.some-addresses-dead", .connectionUp, "http://half.lab.example/",
            ["1 of the 2 addresses", ": 10.77.2.99 ("]),
        Fault(
            "tcp.some-addresses-dead", .connectionUp, "http://mixed.lab.example/", ["10.77.2.98 (HTTP 503)"],
            name: "a second address that answers 503"
        ) { try await $0.haveMixedAddresses() },
        Fault(
            "http.gateway-error", .connectionDown, "http://mixed.lab.example/",
            ["503", "1 of the 2 addresses of the name: 10.77.2.98"], name: "a first address that answers 503"
        ) { try await $0.haveMixedAddresses(isFailingFirst: true) },
        Fault(
            "tcp.some-addresses-dead", .connectionUp, "http://mixed.lab.example/", ["10.77.2.98 (HTTP 503)"],
            name: "a second address that answers 503, while a daemon runs",
            way: .lateDaemon("publish: off\ninterval: 1h\ntargets:\n- target: http://mixed.lab.example/\n")
        ) { try await $0.haveMixedAddresses() },
        Fault(
            "tcp.some-addresses-dead", .connectionUp, "https://mixed.lab.example:444/", ["10.77.2.98 (TLS expired)"],
            name: "a second address whose certificate has expired"
        ) { try await $0.haveMixedAddresses() },
        Fault(
            "tcp.some-addresses-dead", .connectionUp, "http://mixed.lab.example:446/", ["10.77.2.98 (reset)"],
            name: "a second address that resets connections"
        ) { try await $0.haveMixedAddresses() },
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

extension OfficeAtWork {
    /// Passes connections to the web server to two destinations in turn, of which the first one fails.
    fileprivate func balance(to destinations: String, on host: Host) async throws {
        try await host.filter(
            """
            table ip balancer {
              chain c { type nat hook prerouting priority -100
                ip daddr \(serverIPv4) tcp dport 80 \(destinations)
              }
            }

            """)
    }

    /// Gives the web server a second address, which the name `mixed.lab.example` has besides the first one, and at which requests
    /// fail: with 503 on port 80, an expired certificate on port 444, and a reset on port 446.
    fileprivate func haveMixedAddresses(isFailingFirst: Bool = false) async throws {
        let (server, failing) = (office.server, "10.77.2.98")
        try await server.run(["ip", "addr", "add", "\(failing)/24", "dev", office.serverCable.a.interface])
        let addresses = isFailingFirst ? [failing, serverIPv4] : [serverIPv4, failing]
        try await answer([.init("mixed.lab.example", .addresses(addresses))])
        let expired = try await authority.issue(["mixed.lab.example"], valid: .expired, on: server)
        try await server.startNginx([
            Site(port: 8080, options: ["return 503;"]), Site(port: 8444, certificate: expired), Site(port: 446),
            Site(port: 444, certificate: try await authority.issue(["mixed.lab.example"], on: server)),
        ])
        try server.startTCPServer(.resets, port: 8446)
        try await server.filter(
            """
            table ip mixed {
              chain c { type nat hook prerouting priority -100
                ip daddr \(failing) tcp dport { 80, 444, 446 } redirect to :tcp dport map { 80 : 8080, 444 : 8444, 446 : 8446 }
              }
            }

            """)
    }
}

extension TCPFaults {
    // curl has no TCP without a protocol above.
    static func curlArguments(for check: PeerCheck) -> [String]? {
        guard check.target.scheme != nil else { return nil }
        return ["http://\(check.textBehindScheme)/"]
    }

    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        guard check.target.scheme != nil else { return nil }
        return ("{prober: tcp, timeout: 5s}", check.textBehindScheme)
    }
}
