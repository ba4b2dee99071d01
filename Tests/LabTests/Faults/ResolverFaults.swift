import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults that keep programs from finding names while DNS servers respond: in the machine's own status, by a command
/// without a daemon and by a daemon that monitored the machine before the fault, and in a check of a name.
enum ResolverFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var status = ConnectionStatus.connectionDown
        var facts: [String]
        var name: String
        /// Whether a check of a name names the same cause.
        var isSameForTarget = true
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let configuration = "publish: off\ninterval: 30s\n"
    private static let server = "10.77.3.1"
    private static let page = "http://www.lab.example/"

    static let rows: [Fault] =
        proxies
        + cases.flatMap { item in
            let machine = [
                ("without a daemon", Fault.Way.status(configuration)),
                ("monitored by a daemon", .watched(configuration)),
            ].map { how, way in
                Fault(
                    item.cause, item.status, "", item.facts, name: "resolver, \(how): \(item.name)", way: way,
                    item.bringAbout)
            }
            let target = Fault(
                item.cause, item.status, page, item.facts, name: "resolver, check of a target: \(item.name)",
                item.bringAbout)
            return machine + (item.isSameForTarget ? [target] : [])
        }

    /// Proxies in the environment that refuse connections: programs that inherit it fail, and a daemon cannot see it.
    private static let proxies: [Fault] = [
        Fault(
            "proxy.unreachable", .connectionUp, "", ["http://10.77.1.2:3128", "http_proxy"],
            name: "status: a dead proxy in the environment", way: .status(configuration),
            environment: ["http_proxy": "http://10.77.1.2:3128"]),
        Fault(
            "proxy.unreachable", .connectionUp, "", ["http://10.77.1.9:3128", "http_proxy"],
            name: "status: a proxy in the environment at an address that no host has", way: .status(configuration),
            environment: ["http_proxy": "http://10.77.1.9:3128"]),
        Fault(
            "proxy.misconfigured", .connectionUp, "", ["https_proxy", "proxy.nowhere.example"],
            name: "status: a proxy in the environment whose name does not exist", way: .status(configuration),
            environment: ["https_proxy": "http://proxy.nowhere.example:3128"]),
        Fault(
            nil, .connectionUp, "", name: "status: a dead proxy in the environment with no_proxy=*",
            way: .status(configuration),
            environment: ["http_proxy": "http://10.77.1.2:3128", "no_proxy": "*"]),
    ]

    private static let cases: [Case] = [
        Case(
            cause: "dns.server-closed", facts: ["10.77.1.2"],
            name: "the home router, on which no DNS server runs, behind a provider that reports nothing"
        ) {
            try await $0.client.useDNS([$0.office.clientCable.b.ipv4])
            try await $0.office.provider.filter(UplinkFaults.noErrors)
        },
        Case(
            cause: "path.filtered", facts: ["10.77.1.2", "\(server):53", "port unreachable"],
            name: "the router rejects queries as if no DNS server ran"
        ) {
            try await $0.office.router.reject("udp dport 53", with: "icmpx type port-unreachable")
        },
        Case(
            cause: "path.filtered", facts: ["10.77.1.2", "prohibited"],
            name: "the home router, which prohibits everything, queries to itself included"
        ) {
            try await $0.prohibitAllAsResolver()
        },
        Case(
            cause: "path.filtered", facts: ["the gateway 10.77.1.2", "prohibited"],
            name: "the home router, which prohibits queries to itself over UDP alone, and all that it should forward"
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.filter(
                """
                table inet r {
                 chain f { type filter hook forward priority 0; iifname eth0 reject with icmpx type admin-prohibited; }
                 chain i {
                  type filter hook input priority 0
                  iifname eth0 udp dport 53 reject with icmpx type admin-prohibited
                 }
                }

                """)
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp, facts: ["100.100.100.100"],
            name: "a second resolver of a VPN that is switched off, whose address loops at the provider",
            isSameForTarget: false
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "tuntap", "add", "tailscale0", "mode", "tun"])
            try await $0.client.run(["ip", "addr", "add", "100.100.1.2/32", "dev", "tailscale0"])
            try await $0.office.router.run([
                "ip", "route", "add", "100.64.0.0/10", "via", $0.office.providerCable.a.ipv4,
            ])
            try await $0.office.provider.run([
                "ip", "route", "add", "100.64.0.0/10", "via", $0.office.providerCable.b.ipv4,
            ])
            try await $0.client.useDNS([$0.office.clientCable.b.ipv4, "100.100.100.100"])
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp,
            facts: ["10.77.2.1", "administratively prohibited", "notice at once"],
            name: "the router rejects queries to the first of two servers"
        ) {
            try await $0.office.router.filter(
                "table ip t { chain f { type filter hook forward priority 0; "
                    + "ip daddr 10.77.2.1 udp dport 53 reject with icmp type admin-prohibited; }; }\n")
            try await $0.client.useDNS(["10.77.2.1", server])
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp, facts: ["10.77.2.1", "its port is closed"],
            name: "the first of two servers runs none, and its host has used up its ICMP errors"
        ) {
            try await $0.client.useDNS(["10.77.2.1", server])
            for _ in 0..<2 {
                _ = try await $0.client.result(
                    of: [Programs.command, "status"], environment: ["HOME": "/run/home"])
            }
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp, facts: ["2001:db8:53::1", "notice at once"],
            name: "IPv6 is switched off, and the first of two servers has an IPv6 address"
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"])
            try await $0.client.useDNS(["2001:db8:53::1", server])
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp, facts: ["10.89.0.1", "notice at once"],
            name: "a route prohibits packets to the first of two servers"
        ) {
            try await $0.client.run(["ip", "route", "add", "prohibit", "10.89.0.0/16"])
            try await $0.client.useDNS(["10.89.0.1", server])
        },
        Case(
            cause: "dns.misconfigured", status: .connectionUp,
            facts: ["/etc/resolv.conf:1", "255.255.255.255", "broadcast address"],
            name: "the first of two servers is a broadcast address", isSameForTarget: false
        ) {
            try await $0.client.useDNS(["255.255.255.255", server])
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:1", "10.77.1.255", "broadcast address"],
            name: "the broadcast address of the subnet as the only server"
        ) {
            try await $0.client.useDNS(["10.77.1.255"])
        },
        Case(
            cause: "dns.server-closed", facts: ["0.0.0.0"], name: "the unspecified address as the only server"
        ) {
            try await $0.client.useDNS(["0.0.0.0"])
        },
        Case(
            cause: "dns.misconfigured", status: .connectionUp, facts: ["/etc/resolv.conf:2", "wlan9"],
            name: "a second server on an interface that does not exist", isSameForTarget: false
        ) {
            try await $0.client.useDNS([server, "fe80::1%wlan9"])
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:1", "\(server)#53"],
            name: "a port after the server's address"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver \(server)#53\n")
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:1", "fe80::53", "names no interface"],
            name: "a link-local address without an interface"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver fe80::53\n")
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:1", "fe80::53%eth9", "no interface eth9"],
            name: "an interface that does not exist"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver fe80::53%eth9\n")
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:2", server, "CRLF"],
            name: "a resolv.conf with Windows line endings"
        ) {
            try await $0.client.write("/etc/resolv.conf", "# ours\r\nnameserver \(server)\r\n")
        },
        Case(
            cause: "dns.misconfigured", facts: ["/etc/resolv.conf:1", "byte order mark"],
            name: "a resolv.conf that an editor of Windows saved with a byte order mark"
        ) {
            try await $0.client.write("/etc/resolv.conf", "\u{feff}nameserver \(server)\n")
        },
        Case(
            cause: "dns.system-differs", facts: ["/etc/resolv.conf:2", "attempts:0"],
            name: "no attempts to query a server"
        ) {
            try await $0.client.write(
                "/etc/resolv.conf", "nameserver \(server)\noptions timeout:0 attempts:0 ndots:99\n")
        },
        Case(
            cause: "dns.system-differs", facts: ["/etc/resolv.conf:2", "timeout:1", "give up after 1 s"],
            name: "programs give up before the server answers"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver \(server)\noptions timeout:1 attempts:1\n")
            try await $0.answerLate()
        },
        Case(
            cause: "dns.system-differs", status: .connectionUp, facts: ["/etc/resolv.conf", "run as other users"],
            name: "a resolv.conf that only the administrator can read"
        ) { try await $0.client.run(["chmod", "600", "/etc/resolv.conf"]) },
        Case(
            cause: "dns.system-differs", facts: ["/etc/nsswitch.conf:2", "files [NOTFOUND=return] dns"],
            name: "an nsswitch.conf action before DNS"
        ) {
            try await $0.client.write("/etc/nsswitch.conf", "# ours\nhosts: files [NOTFOUND=return] dns\n")
        },
        Case(
            cause: "dns.system-differs",
            facts: ["/etc/resolv.conf:3: options ndots:3", "/etc/resolv.conf:2: search corp.example", "10.77.3.1"],
            name: "a search domain with an address for every name"
        ) {
            try await $0.client.write(
                "/etc/resolv.conf", "nameserver \(server)\nsearch corp.example\noptions ndots:3\n")
            try await $0.answerEverythingBelow("corp.example")
        },
        Case(
            cause: nil, status: .connectionUp, facts: [], name: "a search domain without names, and ndots:5",
            isSameForTarget: false
        ) {
            try await $0.client.write(
                "/etc/resolv.conf", "nameserver \(server)\nsearch corp.example\noptions ndots:5\n")
        },
        Case(
            cause: "dns.slow", status: .connectionUp, facts: [server, "search list"],
            name: "a search list that comes first, and whose names are denied late"
        ) {
            try await $0.answer([
                .init("*.a.test", .late(.code(.noSuchName), after: .milliseconds(800))),
                .init("*.b.test", .late(.code(.noSuchName), after: .milliseconds(800))),
                .init("www.lab.example", .addresses(["10.77.2.1", "fd77:2::1"])),
            ])
            try await $0.client.write(
                "/etc/resolv.conf", "nameserver \(server)\nsearch a.test b.test\noptions ndots:5 timeout:5\n")
        },
        Case(cause: "link.admin-down", facts: ["lo"], name: "the loopback interface is off, and the resolver is on it")
        {
            try await $0.client.useDNS(["127.0.0.53"])
            try await $0.client.set("lo", isUp: false)
        },
        Case(
            cause: "link.admin-down", status: .connectionUp, facts: ["lo"], name: "only the loopback interface is off",
            isSameForTarget: false
        ) { try await $0.client.set("lo", isUp: false) },
        Case(
            cause: "dns.dnssec-bogus", facts: [server, "also for the root's names"],
            name: "a resolver that rejects all signatures without saying so"
        ) {
            try await $0.answerAll(.unlessChecked(.addresses(["10.77.2.1"])))
        },
        Case(
            cause: "dns.nxdomain", facts: [server, "answers NXDOMAIN even for names that exist"],
            name: "NXDOMAIN for every name"
        ) {
            try await $0.answerAll(.code(.noSuchName))
        },
        Case(cause: "dns.no-address", facts: [server, "no records of any name"], name: "no records of any name") {
            try await $0.answerAll(.addresses([]))
        },
        Case(
            cause: "dns.servers-disagree", facts: ["10.77.2.1 says", "does not exist", server],
            name: "the first server denies every name"
        ) {
            try await $0.office.server.startDNS([.init("*", .code(.noSuchName))])
            try await $0.client.useDNS(["10.77.2.1", server])
        },
        Case(
            cause: "dns.nxdomain", facts: ["10.77.2.1", "answers NXDOMAIN even for names that exist"],
            name: "the first server denies every name, and this machine drops queries to the second one"
        ) {
            try await $0.office.server.startDNS([.init("*", .code(.noSuchName))])
            try await $0.client.useDNS(["10.77.2.1", server])
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n"
                    + " ip daddr \(server) udp dport 53 drop\n }\n}\n")
        },
        Case(
            cause: "dns.servers-disagree", facts: ["10.77.2.1 says", "does not exist", server],
            name: "the first server knows only names of a VPN, and refuses queries for the root"
        ) {
            try await $0.office.server.startDNSMasq(
                [], reachesRoot: false, options: ["local=/net/", "local=/example/"])
            try await $0.client.useDNS(["10.77.2.1", server])
        },
        Case(
            cause: "dns.system-differs", facts: ["find no address", server, "/etc/resolv.conf:2: options use-vc"],
            name: "TCP alone is asked, and refused"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver \(server)\noptions use-vc\n")
            try await $0.office.names.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n tcp dport 53 reject\n }\n}\n")
        },
        Case(
            cause: "dns.servers-disagree", status: .connectionUp, facts: ["10.77.2.1 says", "does not exist", server],
            name: "the second server denies every name", isSameForTarget: false
        ) {
            try await $0.office.server.startDNS([.init("*", .code(.noSuchName))])
            try await $0.client.useDNS([server, "10.77.2.1"])
        },
        Case(
            cause: "dns.slow", status: .connectionUp, facts: ["10.77.2.1", "1000 ms"],
            name: "a first server that needs almost five seconds"
        ) {
            try await $0.office.server.startDNS([
                .init("www.lab.example", .late(.addresses(["10.77.2.1"]), after: .milliseconds(4_500))),
                .init("a.root-servers.net", .late(.addresses(["198.41.0.4"]), after: .milliseconds(4_500))),
                .init("*", .late(.code(.noSuchName), after: .milliseconds(4_500))),
            ])
            try await $0.client.useDNS(["10.77.2.1", server], options: "timeout:5")
        },
        Case(
            cause: "dns.slow", status: .connectionUp, facts: [server, "AAAA", "1000 ms"],
            name: "answers for AAAA after three seconds"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([
                .init("*", type: .ipv6, .late(.code(.noSuchName), after: .seconds(3))),
                .init("www.lab.example", .addresses(["10.77.2.1"])),
            ])
            try await $0.client.useDNS([server], options: "timeout:5")
        },
        Case(
            cause: "dns.family-dropped", status: .connectionUp, facts: [server, "AAAA", "1000 ms"],
            name: "no answers for AAAA"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([
                .init("*", type: .ipv6, .silence), .init("www.lab.example", .addresses(["10.77.2.1"])),
            ])
        },
        Case(
            cause: "dns.servfail", status: .connectionUp, facts: [server, "AAAA"], name: "SERVFAIL for AAAA"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([
                .init("*", type: .ipv6, .code(.serverFailure)), .init("www.lab.example", .addresses(["10.77.2.1"])),
            ])
        },
    ]
}

