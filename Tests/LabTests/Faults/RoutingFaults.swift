import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of this host's own routing: its rules, subnets and addresses, and its neighbour entry for the gateway. Each
/// is checked as a target. If it breaks the whole machine, it is also checked as the machine's own status, by a command
/// without a daemon and by a daemon that monitored the machine before the fault.
enum RoutingFaults {
    private struct Case: Sendable {
        var cause: CauseID
        var facts: [String]
        var name: String
        var target: String? = "http://10.77.2.1/"
        /// Whether the machine's own status names it as well.
        var isOfMachine = false
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let configuration = "publish: off\ninterval: 30s\n"

    static let rows: [Fault] = cases.flatMap { item in
        var rows: [Fault] = []
        if let target = item.target {
            rows.append(Fault(item.cause, .connectionDown, target, item.facts, name: item.name, item.bringAbout))
        }
        guard item.isOfMachine else { return rows }
        let ways = [
            ("without a daemon", Fault.Way.status(configuration)), ("monitored by a daemon", .watched(configuration)),
        ]
        return rows
            + ways.map { how, way in
                Fault(
                    item.cause, .connectionDown, "", item.facts, name: "\(item.name), \(how)", way: way, item.bringAbout
                )
            }
    }

    private static let cases =
        policy + otherGateways + privateNetworks + subnets + narrow + sources + neighbours + links

