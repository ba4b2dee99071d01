import Lab

import struct NetworkModel.CauseID

/// One address family without connectivity while the other one works, in the machine's own status.
enum SingleFamilyFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var facts: [String] = []
        var name: String
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    static let rows: [Fault] = cases.flatMap { item in
        let ways: [(String, Fault.Way)] = [
            ("without a daemon", .status("publish: off\ninterval: 30s\n")),
            ("monitored by a daemon", .watched("publish: off\ninterval: 10s\n")),
        ]
        return ways.map { how, way in
            Fault(
                item.cause, .connectionUp, "", item.facts, name: "one family, \(how): \(item.name)", way: way,
                item.bringAbout)
        }
    }

    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    /// A target without IPv4.
    static let targets: [Fault] = [
        Fault(
            nil, .connectionUp, "http://both.lab.example/",
            name: "dead IPv6, with a local and a deprecated global address"
        ) {
            try await $0.haveDeprecatedAddress()
            try await $0.dropSixth()
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNSMasq([
                .addresses("both.lab.example", [$0.office.serverCable.a.ipv4, "2a00:99::1"])
            ])
        },
        Fault(
            "path.ipv6-down", .connectionUp, "http://both.lab.example/", ["fd77:1::2"],
            name: "dead IPv6, and a target with both families"
        ) {
            try await $0.haveBothFamilies()
            try await $0.dropSixth()
        },
        Fault(
            "path.ipv6-down", .connectionUp, "http://both.lab.example/", ["fd77:1::2"],
            name: "dead IPv6, and a program that receives data over IPv4"
        ) {
            try await $0.haveBothFamilies()
            try await $0.dropSixth()
            try await $0.holdConnection()
        },
        Fault(
            nil, .connectionUp, "http://both.lab.example/", name: "dead IPv6, and a gai.conf that prefers IPv4"
        ) {
            try await $0.haveBothFamilies()
            try await $0.client.write("/etc/gai.conf", "precedence ::ffff:0:0/96 100\n")
            try await $0.dropSixth()
        },
        Fault(
            "path.ipv6-down", .connectionUp, "http://both.lab.example/", ["fd77:1::2"],
            name: "IPv6 that ends at the provider's first router, and a target with both families"
        ) { try await $0.haveTargetBehindProvider() },
        Fault(
            "path.ipv6-down", .connectionUp, "", ["fd77:1::2", "wait before they fall back"],
            name: "IPv6 that ends at the provider's first router, and programs that wait for hosts, machine status",
            way: once
        ) {
            try await $0.haveTargetBehindProvider()
            try await $0.waitForHosts(["2a00:99::1", "2a01:99::1"])
        },
        Fault(
            nil, .connectionUp, "",
            name: "IPv6 that may end at the provider's first router, and a program that waits for one host", way: once,
            unobserved: "no reply from beyond 2001:db8:ffff::1 over IPv6"
        ) {
            try await $0.haveTargetBehindProvider()
            try await $0.waitForHosts(["2a00:99::1"])
        },
        // Hosts may be reached although their routers are silent.
        Fault(
            nil, .connectionUp, "", name: "IPv6 whose routers are not heard", way: once,
            unobserved: "no reply from beyond fd77:1::2 over IPv6"
        ) {
            try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
            // Otherwise the router reports that it has no route to a root server.
            try await $0.office.router.run(["ip", "-6", "route", "add", "default", "via", "2001:db8:ffff::1"])
            try await $0.dropSixth()
        },
        Fault(
            nil, .connectionUp, "", name: "IPv4 whose routers are not heard, while those of IPv6 are", way: once,
            unobserved: "no reply from beyond the gateway over IPv4"
        ) {
            try await $0.dropFourth()
            try await $0.office.router.run(["ip", "route", "add", "default", "via", "100.64.0.1"])
        },
        Fault(
            "local.hop-limit", .connectionUp, "http://both.lab.example/", ["hop_limit", "2 routers"],
            name: "a hop limit for IPv6 that is too low, and a target with both families"
        ) {
            try await $0.haveTargetBehindProvider()
            try await $0.client.run(["sysctl", "-qw", "net.ipv6.conf.eth0.hop_limit=2"])
        },
        Fault(
            "path.tunnel-down", .connectionUp, "http://both.lab.example/", ["tun0"],
            name: "a tunnel that swallows IPv6, and a target with both families"
        ) {
            try await $0.haveBothFamilies()
            try await $0.swallowSixth()
        },
        Fault(
            "address.bad-source", .connectionUp, "http://both.lab.example/", ["fd00::5"],
            name: "a source that no router knows for IPv6 alone, and a target with both families"
        ) {
            try await $0.haveBothFamilies()
            try await $0.haveUnknownSource()
        },
        Fault(
            "local.firewall", .connectionUp, "http://both.lab.example/", ["[2a00:99::1]:80", "EPERM"],
            name: "IPv6 is dropped here, and a target with both families"
        ) {
            try await $0.haveBothFamilies()
            try await $0.dropOwnSixth()
        },
        Fault(
            "local.firewall", .connectionDown, "http://[fd77:2::1]/", ["fd77:1::2", "ICMPv6"],
            name: "this machine's own filter drops incoming ICMPv6, and a target with IPv6 only"
        ) { try await $0.dropOwnAdvertisements() },
        Fault(
            "path.ipv6-down", .connectionDown, "http://[2a00:99::1]/", ["fd77:1::2", "over IPv6 only"],
            name: "dead IPv6, and a target with IPv6 only"
        ) { try await $0.dropSixth() },
        Fault(
            "path.ipv4-down", .connectionDown, "http://198.51.100.1/", ["10.77.1.2", "over IPv4 only"],
            name: "dead IPv4, and a target with IPv4 only"
        ) { try await $0.dropFourth() },
    ]

    private static let cases: [Case] = [
        Case(
            cause: "path.ipv4-down", facts: ["100.64.0.1", "hosts that have no IPv6 address"],
            name: "IPv4 over which the provider drops connections alone, while IPv6 works"
        ) { try await $0.dropConnectionsOverFourth() },
        Case(
            cause: "path.ipv4-down", facts: ["100.64.0.1", "hosts that have no IPv6 address"],
            name: "IPv4 that ends at the provider's first router, while IPv6 works"
        ) { try await $0.dropConnectionsOverFourth("") },
        Case(
            cause: "path.ipv6-down", facts: ["fd77:1::2", "wait before they fall back"],
            name: "a global IPv6 address, and programs that wait for hosts"
        ) {
            try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
            try await $0.dropSixth()
            try await $0.waitForDroppedHosts(["2a00:99::1", "2a01:99::1"])
        },
        Case(
            cause: "path.ipv6-down", facts: ["fd77:1::2", "programs use IPv4"],
            name: "only a local IPv6 address, and a router without a route"
        ) { try await $0.office.router.run(["ip", "-6", "route", "del", "2001:db8::/32"]) },
        Case(
            cause: "path.ipv6-down", facts: ["fe80::"],
            name: "ICMP errors from another address of the gateway"
        ) {
            try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
            try await $0.useLinkLocalGateway()
            // Its reports need a way back.
            let interface = $0.office.clientCable.b.interface
            try await $0.office.router.run(["ip", "-6", "route", "add", "2a00:77::/64", "dev", interface])
            try await $0.office.router.run(["ip", "-6", "route", "del", "2001:db8::/32"])
        },
        Case(
            cause: "path.ipv4-down", facts: ["10.77.1.2", "hosts that have no IPv6 address"],
            name: "dead IPv4, while IPv6 works, and a program that waits for a host"
        ) {
            try await $0.dropFourth()
            try await $0.waitForDroppedHosts(["11.0.1.1"])
        },
        Case(
            cause: "path.ipv4-down", facts: ["100.64.0.1 rejects", "prohibited"],
            name: "IPv4 that the provider prohibits, while IPv6 works"
        ) { try await $0.prohibitFourth() },
        Case(
            cause: "path.ipv4-down", facts: ["10.77.1.2 rejects", "prohibited"],
            name: "IPv4 that the router prohibits, while IPv6 works"
        ) { try await $0.prohibitFourth(atRouter: true) },
        Case(name: "a provider that prohibits bogons over IPv4 alone") {
            try await $0.prohibitFourth(
                "ip daddr { 192.0.2.0/24, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24 } ")
        },
        Case(
            cause: "path.ipv6-down", facts: ["fd77:1::2", "programs use IPv4"],
            name: "a local and a deprecated global IPv6 address, and a router without a route"
        ) {
            try await $0.haveDeprecatedAddress()
            try await $0.office.router.run(["ip", "-6", "route", "del", "2001:db8::/32"])
        },
        Case(cause: "local.firewall", facts: ["IPv6", "EPERM"], name: "this machine drops all IPv6") {
            try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
            try await $0.dropOwnSixth()
        },
        Case(
            cause: "local.firewall", facts: ["fd77:1::2", "ICMPv6"],
            name: "this machine's own filter drops incoming ICMPv6"
        ) { try await $0.dropOwnAdvertisements() },
        Case(
            cause: "address.bad-source", facts: ["fd00::5"],
            name: "a source that no router knows for IPv6 alone"
        ) { try await $0.haveUnknownSource() },
        Case(
            cause: "path.tunnel-down", facts: ["tun0"], name: "a tunnel that swallows IPv6, with a DNS server behind it"
        ) {
            try await $0.swallowSixth()
            try await $0.client.useDNS(["2600:53::9", $0.office.namesCable.a.ipv4])
        },
        Case(name: "a local IPv6 address, and no default route") {
            try await $0.dropSixth()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
    ]
}

