import Lab

import enum NetworkModel.ConnectionStatus

/// Healthy networks in which packets to documentation addresses are dropped or rejected as bogons, so that they show nothing about the
/// uplink, in the machine's own status.
enum BogonFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = rowsOfRouter + rowsOfOthers

    private static let rowsOfRouter: [Fault] = [
        (does: "prohibits", verdict: "reject with icmp type admin-prohibited"), (does: "drops", verdict: "drop"),
        (does: "has no route for", verdict: "reject with icmp type net-unreachable"),
    ].map { item in
        Fault(nil, .connectionUp, "", name: "a home router that \(item.does) bogons", way: once) {
            try await $0.beHomeWithBenchmarks()
            try await $0.office.router.filter(Self.bogons("forward", item.verdict))
        }
    }

    private static let rowsOfOthers: [Fault] = [
        Fault(nil, .connectionUp, "", name: "a provider that prohibits bogons", way: once) {
            try await $0.beHomeWithBenchmarks()
            try await $0.office.provider.filter(Self.bogons("prerouting", "reject with icmp type admin-prohibited"))
        },
        Fault(nil, .connectionUp, "", name: "a provider that resets connections to bogons", way: once) {
            try await $0.beHomeWithBenchmarks()
            try await $0.office.provider.filter(
                Self.bogons("prerouting", "meta l4proto tcp reject with tcp reset"))
        },
        Fault(nil, .connectionUp, "", name: "unreachable routes of this machine for bogons", way: once) {
            try await $0.beHomeWithBenchmarks()
            for network in Self.documentation {
                try await $0.client.run(["ip", "route", "add", "unreachable", network])
            }
        },
        Fault(nil, .connectionUp, "", name: "this machine drops bogons, and its router is the resolver", way: once) {
            try await $0.beHomeWithBenchmarks()
            try await $0.client.filter(Self.bogons("output", "drop"))
        },
        Fault(
            nil, .connectionUp, "", name: "a home router that drops all bogons, and a connection that was closed",
            way: once
        ) {
            let core = try await $0.beHomeWithBenchmarks()
            try await $0.office.router.filter(Self.bogons("forward", "drop", further: ", 198.18.0.0/15"))
            try await $0.closeConnection(behind: core)
        },
        Fault(
            nil, .connectionIndeterminate, "", name: "a home router that drops all bogons, and an idle machine",
            way: once
        ) {
            try await $0.beHomeWithBenchmarks()
            try await $0.office.router.filter(Self.bogons("forward", "drop", further: ", 198.18.0.0/15"))
        },
        Fault(
            nil, .connectionUp, "", name: "a home router that drops all bogons, and a root server behind the provider",
            way: once
        ) { try await $0.dropAllBogonsBeforeRoot() },
        Fault(
            nil, .connectionIndeterminate, "",
            name: "a home router that drops all bogons, and a provider that drops connections to a root server",
            way: once
        ) {
            try await $0.dropAllBogonsBeforeRoot()
            try await $0.office.provider.filter(
                "table ip f { chain f { type filter hook forward priority 0; meta l4proto tcp drop; }; }\n")
        },
        Fault(
            nil, .connectionIndeterminate, "",
            name: "a home router that drops all bogons, and a provider without a route to a root server", way: once
        ) {
            try await $0.dropAllBogonsBeforeRoot()
            try await $0.office.provider.run(["ip", "route", "del", "198.41.0.4/32"])
        },
        Fault(
            nil, .connectionUp, "",
            name: "a provider that drops all bogons over IPv4, before a router that reports nothing, beside IPv6",
            way: once
        ) { try await $0.haveSilentRouter() },
        Fault(
            "dns.some-servers-dead", .connectionUp, "", ["10.99.0.1"],
            name: "a home router that prohibits packets to the resolver of another network", way: once
        ) {
            try await $0.beHome()
            try await $0.addCore()
            let router = $0.office.router
            try await router.run(["ip", "route", "add", "10.99.0.0/24", "via", "100.64.0.1"])
            try await router.filter(
                """
                table ip f {
                    chain f {
                        type filter hook forward priority 0
                        ip daddr 10.99.0.0/24 reject with icmp type admin-prohibited
                    }
                }

                """)
            try await $0.client.useDNS(["10.99.0.1", $0.office.clientCable.b.ipv4])
        },
    ]

    private static let documentation = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"]

    fileprivate static func bogons(_ hook: String, _ verdict: String, further: String = "") -> String {
        """
        table ip bogons {
            chain f {
                type filter hook \(hook) priority 0
                ip daddr { \(documentation.joined(separator: ", "))\(further) } \(verdict)
            }
        }

        """
    }
}