    private static let policy: [Case] = [
        Case(cause: "gateway.policy", facts: ["prohibit", "10.77.2.0/24"], name: "a rule of type prohibit") {
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.2.0/24", "prohibit"])
        },
        Case(cause: "gateway.policy", facts: ["unreachable"], name: "a rule of type unreachable") {
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.2.0/24", "unreachable"])
        },
        Case(cause: "gateway.policy", facts: ["blackhole"], name: "a rule of type blackhole") {
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.2.0/24", "blackhole"])
        },
        Case(cause: "gateway.policy", facts: ["from 10.77.1.1", "prohibit"], name: "a rule for a source address") {
            try await $0.client.run(["ip", "rule", "add", "from", "10.77.1.1", "to", "10.77.2.0/24", "prohibit"])
        },
        Case(cause: "gateway.policy", facts: ["not", "fwmark 0x7"], name: "a rule for unmarked packets") {
            try await $0.client.run([
                "ip", "rule", "add", "not", "fwmark", "7", "to", "10.77.2.0/24", "unreachable",
            ])
        },
        Case(
            cause: "gateway.policy", facts: ["table 1000", "unreachable"], name: "a rule that selects a rejecting table"
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "10.77.2.0/24", "table", "1000"])
            try await $0.client.run(["ip", "rule", "add", "from", "all", "lookup", "1000"])
        },
        Case(
            cause: "gateway.policy", facts: ["uidrange 0-0", "10.77.1.99"],
            name: "a rule for a user that leads to a dead gateway"
        ) {
            for change in [
                "rule add uidrange 0-0 lookup 77 pref 50", "route add 10.77.1.0/24 dev eth0 table 77",
                "route add default via 10.77.1.99 dev eth0 table 77",
            ] {
                try await $0.client.run(["ip"] + change.split(separator: " ").map(String.init))
            }
        },
        Case(
            cause: "gateway.policy", facts: ["IPv6", "prohibit"], name: "an IPv6 rule", target: "http://[fd77:2::1]/"
        ) {
            try await $0.client.run(["ip", "-6", "rule", "add", "to", "fd77:2::/64", "prohibit"])
        },
        Case(
            cause: "gateway.policy", facts: ["10.77.3.1", "prohibit"], name: "a rule that prohibits the DNS server",
            target: nil,
            isOfMachine: true
        ) {
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.3.1", "prohibit"])
        },
        Case(
            cause: "gateway.policy", facts: ["unreachable"], name: "a kill switch that rejects everything",
            target: "http://www.lab.example/", isOfMachine: true
        ) { office in
            for family in ["-4", "-6"] {
                // As a VPN leaves them after it has ended: packets on the link may pass.
                try await office.client.run([
                    "ip", family, "rule", "add", "lookup", "main", "suppress_prefixlength", "0", "pref", "100",
                ])
                try await office.client.run(["ip", family, "rule", "add", "unreachable", "pref", "200"])
            }
        },
    ]

    private static let otherGateways: [Case] = [
        Case(
            cause: "path.other-gateway", facts: ["10.77.2.0/24", "10.77.4.2", "10.77.1.2"],
            name: "a route to a router that forwards nothing"
        ) {
            let router = try await $0.addSilentRouter()
            try await $0.client.run(["ip", "route", "add", "10.77.2.0/24", "via", router])
        },
        Case(
            cause: "path.other-gateway", facts: ["table 200", "10.77.4.2", "10.77.1.2"],
            name: "a rule that selects a router which forwards nothing"
        ) {
            let router = try await $0.addSilentRouter()
            try await $0.client.run(["ip", "route", "add", "default", "via", router, "table", "200"])
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.2.0/24", "lookup", "200"])
        },
    ]

    private static let privateNetworks: [Case] = [
        Case(
            cause: "path.private-network", facts: ["10.50.0.7", "198.51.100.9"],
            name: "the network of a VPN that is off, to which the provider has no route", target: "http://10.50.0.7/"
        ) {
            try await $0.leadToProvider("10.50.0.0/16")
        },
        Case(
            cause: "path.private-network", facts: ["10.50.0.7", "198.51.100.9"],
            name: "the network of a VPN that is off, which the provider drops", target: "http://10.50.0.7/"
        ) {
            try await $0.leadToProvider("10.50.0.0/16")
            try await $0.office.provider.filter(
                "table ip v { chain f { type filter hook forward priority 0; ip daddr 10.50.0.0/16 drop; }; }\n")
        },
    ]

    private static let subnets: [Case] = [
        Case(
            cause: "address.overlap", facts: ["10.77.2.1", "10.77.2.0/24", "docker0", "eth0"],
            name: "a bridge without ports"
        ) {
            try await $0.client.run(["ip", "link", "add", "docker0", "type", "bridge"])
            try await $0.client.run(["ip", "addr", "add", "10.77.2.254/24", "dev", "docker0"])
            try await $0.client.run(["ip", "link", "set", "docker0", "up"])
        },
        Case(
            cause: "address.overlap", facts: ["10.77.2.1", "10.77.2.0/24", "docker0", "eth0"],
            name: "a bridge with a container"
        ) {
            try await $0.client.addBridge("10.77.2.254/24")
        },
        Case(
            cause: "address.overlap", facts: ["10.77.3.1", "docker0"],
            name: "a bridge with the subnet of the DNS server",
            target: "http://www.lab.example/", isOfMachine: true
        ) {
            try await $0.client.addBridge("10.77.3.254/24")
        },
        Case(
            cause: "address.overlap", facts: ["fd77:2::1", "docker0"], name: "a bridge, IPv6",
            target: "http://[fd77:2::1]/"
        ) {
            try await $0.client.addBridge("fd77:2::254/64")
        },
        Case(
            cause: "address.netmask", facts: ["10.77.1.1/8", "10.77.2.1", "10.77.1.2"], name: "/8 instead of /24"
        ) {
            try await $0.client.widen(to: 8)
        },
        Case(
            cause: "address.netmask", facts: ["10.77.1.1/16", "10.77.1.2"],
            name: "/16 instead of /24, which covers the DNS server too"
        ) {
            try await $0.client.widen(to: 16)
        },
        Case(
            cause: "address.netmask", facts: ["10.77.1.1/16", "10.77.2.1"],
            name: "/16 instead of /24, with a host behind the gateway alone"
        ) {
            try await $0.client.widen(to: 16)
            try await $0.client.run(["ip", "route", "add", "10.77.3.0/24", "via", "10.77.1.2"])
        },
        Case(
            cause: "tcp.host-down", facts: ["10.77.2.99"],
            name: "a host that is switched off in a flat network of 16 bits", target: "http://10.77.2.99/"
        ) {
            try await $0.client.widen(to: 16)
            try await $0.client.run(["ip", "route", "add", "10.77.3.0/24", "via", "10.77.1.2"])
        },
        Case(
            cause: "tcp.host-down", facts: ["10.77.2.99"],
            name: "a host that is switched off, and a gateway that answers connections itself",
            target: "http://10.77.2.99/"
        ) {
            try await $0.client.widen(to: 16)
            try await $0.client.run(["ip", "route", "add", "10.77.3.0/24", "via", "10.77.1.2"])
            try await $0.office.router.run([
                "nft",
                "add table ip portal; add chain ip portal pre { type nat hook prerouting priority -100; };"
                    + " add rule ip portal pre ip daddr 10.77.2.99 tcp dport 80 redirect to :8080",
            ])
        },
        Case(
            cause: "address.netmask", facts: ["10.77.1.1/8", "10.77.3.1"], name: "/8 instead of /24, machine status",
            target: nil,
            isOfMachine: true
        ) {
            try await $0.client.widen(to: 8)
        },
        Case(
            cause: "address.netmask", facts: ["10.77.1.1/1", "0.0.0.0/1", "10.77.1.2"],
            name: "/1 instead of /24, with the router as DNS server, machine status", target: nil, isOfMachine: true
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.widen(to: 1)
        },
    ]

    private static let narrow: [Case] = [
        Case(
            cause: "address.narrow-netmask", facts: ["10.77.1.1/25", "10.77.1.200", "10.77.1.2"],
            name: "/25 instead of /24, and a router that forwards nothing back to the link",
            target: "http://10.77.1.200/"
        ) {
            try await $0.addNeighbour("10.77.1.200/24")
            try await $0.client.widen(to: 25)
        }
    ]

    private static let sources: [Case] = [
        Case(
            cause: "address.bad-source", facts: ["10.200.0.1", "eth0"], name: "a source address that no router knows",
            isOfMachine: true
        ) {
            try await $0.client.run(["ip", "addr", "add", "10.200.0.1/32", "dev", "lo"])
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.2", "src", "10.200.0.1"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "address.gateway-off-link", facts: ["10.77.1.2", "replies are lost"],
            name: "a gateway outside the subnet that answers ARP", isOfMachine: true
        ) {
            let client = $0.client
            try await client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await client.run(["ip", "addr", "add", "10.78.9.1/24", "dev", "eth0"])
            try await client.run(["ip", "route", "replace", "default", "via", "10.77.1.2", "dev", "eth0", "onlink"])
            try await client.run(["ip", "-6", "route", "del", "default"])
        },
    ]

    private static let neighbours: [Case] = [
        Case(
            cause: "gateway.wrong-neighbour", facts: ["10.77.1.2", "02:00:00:00:00:99", "eth0"],
            name: "a permanent neighbour entry", isOfMachine: true
        ) {
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.wrong-neighbour", facts: ["10.77.1.2", "02:00:00:00:00:99", "eth0"],
            name: "a permanent neighbour entry of a target on the link", target: "tcp://10.77.1.2:80"
        ) {
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
        },
        Case(
            cause: "address.duplicate", facts: ["the gateway 10.77.1.2", "10.77.1.1", "eth0"],
            name: "the gateway has this machine's address", isOfMachine: true
        ) {
            try await $0.office.router.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "lo"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "address.duplicate", facts: ["this machine itself", "10.77.1.2", "eth0"],
            name: "this machine has its gateway's address", target: "http://www.lab.example/", isOfMachine: true
        ) {
            try await $0.client.useDNS(["10.77.1.2"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "10.77.1.2/24", "dev", "eth0"])
        },
    ]

    private static let links: [Case] = [
        Case(
            cause: "address.overlap", facts: ["10.77.1.2", "docker0"], name: "a bridge has the gateway's address",
            target: "http://www.lab.example/", isOfMachine: true
        ) {
            try await $0.client.useDNS(["10.77.1.2"])
            try await $0.client.addBridge("10.77.1.2/24")
        },
        Case(
            cause: "link.admin-down", facts: ["eth0"], name: "beside a container bridge that is up",
            target: "http://www.lab.example/", isOfMachine: true
        ) {
            try await $0.client.addBridge("172.17.0.1/16")
            try await $0.client.set("eth0", isUp: false)
        },
        Case(
            cause: "link.admin-down", facts: ["eth0"], name: "configured with DHCP, beside another link that is up",
            isOfMachine: true
        ) { try await $0.switchOffConfigured() },
        Case(cause: "link.no-carrier", facts: ["tun0", "program"], name: "a tunnel that no program reads") {
            try await $0.client.run(["ip", "tuntap", "add", "tun0", "mode", "tun"])
            try await $0.client.run(["ip", "addr", "add", "10.8.0.2/24", "dev", "tun0"])
            try await $0.client.run(["ip", "link", "set", "tun0", "up"])
            try await $0.client.run(["ip", "route", "add", "10.77.2.0/24", "dev", "tun0"])
        },
        Case(
            cause: "path.tunnel-down", facts: ["10.200.0.1:80", "tun0"],
            name: "a tunnel for some networks alone, from whose other end nothing ever came",
            target: "http://10.200.0.1/"
        ) { try await $0.addUnansweredTunnel() },
    ]
}

