import Lab

import enum NetworkModel.ConnectionStatus

/// Faults that a check of a target names, in the machine's own status, which has no target.
enum WithoutTargetFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")
    private static let farHost = "publish: off\ninterval: 5s\ntargets: [\"far.lab.example:443\"]\n"

    static let rows: [Fault] = [
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "network unreachable"],
            name: "status: a router without a route, beside a resolver on the link", way: once
        ) {
            try await $0.haveResolverOnLink()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.loseProvider()
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "host unreachable"],
            name: "status: a router that does not find its provider, beside a resolver on the link", way: once
        ) {
            try await $0.haveResolverOnLink()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.run(["ip", "route", "add", "default", "via", "100.64.0.1"])
            try await $0.office.router.reject("iifname br0", with: "icmp type host-unreachable")
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "100.64.0.1", "network unreachable"],
            name: "status: a provider that rejects all packets over IPv4, while the router's resolver works", way: once
        ) {
            try await $0.beHome(reachesRoot: false)
            try await $0.filterAtProvider("reject with icmp type net-unreachable")
        },
        Fault(
            "dns.server-unreachable", .connectionDown, "", ["10.77.1.2"],
            name: "status: a home router that drops queries over UDP, and answers those over TCP", way: once
        ) {
            try await $0.beHome(knowsRoot: true)
            try await $0.office.router.drop("udp dport 53")
        },
        Fault(
            "path.filtered", .connectionIndeterminate, "", ["10.77.1.2", "the Internet", "prohibited"],
            name: "status: a home router that prohibits all forwarded packets, while its resolver works", way: once
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.reject("iifname eth0")
        },
        Fault(
            "path.filtered", .connectionDown, "", ["TCP port 443", "connection reset"],
            name: "status: a home router that resets connections to port 443", way: once
        ) {
            try await $0.beHome()
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; "
                    + "tcp dport 443 reject with tcp reset; }; }\n")
        },
        // The provider has routes to root servers, and none to addresses that nobody has.
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "100.64.0.1", "network unreachable"],
            name: "status: a provider that rejects all packets, while the router's resolver works", way: once
        ) {
            try await $0.beHome()
            try await $0.office.provider.filter(
                """
                table inet f {
                  chain f {
                    type filter hook forward priority 0
                    meta nfproto ipv4 reject with icmp type net-unreachable
                    meta nfproto ipv6 reject with icmpv6 type no-route
                  }
                }

                """)
        },
        Fault(
            nil, .connectionUp, "", name: "status: a provider without a route to addresses that nobody has", way: once
        ) { try await $0.beHome() },
        // This may be a closed network with names of the Internet.
        Fault(
            nil, .connectionIndeterminate, "",
            name: "status: a provider without any route, while the router's resolver works", way: once
        ) {
            try await $0.beHome()
            try await $0.loseRoutesOfProvider()
        },
        Fault(
            nil, .connectionIndeterminate, "",
            name: "status: IPv6 alone, and a provider without any route, while the router's resolver works", way: once
        ) {
            try await $0.beHome()
            try await $0.loseRoutesOfProvider()
            try await $0.haveIPv6Alone()
            try await $0.client.useDNS([$0.office.clientCable.b.ipv6])
        },
        Fault(
            nil, .connectionUp, "", name: "status: a router that works, beside a resolver on the link", way: once
        ) {
            try await $0.haveResolverOnLink()
            try await $0.addCore()
        },
        Fault(
            "path.upstream-down", .connectionDown, "",
            ["10.77.1.66", "10.77.1.2, on the same link, reaches the Internet"],
            name: "status: a printer as the gateway, while the router is the resolver", way: once
        ) { try await $0.routeToPrinter() },
        Fault(
            "path.upstream-down", .connectionIndeterminate, "", ["10.77.1.2", "10.77.1.53, on the same link"],
            name: "status: a router that reports nothing, beside a resolver on the link that is none", way: once
        ) {
            try await $0.haveResolverOnLink()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.filter(
                """
                table ip q {
                  chain f { type filter hook forward priority 0; ip protocol icmp drop; }
                  chain o { type filter hook output priority 0
                    icmp type { time-exceeded, destination-unreachable } drop
                  }
                }

                """)
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.66", "does not answer"],
            name: "status: a printer as the gateway, and a resolver beyond it", way: once
        ) {
            try await $0.routeToPrinter()
            try await $0.client.useDNS([$0.office.namesCable.a.ipv4])
        },
        Fault(
            "dns.refused", .connectionIndeterminate, "", ["10.77.1.2"],
            name: "status: a DNS server on the router that has no other one, and routers that report nothing",
            way: once
        ) {
            try await $0.answerAsRouter(.explained(.code(.refused), code: 14, text: ""))
            try await $0.office.router.filter(UplinkFaults.forwardsWithinCompany)
        },
        Fault(
            "dns.refused", .connectionUp, "", ["10.77.1.2"],
            name: "status: a DNS server on the router that has no other one, and a target that it knows",
            way: .status(farHost)
        ) { try await $0.knowFarHost() },
        Fault(
            "dns.refused", .connectionUp, "", ["10.77.1.2"],
            name: "status of a daemon: a DNS server on the router that has no other one, and a target that it knows",
            way: .watched(farHost)
        ) { try await $0.knowFarHost() },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "no server to forward queries to"],
            name: "status: a DNS server on the router that has no other one, and a router without a route", way: once
        ) {
            try await $0.answerAsRouter(.explained(.code(.refused), code: 14, text: ""))
            try await $0.loseProvider()
        },
        Fault(
            "dns.refused", .connectionDown, "", ["198.51.100.53", "the router 10.77.1.2 answers in its place"],
            name: "status: a router that answers queries to all servers itself, and refuses", way: once
        ) {
            try await $0.useResolversOfInternet(["198.51.100.53"])
            try await $0.office.router.startDNS([.init("*", .code(.refused))])
            try await $0.answerQueriesAtRouter()
        },
        Fault(
            "dns.servfail", .connectionDown, "", ["198.51.100.53", "the router 10.77.1.2 answers in its place"],
            name: "status: a router that answers queries to all servers itself, and fails", way: once
        ) {
            try await $0.useResolversOfInternet(["198.51.100.53"])
            try await $0.office.router.startDNS([.init("*", .code(.serverFailure))])
            try await $0.answerQueriesAtRouter()
        },
        Fault(
            nil, .connectionUp, "", name: "status: a router that answers queries to all servers itself", way: once
        ) {
            try await $0.beHome()
            try await $0.useResolversOfInternet(["198.51.100.53"])
            try await $0.answerQueriesAtRouter()
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "does not answer"],
            name: "status: a router that translates, and looks for a provider that is gone", way: once
        ) { try await $0.lookForProviderInVain() },
        Fault(
            "path.tunnel-down", .connectionDown, "", ["tun0"],
            name: "status: a DNS server behind a tunnel from whose other end nothing ever came", way: once
        ) {
            try await $0.addUnansweredTunnel()
            try await $0.client.useDNS(["10.200.0.1"])
        },
        Fault(
            nil, .connectionIndeterminate, "",
            name: "status: a device that accepts connections to port 443 of any address, and resets handshakes",
            way: once
        ) {
            try await $0.beHome()
            try await $0.addCore()
            try $0.office.router.startTCPServer(.resets, port: 8_443)
            try await $0.office.router.filter(
                """
                table inet box {
                  chain c { type nat hook prerouting priority -100; iifname eth0 tcp dport 443 redirect to :8443; }
                }

                """)
        },
    ]
}

