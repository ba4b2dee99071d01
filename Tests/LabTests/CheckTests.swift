import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// A fault that is brought about in an office for real, and the cause that the report has to name.
struct Fault: Sendable, CustomTestStringConvertible {
    let cause: CauseID?
    let status: ConnectionStatus
    let target: String
    /// What the summary has to say.
    let facts: [String]
    let bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    var testDescription: String { "\(cause?.rawValue ?? "healthy"): \(target)" }

    init(
        _ cause: CauseID?, _ status: ConnectionStatus = .connectionDown, _ target: String = "http://www.lab.example/",
        _ facts: [String] = [], _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void = { _ in }
    ) {
        self.cause = cause
        self.status = status
        self.target = target
        self.facts = facts
        self.bringAbout = bringAbout
    }
}

/// An office with its services running: DNS, and a web server with and without TLS.
struct OfficeAtWork: Sendable {
    let lab: Lab
    let office: Office
    let dns: HostProcess
    let authority: CertificateAuthority

    var client: Host { office.client }

    init(in lab: Lab) async throws {
        let office = try await lab.office()
        let server = office.serverCable.a
        let nowhere = office.namesCable.a.ipv6
        async let names = office.names.startDNSMasq(
            [
                .addresses("www.lab.example", [server.ipv4, server.ipv6]),
                .addresses("four.lab.example", [server.ipv4]), .addresses("two.lab.example", [server.ipv4, nowhere]),
                .text("text.lab.example", "no address"), .zone("lab.example"),
            ], options: ["host-record=half.lab.example,\(server.ipv4)", "host-record=half.lab.example,10.77.2.99"])
        let authority = try await CertificateAuthority(on: office.server)
        try await office.client.trust(authority)
        let certificate = try await authority.issue(["www.lab.example"], on: office.server)
        try await office.server.startNginx([Site(port: 80), Site(port: 443, certificate: certificate)])
        self.lab = lab
        self.office = office
        self.authority = authority
        dns = try await names
    }
}

@Suite("Checks in the lab", .lab, .tags(.lab))
struct CheckTests {
    static let faults: [Fault] = [
        Fault(nil, .connectionUp),
        Fault(nil, .connectionUp, "https://www.lab.example/"),
        Fault(nil, .connectionUp, "tls://www.lab.example:443"),
        Fault(nil, .connectionUp, "four.lab.example:80"),
        Fault(nil, .connectionUp, "http://10.77.2.1/redirect"),
        Fault(nil, .connectionUp, "http://[fd77:2::1]/"),
        Fault(nil, .connectionUp, "dns://10.77.3.1/www.lab.example?type=AAAA"),
        Fault(nil, .connectionUp, "icmp://www.lab.example"),
        Fault("link.no-carrier", .connectionDown, "http://www.lab.example/", ["eth0"]) {
            try await $0.office.clientCable.unplug()
        },
        Fault("link.admin-down", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
            try await $0.client.set("eth0", isUp: false)
        },
        Fault("link.none") { try await $0.client.run(["ip", "link", "del", "eth0"]) },
        Fault("address.none", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.none", .connectionDown, "http://10.77.2.1/", ["10.77.2.1"]) {
            try await $0.client.run(["ip", "route", "del", "default"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "eth0"]) {
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://four.lab.example/", ["10.77.1.2"]) {
            // The client has just talked to it: its neighbour entry is fresh.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.2.1"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.route-rejects", .connectionDown, "10.77.2.1:80", ["blackhole", "10.77.2.0/24"]) {
            try await $0.client.run(["ip", "route", "add", "blackhole", "10.77.2.0/24"])
        },
        Fault("path.no-route", .connectionDown, "10.99.0.1:80", ["10.99.0.1"]),
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
        Fault("http.auth-required", .connectionDown, "http://www.lab.example/login", ["Basic"]),
        Fault("http.forbidden", .connectionDown, "http://www.lab.example/status/403"),
        Fault("http.not-found", .connectionDown, "http://www.lab.example/status/404", ["404"]),
        Fault("http.rate-limited", .connectionDown, "http://www.lab.example/status/429"),
        Fault("http.client-error", .connectionDown, "http://www.lab.example/status/418"),
        Fault("http.gateway-error", .connectionDown, "https://www.lab.example/status/502", ["502"]),
        Fault("http.server-error", .connectionDown, "http://www.lab.example/status/500"),
        Fault("http.no-answer", .connectionDown, "http://www.lab.example/never"),
        Fault("tcp.reset", .connectionDown, "http://10.77.2.1:446/") {
            try $0.office.server.startTCPServer(.resets, port: 446)
        },
        Fault("http.malformed", .connectionDown, "http://10.77.2.1:447/") {
            try $0.office.server.startTCPServer(.answers("SSH-2.0-lab\r\n"), port: 447)
        },
    ]

    @Test("the report names the cause of a fault", arguments: faults)
    func fault(fault: Fault) async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await fault.bringAbout(office)
            let report = try await office.client.check(fault.target, "--timeout", "6")
            #expect(report.status == fault.status)
            #expect(report.cause?.id == fault.cause, "\(report.cause?.summary ?? "no cause")")
            for fact in fault.facts {
                #expect(report.cause?.summary.contains(fact) == true, "\(report.cause?.summary ?? "no cause")")
            }
            let errors = report.findings.filter { $0.severity == .error }
            #expect(errors.count == (fault.status == .connectionDown ? 1 : 0))
            if let cause = report.cause, fault.status == .connectionDown {
                let above = report.layers.drop { $0.status != .connectionDown }.dropFirst()
                #expect(above.allSatisfy { $0.status == .noErr }, "nothing above a broken layer is judged: \(cause.id)")
            }
        }
    }
}

extension OfficeAtWork {
    /// A second site of the web server, on port 444.
    func serve(_ certificate: Certificate) async throws {
        try await office.server.startNginx([Site(port: 444, certificate: certificate)])
    }
}