extension OfficeAtWork {
    /// Adds a second router on a link of its own, which answers pings and forwards nothing.
    ///
    /// - Returns: Its address.
    fileprivate func addSilentRouter() async throws -> String {
        let router = try await lab.host("second")
        return try await lab.link(client, router).b.ipv4
    }

    /// Adds a VPN for another network, whose program takes packets and gets no response to them.
    func addUnansweredTunnel() async throws {
        let program = try client.spawn([
            "python3", "-uc",
            """
            import fcntl, os, struct
            tun = os.open("/dev/net/tun", os.O_RDWR)
            # TUNSETIFF with IFF_TUN and IFF_NO_PI, as in linux/if_tun.h.
            fcntl.ioctl(tun, 0x400454CA, struct.pack("16sH", b"tun0", 0x1001))
            print("ready")
            while True: os.read(tun, 2000)
            """,
        ])
        try await program.output.first("a tunnel") { $0 == "ready" }
        try await client.run(["ip", "addr", "add", "10.8.0.2/32", "dev", "tun0"])
        try await client.run(["ip", "link", "set", "tun0", "up"])
        try await client.run(["ip", "route", "add", "10.200.0.0/16", "dev", "tun0"])
    }

    /// Switches off the client's interface, whose addresses its manager removes. Another one is up and leads nowhere
    /// else.
    fileprivate func switchOffConfigured() async throws {
        let printer = try await lab.host("printer")
        _ = try await lab.link(client, printer)
        try await client.write("/etc/network/interfaces", "auto lo eth0\niface eth0 inet dhcp\n")
        try await client.set("eth0", isUp: false)
        try await client.run(["ip", "addr", "flush", "dev", "eth0"])
    }
}

