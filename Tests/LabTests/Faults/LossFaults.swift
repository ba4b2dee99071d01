import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Packet loss. Drops are counted and not random, so that every run shows signs of them.
enum LossFaults {
    private static let page = "http://www.lab.example/"

    static let rows = paths + names + harmless + limited

    private static let paths: [Fault] = [
        Fault(
            "path.mtu", .connectionDown, "http://10.77.2.1:8088/large", ["1400", "10.77.2.1"],
            name: "another check has just measured the path"
        ) {
            try await $0.narrowPath(to: 1_400, untoldAlone: "10.77.2.1")
            _ = try await $0.client.result(
                of: [Programs.command, "check", "--no-daemon", "http://10.77.2.1:8088/large"], within: .unexpectedlyLong
            )
            try await $0.client.run(["sh", "-c", "! ip route get 10.77.2.1 | grep -w mtu"])
        },
        Fault(
            "path.mtu", .connectionDown, "http://10.77.2.1:8088/large", ["1400"],
            name: "a page of a host that answers no pings"
        ) {
            try await $0.narrowPath(to: 1_400)
            try await $0.office.server.drop("icmp type echo-request", family: "ip")
        },
        Fault(
            "path.mtu", .connectionUp, "https://www.lab.example/", ["640", "10.77.2.1"],
            name: "IPv4 alone, of a page that is read over IPv6"
        ) { try await $0.narrowPath(to: 640) },
        Fault(
            "path.loss", .connectionUp, "http://10.77.2.1/", ["10.77.2.1", "of 20 pings"],
            name: "every other packet is dropped"
        ) { try await $0.lose("ip daddr 10.77.2.1 numgen inc mod 2 0 drop") },
        // Linux sends the third SYN after two seconds (6.5 and later, `tcp_syn_linear_timeouts`).
        Fault(
            "path.loss", .connectionUp, "http://10.77.2.1/", ["10.77.2.1", "of 20 pings"],
            name: "the first two SYNs and every other ping are dropped"
        ) {
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request numgen inc mod 2 0 drop",
                "ip daddr 10.77.2.1 tcp flags syn numgen inc mod 1000 < 2 drop")
        },
        Fault(
            "tcp.refused", .connectionDown, "http://10.77.2.1:81/", ["10.77.2.1:81"],
            name: "a closed port, of which the first three SYNs and every other ping are dropped", kind: .double
        ) {
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request numgen inc mod 2 0 drop",
                "ip daddr 10.77.2.1 tcp flags syn numgen inc mod 1000 < 3 drop")
        },
        Fault(
            "path.loss", .connectionUp, "10.77.2.1:80", ["10.77.2.1", "of 20 pings"],
            name: "every other packet to a port is dropped"
        ) { try await $0.lose("ip daddr 10.77.2.1 numgen inc mod 2 0 drop") },
        Fault(
            "path.loss", .connectionUp, "tls://www.lab.example:443", ["10.77.2.1", "of 20 pings"],
            name: "the first data packet of a handshake and every other ping are dropped", options: ["-4"]
        ) {
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request numgen inc mod 2 0 drop",
                "ip daddr 10.77.2.1 tcp flags & psh == psh numgen inc mod 1000 0 drop")
        },
        Fault(
            "path.loss", .connectionIndeterminate, "https://www.lab.example/", ["10.77.2.1", "of 20 pings"],
            name: "all data but the beginning of a handshake, and every other ping, are dropped", options: ["-4"]
        ) {
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request numgen inc mod 2 0 drop",
                "ip daddr 10.77.2.1 tcp flags & psh == psh numgen inc mod 1000 > 0 drop")
        },
        Fault(
            "path.loss", .connectionUp, "http://10.77.2.1/", ["packets to 10.77.2.1 are lost"],
            name: "three of four data packets and all pings are dropped"
        ) {
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request drop",
                "ip daddr 10.77.2.1 tcp flags & psh == psh numgen inc mod 4 != 3 drop")
        },
        Fault(
            "path.loss", .connectionDown, "http://10.77.2.1/", ["after the handshake", "10.77.2.1"],
            name: "all packets but SYNs are dropped"
        ) { try await $0.lose("ip daddr 10.77.2.1 tcp flags & syn == 0 drop") },
        Fault(
            "path.loss", .connectionDown, "http://10.77.2.1/", ["after the handshake", "10.77.2.1"],
            name: "a gateway that sees one direction alone, beside the router that answers come from"
        ) { try await $0.detourByFirewall() },
        Fault(
            "path.loss", .connectionUp, "ntp://10.77.2.1", ["10.77.2.1", "of 20 pings"],
            name: "every other NTP request and every other ping are dropped"
        ) {
            try await $0.office.server.startServer(of: "ntp", port: 123)
            try await $0.lose(
                "ip daddr 10.77.2.1 icmp type echo-request numgen inc mod 2 0 drop",
                "ip daddr 10.77.2.1 udp dport 123 numgen inc mod 2 0 drop")
        },
        Fault(
            "path.loss", .connectionUp, "http://10.77.1.2/", ["10.77.1.2", "of 20 pings"],
            name: "every other packet to a host on the link is dropped"
        ) {
            try await $0.office.router.startNginx([Site(port: 80)])
            try await $0.office.router.drop(
                "iifname eth0 ip protocol { tcp, icmp } numgen inc mod 2 0", family: "ip")
        },
    ]

    /// Matches DNS messages with an additional record: queries of this program, which uses EDNS, and not those of
    /// others.
    private static let isExtended = "@th,144,16 != 0"

    private static let names: [Fault] = [
        Fault("dns.loss", .connectionUp, page, ["of 10 queries", "10.77.3.1"], name: "every third query is dropped") {
            try await $0.office.names.drop("udp dport 53 \(isExtended) numgen inc mod 3 0")
        },
        Fault(
            "dns.loss", .connectionUp, page, ["of 10 queries", "10.77.3.1"],
            name: "every third reply is dropped by the router"
        ) { try await $0.lose("ip saddr 10.77.3.1 udp sport 53 \(isExtended) numgen inc mod 3 0 drop") },
        Fault(
            "dns.loss", .connectionUp, "dns://10.77.3.1/www.lab.example", ["of 10 queries", "10.77.3.1"],
            name: "a DNS server that drops every third query"
        ) { try await $0.office.names.drop("udp dport 53 numgen inc mod 3 0") },
    ]

    /// Some hosts answer only a few pings, however many arrive.
    private static let limited = [5, 1].map { rate in
        Fault(
            "http.no-answer", .connectionDown, "http://10.77.2.1/never",
            name: "a server that hangs, and answers pings at a rate of \(rate) per second"
        ) {
            try await $0.office.server.drop(
                "icmp type echo-request limit rate over \(rate)/second burst 5 packets", family: "ip")
        }
    }

    /// A single sign of loss is not a finding.
    private static let harmless: [Fault] = [
        Fault(nil, .connectionUp, "http://10.77.2.1/", name: "a single lost packet", kind: .double) {
            try await $0.lose("ip daddr 10.77.2.1 tcp flags & psh == psh numgen inc mod 1000 0 drop")
        },
        Fault(nil, .connectionUp, page, name: "a single lost DNS query") {
            try await $0.office.names.drop("udp dport 53 \(isExtended) numgen inc mod 1000 0")
        },
        Fault(nil, .connectionUp, page, name: "a DNS server that takes 450 ms, so that the query is repeated") {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([
                .init("www.lab.example", .late(.addresses(["10.77.2.1", "fd77:2::1"]), after: .milliseconds(450)))
            ])
        },
    ]
}

