import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults beyond the gateway.
enum PathFaults {
    private static let page = "http://www.lab.example/"

    static let rows =
        noRoute + filtered + dropped + damaged + hairpin + loop + lowered + reset + upstream + sizes + quality
        + ownFilter + rogue + doubles

    private static let noRoute: [Fault] = [
        Fault("path.no-route", .connectionDown, "10.99.0.1:80", ["10.99.0.1", "the gateway 10.77.1.2"]),
        Fault("path.no-route", .connectionDown, "[fd99::1]:80", ["fd99::1", "fd77:1::2"]),
        Fault("path.no-route", .connectionDown, "http://10.99.0.1/", ["the gateway 10.77.1.2"]),
        Fault("path.no-route", .connectionDown, "icmp://10.99.0.1", ["the gateway 10.77.1.2", "network unreachable"]),
        Fault("path.no-route", .connectionDown, "icmp://fd99::1", ["fd77:1::2"]),
        Fault("path.no-route", .connectionDown, "dns://10.99.0.1/www.lab.example", ["the gateway 10.77.1.2"]),
        Fault("path.no-route", .connectionDown, "https://10.77.2.1/", ["host unreachable"], name: "an unreachable host")
        {
            try await $0.office.router.run(["ip", "route", "add", "unreachable", "10.77.2.1/32"])
        },
        Fault(
            "path.no-route", .connectionDown, "10.98.0.1:80", ["the router 10.77.2.1"],
            name: "a second router without a route"
        ) {
            try await $0.behindServer("10.98.0.0/24", "fd98::/64")
        },
    ]

    private static let filtered: [Fault] = [
        Fault("path.filtered", .connectionDown, "four.lab.example:80", ["the gateway 10.77.1.2"]) {
            try await $0.office.router.reject("tcp dport 80")
        },
        Fault("path.filtered", .connectionDown, "http://[fd77:2::1]/", ["fd77:1::2"]) {
            try await $0.office.router.reject("tcp dport 80")
        },
        Fault("path.filtered", .connectionDown, page, ["administratively prohibited"], name: "both families") {
            try await $0.office.router.reject("tcp dport 80")
        },
        Fault("path.filtered", .connectionDown, "icmp://10.77.2.1", ["the gateway 10.77.1.2"]) {
            try await $0.office.router.reject("icmp type echo-request ip daddr 10.77.2.1")
        },
        Fault("path.filtered", .connectionDown, "icmp://fd77:2::1", ["fd77:1::2"]) {
            try await $0.office.router.reject("icmpv6 type echo-request ip6 daddr fd77:2::1")
        },
        Fault("path.filtered", .connectionDown, "dns://10.77.3.1/www.lab.example", ["the gateway 10.77.1.2"]) {
            try await $0.office.router.reject("udp dport 53")
        },
        Fault("path.filtered", .connectionDown, page, ["10.77.3.1:53"], name: "the path to the DNS server") {
            try await $0.office.router.reject("meta l4proto { tcp, udp } th dport 53")
        },
        Fault("path.filtered", .connectionDown, "10.77.2.1:80", ["the host itself"], name: "the host itself") {
            try await $0.office.server.reject("tcp dport 80", at: "input")
        },
        Fault(
            "path.filtered", .connectionDown, "10.77.2.1:80", ["port unreachable"],
            name: "the default reject of nftables"
        ) {
            try await $0.office.router.reject("tcp dport 80", with: "icmpx type port-unreachable")
        },
    ]