extension OfficeAtWork {
    /// Gives the client the filter of a beginner, who forgets that IPv6 needs ICMPv6.
    fileprivate func dropOwnAdvertisements() async throws {
        try await client.filter(
            """
            table ip6 f {
                chain i {
                    type filter hook input priority 0; policy drop
                    iif lo accept
                    ct state established,related accept
                }
            }

            """)
        try await client.run(["ip", "-6", "neigh", "flush", "dev", "eth0"])
    }

    /// Makes the router forward no IPv4, while its own queries get out.
    fileprivate func dropFourth() async throws {
        try await beHome()
        try await office.router.filter("table ip four { chain f { type filter hook forward priority 0; drop; }; }\n")
    }

    /// Makes the provider drop packets over IPv4 that match. Both families lead to another router behind it.
    fileprivate func dropConnectionsOverFourth(_ match: String = "meta l4proto tcp ") async throws {
        try await beHome()
        let core = try await lab.host("core")
        let cable = try await lab.link(office.provider, core)
        try await core.forward()
        for (near, far, provider) in [
            (cable.a.ipv4, cable.b.ipv4, "100.64.0.1"), (cable.a.ipv6, cable.b.ipv6, "2001:db8:ffff::1"),
        ] {
            try await core.run(["ip", "route", "add", "default", "via", near])
            try await office.provider.run(["ip", "route", "add", "default", "via", far])
            try await office.router.run(["ip", "route", "add", "default", "via", provider])
        }
        try await office.provider.filter(
            "table ip f { chain f { type filter hook forward priority 0; \(match)drop; }; }\n")
    }

