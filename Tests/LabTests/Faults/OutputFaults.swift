import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Outgoing packets that the machine's own packet filter drops, or that lack a port: as a target, and as the machine's
/// own status, both by a command without a daemon and by a daemon that is started after the fault.
enum OutputFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var status = ConnectionStatus.connectionDown
        var facts: [String] = []
        var name: String
        /// `nil` for the machine's status only.
        var target: String? = "http://10.77.2.1/"
        /// The facts in the machine's status if they are different.
        var machineFacts: [String]?
        /// Whether a daemon reports it without a target.
        var isSeenByDaemon = true
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let configuration = "publish: off\ninterval: 30s\n"

    /// Not what root may do: the packets of a user are dropped, and the user's programs cannot see that.
    private static let user = ["setpriv", "--reuid", "65534", "--clear-groups"]

    static let rows: [Fault] =
        caseRows + [
            Fault(
                "local.firewall", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80", "EPERM"],
                name: "the connections of a user are dropped", under: user
            ) { try await $0.filterOutput("meta skuid 65534 tcp dport { 80, 443 } drop") },
            Fault(
                "local.firewall", .connectionDown, "", ["80 and 443", "EPERM"],
                name: "the connections of a user are dropped, machine status", way: .status(configuration), under: user
            ) { try await $0.filterOutput("meta skuid 65534 tcp dport { 80, 443 } drop") },
            Fault(
                "local.firewall", .connectionDown, "", ["80 and 443", "EPERM"],
                name: "the connections of a user are dropped, beside a living one of another user",
                way: .status(configuration), under: user
            ) {
                try await $0.holdConnectionOfRoot()
                try await $0.filterOutput("meta skuid 65534 tcp dport { 80, 443 } drop")
            },
            Fault(
                "local.firewall", .connectionDown, "", ["TCP port 443", "EPERM"],
                name: "a user's connections to port 443 are dropped, and the router drops those to port 80",
                way: .status(configuration), under: user
            ) {
                try await $0.office.router.filter(
                    "table inet f { chain p { type filter hook prerouting priority 0; tcp dport 80 drop; }; }\n")
                try await $0.filterOutput("meta skuid 65534 tcp dport 443 drop")
            },
            Fault(
                "local.firewall", .connectionUp, "", ["IPv6", "EPERM"],
                name: "a user's packets over IPv6 are dropped, machine status", way: .status(configuration),
                under: user
            ) {
                try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
                try await $0.filterOutput("meta skuid 65534 meta nfproto ipv6 meta l4proto { tcp, udp } drop")
            },
            Fault(
                "local.firewall", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80", "172.17.0.9", "docker0"],
                name: "a user's connections that a NAT rule leads to a container that is gone", under: user
            ) { try await $0.client.leadToMissingContainer() },
            Fault(
                "local.firewall", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80", "itself resets"],
                name: "the connections of a user are reset", under: user
            ) { try await $0.filterOutput("meta skuid 65534 tcp dport { 80, 443 } reject with tcp reset") },
            Fault(
                "path.filtered", .connectionDown, "10.77.5.2:80", ["10.77.1.2", "connection reset"],
                name: "a user's connections that the gateway resets", under: user
            ) {
                _ = try await ServerProvider(in: $0.lab, $0.office)
                try await $0.office.router.reject("meta l4proto tcp", with: "tcp reset")
            },
            Fault(
                "tcp.timeout", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80"],
                name: "a user's connections to a server that drops them", under: user
            ) { try await $0.office.server.drop("tcp dport 80") },
        ]

    private static let caseRows: [Fault] = cases.flatMap { item in
        var rows: [Fault] = []
        if let target = item.target {
            rows.append(Fault(item.cause, item.status, target, item.facts, name: item.name, item.bringAbout))
        }
        let ways = [
            ("without a daemon", Fault.Way.status(configuration)),
            ("with a daemon", .machine(configuration, state: "off")),
        ]
        return rows
            + ways.prefix(item.isSeenByDaemon ? 2 : 1).map { how, way in
                Fault(
                    item.cause, item.status, "", item.machineFacts ?? item.facts, name: "\(item.name), \(how)",
                    way: way,
                    item.bringAbout)
            }
    }

    private static let cases: [Case] = [
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "EPERM"], name: "ports 80 and 443 are dropped",
            machineFacts: ["80 and 443", "EPERM"]
        ) { try await $0.filterOutput("tcp dport { 80, 443 } drop") },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "EPERM"], name: "ports 80 and 443 are reset",
            machineFacts: ["80 and 443", "EPERM"]
        ) { try await $0.filterOutput("tcp dport { 80, 443 } reject with tcp reset") },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "prohibited"], name: "ports 80 and 443 are rejected",
            machineFacts: ["80 and 443", "prohibited"]
        ) { try await $0.filterOutput("tcp dport { 80, 443 } reject with icmpx type admin-prohibited") },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "EPERM"], name: "all TCP is dropped",
            machineFacts: ["80 and 443", "EPERM"]
        ) { try await $0.filterOutput("meta l4proto tcp drop") },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "EPERM"],
            name: "everything except for the DNS server is dropped",
            machineFacts: ["the Internet", "EPERM"]
        ) {
            try await $0.filterOutput("ip daddr != { 10.77.1.0/24, 10.77.3.1 } drop")
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "local.firewall", facts: ["10.77.3.1:53", "EPERM"], name: "DNS is dropped",
            target: "http://www.lab.example/"
        ) {
            try await $0.filterOutput("meta l4proto { tcp, udp } th dport 53 drop")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.3.1", "EPERM"], name: "the rate of DNS queries is limited",
            target: "http://www.lab.example/"
        ) {
            try await $0.filterOutput("udp dport 53 limit rate over 1/minute burst 1 packets drop")
        },
        Case(
            cause: "local.resource", facts: ["no local port is free"], name: "no local port for DNS queries",
            target: "http://www.lab.example/"
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_local_port_range=40000 40003"])
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_local_reserved_ports=40000-40003"])
        },
        Case(
            cause: "local.firewall", facts: ["10.77.3.1:53", "answers", "eth0"], name: "incoming replies are dropped",
            target: "http://www.lab.example/"
        ) {
            try await $0.client.drop("iifname eth0 meta l4proto { tcp, udp }")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "answers", "eth0"],
            name: "incoming TCP replies are dropped",
            machineFacts: ["10.77.3.1:53", "answers", "eth0"], isSeenByDaemon: false
        ) {
            try await $0.client.drop("iifname eth0 meta l4proto tcp")
        },
        Case(
            cause: "local.reverse-path", facts: ["10.77.2.1:80", "eth1"], name: "replies arrive on another interface",
            machineFacts: ["10.77.3.1:53", "eth1"]
        ) {
            let cable = try await $0.lab.link($0.client, $0.office.router)
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.conf.all.rp_filter=1"])
            // If the router's first packet is an echo reply, its ARP request would have the reply's source address, which the
            // client's filter drops too: nothing would arrive at all.
            try await $0.office.router.run(["sysctl", "-qw", "net.ipv4.conf.all.arp_announce=2"])
            try await $0.office.router.run(["ip", "route", "add", "10.77.1.1/32", "via", cable.a.ipv4])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "local.reverse-path", facts: ["arrive on eth1"],
            name: "what comes from beyond the router arrives on another interface", target: nil
        ) {
            try await $0.beHome(reachesRoot: false)
            let cable = try await $0.lab.link($0.client, $0.office.router)
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.conf.all.rp_filter=1"])
            try await $0.office.router.run(["ip", "route", "add", "10.77.1.1/32", "via", cable.a.ipv4, "table", "77"])
            try await $0.office.router.run([
                "ip", "rule", "add", "iif", $0.office.providerCable.b.interface, "lookup", "77",
            ])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.policy", facts: ["dport 80-443", "prohibit"], name: "a routing rule for ports",
            machineFacts: ["80 and 443", "dport 80-443"]
        ) {
            for family in ["-4", "-6"] {
                try await $0.client.run([
                    "ip", family, "rule", "add", "pref", "50", "ipproto", "tcp", "dport", "80-443", "prohibit",
                ])
            }
        },
        Case(
            cause: "local.hop-limit", facts: ["net.ipv4.ip_default_ttl", "1 router"], name: "a hop limit of 1",
            target: "http://www.lab.example/"
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_default_ttl=1"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: nil, status: .connectionUp, name: "a bogon filter", target: nil
        ) {
            try await $0.useResolversOfInternet(["9.9.9.9"])
            try await $0.filterOutput(
                """
                ip daddr { 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 } drop
                ip6 daddr 2001:db8::/32 drop
                """)
        },
        Case(cause: nil, status: .connectionUp, name: "plain HTTP is dropped", target: nil) {
            try await $0.filterOutput("tcp dport 80 drop")
        },
    ]
}

extension OfficeAtWork {
    /// Adds rules for the client's outgoing packets.
    fileprivate func filterOutput(_ rules: String) async throws {
        try await client.filter(
            "table inet f {\n chain o {\n type filter hook output priority 0\n \(rules)\n }\n}\n")
    }

    /// Keeps a connection of the client's root with a host of the Internet, over which data arrives.
    fileprivate func holdConnectionOfRoot() async throws {
        try await office.names.run(["ip", "addr", "add", "11.0.0.1/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "11.0.0.1/32", "via", office.namesCable.a.ipv4])
        for (host, script) in [(office.names, Self.talker), (client, Self.listener)] {
            let process = try host.spawn(["/usr/bin/env", "python3", "-uc", script])
            for await line in process.output.lines where line == "ready" { break }
        }
    }

    private static let talker = """
        import socket, time
        listener = socket.create_server(("", 7007))
        print("ready")
        peer, _ = listener.accept()
        while True: peer.send(b"x"); time.sleep(0.3)
        """
    private static let listener = """
        import socket
        live = socket.create_connection(("11.0.0.1", 7007))
        live.recv(9)
        print("ready")
        while live.recv(9): pass
        """
}
