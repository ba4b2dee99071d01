import Lab

import struct NetworkModel.CauseID

/// Lists of DNS servers, and a portal beside another fault.
extension RandomFault {
    static let serverListFaults: [RandomFault] = lists + queries + portals

    private static let configured: [Part] = [.resolverConfiguration, .resolver, .resolverRoute, .ownFilter]

    private static let lists: [RandomFault] = [
        RandomFault("the first of two DNS servers is dead", .resolver, Self.configured, ["dns.some-servers-dead"]) {
            try await $0.client.useDNS([$0.plan.hasIPv4 ? "10.77.3.9" : "fd77:3::9", $0.resolverAddress])
        }.partial(naming: ["dns.some-servers-dead"]),
        RandomFault(
            "the first of two DNS servers refuses", .resolver, Self.configured,
            ["dns.some-servers-dead", "dns.refused"]
        ) {
            try await $0.work.office.provider.startDNS([.init("*", .code(.refused))])
            try await $0.client.useDNS([$0.otherResolver, $0.resolverAddress])
        }.partial(naming: ["dns.some-servers-dead", "dns.refused"]),
        RandomFault(
            "the first of two DNS servers denies every name", .resolver, Self.configured,
            ["dns.servers-disagree", "dns.nxdomain"], fits: { $0.resolver == .beyondRouter }
        ) {
            try await $0.work.office.provider.startDNS([.init("*", .code(.noSuchName))])
            try await $0.client.useDNS([$0.otherResolver, $0.resolverAddress])
        },
        RandomFault(
            "the client's own filter drops queries to the first of two DNS servers", .ownQuestions, Self.configured,
            ["local.firewall", "dns.some-servers-dead"], fits: { $0.resolver != .stub }
        ) {
            try await $0.work.office.provider.startDNSMasq(
                [], reachesRoot: false, options: ["server=\($0.work.office.namesCable.a.ipv4)"])
            try await $0.client.useDNS([$0.resolverAddress, $0.otherResolver])
            let family = $0.plan.hasIPv4 ? "ip" : "ip6"
            try await $0.client.filter(
                "table inet q {\n chain o {\n type filter hook output priority 0\n"
                    + " \(family) daddr \($0.resolverAddress) udp dport 53 drop\n }\n}\n")
        }.partial(naming: ["local.firewall", "dns.some-servers-dead"]),
    ]

    private static let queries: [RandomFault] = [
        RandomFault(
            "the router drops DNS queries over UDP alone", .resolverRoute, [.resolverRoute], ["dns.server-unreachable"],
            fits: { $0.resolver == .beyondRouter }
        ) {
            try await $0.router.filter(
                "table inet q {\n chain f {\n type filter hook forward priority 0\n udp dport 53 drop\n }\n}\n")
        },
        RandomFault(
            "the router's DNS server answers over TCP alone", .resolver, [.resolver], ["dns.server-unreachable"],
            fits: { $0.resolver == .router }
        ) { try await $0.router.drop("iifname eth0 udp dport 53") },
        RandomFault(
            "every name exists in a search domain that is tried first", .name, [.resolver, .resolverConfiguration],
            ["dns.system-differs"], fits: { $0.isByName && $0.resolver == .beyondRouter }
        ) {
            try await $0.answer([
                .init("www.lab.example", .addresses($0.addresses)),
                .init("*.corp.example", .addresses($0.silentAddresses)),
            ])
            try await $0.client.write(
                "/etc/resolv.conf",
                "search corp.example\nnameserver \($0.resolverAddress)\noptions timeout:1 attempts:1 ndots:5\n")
        }.avoiding(.host, .hosts, .systemResolver, .targetRoute, .ownFilter, .resolverRoute, .port),
        RandomFault(
            "programs query DNS over TCP alone, which is refused", .name, Self.configured + [.systemResolver],
            ["dns.system-differs"], fits: { $0.resolver == .beyondRouter }
        ) {
            try await $0.client.useDNS([$0.resolverAddress], options: "use-vc timeout:1 attempts:1")
            try await $0.names.reject("tcp dport 53", at: "input", with: "icmpx type port-unreachable")
        },
        RandomFault(
            "resolv.conf has the line endings of Windows", .resolver, Self.configured, ["dns.misconfigured"],
            fits: { $0.resolver != .stub }
        ) { try await $0.client.write("/etc/resolv.conf", "nameserver \($0.resolverAddress)\r\n") },
    ]

    private static let portal: [Part] = [.targetRoute, .ownFilter, .port, .certificate, .answer]
    private static let portalAndServers: [Part] = portal + configured
    private static let portalAndNames: [Part] = portalAndServers + [.hosts, .systemResolver, .host]

    private static let portals: [RandomFault] = [
        // Until a visitor has logged in, nothing shows that the hosts file is wrong.
        RandomFault(
            "a portal, and an old line of the hosts file", .route, Self.portalAndNames,
            ["http.captive-portal", "dns.hosts-override"], fits: { $0.isByName }
        ) {
            try await $0.work.startPortal(answer: Self.redirect(in: $0.plan))
            let old = $0.plan.hasIPv4 ? "10.77.2.77" : "fd77:2::77"
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n\(old) www.lab.example\n")
        },
        RandomFault(
            "a portal, and the client's own filter drops IPv6", .route, Self.portal,
            ["http.captive-portal", "local.firewall"],
            fits: { $0.families == .both && ($0.isByName || !$0.isSecure) }
        ) {
            try await $0.work.startPortal(answer: Self.redirect(in: $0.plan))
            try await $0.client.filter(
                """
                table inet o {
                  chain o { type filter hook output priority 0
                    meta nfproto ipv6 meta l4proto { tcp, udp } drop
                  }
                }

                """)
        },
        RandomFault(
            "a portal, and the first of two DNS servers is dead", .route, Self.portalAndServers,
            ["http.captive-portal"], fits: { $0.isByName || !$0.isSecure }
        ) {
            try await $0.work.startPortal(answer: Self.redirect(in: $0.plan))
            try await $0.client.useDNS([$0.plan.hasIPv4 ? "10.77.3.9" : "fd77:3::9", $0.resolverAddress])
        },
    ]
}

extension RandomFault {
    /// Settings of the client.
    static let settingFaults: [RandomFault] = [
        RandomFault("ARP is switched off", .link, [.link], ["link.arp-off"]) {
            try await $0.client.run(["ip", "link", "set", "eth0", "arp", "off"])
            try await $0.client.run(["ip", "neigh", "flush", "all"])
        }.avoiding(.address, .defaultRoute, .router, .rules),
        RandomFault(
            "packets start with a hop limit of 1", .uplink, [.forwarding, .targetRoute, .resolverRoute],
            ["local.hop-limit"], fits: { $0.families == .four && $0.resolver != .stub }
        ) { try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_default_ttl=1"]) },
        RandomFault(
            "an IPsec policy without keys for the target", .route, [.targetRoute, .ownFilter], ["local.ipsec"],
            fits: { $0.families == .four }
        ) {
            let target = $0.work.serverIPv4
            try await $0.client.run([
                "ip", "xfrm", "policy", "add", "dst", "\(target)/32", "dir", "out", "tmpl", "src", "10.77.1.1", "dst",
                target, "proto", "esp", "mode", "tunnel",
            ])
        },
        RandomFault(
            "the file with the certificate authorities is empty", .tls, [.certificate], ["local.trust-store"],
            fits: { $0.isSecure }
        ) { try await $0.client.run(["truncate", "-s", "0", "/etc/ssl/certs/ca-certificates.crt"]) },
    ]
}