    /// Makes the provider's first router, or the client's, prohibit packets over IPv4 that match. Both families lead to another router
    /// behind them, and to a root server.
    fileprivate func prohibitFourth(_ match: String = "", atRouter: Bool = false) async throws {
        try await beHome(reachesRoot: false)
        let (core, far) = (try await lab.host("core"), try await lab.host("far"))
        let cable = try await lab.link(office.provider, core)
        let further = try await lab.link(core, far)
        try await core.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        try await core.run(["ip", "-6", "route", "add", "fd77:1::/64", "via", cable.a.ipv6])
        try await core.run(["ip", "route", "add", "198.41.0.4/32", "via", further.b.ipv4])
        try await office.router.run(["ip", "route", "add", "default", "via", "100.64.0.1"])
        try await office.router.run(["ip", "-6", "route", "add", "default", "via", "2001:db8:ffff::1"])
        try await office.provider.run(["ip", "route", "add", "default", "via", cable.b.ipv4])
        try await office.provider.run(["ip", "-6", "route", "add", "default", "via", cable.b.ipv6])
        try await (atRouter ? office.router : office.provider).filter(
            """
            table ip p {
              chain f { type filter hook forward priority 0; \(match)reject with icmp type admin-prohibited; }
            }

            """)
    }

    /// Routes IPv6 through the router's link-local address, as router advertisements do.
    fileprivate func useLinkLocalGateway() async throws {
        let shown = try await office.router.run([
            "sh", "-euc", "ip -6 -o addr show dev \"$1\" scope link | sed 's/.*inet6 //; s,/.*,,'", "-",
            office.clientCable.b.interface,
        ])
        let address = shown.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "fe80::"
        try await client.run(["ip", "-6", "route", "replace", "default", "via", address, "dev", "eth0"])
    }

