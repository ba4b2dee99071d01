import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of the resolution of names.
enum DNSFaults: LabKind {
    private static let page = "http://www.lab.example/"
    private static let good: DNSScript.Answer = .addresses(["10.77.2.1", "fd77:2::1"])

    static let healthyTargets: [HealthyTarget] = ["dns://10.77.3.1/www.lab.example?type=AAAA"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {}

    static let rows = servers + answers + others

    /// Faults of the servers.
    private static let servers: [Fault] = [
        Fault("dns.no-server") { try await $0.client.write("/etc/resolv.conf", "# nobody\n") },
        Fault("dns.misconfigured", .connectionDown, page, ["/etc/resolv.conf:2", "10.77.3"]) {
            try await $0.client.write("/etc/resolv.conf", "# ours\nnameserver 10.77.3\n")
        },
        Fault("dns.server-closed", .connectionDown, page, ["10.77.3.1"]) { _ = try await $0.dns.stop() },
        Fault("dns.server-closed", .connectionDown, page, ["127.0.0.53"], name: "a stub that does not run") {
            try await $0.client.useDNS(["127.0.0.53"])
        },
        Fault("dns.server-unreachable", .connectionDown, page, ["10.77.3.1"]) {
            try await $0.office.names.drop("meta l4proto { tcp, udp } th dport 53")
        },
        Fault("dns.server-unreachable", .connectionDown, page, ["10.77.3.1, 10.77.3.9"], name: "two silent servers") {
            try await $0.office.names.drop("meta l4proto { tcp, udp } th dport 53")
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
        },
        Fault("dns.refused", .connectionDown, "http://www/", ["10.77.3.1"], name: "a name without a dot, refused") {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.refused))])
        },
        Fault("dns.some-servers-dead", .connectionUp, page, ["10.77.2.1", "closed"], name: "a closed first server") {
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault("dns.some-servers-dead", .connectionUp, page, ["10.77.2.1", "1000 ms"], name: "a silent first server") {
            try await $0.office.server.drop("udp dport 53")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault("dns.refused", .connectionDown, "http://www.elsewhere.example/", ["www.elsewhere.example"]),
        Fault("dns.servfail", .connectionDown, page, ["10.77.3.1"]) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.serverFailure))])
        },
        scripted("dns.servfail", ["No Reachable Authority", "lame"], "with the server's reason") {
            [.init("*", .explained(.code(.serverFailure), code: 22, text: "lame"))]
        },
        // unbound reports "DNSKEY Missing" the first time and "DNSSEC Bogus" for a result in its cache.
        Fault("dns.dnssec-bogus", .connectionDown, page, ["10.77.3.1", "it says: DNS"], name: "unsigned, by unbound") {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNSMasq([.addresses("www.lab.example", ["10.77.2.1"])], port: 5_300)
            try await $0.office.names.startValidatingResolver(trusting: "lab.example", from: 5_300)
        },
        scripted("dns.dnssec-bogus", ["DNSSEC Bogus"], "without a wrong answer") {
            [.init("*", .explained(.unlessChecked(.addresses([])), code: 6, text: ""))]
        },
        scripted("dns.tcp-blocked", ["10.77.3.1", "closed"], "TCP is closed") { [.init("*", .truncated)] },
        Fault("dns.tcp-blocked", .connectionDown, page, ["10.77.3.1", "timeout"], name: "TCP is dropped") {
            try await $0.office.names.drop("tcp dport 53")
            try await $0.answer([.init("*", .truncated)])
        },
        scripted("dns.malformed", ["no valid answer", "cannot be parsed"], "a code of FORMERR") {
            [.init("*", .code(.malformed))]
        },
        scripted("dns.malformed", ["no valid answer", "none to this query"], "noise") { [.init("*", .garbage)] },
        scripted("dns.malformed", ["10.77.3.1", "none to this query"], "another id") { [.init("*", .wrongID)] },
        scripted("dns.malformed", ["10.77.3.1", "none to this query"], "another question") {
            [.init("*", .wrongQuestion)]
        },
        Fault("dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a slow server") {
            // Programs that wait for only one second find nothing.
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .milliseconds(1_100)))])
        },
        Fault("dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a server that needs three seconds") {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .seconds(3)))])
        },
        scripted("dns.family-dropped", status: .connectionUp, ["AAAA", "10.77.3.1"], "no answer for AAAA") {
            [.init("*", type: .ipv6, .silence), .init("www.lab.example", good)]
        },
        scripted("dns.servfail", status: .connectionUp, ["AAAA", "10.77.3.1"], "SERVFAIL for AAAA alone") {
            [.init("*", type: .ipv6, .code(.serverFailure)), .init("www.lab.example", good)]
        },
        scripted("dns.refused", status: .connectionUp, ["AAAA", "10.77.3.1"], "REFUSED for AAAA alone") {
            [.init("*", type: .ipv6, .code(.refused)), .init("www.lab.example", good)]
        },
        Fault(
            "dns.servfail", .connectionDown, page, ["asked for A records", "10.77.3.1"],
            name: "SERVFAIL for A, and IPv6 that no route leads to"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.answer([.init("*", type: .ipv4, .code(.serverFailure)), .init("www.lab.example", good)])
        },
        Fault(
            "dns.family-dropped", .connectionDown, page, ["ignores queries for A records", "10.77.3.1"],
            name: "no answer for A, and IPv6 that no route leads to"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.answer([.init("*", type: .ipv4, .silence), .init("www.lab.example", good)])
        },
        scripted("dns.family-dropped", ["A records", "AAAA"], "no answer for A, and no AAAA") {
            [.init("*", type: .ipv4, .silence), .init("*", .addresses([]))]
        },
    ]

    /// Faults of the servers' responses.
    private static let answers: [Fault] = [
        Fault(
            "dns.nxdomain", .connectionDown, "http://wwww.lab.example/",
            ["wwww.lab.example does not exist", "exists is lab.example"]),
        scripted("dns.nxdomain", ["no name above it exists either"], "nothing above") { [] },
        Fault("dns.no-address", .connectionDown, "http://text.lab.example/", ["text.lab.example"]),
        Fault("dns.no-address", .connectionDown, "http://four.lab.example/", ["IPv6"], options: ["-6"]),
        scripted("dns.cname-broken", ["www.lab.example → a.lab.example → www.lab.example", "a loop"], "a loop") {
            [.init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("www.lab.example"))]
        },
        scripted("dns.cname-broken", ["www.lab.example → gone.example", "does not exist"], "an end that is missing") {
            [.init("www.lab.example", .alias("gone.example"))]
        },
        scripted(
            "dns.cname-broken",
            ["leads to gone.example, which does not exist", "www.lab.example → a.lab.example → b.lab.example"],
            "three aliases, and an end that is missing"
        ) {
            [
                .init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("b.lab.example")),
                .init("b.lab.example", .alias("gone.example")),
            ]
        },
        scripted(
            "dns.no-address", ["an alias of text.lab.example, which has none", "www.lab.example → text.lab.example"],
            "an alias of a name without an address"
        ) {
            [.init("www.lab.example", .alias("text.lab.example")), .init("text.lab.example", .addresses([]))]
        },
        scripted(
            "dns.no-address", ["an alias of text.lab.example, which has none"],
            "an alias alone, of a name without an address"
        ) {
            [.init("www.lab.example", .aliasAlone("text.lab.example")), .init("text.lab.example", .addresses([]))]
        },
        scripted("dns.cname-broken", ["→ b.example → www.lab.example", "a loop"], "a loop behind SERVFAIL") {
            [
                .init("www.lab.example", type: .alias, .alias("b.example")),
                .init("b.example", type: .alias, .alias("www.lab.example")), .init("*", .code(.serverFailure)),
            ]
        },
        scripted("dns.cname-broken", ["a.lab.example → www.lab.example", "a loop"], "an alias alone, in a circle") {
            [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("www.lab.example")),
            ]
        },
        scripted(
            "dns.cname-broken", ["www.lab.example → gone.example", "does not exist"], "an alias alone, to nowhere"
        ) {
            [.init("www.lab.example", .aliasAlone("gone.example"))]
        },
        scripted("dns.cname-broken", ["→ b.lab.example", "does not exist"], "two aliases alone, to nowhere") {
            [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("b.lab.example")),
            ]
        },
        scripted("dns.cname-broken", ["www.lab.example → a.lab.example", "leaves out"], "an alias without its address")
        {
            [.init("www.lab.example", .aliasAlone("a.lab.example")), .init("a.lab.example", good)]
        },
        scripted("dns.blocked-answer", ["0.0.0.0", "10.77.3.1", "Blocked"], "0.0.0.0") {
            [.init("www.lab.example", .blocked)]
        },
        scripted("dns.blocked-answer", ["127.0.0.1"], "this machine's own address") {
            [.init("www.lab.example", .addresses(["127.0.0.1"]))]
        },
        Fault(
            "dns.blocked-answer", .connectionDown, page, ["10.99.0.1", "10.77.2.1 says 198.51.100.1"],
            name: "a private address, where another server has a public one"
        ) {
            try await $0.office.server.startDNS([.init("www.lab.example", .addresses(["198.51.100.1"]))])
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("www.lab.example", .addresses(["10.99.0.1"]))])
        },
        scripted("dns.hijacked", ["10.99.0.1", "10.77.3.1"], "every name has an address that leads nowhere") {
            [.init("*", .addresses(["10.99.0.1"]))]
        },
        Fault("dns.hijacked", .connectionDown, "https://mail.lab.example/", ["10.77.2.1"], name: "somebody else's page")
        {
            try await $0.answer([.init("*", .addresses(["10.77.2.1"]))])
        },
    ]

    /// Contradictions from another source.
    private static let others: [Fault] = [
        Fault("dns.hosts-override", .connectionUp, page, ["10.77.2.50", "10.77.2.1"], name: "another way there") {
            try await $0.office.server.run(["ip", "addr", "add", "10.77.2.50/24", "dev", "eth0"])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.50 www.lab.example\n")
        },
        Fault("dns.hosts-override", .connectionDown, page, ["10.77.1.77", "10.77.2.1"], name: "a way to nowhere") {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.1.77 www.lab.example\n")
        },
        Fault(nil, .connectionUp, page, name: "a hosts file that agrees") {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 www.lab.example\n")
        },
        Fault(
            "dns.servers-disagree", .connectionDown, page, ["10.77.2.1 says", "does not exist"],
            name: "whether there is such a name"
        ) {
            try await $0.office.server.startDNS([])
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault(
            "dns.servers-disagree", .connectionDown, page, ["10.77.1.77", "which works"], name: "which address is good"
        ) {
            try await $0.office.server.startDNS([.init("www.lab.example", .addresses(["10.77.1.77"]))])
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault("dns.mdns-unavailable", .connectionDown, "http://printer.local/", ["printer.local"]),
        Fault("dns.mdns-not-in-nsswitch", .connectionUp, "icmp://router.local", ["files dns"]) {
            try await $0.client.write("/etc/nsswitch.conf", "hosts: files dns\n")
            try await $0.office.router.startDiscovery()
            try await $0.client.startDiscovery()
        },
    ]

    /// Two faults at once.
    static let doubles: [Fault] = [
        double("dns.servfail", page, ["10.77.3.1"], "a silent first server, and SERVFAIL of the second") {
            try await $0.office.server.drop("udp dport 53")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
            try await $0.answer([.init("*", .code(.serverFailure))])
        },
        double("dns.nxdomain", "http://wwww.lab.example/", ["wwww.lab.example"], "no such name, and no web server") {
            try await $0.office.serverCable.unplug()
        },
        double(
            "dns.server-closed", status: .connectionUp, page, ["10.77.3.1"],
            "a name of the hosts file, and no DNS server"
        ) {
            _ = try await $0.dns.stop()
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 www.lab.example\n")
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "AAAA is dropped, and a closed port") {
            try await $0.answer([.init("*", type: .ipv6, .silence), .init("www.lab.example", good)])
        },
        double("dns.tcp-blocked", page, ["10.77.3.1"], "truncated answers without TCP, and a closed second server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("*", .truncated)])
        },
        double("dns.dnssec-bogus", page, ["10.77.3.1"], "bogus signatures, and a web server that is gone") {
            try await $0.answer([.init("*", .unlessChecked(good))])
            try await $0.office.serverCable.unplug()
        },
        double("dns.cname-broken", page, ["gone.example"], "an alias to nowhere, and a closed second server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("www.lab.example", .alias("gone.example"))])
        },
        double("http.not-found", "\(page)status/404", ["404"], "404, and a server that makes names up") {
            try await $0.answer([
                .init("www.lab.example", .addresses(["10.77.2.1"])), .init("*", .addresses(["10.99.0.1"])),
            ])
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "a closed port, and a hosts file that differs") {
            try await $0.office.server.run(["ip", "addr", "add", "10.77.2.50/24", "dev", "eth0"])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.50 www.lab.example\n")
        },
    ]

    private static func scripted(
        _ cause: CauseID, status: ConnectionStatus = .connectionDown, _ facts: [String], _ name: String,
        _ rules: @escaping @Sendable () -> [DNSScript.Rule]
    ) -> Fault {
        Fault(cause, status, page, facts, name: name) { try await $0.answer(rules()) }
    }

    private static func double(
        _ cause: CauseID, status: ConnectionStatus = .connectionDown, _ target: String, _ facts: [String],
        _ name: String, _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> Fault {
        Fault(cause, status, target, facts, name: name, kind: .double, bringAbout)
    }
}

extension OfficeAtWork {
    /// Replaces the DNS server by one with these rules.
    func answer(_ rules: [DNSScript.Rule]) async throws {
        _ = try await dns.stop()
        try await office.names.startDNS(rules)
    }
}
