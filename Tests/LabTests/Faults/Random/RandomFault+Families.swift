import Lab

import struct NetworkModel.CauseID

/// Faults of one family, in networks with both: programs that find names and try the other family succeed.
extension RandomFault {
    static let familyFaults: [RandomFault] = linksOfOne + pathsOfOne + serversOfOne

    private static let hasBoth: @Sendable (NetworkPlan) -> Bool = { $0.families == .both }
    /// Whether the DNS server can be queried over IPv6 instead.
    private static let findsNamesOverSix: @Sendable (NetworkPlan) -> Bool = {
        $0.families == .both && $0.resolver != .stub
    }
    /// Proxies have only IPv4 here.
    private static func overFour(_ causes: Set<CauseID>) -> @Sendable (NetworkPlan) -> Set<CauseID> {
        { $0.usesProxy ? causes.union(["proxy.unreachable"]) : causes }
    }

    private static let linksOfOne: [RandomFault] = [
        RandomFault(
            "a wrong neighbour entry for IPv4 alone", .gateway, [.router, .resolverConfiguration],
            ["gateway.wrong-neighbour"], fits: findsNamesOverSix
        ) {
            try await $0.client.useDNS([$0.resolverIPv6])
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
        }.partial(naming: ["gateway.wrong-neighbour"]),
        RandomFault(
            "no default route for IPv4 alone", .gateway, [.defaultRoute, .resolverConfiguration],
            ["gateway.none", "gateway.no-ipv4"], fits: findsNamesOverSix
        ) {
            try await $0.client.useDNS([$0.resolverIPv6])
            try await $0.client.run(["ip", "-4", "route", "del", "default"])
        }.partial(),
        RandomFault(
            "IPv6 is switched off, and the DNS server has an IPv6 address", .address,
            [.address, .resolverConfiguration], ["address.ipv6-disabled"], fits: findsNamesOverSix
        ) {
            try await $0.client.useDNS([$0.resolverIPv6])
            try await $0.client.run(["sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"])
        }.partial().avoiding(.link, .defaultRoute, .router),
    ]

    private static let forwarding: [Part] = [.forwarding, .targetRoute, .resolverRoute]

    private static let pathsOfOne: [RandomFault] = [
        RandomFault(
            "the client's own filter drops IPv6", .route, [.ownFilter, .forwarding], ["local.firewall"], fits: hasBoth
        ) {
            try await $0.client.filter(
                "table ip6 own {\n chain o {\n type filter hook output priority 0; policy drop; oif lo accept\n }\n}\n")
        }.partial(naming: ["local.firewall", "tcp.ipv6-broken"]),
        RandomFault(
            "the router has no route for IPv6", .uplink, Self.forwarding, ["path.ipv6-down", "path.no-route"],
            fits: hasBoth
        ) {
            try await $0.router.run(["ip", "-6", "rule", "add", "iif", "eth0", "unreachable", "pref", "10"])
        }.partial(naming: ["path.ipv6-down", "path.no-route", "tcp.ipv6-broken"]),
        RandomFault(
            "the router drops IPv6", .uplink, Self.forwarding, ["path.ipv6-down", "path.upstream-down", "tcp.timeout"],
            fits: hasBoth
        ) {
            try await $0.router.dropForwarded("meta nfproto ipv6")
        }.partial(naming: ["path.ipv6-down", "tcp.ipv6-broken"]),
        RandomFault(
            "the router drops IPv4", .uplink, Self.forwarding + [.resolverConfiguration],
            causes: overFour(["path.ipv4-down", "path.upstream-down", "tcp.timeout"]), fits: findsNamesOverSix
        ) {
            try await $0.client.useDNS([$0.resolverIPv6])
            try await $0.router.dropForwarded("meta nfproto ipv4")
        }.partial(naming: ["path.ipv4-down", "tcp.ipv4-broken"]),
    ]

    private static let serversOfOne: [RandomFault] = [
        RandomFault("the server refuses IPv6 alone", .tcp, [.port], ["tcp.refused"], fits: hasBoth) {
            try await $0.server.reject(
                "meta nfproto ipv6 tcp dport \($0.port)", at: "input", with: "tcp reset")
        }.partial(naming: ["tcp.ipv6-broken"]),
        RandomFault("the server drops IPv4 alone", .tcp, [.port], ["tcp.timeout"], fits: hasBoth) {
            try await $0.server.drop("tcp dport \($0.port)", family: "ip")
        }.partial(naming: ["tcp.ipv4-broken"]),
        RandomFault(
            "the DNS server drops AAAA queries", .resolver, [.resolver], ["dns.family-dropped"], fits: hasBoth
        ) {
            try await $0.answer([
                .init("*", type: .ipv6, .silence), .init("www.lab.example", .addresses($0.addresses)),
            ])
        }.partial(naming: ["dns.family-dropped"]),
        RandomFault("the DNS server fails for AAAA queries", .resolver, [.resolver], ["dns.servfail"], fits: hasBoth) {
            try await $0.answer([
                .init("*", type: .ipv6, .code(.serverFailure)), .init("www.lab.example", .addresses($0.addresses)),
            ])
        }.partial(naming: ["dns.servfail"]),
        RandomFault(
            "some of the addresses refuse", .resolver, [.resolver], ["tcp.some-addresses-dead", "tcp.refused"],
            fits: { $0.isByName }
        ) {
            try await $0.answer([.init("www.lab.example", .addresses($0.addresses + $0.silentAddresses))])
        }.partial(naming: ["tcp.some-addresses-dead"]).avoiding(.hosts, .systemResolver),
    ]
}

extension RandomFault {
    /// Lost packets, apart from DNS queries: programs repeat them, and mostly succeed.
    static let lossFaults: [RandomFault] = [
        RandomFault("every fourth packet to the target is dropped", .route, [.targetRoute], ["path.loss"]) {
            try await $0.router.dropForwarded(
                "ip daddr \($0.work.serverIPv4) numgen inc mod 4 0",
                "ip6 daddr \($0.work.serverIPv6) numgen inc mod 4 0")
        }.partial(),
        RandomFault(
            "every fourth packet to the router is dropped", .gateway, [.router], ["gateway.loss", "path.loss"]
        ) {
            let lost = "numgen inc mod 4 0 drop"
            try await $0.router.filter(
                """
                table inet loss {
                  chain p { type filter hook prerouting priority -150
                    iifname eth0 meta l4proto tcp \(lost)
                    iifname eth0 icmp type echo-request \(lost)
                    iifname eth0 icmpv6 type echo-request \(lost)
                  }
                }

                """)
        }.partial(),
        RandomFault(
            "the router drops connections with ECN", .route, [.targetRoute],
            // A router behind it may show that pings get further.
            causes: { $0.isFar ? ["path.dropped", "tcp.timeout"] : ["tcp.timeout"] }
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.tcp_ecn=1", "net.ipv4.tcp_ecn_fallback=0"])
            try await $0.router.dropForwarded(
                "ip daddr \($0.work.serverIPv4) tcp flags ecn", "ip6 daddr \($0.work.serverIPv6) tcp flags ecn")
        },
    ]
}

extension Host {
    /// Makes the host drop forwarded packets that match one of these, in the syntax of nft(8).
    fileprivate func dropForwarded(_ matches: String...) async throws {
        let lines = matches.map { " \($0) drop\n" }.joined()
        try await filter("table inet d {\n chain f {\n type filter hook forward priority 0\n\(lines) }\n}\n")
    }
}