extension OfficeAtWork {
    /// Removes the provider's routes to root servers.
    fileprivate func loseRoutesOfProvider() async throws {
        try await office.provider.run(["ip", "route", "del", "198.41.0.4/32"])
        try await office.provider.run(["ip", "-6", "route", "del", "2001:503:ba3e::2:30/128"])
    }

    /// Makes the router answer all DNS queries of the client itself, whatever server they are sent to.
    fileprivate func answerQueriesAtRouter() async throws {
        try await office.router.filter(
            """
            table ip d {
              chain p {
                type nat hook prerouting priority -100
                iifname eth0 meta l4proto { tcp, udp } th dport 53 redirect
              }
            }

            """)
    }

    /// Removes the provider's addresses, so that the router reports packets as undeliverable after three seconds of ARP requests, from
    /// the address that it translates to.
    fileprivate func lookForProviderInVain() async throws {
        let (provider, router) = (office.providerCable.a, office.providerCable.b)
        try await answerAsRouter(.silence)
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.filter(
            """
            table ip t {
              chain p { type nat hook postrouting priority 100; oifname \(router.interface) masquerade; }
            }

            """)
        try await office.provider.run(["ip", "addr", "flush", "dev", provider.interface])
        try await office.router.run(["ip", "neigh", "flush", "dev", router.interface])
    }

    /// Makes the router the DNS server, which knows a host of the Internet, and has no other server to forward queries to.
    fileprivate func knowFarHost() async throws {
        try await office.server.run(["ip", "addr", "add", "198.51.100.1/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "198.51.100.1/32", "via", office.serverCable.a.ipv4])
        try await office.router.startDNSMasq(
            [.addresses("far.lab.example", ["198.51.100.1"], ttl: 0)], reachesRoot: false)
        try await client.useDNS([office.clientCable.b.ipv4])
    }

    /// Adds a host to the client's link that resolves names, also those of the Internet, and makes it the only DNS server.
    fileprivate func haveResolverOnLink() async throws {
        let near = try await lab.host("near")
        let cable = try await lab.link(near, office.router)
        try await joinClientLink(cable.b.interface)
        try await near.run(["ip", "addr", "add", "10.77.1.53/24", "dev", cable.a.interface])
        try await near.startDNSMasq([])
        try await client.useDNS(["10.77.1.53"])
    }
}
