import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of name resolution.
enum DNSFaults: LabKind {
    static let page = "http://www.lab.example/"
    static let good: DNSScript.Answer = .addresses(["10.77.2.1", "fd77:2::1"])

    static let healthyTargets: [HealthyTarget] = ["dns://10.77.3.1/www.lab.example?type=AAAA"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {}

    static let rows = servers + slowServers + answers + others

    /// Faults of the servers.
    private static let servers: [Fault] = [
        Fault("dns.no-server") { try await $0.client.write("/etc/resolv.conf", "# nobody\n") },
        Fault("dns.misconfigured", .connectionDown, page, ["/etc/resolv.conf:2", "10.77.3"]) {
            try await $0.client.write("/etc/resolv.conf", "# ours\nnameserver 10.77.3\n")
        },
        Fault("dns.server-closed", .connectionDown, page, ["10.77.3.1"]) { _ = try await $0.dns.stop() },
        Fault("dns.server-closed", .connectionDown, "dns://10.77.2.1/www.lab.example", ["10.77.2.1"]),
        Fault("dns.server-closed", .connectionDown, page, ["127.0.0.53"], name: "a stub resolver that is not running") {
            try await $0.client.useDNS(["127.0.0.53"])
        },
        Fault("dns.server-unreachable", .connectionDown, page, ["10.77.3.1"]) {
            try await $0.office.names.drop("meta l4proto { tcp, udp } th dport 53")
        },
        Fault("dns.server-unreachable", .connectionDown, page, ["10.77.3.1, 10.77.3.9"], name: "two silent servers") {
            try await $0.office.names.drop("meta l4proto { tcp, udp } th dport 53")
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
        },
        Fault("dns.refused", .connectionDown, "http://www/", ["10.77.3.1"], name: "a refused name without a dot") {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.refused))])
        },
        Fault("dns.some-servers-dead", .connectionUp, page, ["10.77.2.1", "closed"], name: "a closed first server") {
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault("dns.some-servers-dead", .connectionUp, page, ["10.77.2.1", "up to 1 s"], name: "a silent first server") {
            try await $0.office.server.drop("udp dport 53")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault(
            "local.firewall", .connectionUp, page, ["10.77.2.1:53", "EPERM"],
            name: "queries to the first of two servers are dropped here"
        ) { try await $0.dropQueriesToFirst() },
        Fault(
            "local.firewall", .connectionUp, "", ["10.77.2.1:53", "EPERM"],
            name: "queries to the first of two servers are dropped here, machine status",
            way: .status("publish: off\ninterval: 30s\n")
        ) { try await $0.dropQueriesToFirst() },
        Fault("dns.refused", .connectionDown, "http://www.elsewhere.example/", ["www.elsewhere.example"]),
        Fault("dns.servfail", .connectionDown, page, ["10.77.3.1"]) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.serverFailure))])
        },
        scripted("dns.servfail", ["No Reachable Authority", "lame"], "with the server's reason") {
            [.init("*", .explained(.code(.serverFailure), code: 22, text: "lame"))]
        },
        // unbound reports "DNSKEY Missing" the first time and "DNSSEC Bogus" for a result in its cache.
        Fault(
            "dns.dnssec-bogus", .connectionDown, page, ["10.77.3.1", "it says: DNS"],
            name: "an unsigned zone, validated by unbound"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNSMasq([.addresses("www.lab.example", ["10.77.2.1"])], port: 5_300)
            try await $0.office.names.startValidatingResolver(trusting: "lab.example", from: 5_300)
        },
        scripted("dns.dnssec-bogus", ["DNSSEC Bogus"], "an empty answer without validation") {
            [.init("*", .explained(.unlessChecked(.addresses([])), code: 6, text: ""))]
        },
        scripted("dns.tcp-blocked", ["10.77.3.1", "closed"], "TCP is closed") { [.init("*", .truncated)] },
        Fault("dns.tcp-blocked", .connectionDown, page, ["10.77.3.1", "timeout"], name: "TCP is dropped") {
            try await $0.office.names.drop("tcp dport 53")
            try await $0.answer([.init("*", .truncated)])
        },
        scripted("dns.malformed", ["no valid answer", "cannot be parsed"], "FORMERR") {
            [.init("*", .code(.malformed))]
        },
        scripted("dns.malformed", ["no valid answer", "none to this query"], "random bytes") { [.init("*", .garbage)] },
        scripted("dns.malformed", ["10.77.3.1", "none to this query"], "a wrong id") { [.init("*", .wrongID)] },
        scripted("dns.malformed", ["10.77.3.1", "none to this query"], "a wrong question") {
            [.init("*", .wrongQuestion)]
        },
        scripted("dns.family-dropped", status: .connectionUp, ["AAAA", "10.77.3.1"], "no answer for AAAA") {
            [.init("*", type: .ipv6, .silence), .init("www.lab.example", good)]
        },
        scripted("dns.servfail", status: .connectionUp, ["AAAA", "10.77.3.1"], "SERVFAIL for AAAA only") {
            [.init("*", type: .ipv6, .code(.serverFailure)), .init("www.lab.example", good)]
        },
        scripted("dns.refused", status: .connectionUp, ["AAAA", "10.77.3.1"], "REFUSED for AAAA only") {
            [.init("*", type: .ipv6, .code(.refused)), .init("www.lab.example", good)]
        },
        Fault(
            "dns.servfail", .connectionDown, page, ["not A queries", "10.77.3.1"],
            name: "SERVFAIL for A, and no IPv6 route"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.answer([.init("*", type: .ipv4, .code(.serverFailure)), .init("www.lab.example", good)])
        },
        Fault(
            "dns.family-dropped", .connectionDown, page, ["ignores queries for A records", "10.77.3.1"],
            name: "no answer for A, and no IPv6 route"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.answer([.init("*", type: .ipv4, .silence), .init("www.lab.example", good)])
        },
        scripted("dns.family-dropped", ["A records", "AAAA"], "no answer for A, and no AAAA records") {
            [.init("*", type: .ipv4, .silence), .init("*", .addresses([]))]
        },
    ]

    /// Faults in the servers' responses.
    private static let answers: [Fault] = [
        Fault(
            "dns.nxdomain", .connectionDown, "http://wwww.lab.example/",
            ["wwww.lab.example does not exist", "parent domain is lab.example"]),
        scripted("dns.nxdomain", ["no name above it exists either"], "no parent name exists") { [] },
        Fault("dns.no-address", .connectionDown, "http://text.lab.example/", ["text.lab.example"]),
        Fault("dns.no-address", .connectionDown, "http://four.lab.example/", ["IPv6"], options: ["-6"]),
        Fault(
            "dns.no-address", .connectionDown, "dns://10.77.3.1/four.lab.example?type=AAAA", ["has no IPv6 address"]),
        Fault(
            "dns.no-address", .connectionDown, "http://six.lab.example/",
            ["10.77.1.2", "no IPv6 address (AAAA) even for a.root-servers.net"],
            name: "a forwarder that filters IPv6 addresses out of all answers"
        ) { try await $0.filterSixthAddresses() },
        scripted("dns.cname-broken", ["www.lab.example → a.lab.example → www.lab.example", "a loop"], "a loop") {
            [.init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("www.lab.example"))]
        },
        scripted(
            "dns.cname-broken", ["www.lab.example → gone.example", "does not exist"], "an alias to a missing name"
        ) {
            [.init("www.lab.example", .alias("gone.example"))]
        },
        scripted(
            "dns.cname-broken",
            ["leads to gone.example, which does not exist", "www.lab.example → a.lab.example → b.lab.example"],
            "three aliases to a missing name"
        ) {
            [
                .init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("b.lab.example")),
                .init("b.lab.example", .alias("gone.example")),
            ]
        },
        scripted(
            "dns.no-address", ["an alias of text.lab.example, which has none", "www.lab.example → text.lab.example"],
            "an alias to a name without an address"
        ) {
            [.init("www.lab.example", .alias("text.lab.example")), .init("text.lab.example", .addresses([]))]
        },
        scripted(
            "dns.no-address", ["an alias of text.lab.example, which has none"],
            "only the alias, to a name without an address"
        ) {
            [.init("www.lab.example", .aliasAlone("text.lab.example")), .init("text.lab.example", .addresses([]))]
        },
        scripted("dns.cname-broken", ["→ b.example → www.lab.example", "a loop"], "a loop, and SERVFAIL") {
            [
                .init("www.lab.example", type: .alias, .alias("b.example")),
                .init("b.example", type: .alias, .alias("www.lab.example")), .init("*", .code(.serverFailure)),
            ]
        },
        scripted("dns.cname-broken", ["a.lab.example → www.lab.example", "a loop"], "only the alias, in a loop") {
            [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("www.lab.example")),
            ]
        },
        scripted(
            "dns.cname-broken", ["www.lab.example → gone.example", "does not exist"],
            "only the alias, to a missing name"
        ) {
            [.init("www.lab.example", .aliasAlone("gone.example"))]
        },
        scripted("dns.cname-broken", ["→ b.lab.example", "does not exist"], "only two aliases, to a missing name") {
            [
                .init("www.lab.example", .aliasAlone("a.lab.example")),
                .init("a.lab.example", .aliasAlone("b.lab.example")),
            ]
        },
        scripted(
            "dns.cname-broken", ["www.lab.example → a.lab.example", "leaves out"],
            "only the alias, without the address that exists"
        ) {
            [.init("www.lab.example", .aliasAlone("a.lab.example")), .init("a.lab.example", good)]
        },
        scripted("dns.blocked-answer", ["0.0.0.0", "10.77.3.1", "Blocked"], "0.0.0.0") {
            [.init("www.lab.example", .blocked)]
        },
        scripted("dns.blocked-answer", ["127.0.0.1"], "this machine's own address") {
            [.init("www.lab.example", .addresses(["127.0.0.1"]))]
        },
        scripted("dns.blocked-answer", ["127.0.53.53", "ICANN's mark"], "a name collision") {
            [.init("www.lab.example", .addresses(["127.0.53.53"]))]
        },
        Fault(
            "dns.blocked-answer", .connectionUp, page, ["10.77.3.1", "with ::"], name: "a filter of IPv6 alone"
        ) {
            try await $0.answer([.init("www.lab.example", .addresses(["10.77.2.1", "::"]))])
        },
        Fault(
            "dns.blocked-answer", .connectionDown, page, ["10.99.0.1", "10.77.2.1 says 198.51.100.1"],
            name: "a private address, while another server has a public one"
        ) {
            try await $0.office.server.startDNS([.init("www.lab.example", .addresses(["198.51.100.1"]))])
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("www.lab.example", .addresses(["10.99.0.1"]))])
        },
        scripted("dns.hijacked", ["10.99.0.1", "10.77.3.1"], "every name resolves to a dead address") {
            [.init("*", .addresses(["10.99.0.1"]))]
        },
        Fault(
            "dns.hijacked", .connectionDown, "https://mail.lab.example/", ["10.77.2.1"],
            name: "every name resolves to a web server"
        ) {
            try await $0.answer([.init("*", .addresses(["10.77.2.1"]))])
        },
    ]

    /// Other sources of addresses that contradict DNS.
    private static let others: [Fault] = [
        Fault(
            "dns.hosts-override", .connectionUp, page, ["10.77.2.50", "10.77.2.1"], name: "another address that works"
        ) {
            try await $0.office.server.run(["ip", "addr", "add", "10.77.2.50/24", "dev", "eth0"])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.50 www.lab.example\n")
        },
        Fault(
            "dns.hosts-override", .connectionUp, page, ["127.0.0.1", "10.77.2.1"],
            name: "a copy of the site on this machine"
        ) {
            try await $0.client.startNginx([Site(port: 80)])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost www.lab.example\n")
        },
        Fault("dns.hosts-override", .connectionDown, page, ["10.77.1.77", "10.77.2.1"], name: "a dead address") {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.1.77 www.lab.example\n")
        },
        Fault(
            "dns.hosts-override", .connectionDown, "https://mail.lab.example/", ["10.77.2.1", "10.77.2.99"],
            name: "another server"
        ) {
            try await $0.answer([.init("mail.lab.example", .addresses(["10.77.2.99"]))])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 mail.lab.example\n")
        },
        // The queries fail at once, before the system resolver has read the file.
        Fault(
            "dns.server-unreachable", .connectionUp, "icmp://router.lab.example", ["10.77.3.1"],
            name: "a name in the hosts file, and no route to the DNS server"
        ) {
            for family in ["-4", "-6"] { try await $0.client.run(["ip", family, "route", "del", "default"]) }
            try await $0.client.write(
                "/etc/hosts",
                "127.0.0.1 localhost\n\($0.office.clientCable.b.ipv4) router.lab.example\n")
        },
        Fault(nil, .connectionUp, page, name: "a hosts file that agrees with DNS") {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 www.lab.example\n")
        },
        Fault(
            "dns.servers-disagree", .connectionDown, page, ["10.77.2.1 says", "does not exist"],
            name: "about the existence of the name"
        ) {
            try await $0.office.server.startDNS([])
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault(
            "dns.servers-disagree", .connectionDown, page, ["10.77.1.77", "which works"], name: "about the address"
        ) {
            try await $0.office.server.startDNS([.init("www.lab.example", .addresses(["10.77.1.77"]))])
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        Fault(
            "dns.nxdomain", .connectionDown, "http://printer.corp.local/", ["printer.corp.local"],
            name: "in a search domain below .local"
        ) {
            try await $0.office.server.startDNS([])
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.2.1\nsearch corp.local\n")
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
        double("dns.servfail", page, ["10.77.3.1"], "a silent first server, and SERVFAIL from the second") {
            try await $0.office.server.drop("udp dport 53")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
            try await $0.answer([.init("*", .code(.serverFailure))])
        },
        double(
            "dns.nxdomain", "http://wwww.lab.example/", ["wwww.lab.example", "according to 10.77.3.1"],
            "a silent first server, and a name that the second one denies"
        ) {
            try await $0.office.server.drop("udp dport 53")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
        double("dns.nxdomain", "http://wwww.lab.example/", ["wwww.lab.example"], "no such name, and no web server") {
            try await $0.office.serverCable.unplug()
        },
        double(
            "dns.server-closed", status: .connectionUp, page, ["10.77.3.1"],
            "a name in the hosts file, and no DNS server"
        ) {
            _ = try await $0.dns.stop()
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 www.lab.example\n")
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "dropped AAAA queries, and a closed port") {
            try await $0.answer([.init("*", type: .ipv6, .silence), .init("www.lab.example", good)])
        },
        double("dns.tcp-blocked", page, ["10.77.3.1"], "truncated answers without TCP, and a closed second server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("*", .truncated)])
        },
        double("dns.dnssec-bogus", page, ["10.77.3.1"], "bogus signatures, and a dead web server") {
            try await $0.answer([.init("*", .unlessChecked(good))])
            try await $0.office.serverCable.unplug()
        },
        double("dns.cname-broken", page, ["gone.example"], "an alias to a missing name, and a closed second server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.answer([.init("www.lab.example", .alias("gone.example"))])
        },
        double("http.not-found", "\(page)status/404", ["404"], "status 404, and a DNS server that resolves every name")
        {
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

extension OfficeAtWork {
    /// Makes the client drop its own queries to the first of its two servers.
    fileprivate func dropQueriesToFirst() async throws {
        try await client.useDNS(["10.77.2.1", "10.77.3.1"])
        try await client.filter(
            """
            table inet f {
              chain o { type filter hook output priority 0; ip daddr 10.77.2.1 udp dport 53 drop; }
            }

            """)
    }
}

extension OfficeAtWork {
    /// Makes the router a DNS server that leaves out IPv6 addresses, for a site with IPv6 only.
    fileprivate func filterSixthAddresses() async throws {
        _ = try await dns.stop()
        try await office.names.startDNSMasq([
            .addresses("six.lab.example", [office.serverCable.a.ipv6]), .zone("lab.example"),
        ])
        try await office.router.startDNSMasq(
            [], reachesRoot: false, options: ["server=\(office.namesCable.a.ipv4)", "filter-AAAA"])
        try await client.useDNS([office.clientCable.b.ipv4])
    }
}

extension DNSFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        guard let question = check.target.question else { return nil }
        let dns = "query_name: '\(question.name)', query_type: '\(question.type.rawValue)'"
        return ("{prober: dns, timeout: 5s, dns: {\(dns)}}", check.target.host.bracketed)
    }
}