    /// Adds a global address that is deprecated, as if its router had withdrawn it.
    fileprivate func haveDeprecatedAddress() async throws {
        try await client.run([
            "ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad", "valid_lft", "3600", "preferred_lft",
            "0",
        ])
    }

    /// Gives the client a global IPv6 address, and a name with addresses of both families, of which that of IPv6 belongs to nobody.
    ///
    /// - Parameter sixth: That address.
    fileprivate func haveBothFamilies(sixth: String = "2a00:99::1") async throws {
        try await client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
        _ = try await dns.stop()
        try await office.names.startDNSMasq([
            .addresses("both.lab.example", [office.serverCable.a.ipv4, sixth])
        ])
    }

    /// The same for an address behind the provider's first router, which forwards no IPv6, and reports expired packets.
    fileprivate func haveTargetBehindProvider() async throws {
        try await haveBothFamilies(sixth: "2001:db8:77::1")
        try await office.router.run([
            "ip", "-6", "route", "add", "2a00:77::/64", "dev", office.clientCable.b.interface,
        ])
        try await office.provider.run([
            "ip", "-6", "route", "add", "2a00:77::/64", "via", "2001:db8:ffff::2", "src", "2001:db8:ffff::1",
        ])
        try await endIPv6AtProvider()
    }

    /// Lets all IPv6 packets get as far as the provider, and starts connections of the client to hosts behind it.
    fileprivate func waitForHosts(_ hosts: [String]) async throws {
        try await office.router.run(["ip", "-6", "route", "add", "default", "via", "2001:db8:ffff::1"])
        try await office.provider.run([
            "sh", "-euc",
            "ip -6 route add default $(ip -6 route show 2001:db8::/32 | head -n 1 | sed 's/^[^ ]* //; s/ metric.*//')",
        ])
        try await startWaiting(for: hosts)
    }

    /// Makes the router drop all packets to hosts without a report, and starts connections of the client to them.
    fileprivate func waitForDroppedHosts(_ hosts: [String]) async throws {
        for host in hosts { try await office.router.run(["ip", "route", "add", "blackhole", host]) }
        try await startWaiting(for: hosts)
    }

    /// Starts connections of the client, and waits until each has repeated its first packet twice.
    private func startWaiting(for hosts: [String]) async throws {
        let waiting = """
            import socket, sys, time
            peers = []
            for host in sys.argv[1:]:
                peer = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
                peer.setblocking(False)
                peer.connect_ex((host, 443))
                peers.append(peer)
            while any(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 8)[2] < 2 for peer in peers):
                time.sleep(0.1)
            print("waiting", flush=True)
            time.sleep(600)
            """
        let program = try client.spawn(["/usr/bin/python3", "-c", waiting] + hosts)
        try await program.output.first("two repetitions of each SYN") { $0.contains("waiting") }
    }

    /// Leads all IPv6 packets of the client into a tunnel that nothing comes out of.
    fileprivate func swallowSixth() async throws {
        try await addUnansweredTunnel()
        try await client.run(["ip", "-6", "addr", "add", "2a00:88::1/64", "dev", "tun0", "nodad"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await client.run(["ip", "-6", "route", "add", "default", "dev", "tun0"])
    }

    /// Makes the client send IPv6 packets from an address that no router has a route to.
    fileprivate func haveUnknownSource() async throws {
        let link = office.clientCable
        try await office.router.run(["ip", "-6", "addr", "replace", "2a00:77::ff/64", "dev", link.b.interface, "nodad"])
        try await client.run(["ip", "-6", "addr", "replace", "2a00:77::1/64", "dev", "eth0", "nodad"])
        try await client.run(["ip", "-6", "addr", "add", "fd00::5/128", "dev", "lo", "nodad"])
        try await client.run([
            "ip", "-6", "route", "replace", "default", "via", "2a00:77::ff", "dev", "eth0", "src", "fd00::5",
        ])
    }

    /// Makes the client drop all of its own IPv6 packets, as recipes against IPv6 do.
    fileprivate func dropOwnSixth() async throws {
        try await client.filter(
            "table ip6 own { chain o { type filter hook output priority 0; policy drop; oif lo accept; }; }\n")
    }

    fileprivate func dropSixth() async throws {
        try await office.router.filter(
            """
            table ip6 six {
              chain f { type filter hook forward priority 0; drop; }
            }

            """)
    }
}