    private static let loop: [Fault] = [
        Fault("path.loop", .connectionDown, "10.98.0.1:80", ["10.77.1.2 → 10.77.2.1 → 10.77.1.2"]) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
        },
        Fault("path.loop", .connectionDown, "[fd98::1]:80", ["fd77:2::1 → fd77:2::2 → fd77:2::1"]) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
        },
        Fault("path.loop", .connectionDown, "icmp://10.98.0.1", ["10.77.1.2 → 10.77.2.1 → 10.77.1.2"]) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
        },
        Fault(
            "path.loop", .connectionDown, "10.98.0.1:80", ["10.77.2.1"],
            name: "routers that report one packet per minute"
        ) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
            try await $0.reportSeldom()
        },
        Fault(
            "path.loop", .connectionDown, "[fd98::1]:80", ["fd77:2::1"],
            name: "routers that report one packet per minute, IPv6"
        ) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
            try await $0.reportSeldom()
        },
        Fault("path.loop", .connectionDown, page, ["10.98.0.53"], name: "the path to the DNS server") {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
            try await $0.client.useDNS(["10.98.0.53"])
        },
    ]

    /// A router that lowers the hop limit is not a loop.
    private static let lowered: [Fault] = [
        Fault(
            "path.hop-limit", .connectionDown, "10.98.0.1:80", ["10.77.2.1", "10.77.1.2 lowers"],
            name: "a router that sets the TTL to 1"
        ) {
            try await $0.loop("10.98.0.0/24", "fd98::/64")
            try await $0.office.router.filter(
                """
                table ip t {
                  chain f {
                    type filter hook postrouting priority 0
                    ip daddr 10.98.0.0/24 ip ttl set 1
                  }
                }

                """)
        },
        Fault(
            "local.hop-limit", .connectionDown, "10.77.2.1:80", ["net.ipv4.ip_default_ttl", "1 router"],
            name: "this machine sends with a TTL of 1"
        ) { try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_default_ttl=1"]) },
    ]

    /// For pings, the report comes from a router further away than for connections.
    private static let dropped: [Fault] = [
        Fault(
            "path.dropped", .connectionDown, "http://10.77.6.2/", ["10.77.2.1", "10.77.4.2", "10.77.6.2:80"],
            name: "a router that drops new connections"
        ) {
            try await $0.leadFarther()
            try await $0.office.server.filter(
                "table inet f {\n chain f {\n type filter hook forward priority 0; tcp flags syn / syn,ack drop\n }\n}\n"
            )
        },
        Fault(
            "tcp.timeout", .connectionDown, "http://10.77.6.2/", ["10.77.6.2:80"],
            name: "a host behind four routers that drops new connections itself"
        ) { try await $0.leadFarther().drop("tcp dport 80") },
    ]

    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    /// The router sends everything with wrong checksums, as broken hardware does.
    private static let damaged: [Fault] = [
        Fault(
            "path.corrupted", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80", "wrong checksums"],
            name: "connections are damaged"
        ) { try await $0.damage("tcp") },
        Fault(
            "local.firewall", .connectionDown, "http://10.77.2.1/", ["10.77.2.1:80", "answers", "eth0"],
            name: "this machine drops answers, while packets of other programs are damaged"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.drop("tcp sport 80")
            try await $0.sendDamagedDatagrams()
        },
        Fault(
            "path.corrupted", .connectionDown, page, ["10.77.3.1:53", "wrong checksums"],
            name: "answers of the DNS server are damaged"
        ) { try await $0.damage("udp", "tcp") },
        Fault(
            "path.corrupted", .connectionDown, "", ["10.77.3.1:53", "wrong checksums"],
            name: "everything is damaged, asked once", way: once
        ) { try await $0.damage("udp", "tcp") },
        Fault(
            "path.corrupted", .connectionDown, "", ["10.77.3.1:53", "wrong checksums"],
            name: "everything is damaged, by a daemon", way: .machine("publish: off\ninterval: 30s\n", state: "off")
        ) { try await $0.damage("udp", "tcp") },
    ]

    private static let hairpin: [Fault] = [
        Fault(
            "path.hairpin", .connectionDown, "http://198.51.100.2/", ["198.51.100.2", "port 80"],
            name: "a router that forwards a port, and loses the answers"
        ) { try await $0.forwardPort(of: "198.51.100.2") },
        Fault(
            "tcp.timeout", .connectionDown, "http://198.51.100.2/", ["198.51.100.2:80"],
            name: "a router that drops connections to its own address"
        ) {
            try await $0.office.router.run(["ip", "addr", "add", "198.51.100.2/32", "dev", "lo"])
            try await $0.office.router.drop("tcp dport 80")
        },
    ]

    /// The resets come from nearer than the host.
    private static let reset: [Fault] = [
        Fault(
            "path.filtered", .connectionDown, "10.77.5.2:80", ["10.77.1.2", "connection reset"],
            name: "a router that resets connections"
        ) {
            _ = try await ServerProvider(in: $0.lab, $0.office)
            try await $0.office.router.reject("meta l4proto tcp", with: "tcp reset")
        },
        Fault(
            "tcp.refused", .connectionDown, "10.77.5.2:81", ["10.77.5.2:81"],
            name: "a host behind two routers, where nothing listens"
        ) { _ = try await ServerProvider(in: $0.lab, $0.office) },
    ]

    private static let upstream: [Fault] = [
        Fault(
            "path.upstream-down", .connectionDown, "198.51.100.1:80",
            ["10.77.1.2", "reaches the Internet, but no reply from 198.51.100.1"],
            name: "a gateway that resolves names, but forwards nothing"
        ) {
            try await $0.beHome()
            try await $0.darkUpstream()
        },
        Fault(
            "path.upstream-down", .connectionDown, "198.51.100.1:80",
            ["10.77.1.66", "10.77.1.2, on the same link, reaches the Internet"],
            name: "a printer as the gateway, while the router is the resolver"
        ) {
            try await $0.routeToPrinter()
        },
        Fault("path.upstream-down", .connectionDown, page, ["10.77.1.2", "10.77.3.1"], name: "no forwarding") {
            try await $0.office.router.stopForwarding()
        },
        Fault("path.upstream-down", .connectionDown, "10.77.2.1:80", ["10.77.1.2"], name: "no forwarding, an address") {
            try await $0.office.router.stopForwarding()
        },
        Fault("path.upstream-down", .connectionDown, "http://[fd77:2::1]/", ["fd77:1::2"], name: "no forwarding, IPv6")
        {
            try await $0.office.router.stopForwarding()
        },
        Fault("path.upstream-down", .connectionDown, "icmp://10.77.2.1", ["10.77.1.2"], name: "no forwarding, a ping") {
            try await $0.office.router.stopForwarding()
        },
        Fault(
            "path.upstream-down", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "10.77.3.1"],
            name: "no return route, as without NAT"
        ) { office in
            for host in [office.office.server, office.office.names] {
                try await host.run(["ip", "route", "del", "default"])
            }
            try await office.office.provider.run(["ip", "route", "del", "10.77.0.0/16"])
            try await office.office.provider.run(["ip", "-6", "route", "del", "fd77::/16"])
        },
        Fault(
            "path.upstream-down", .connectionDown, "198.51.100.1:443", ["10.77.1.2", "10.77.3.1"],
            name: "the provider is down"
        ) {
            try await $0.darkUpstream()
        },
        Fault(
            "path.upstream-down", .connectionDown, "198.51.100.1:443", ["10.77.1.2"],
            name: "a gateway that answers no pings"
        ) {
            try await $0.darkUpstream()
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
        },
        // Similar symptoms with other causes.
        Fault("tcp.timeout", .connectionDown, "10.77.2.1:80", ["10.77.2.1:80"], name: "a host that answers pings") {
            try await $0.office.server.drop("tcp dport 80")
        },
        Fault("tcp.timeout", .connectionDown, "10.77.2.1:80", ["10.77.2.1:80"], name: "a host that drops TCP and pings")
        {
            try await $0.office.server.drop("ip protocol { tcp, icmp }", family: "ip")
        },
    ]

    private static let sizes: [Fault] = [
        Fault("path.mtu", .connectionDown, "http://four.lab.example:8088/large", ["1400", "10.77.2.1"]) {
            try await $0.narrowPath(to: 1_400)
        },
        Fault("path.mtu", .connectionDown, "http://[fd77:2::1]:8088/large", ["1400", "fd77:2::1"]) {
            try await $0.narrowPath(to: 1_400)
        },
        Fault("path.mtu", .connectionDown, "tls://10.77.2.1:443", ["640", "10.77.2.1"], name: "a TLS handshake") {
            try await $0.narrowPath(to: 640)
        },
        Fault("path.mtu", .connectionDown, "tls://10.77.2.1:443", ["1280"], name: "a host that answers no pings") {
            try await $0.narrowPath(to: 640)
            try await $0.office.server.drop("icmp type echo-request", family: "ip")
        },
        Fault(
            "path.mtu", .connectionDown, "http://10.77.2.1:8088/large", ["1400", "10.77.2.1"],
            name: "this machine learns the path MTU, but the server does not"
        ) {
            try await $0.narrowPath(to: 1_400, untoldAlone: "10.77.2.1")
        },
        Fault("link.mtu-mismatch", .connectionDown, "http://10.77.2.1:8088/large", ["eth0", "10.77.1.2", "1500"]) {
            try await $0.narrowLink(to: 1_400)
        },
        Fault("link.mtu-mismatch", .connectionDown, "http://[fd77:2::1]:8088/large", ["eth0", "fd77:1::2", "1500"]) {
            try await $0.narrowLink(to: 1_400)
        },
        Fault(
            "http.no-answer", .connectionDown, "http://10.77.2.1/never",
            name: "a server that hangs, while full packets pass"),
    ]

    private static let quality: [Fault] = [
        Fault("path.rate-limited", .connectionUp, "http://10.77.2.1:8088/large", ["10.77.2.1"]) {
            try await $0.serveLarge()
            try await $0.office.router.run([
                "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "128kbit", "burst", "3000", "limit",
                "12000",
            ])
        }
    ]

    /// Filters of this machine, which are distinguished from those of a router.
    private static let ownFilter: [Fault] = [
        Fault("local.firewall", .connectionDown, "10.77.2.1:80", ["10.77.2.1:80"], name: "the packet filter rejects") {
            try await $0.client.reject("tcp dport 80", at: "output")
        },
        Fault(
            "local.firewall", .connectionDown, "http://[fd77:2::1]/", ["fd77:2::1"],
            name: "the packet filter rejects IPv6"
        ) {
            try await $0.client.reject("tcp dport 80", at: "output")
        },
        Fault(
            "local.firewall", .connectionDown, "10.77.2.1:80", ["port unreachable"],
            name: "the default reject of nftables"
        ) {
            try await $0.client.reject("tcp dport 80", at: "output", with: "icmpx type port-unreachable")
        },
        Fault("local.firewall", .connectionDown, "10.77.2.1:80", ["EPERM"], name: "the packet filter drops") {
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault("local.firewall", .connectionDown, "http://[fd77:2::1]/", ["EPERM"], name: "the packet filter drops IPv6")
        {
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault(
            "local.firewall", .connectionDown, "icmp://10.77.2.1", ["10.77.2.1"], name: "the packet filter drops pings"
        ) {
            try await $0.client.filter(
                "table ip f {\n chain o {\n type filter hook output priority 0\n icmp type echo-request drop\n }\n}\n")
        },
        Fault("local.firewall", .connectionDown, page, ["10.77.3.1:53"], name: "the packet filter drops DNS queries") {
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n udp dport 53 drop\n }\n}\n")
        },
        Fault(
            "local.firewall", .connectionDown, "10.77.2.1:80", ["10.77.2.1:80"],
            name: "the packet filter drops everything"
        ) {
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n oifname eth0 drop\n }\n}\n")
        },
    ]

    private static let rogue: [Fault] = [
        Fault("address.rogue-router", .connectionDown, "http://10.77.2.1/", ["10.77.1.66", "10.77.1.2", "eth0"]) {
            try await $0.addRogue()
        }
    ]

    private static let doubles: [Fault] = [
        double("path.filtered", "https://www.lab.example:444/", ["444"], "a rejected port, and an expired certificate")
        {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
            try await $0.office.router.reject("tcp dport 444")
        },
        double("path.upstream-down", page, ["10.77.1.2"], "no forwarding, and a dead DNS server") {
            _ = try await $0.dns.stop()
            try await $0.office.router.stopForwarding()
        },
        double(
            "tcp.timeout", "four.lab.example:80", ["10.77.2.1:80"], "a silent port, and a gateway that answers no pings"
        ) {
            try await $0.office.server.drop("tcp dport 80")
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
        },
        double(
            "path.no-route", "10.99.0.1:80", ["the gateway 10.77.1.2"], "no route, and a gateway that answers no pings"
        ) {
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
        },
        double("path.loop", "10.98.0.1:80", ["10.77.1.2 → 10.77.2.1"], "a loop, and a dead DNS server") {
            _ = try await $0.dns.stop()
            try await $0.loop("10.98.0.0/24", "fd98::/64")
        },
        double("path.mtu", "tls://10.77.2.1:444", ["640"], "an MTU black hole, and an expired certificate") {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
            try await $0.narrowPath(to: 640)
        },
        double("local.firewall", "10.77.2.1:80", ["10.77.2.1:80"], "a local filter, and a filter on the router") {
            try await $0.client.reject("tcp dport 80", at: "output")
            try await $0.office.router.reject("tcp dport 80")
        },
        double("path.filtered", page, ["the gateway 10.77.1.2"], "IPv4 rejected, and IPv6 silent") {
            try await $0.office.router.reject("ip daddr 10.77.2.1 tcp dport 80")
            try await $0.office.server.drop("tcp dport 80", family: "ip6")
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "a closed port, and IPv6 rejected on the way") {
            try await $0.office.router.reject("ip6 daddr fd77:2::1 tcp dport 81")
        },
    ]

    private static func double(
        _ cause: CauseID, _ target: String, _ facts: [String], _ name: String,
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> Fault {
        Fault(cause, .connectionDown, target, facts, name: name, kind: .double, bringAbout)
    }
}