extension OfficeAtWork {
    /// Makes the router drop some of the packets that it would forward, by rules in the syntax of nft(8).
    fileprivate func lose(_ rules: String...) async throws {
        let lines = rules.map { "    \($0)\n" }.joined()
        try await office.router.filter(
            "table ip loss {\n  chain f {\n    type filter hook forward priority 0\n\(lines)  }\n}\n")
    }

    /// Makes a second machine on the client's link its gateway, which passes packets on to the router, and drops those that belong to
    /// no connection of which it has seen both directions. Answers come from the router directly.
    fileprivate func detourByFirewall() async throws {
        let firewall = try await lab.host("firewall")
        let cable = try await lab.link(firewall, office.router)
        try await joinClientLink(cable.b.interface)
        try await office.router.run(["ip", "addr", "add", "fd77:1::2/64", "dev", "br0", "nodad"])
        try await firewall.run([
            "sh", "-euc",
            """
            ip addr add 10.77.1.66/24 dev "$1"
            ip route add default via 10.77.1.2
            sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.send_redirects=0 "net.ipv4.conf.$1.send_redirects=0"
            """, "-", cable.a.interface,
        ])
        try await firewall.filter(
            "table ip w { chain f { type filter hook forward priority 0; ct state invalid drop; }; }\n")
        try await client.run(["ip", "route", "replace", "default", "via", "10.77.1.66"])
    }
}