extension OfficeAtWork {
    /// Makes the office's DNS server give the same response to every query.
    fileprivate func answerAll(_ answer: DNSScript.Answer) async throws {
        _ = try await dns.stop()
        try await office.names.startDNS([.init("*", answer)])
    }

    /// Adds a domain with an address for the names that are queried; nothing listens there on port 80.
    fileprivate func answerEverythingBelow(_ domain: String) async throws {
        _ = try await dns.stop()
        try await office.names.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])),
            .init("www.lab.example", .addresses(["10.77.2.1"])),
            .init("a.root-servers.net.\(domain)", .addresses(["10.77.3.1"])),
            .init("www.lab.example.\(domain)", .addresses(["10.77.3.1"])),
        ])
    }

    /// Delays responses beyond the timeout of programs that wait one second for a server.
    fileprivate func answerLate() async throws {
        _ = try await dns.stop()
        try await office.names.startDNS([
            .init("a.root-servers.net", .late(.addresses(["198.41.0.4"]), after: .milliseconds(1_500))),
            .init("www.lab.example", .late(.addresses(["10.77.2.1"]), after: .milliseconds(1_500))),
        ])
    }
}

extension OfficeAtWork {
    /// The DNS server on the router, or that of the office, answers after three seconds. Programs wait for it.
    func answerAfterThreeSeconds(asRouter: Bool) async throws {
        let answer = DNSScript.Answer.late(.code(.noSuchName), after: .seconds(3))
        if asRouter { try await answerAsRouter(answer) } else { try await self.answer([.init("*", answer)]) }
        try await client.useDNS([asRouter ? office.clientCable.b.ipv4 : "10.77.3.1"], options: "timeout:5 attempts:2")
    }
}
