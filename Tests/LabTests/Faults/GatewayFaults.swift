import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of routes and next hops.
enum GatewayFaults {
    static let rows: [Fault] = [
        Fault("gateway.none", .connectionDown, "http://10.77.2.1/", ["10.77.2.1"]) {
            try await $0.client.run(["ip", "route", "del", "default"])
        },
        Fault("gateway.none", .connectionDown, "http://four.lab.example/", ["four.lab.example over IPv4"]) {
            try await $0.client.useDNS([$0.office.namesCable.a.ipv6])
            try await $0.client.run(["ip", "route", "del", "default"])
        },
        Fault(
            "gateway.none", .connectionDown, "http://www.lab.example/", ["the DNS server 10.77.3.1"],
            name: "no IPv4 gateway, and the DNS server is behind it"
        ) {
            try await $0.client.run(["ip", "route", "del", "default"])
        },
        Fault(
            "gateway.none", .connectionDown, "", ["the DNS server 10.77.3.1"],
            name: "status: no IPv4 gateway, and an IPv6 gateway without a route",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.loseProvider()
        },
        Fault(
            "gateway.none", .connectionDown, "", ["the Internet", "eth0"],
            name: "status: a default route that names no gateway", way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.nameNoGateway()
        },
        Fault(
            "gateway.none", .connectionDown, "", ["the Internet", "eth0"],
            name: "status: a default route that names no gateway, monitored by a daemon",
            way: .watched("publish: off\ninterval: 10s\n")
        ) {
            try await $0.nameNoGateway()
        },
        Fault(
            "gateway.none", .connectionDown, "http://www.lab.example/", ["www.lab.example"],
            name: "a network without a way out, whose DNS server answers SERVFAIL"
        ) {
            try await $0.joinClosedNetwork()
        },
        Fault(
            "gateway.none", .connectionIndeterminate, "", ["the Internet"],
            name: "status: a network without a way out, whose DNS server answers SERVFAIL",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.joinClosedNetwork()
        },
        Fault(
            "address.gateway-off-link", .connectionUp, "", ["fd77:1::2", "eth0"],
            name: "status: the IPv6 addresses are gone, and their route is left",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.client.run(["ip", "-6", "addr", "flush", "dev", "eth0"])
            // Otherwise, the kernel considers the gateway reachable for some more seconds.
            try await $0.client.run(["ip", "-6", "neigh", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.unreachable", .connectionDown, "", ["10.77.1.9"],
            name: "status: a dead IPv4 gateway, beside IPv6 that the router prohibits",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.9"])
            // Otherwise, the router has no route to most hosts, which it looks for before it filters.
            try await $0.office.router.run(["ip", "-6", "route", "add", "default", "via", "2001:db8:ffff::1"])
            try await $0.office.router.filter(
                "table ip6 p { chain f { type filter hook forward priority 0; reject with icmpv6 admin-prohibited; }; }"
                    + "\n")
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "answers ARP or NDP, but no IP packet"],
            name: "status: a router that answers ARP alone", way: .status("publish: off\ninterval: 30s\n")
        ) { try await $0.deafenRouter() },
        Fault(
            "path.upstream-down", .connectionDown, "http://www.lab.example/",
            ["10.77.1.2", "answers ARP or NDP, but no IP packet"],
            name: "a router that answers ARP alone"
        ) { try await $0.deafenRouter() },
        Fault("gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "eth0"]) {
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://10.77.1.2/", ["10.77.1.2", "eth0"], name: "the target") {
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.unreachable", .connectionDown, "icmp://10.77.1.2", ["10.77.1.2"], name: "the target of pings") {
            // The kernel still has its neighbour entry.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.1.2"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://four.lab.example/", ["10.77.1.2"]) {
            // The client has just communicated with it: its neighbour entry is fresh.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.2.1"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "eth0"],
            name: "a user who may not ping",
            under: ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw"]
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ping_group_range=1 0"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.unreachable", .connectionDown, "", ["10.77.1.2", "eth0"],
            name: "a wrong permanent neighbour entry of the gateway, and a user who may send no ARP requests",
            way: .status("publish: off\ninterval: 30s\n"),
            under: ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw"]
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
        },
        Fault(
            "local.firewall", .connectionDown, "http://10.77.2.1/", ["10.77.1.2 (ARP)"],
            name: "this machine's own filter drops ARP"
        ) {
            try await $0.client.filter("table arp f { chain f { type filter hook input priority 0; policy drop; }; }\n")
            try await $0.client.run(["ip", "neigh", "flush", "all"])
        },
        Fault(
            "gateway.unreachable", .connectionUp, "http://10.77.2.1/", ["10.77.1.9"],
            name: "one of two next hops on the link is dead, and connections take the other"
        ) { try await $0.addDeadLeg(isTaken: false) },
        Fault(
            "gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.9"],
            name: "one of two next hops on the link is dead, and connections take it"
        ) { try await $0.addDeadLeg(isTaken: true) },
        Fault(
            "path.other-gateway", .connectionDown, "http://10.77.2.1/", ["10.77.2.1/32", "10.77.1.66", "10.77.1.2"],
            name: "a router that redirects packets to a host on the link which forwards nothing"
        ) { try await $0.redirectToPrinter() },
        Fault(
            "gateway.unreachable", .connectionDown, "http://www.lab.example/", ["10.77.1.2", "eth0"],
            name: "a local resolver behind the gateway"
        ) {
            try await $0.startStub()
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.none", .connectionDown, "http://www.lab.example/", ["www.lab.example"],
            name: "a local resolver that reaches no server"
        ) {
            try await $0.startStub()
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            "dns.nxdomain", .connectionDown, "http://wwww.lab.example/", ["127.0.0.53"],
            name: "a local resolver, and a gateway that answers no pings"
        ) {
            try await $0.startStub()
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
        },
        Fault("gateway.route-rejects", .connectionDown, "10.77.2.1:80", ["blackhole", "10.77.2.0/24"]) {
            try await $0.client.run(["ip", "route", "add", "blackhole", "10.77.2.0/24"])
        },
        Fault(
            "gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.99", "eth0"],
            name: "the gateway that a rule selects"
        ) {
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.99", "table", "1000"])
            try await $0.client.run(["ip", "rule", "add", "from", "all", "lookup", "1000"])
        },
        Fault(
            "gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.99", "eth0"],
            name: "the gateway that a rule selects for one network"
        ) {
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.99", "table", "1000"])
            try await $0.client.run(["ip", "rule", "add", "to", "10.77.2.0/24", "lookup", "1000"])
        },
        Fault("gateway.dead-preferred", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "10.77.4.2"]) {
            _ = try await $0.addUplink()
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.dead-preferred", .connectionDown, "http://198.51.100.1/", ["10.8.0.1 on tun0", "10.77.1.2"],
            name: "a route to a part of the Internet, left from a VPN"
        ) {
            try await $0.client.run([
                "sh", "-euc",
                """
                ip link add tun0 type veth peer name tun1
                ip link set tun1 up
                ip link set tun0 up
                ip addr add 10.8.0.2/24 dev tun0
                ip route add 198.51.100.0/24 via 10.8.0.1 dev tun0
                """,
            ])
        },
        Fault(
            "gateway.dead-preferred", .connectionDown, "", ["10.77.1.2", "10.77.4.2"], name: "machine status",
            way: .watched(LinkFaults.watching)
        ) {
            _ = try await $0.addUplink()
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "gateway.loss", .connectionUp, "", ["10.77.1.2", "50 %"], name: "every second ping is dropped",
            way: .watched(LinkFaults.watching)
        ) {
            try await $0.office.router.drop("icmp type echo-request numgen inc mod 2 == 0", family: "ip")
        },
        Fault(
            "gateway.loss", .connectionUp, "http://10.77.2.1/", ["10.77.1.2", "eth0"],
            name: "a connection that needs a second SYN"
        ) {
            try await $0.office.router.filter(
                """
                table ip f {
                    chain i {
                        type filter hook prerouting priority 0
                        # The pings of the gateway and of the server alternate.
                        iifname eth0 icmp type echo-request numgen inc mod 3 == 0 drop
                        iifname eth0 tcp flags syn / fin,syn,rst,ack numgen inc mod 2 == 0 drop
                    }
                }

                """)
        },
        Fault(
            "gateway.loss", .connectionUp, "http://www.lab.example/", ["10.77.1.2", "eth0"],
            name: "every third ping and query to a router that is the DNS server is dropped"
        ) {
            try await $0.office.router.startDNS([
                .init("www.lab.example", .addresses(["10.77.2.1"])), .init("*", .code(.noSuchName)),
            ])
            try await $0.client.useDNS([$0.office.clientCable.b.ipv4])
            try await $0.office.router.filter(
                """
                table ip f {
                    chain i {
                        type filter hook prerouting priority 0
                        iifname eth0 icmp type echo-request numgen inc mod 3 == 0 drop
                        # Those of programs have no additional record.
                        iifname eth0 udp dport 53 @th,144,16 != 0 numgen inc mod 3 == 0 drop
                    }
                }

                """)
        },
        Fault(
            "dns.loss", .connectionUp, "http://www.lab.example/", ["of 10 queries", "10.77.1.2"],
            name: "every third query to a router that answers one ping a second, if at all, is dropped"
        ) {
            try await $0.office.router.startDNS([
                .init("www.lab.example", .addresses(["10.77.2.1"])), .init("*", .code(.noSuchName)),
            ])
            try await $0.client.useDNS([$0.office.clientCable.b.ipv4])
            try await $0.office.router.filter(
                """
                table ip f {
                    chain i {
                        type filter hook prerouting priority 0
                        iifname eth0 icmp type echo-request numgen inc mod 3 == 2 drop
                        iifname eth0 icmp type echo-request limit rate over 1/second burst 1 packets drop
                        # Those of programs have no additional record.
                        iifname eth0 udp dport 53 @th,144,16 != 0 numgen inc mod 3 == 0 drop
                    }
                }

                """)
        },
        Fault("gateway.slow", .connectionUp, "", ["10.77.1.2", "200 ms"], way: .watched(LinkFaults.watching)) {
            try await $0.office.router.answerPingsLate()
        },
        Fault("gateway.no-icmp", .connectionUp, "", ["10.77.1.2"], way: .watched(LinkFaults.watching)) {
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
        },
    ]
}