extension Host {
    /// Adds a bridge such as those of containers, `docker0`, with a silent container.
    fileprivate func addBridge(_ address: String) async throws {
        try await run(["ip", "link", "add", "docker0", "type", "bridge"])
        try await run(["ip", "link", "add", "port0", "type", "veth", "peer", "name", "port1"])
        try await run(["ip", "link", "set", "port0", "master", "docker0", "up"])
        try await run(["ip", "link", "set", "port1", "up"])
        let isIPv6 = address.contains(":")
        try await run(["ip", "addr", "add", address, "dev", "docker0"] + (isIPv6 ? ["nodad"] : []))
        try await run(["ip", "link", "set", "docker0", "up"])
    }

    /// Changes the prefix length of its IPv4 address.
    fileprivate func widen(to length: Int) async throws {
        try await run(["ip", "-4", "addr", "flush", "dev", "eth0"])
        try await run(["ip", "addr", "add", "10.77.1.1/\(length)", "dev", "eth0"])
        // The kernel adds no route to a subnet that begins with 0; NetworkManager does.
        if length < 5 { try await run(["ip", "route", "add", "0.0.0.0/\(length)", "dev", "eth0"]) }
        try await run(["ip", "route", "replace", "default", "via", "10.77.1.2"])
    }
}

extension OfficeAtWork {
    /// Adds a host to the client's link. The router does not forward packets back to that link.
    fileprivate func addNeighbour(_ address: String) async throws {
        let neighbour = try await lab.host("neighbour")
        let cable = try await lab.link(neighbour, office.router)
        try await joinClientLink(cable.b.interface)
        try await neighbour.run(["ip", "addr", "add", address, "dev", cable.a.interface])
        for name in ["all", "br0"] {
            try await office.router.run(["sysctl", "-qw", "net.ipv4.conf.\(name).send_redirects=0"])
        }
        try await office.router.filter(
            "table inet n {\n chain n {\n type filter hook forward priority 0\n iifname br0 oifname br0 drop\n }\n}\n")
    }
}
