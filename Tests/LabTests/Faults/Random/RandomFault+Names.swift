import Lab

import struct NetworkModel.CauseID

extension RandomFault {
    /// Faults of DNS.
    static let resolverFaults: [RandomFault] = configuration + servers + answers

    /// The choice of the server also determines the route to it.
    private static let configured: [Part] = [.resolverConfiguration, .resolver, .resolverRoute, .ownFilter]

    private static let configuration: [RandomFault] = [
        RandomFault("no DNS server is configured", .resolver, Self.configured, ["dns.no-server"]) {
            // The system then queries this host (resolv.conf(5)), on which a stub may listen.
            if $0.plan.resolver == .stub { _ = try await $0.resolver.stop() }
            try await $0.client.write("/etc/resolv.conf", "# nobody\n")
        },
        RandomFault("resolv.conf is misspelt", .resolver, Self.configured, ["dns.misconfigured"]) {
            if $0.plan.resolver == .stub { _ = try await $0.resolver.stop() }
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3\n")
        },
        RandomFault("a stub resolver that is not running", .resolver, Self.configured, ["dns.server-closed"]) {
            try await $0.client.useDNS(["127.0.0.54"])
        },
        RandomFault(
            "a missing DNS server", .resolver, Self.configured, ["dns.server-unreachable"]
        ) { try await $0.client.useDNS([$0.plan.hasIPv4 ? "10.77.3.9" : "fd77:3::9"]) },
    ]

    private static let servers: [RandomFault] = [
        RandomFault("the DNS server's port is closed", .resolver, [.resolver], ["dns.server-closed"]) {
            _ = try await $0.resolver.stop()
        },
        RandomFault("the DNS server is silent", .resolver, [.resolver], ["dns.server-unreachable"]) {
            try await $0.resolverHost.drop("iifname != lo meta l4proto { tcp, udp } th dport 53")
            if $0.plan.resolver == .stub { try await $0.answer([.init("*", .silence)]) }
        },
        scripted("the DNS server refuses", ["dns.refused"], [.init("*", .code(.refused))]),
        scripted("the DNS server fails", ["dns.servfail"], [.init("*", .code(.serverFailure))]),
        scripted(
            "the DNS server fails, and says why", ["dns.servfail"],
            [.init("*", .explained(.code(.serverFailure), code: 22, text: "lame"))]),
        scripted(
            "the DNS server fails for this name", ["dns.servfail"], [.init("www.lab.example", .code(.serverFailure))]),
        scripted(
            "the DNS server finds bogus signatures", ["dns.dnssec-bogus"],
            [.init("www.lab.example", .unlessChecked(.addresses(["10.77.2.1", "fd77:2::1"])))]),
        scripted("answers are truncated, and TCP is closed", ["dns.tcp-blocked"], [.init("*", .truncated)]),
        scripted("the DNS server says FORMERR", ["dns.malformed"], [.init("*", .code(.malformed))]),
        scripted("the DNS server sends random bytes", ["dns.malformed"], [.init("*", .garbage)]),
        scripted("answers have a wrong id", ["dns.malformed"], [.init("*", .wrongID)]),
        scripted("answers have a wrong question", ["dns.malformed"], [.init("*", .wrongQuestion)]),
        scripted(
            "answers come after the system has given up", ["dns.slow", "dns.system-differs"],
            [.init("www.lab.example", .late(.addresses(["10.77.2.1", "fd77:2::1"]), after: .milliseconds(2_500)))]),
    ]

    private static let answers: [RandomFault] = [
        RandomFault(
            "a name that does not exist", .name, [.host, .resolver], ["dns.nxdomain"], fits: { $0.isByName },
            change: { $0.host = "wwww.lab.example" }),
        RandomFault(
            "a name without an address", .name, [.host, .resolver], ["dns.no-address"], fits: { $0.isByName },
            change: { $0.host = "text.lab.example" }),
        RandomFault(
            "a name that is not in its domain", .name, [.host, .resolver], ["dns.nxdomain", "dns.refused"],
            fits: { $0.isByName }, change: { $0.host = "www" }),
        scripted(
            "an alias that goes round", ["dns.cname-broken"],
            [.init("www.lab.example", .alias("a.lab.example")), .init("a.lab.example", .alias("www.lab.example"))]),
        scripted(
            "an alias that leads nowhere", ["dns.cname-broken"], [.init("www.lab.example", .alias("gone.example"))]),
        scripted(
            "the answer is 0.0.0.0", ["dns.blocked-answer"], [.init("www.lab.example", .addresses(["0.0.0.0", "::"]))]),
        scripted(
            "the answer is this machine's own address", ["dns.blocked-answer"],
            [.init("www.lab.example", .addresses(["127.0.0.1", "::1"]))]),
        scripted(
            "the answer is an address of nobody", ["path.no-route", "tcp.timeout"],
            [.init("www.lab.example", .addresses(["10.77.3.77", "fd77:3::77"]))]),
        scripted("there is no such name", ["dns.nxdomain"], []),
    ]

    private static let system: [Part] = [
        .systemResolver, .resolver, .resolverConfiguration, .resolverRoute, .ownFilter, .host,
    ]

    /// Faults of the system's name lookup.
    static let systemResolverFaults: [RandomFault] = [
        RandomFault(
            "the hosts file contradicts DNS", .name, Self.system + [.hosts, .targetRoute],
            causes: { plan in
                // If the address from DNS does not respond either, it is undecidable which of the two is right.
                let isSilent = plan.faults.contains { fault in
                    fault.stage == .tcp && !fault.causes(plan).isDisjoint(with: ["tcp.timeout", "path.no-route"])
                }
                return isSilent ? ["dns.hosts-override", "path.no-route", "tcp.timeout"] : ["dns.hosts-override"]
            }
        ) {
            let wrong = ($0.plan.hasIPv4 ? "10.77.2.77" : "fd77:2::77")
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n\(wrong) www.lab.example\n")
        },
        RandomFault("the system uses only files", .name, Self.system, ["dns.system-differs"]) {
            try await $0.client.write("/etc/nsswitch.conf", "hosts: files\n")
        },
        RandomFault("the system uses a missing NSS module", .name, Self.system, ["dns.system-differs"]) {
            try await $0.client.write("/etc/nsswitch.conf", "hosts: files nosuch [!SUCCESS=return] dns\n")
        },
    ]

    /// Responses that replace those of the DNS server; names that they do not cover do not exist.
    private static func scripted(_ name: String, _ causes: Set<CauseID>, _ rules: [DNSScript.Rule]) -> RandomFault {
        RandomFault(name, .resolver, [.resolver], causes) { try await $0.answer(rules) }
    }
}