extension Host {
    /// Answers IPv4 echo requests 300 ms late, as an overloaded router does.
    func answerPingsLate() async throws {
        try await run(["sh", "-euc", "echo 1 >/proc/sys/net/ipv4/icmp_echo_ignore_all"])
        let server = try spawn([
            "python3", "-uc",
            """
            import select, socket, time
            s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
            waiting = []
            print("ready")
            while True:
                limit = max(0, waiting[0][0] - time.monotonic()) if waiting else None
                if select.select([s], [], [], limit)[0]:
                    packet, sender = s.recvfrom(2048)
                    packet = packet[(packet[0] & 15) * 4:]
                    if packet[0] != 8: continue
                    # RFC 1624: of the type alone, 8 becomes 0.
                    total = (packet[2] << 8 | packet[3]) + 0x0800
                    total = (total & 0xffff) + (total >> 16)
                    answer = bytes([0, 0, total >> 8, total & 255]) + packet[4:]
                    waiting.append((time.monotonic() + 0.3, answer, sender))
                while waiting and waiting[0][0] <= time.monotonic():
                    _, answer, sender = waiting.pop(0)
                    s.sendto(answer, sender)
            """,
        ])
        try await server.output.first("late answers") { $0 == "ready" }
    }
}

extension OfficeAtWork {
    /// Makes the router the only DNS server, and lets it answer nothing but ARP.
    fileprivate func deafenRouter() async throws {
        try await beHome()
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.filter(
            "table ip deaf { chain p { type filter hook prerouting priority -150; iifname eth0 drop; }; }\n")
    }

