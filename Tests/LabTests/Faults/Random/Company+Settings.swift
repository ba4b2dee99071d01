import Lab

/// Settings of servers, firewalls and VPNs.
extension Company {
    /// Everything of the link that faults of the lower stages change.
    private static let linkParts: [RandomFault.Part] = [.link, .address, .defaultRoute, .router, .rules]

    static let links: [Company] = [
        // As hosting providers do it: the address is routed to the host.
        Company("a gateway of 169.254.0.0/16, and the address on lo", parts: linkParts, fits: { $0.hasIPv4 }) {
            try await $0.client.run([
                "sh", "-euc",
                """
                ip -4 addr flush dev eth0
                ip addr add 169.254.0.2/30 dev eth0
                ip addr add 10.77.1.1/32 dev lo
                """,
            ])
            try await $0.router.run(["ip", "addr", "add", "169.254.0.1/30", "dev", "eth0"])
            try await $0.router.run(["ip", "route", "replace", "10.77.1.1/32", "via", "169.254.0.2"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "169.254.0.1", "src", "10.77.1.1"])
        },
        // As hosts of virtual machines do it.
        Company("a bridge that has the host's address", parts: linkParts, fits: { $0.families == .four }) {
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add br0 type bridge
                    link set eth0 master br0
                    addr flush dev eth0
                    addr add 10.77.1.1/24 dev br0
                    link set br0 up
                    route add default via 10.77.1.2

                    """)
            try await $0.client.waits(for: "ip -o link show br0 | grep -q 'state UP'")
        },
        Company("a right permanent neighbour entry of the gateway", parts: linkParts) {
            let hardware = try await $0.router.read("/sys/class/net/eth0/address")
            let entry = "lladdr \(hardware) dev eth0 nud permanent"
            try await $0.ip(
                $0.client, four: "neigh replace 10.77.1.2 \(entry)", six: "neigh replace fd77:1::2 \(entry)")
        },
        Company("a second default route with a greater metric", parts: [.defaultRoute, .link, .address]) {
            try await $0.ip(
                $0.client, four: "route add default via 10.77.1.2 dev eth0 metric 900",
                six: "route add default via fd77:1::2 dev eth0 metric 2000")
        },
        Company("a deprecated IPv6 address", parts: [.address], fits: { $0.hasIPv6 }) {
            try await $0.client.run([
                "ip", "-6", "addr", "add", "fd77:1::dead/64", "dev", "eth0", "nodad", "valid_lft", "3600",
                "preferred_lft", "0",
            ])
        },
    ]

    static let settings: [Company] = [
        // As VPNs do it: no packet has the mark.
        Company("a rule for a mark, which leads to a dead gateway", parts: [.rules], fits: { $0.hasIPv4 }) {
            try await $0.client.run([
                "sh", "-euc",
                """
                ip route add default via 10.77.1.99 dev eth0 onlink table 1007
                ip rule add fwmark 7 lookup 1007 pref 30000
                """,
            ])
        },
        Company(
            "a VPN's kill switch for IPv6", parts: [.defaultRoute],
            fits: { $0.families == .both && $0.isByName && $0.faults.isEmpty }
        ) {
            try await $0.client.run([
                "sh", "-euc", "ip -6 route del default; ip -6 route add unreachable default metric 1",
            ])
        },
        Company("a firewall that admits only replies", parts: [.ownFilter]) {
            try await $0.client.filter(
                """
                table inet wall {
                  chain i { type filter hook input priority 0; policy drop
                    iif lo accept
                    ct state established,related accept
                    meta l4proto ipv6-icmp accept
                  }
                }

                """)
        },
        Company(
            "a resolver on 127.0.0.1", parts: [.resolverConfiguration],
            fits: { $0.resolver != .stub && $0.faults.allSatisfy { $0.stage >= .proxy } }
        ) {
            try await $0.client.startDNSMasq(
                [], reachesRoot: false,
                options: ["server=\($0.resolverAddress)", "listen-address=127.0.0.1", "bind-interfaces"])
            try await $0.client.useDNS(["127.0.0.1"])
        },
        Company(
            "a gai.conf that prefers IPv4",
            fits: { $0.families == .both && $0.faults.allSatisfy { !$0.isPartial } }
        ) { try await $0.client.write("/etc/gai.conf", "precedence ::ffff:0:0/96 100\n") },
        // Faults that routers report would be seen only at times.
        Company("routers that limit their ICMP errors", hidesPath: true, fits: { $0.faults.isEmpty }) {
            for host in [$0.router, $0.work.office.provider] {
                try await host.run([
                    "sysctl", "-qw", "net.ipv4.icmp_ratelimit=10000", "net.ipv6.icmp.ratelimit=10000",
                ])
            }
        },
    ]
}