extension OfficeAtWork {
    /// Makes the router the only DNS server. The provider passes packets to the network for benchmarks on to another router. There is no
    /// IPv6.
    ///
    /// - Returns: That router, and its address.
    @discardableResult
    fileprivate func beHomeWithBenchmarks() async throws -> (host: Host, address: String) {
        try await beHome(reachesRoot: false)
        let core = try await lab.host("core")
        let cable = try await lab.link(office.provider, core)
        try await core.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        try await office.provider.run(["ip", "route", "add", "198.18.0.0/15", "via", cable.b.ipv4])
        try await office.router.run(["ip", "route", "add", "198.18.0.0/15", "via", "100.64.0.1"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        return (core, cable.b.ipv4)
    }

    /// Makes the router drop packets to all networks that nobody has, and the provider forward those to the root server that the
    /// resolver names.
    fileprivate func dropAllBogonsBeforeRoot() async throws {
        let core = try await beHomeWithBenchmarks()
        let far = try await lab.host("far")
        let cable = try await lab.link(core.host, far)
        try await core.host.run(["ip", "route", "add", "198.41.0.4/32", "via", cable.b.ipv4])
        try await office.router.run(["ip", "route", "add", "198.41.0.4/32", "via", "100.64.0.1"])
        try await office.provider.run(["ip", "route", "add", "198.41.0.4/32", "via", core.address])
        try await office.router.filter(BogonFaults.bogons("forward", "drop", further: ", 198.18.0.0/15"))
    }

    /// Makes the provider drop packets over IPv4 to all networks that nobody has, and the router behind it report none over IPv4. A third
    /// one reports packets to a root server. Over IPv6, the first two report packets.
    fileprivate func haveSilentRouter() async throws {
        try await beHome(reachesRoot: false)
        let (core, far) = (try await lab.host("core"), try await lab.host("far"))
        let cable = try await lab.link(office.provider, core)
        let further = try await lab.link(core, far)
        try await core.forward()
        try await far.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        try await core.run(["ip", "route", "add", "198.41.0.4/32", "via", further.b.ipv4])
        try await core.run(["ip", "-6", "route", "add", "default", "via", cable.a.ipv6])
        try await far.run(["ip", "route", "add", "default", "via", further.a.ipv4])
        for (address, provider) in [(cable.b.ipv4, "100.64.0.1"), (cable.b.ipv6, "2001:db8:ffff::1")] {
            try await office.provider.run(["ip", "route", "add", "default", "via", address])
            try await office.router.run(["ip", "route", "add", "default", "via", provider])
        }
        try await office.provider.filter(BogonFaults.bogons("forward", "drop", further: ", 198.18.0.0/15"))
        try await core.filter(
            "table ip q { chain o { type filter hook output priority 0; icmp type time-exceeded drop; }; }\n")
    }

    /// Opens and closes a connection of the client to a host behind that router.
    fileprivate func closeConnection(behind core: (host: Host, address: String)) async throws {
        let far = try await lab.host("far")
        let cable = try await lab.link(core.host, far)
        try await core.host.run(["ip", "route", "add", "11.0.0.1/32", "via", cable.b.ipv4])
        try await far.run(["ip", "addr", "add", "11.0.0.1/32", "dev", "lo"])
        try await far.run(["ip", "route", "add", "default", "via", cable.a.ipv4])
        try await office.provider.run(["ip", "route", "add", "11.0.0.1/32", "via", core.address])
        try await office.router.run(["ip", "route", "add", "11.0.0.1/32", "via", "100.64.0.1"])
        let server = try far.spawn(["/usr/bin/env", "python3", "-uc", Self.server])
        for await line in server.output.lines where line == "ready" { break }
        try await client.run(["/usr/bin/env", "python3", "-c", Self.visitor])
    }

    private static let server = """
        import socket
        listener = socket.create_server(("11.0.0.1", 7007))
        print("ready")
        peer, _ = listener.accept()
        while peer.recv(9): pass
        peer.close()
        """
    /// The end that closes first keeps the connection for a minute (`TIME-WAIT`).
    private static let visitor = """
        import socket
        visit = socket.create_connection(("11.0.0.1", 7007), 5)
        visit.send(b"x")
        visit.shutdown(socket.SHUT_WR)
        visit.recv(9)
        visit.close()
        """
}