    /// Adds a host to the client's link that forwards nothing, to which the router has a route by mistake, as it tells senders on the
    /// link (RFC 792).
    fileprivate func redirectToPrinter() async throws {
        let printer = try await lab.host("printer")
        let cable = try await lab.link(printer, office.router)
        try await joinClientLink(cable.b.interface)
        try await printer.run(["ip", "addr", "add", "10.77.1.66/24", "dev", cable.a.interface])
        try await office.router.run(["sysctl", "-qw", "net.ipv4.conf.br0.send_redirects=1"])
        try await office.router.run(["ip", "route", "add", "10.77.2.1", "via", "10.77.1.66"])
        try await client.run(["sysctl", "-qw", "net.ipv4.conf.eth0.accept_redirects=1"])
    }

    /// Puts the client in a network like an internal one of containers: without a default route, and with a server that knows the names
    /// of that network only.
    fileprivate func joinClosedNetwork() async throws {
        try await answerAsRouter(.code(.serverFailure))
        try await client.run(["ip", "route", "del", "default"])
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Makes the client's only default route one without a gateway.
    fileprivate func nameNoGateway() async throws {
        try await beHome()
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await client.run(["ip", "route", "replace", "default", "dev", "eth0"])
    }

    /// Adds a second next hop on the link, which no host has.
    ///
    /// - Parameter isTaken: Whether packets to the server take it.
    fileprivate func addDeadLeg(isTaken: Bool) async throws {
        try await client.run(["ip", "-6", "route", "del", "default"])
        // The next hop of a connection depends on its addresses, on a seed of the kernel that differs from one start to the
        // next, and on the order of the next hops.
        try await client.run([
            "sh", "-euc",
            """
            set_legs() { ip route replace default nexthop via "$1" nexthop via "$2"; }
            set_legs "$1" "$2"
            ip route get 10.77.2.1 from "$4" | grep -q "via $2 " || set_legs "$2" "$1"
            ip route get 10.77.2.1 from "$4" | grep -q "via $2 "
            # A program has used the dead one, so that the kernel knows no neighbour.
            ping -c1 -W1 "$3" >/dev/null || true
            """, "-", isTaken ? office.clientCable.b.ipv4 : "10.77.1.9",
            isTaken ? "10.77.1.9" : office.clientCable.b.ipv4, "10.77.1.9", office.clientCable.a.ipv4,
        ])
    }
}
