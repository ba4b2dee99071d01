import Lab

import enum NetworkModel.ConnectionStatus

/// IPv6-only networks with NAT64 for IPv4 hosts: `names` does DNS64, and the router has the prefix.
enum IPv6OnlyFaults {
    private static let own = "fd77:64::/96"
    private static let asked = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, "http://four.lab.example/", name: "NAT64, a name with IPv4 addresses only") {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            nil, .connectionUp, "", name: "NAT64, machine status",
            way: asked
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            "gateway.ipv4-literal", .connectionDown, "http://10.77.2.1/", ["10.77.2.1", "64:ff9b::/96"],
            name: "NAT64, an IPv4 literal"
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            "gateway.no-ipv4", .connectionDown, "http://four.lab.example/", ["only IPv4 addresses", "NAT64"],
            name: "neither IPv4 nor NAT64, a name with IPv4 alone"
        ) { try await $0.haveIPv6Alone() },
        Fault(
            "dns.no-dns64", .connectionDown, "http://four.lab.example/", ["four.lab.example", "fd77:3::1"],
            name: "NAT64, a DNS server without DNS64 before one that has it"
        ) {
            try await $0.haveIPv6Alone()
            try await $0.office.router.startDNSMasq(
                [.addresses("ipv4only.arpa", ["192.0.0.170", "192.0.0.171", "64:ff9b::c000:aa", "64:ff9b::c000:ab"])])
            try await $0.client.useDNS([$0.office.namesCable.a.ipv6, $0.office.clientCable.b.ipv6])
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://www.lab.example/", [OfficeAtWork.portal],
            name: "IPv6 only, a portal that redirects to an IPv4 literal"
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startPortal()
        },
        Fault(
            "gateway.no-ipv4", .connectionUp, "", ["only IPv4 addresses", "NAT64"],
            name: "neither IPv4 nor NAT64, machine status", way: asked
        ) { try await $0.lackTranslation() },
        Fault(
            "gateway.no-ipv4", .connectionUp, "", ["only IPv4 addresses", "NAT64"],
            name: "neither IPv4 nor NAT64, and a left over DNS server with an IPv4 address, machine status", way: asked
        ) {
            try await $0.lackTranslation()
            try await $0.client.useDNS(["9.9.9.9", $0.office.namesCable.a.ipv6])
        },
        Fault(
            "gateway.no-ipv4", .connectionUp, "", ["only IPv4 addresses", "NAT64"],
            name: "neither IPv4 nor NAT64, machine status monitored by a daemon",
            way: .watched("publish: off\ninterval: 30s\n")
        ) { try await $0.lackTranslation() },
        Fault(
            "gateway.none", .connectionUp, "", ["other networks over IPv4"],
            name: "an IPv4 address without a default route beside IPv6 that works, machine status", way: asked
        ) { try await $0.lackRouteOverIPv4() },
        Fault(
            "tcp.timeout", .connectionDown, "http://www.lab.example/", ["[fd77:2::1]:80"],
            name: "an IPv4 address without a default route, and a server that drops connections over IPv6"
        ) {
            try await $0.client.useDNS([$0.office.namesCable.a.ipv6])
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.office.server.drop("tcp dport 80", family: "ip6")
        },
        Fault(
            "path.ipv4-down", .connectionUp, "", ["64:ff9b::/96"], name: "a dead NAT64, machine status",
            way: asked
        ) { try await $0.loseTranslation() },
        Fault(
            "path.ipv4-down", .connectionDown, "http://four.lab.example/", ["64:ff9b::/96"], name: "a dead NAT64"
        ) { try await $0.loseTranslation() },
        Fault(
            "path.ipv4-down", .connectionDown, "http://four.lab.example/", ["64:ff9b::/96"],
            name: "a dead NAT64, and a translator on this machine"
        ) {
            try await $0.loseTranslation()
            try await $0.translateItself()
        },
        Fault(
            "tcp.timeout", .connectionDown, "http://four.lab.example/", ["10.77.2.1:80"],
            name: "a host behind NAT64 that drops connections, and a translator on this machine"
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
            try await $0.translateItself()
            try await $0.office.server.drop("tcp dport 80", family: "ip6")
        },
        Fault(
            "path.ipv4-down", .connectionUp, "", [own],
            name: "a dead NAT64 with a local prefix, machine status",
            way: asked
        ) { try await $0.loseTranslation(prefix: "fd77:64::") },
        Fault(
            "path.ipv4-down", .connectionDown, "http://four.lab.example/", [own],
            name: "a dead NAT64 with a local prefix"
        ) { try await $0.loseTranslation(prefix: "fd77:64::") },
        Fault(
            "path.ipv4-down", .connectionUp, "", ["64:ff9b::/96"],
            name: "a router behind the gateway without a route to the NAT64, machine status", way: asked
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
            try await $0.office.server.forward()
            try await $0.office.server.run(["ip", "-6", "route", "del", "local", "64:ff9b::/96", "dev", "lo"])
            try await $0.office.server.run(["ip", "-6", "route", "add", "unreachable", "64:ff9b::/96"])
        },
        Fault(
            nil, .connectionUp, "",
            name: "a NAT64 that drops documentation addresses (RFC 6052), machine status",
            way: asked
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
            try await $0.office.server.drop("ip6 daddr 64:ff9b::c000:200/120", family: "ip6")
        },
        Fault(
            "gateway.ipv4-literal", .connectionDown, "http://10.77.2.1/", ["10.77.2.1", "64:ff9b::/96"],
            name: "NAT64, announced only by the router", way: .daemon("publish: off\n")
        ) {
            try await $0.haveIPv6Alone()
            try await $0.announceTranslation()
        },
    ]
}

extension OfficeAtWork {
    /// Makes the network one with IPv6 only, whose DNS server says that names with IPv4 addresses have no others.
    fileprivate func lackTranslation() async throws {
        try await haveIPv6Alone()
        try await answer([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
        ])
    }

    /// Removes the client's IPv4 default route, in a network without NAT64.
    fileprivate func lackRouteOverIPv4() async throws {
        try await client.useDNS([office.namesCable.a.ipv6])
        try await client.run(["ip", "route", "del", "default"])
        try await answer([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
        ])
    }

    /// Removes the client's IPv4 address and gives it a DNS server with an IPv6 address.
    func haveIPv6Alone() async throws {
        try await client.run(["ip", "-4", "addr", "flush", "dev", office.clientCable.a.interface])
        try await client.useDNS([office.namesCable.a.ipv6])
    }

    /// Leads the client's IPv4 packets to a program, as a translator for NAT64 does (464XLAT). Nothing comes back from it.
    fileprivate func translateItself() async throws {
        try await addUnansweredTunnel()
        try await client.run(["ip", "addr", "replace", "192.0.0.4/32", "dev", "tun0"])
        try await client.run(["ip", "route", "add", "default", "dev", "tun0", "src", "192.0.0.4"])
    }

    /// Drops packets to NAT64, while DNS64 works.
    fileprivate func loseTranslation(prefix: String = "64:ff9b::") async throws {
        try await haveIPv6Alone()
        try await startDNS64(prefix: prefix)
        try await office.router.run(["ip", "-6", "route", "replace", "blackhole", "\(prefix)/96"])
        try await office.router.run([
            "sh", "-c", "ip -6 route del \(prefix)/96 via \"$1\" 2>/dev/null || true", "-", office.serverCable.a.ipv6,
        ])
    }

    /// The router advertises the prefix 64:ff9b::/96 of NAT64 for half an hour (RFC 8781).
    fileprivate func announceTranslation() async throws {
        let script = """
            import socket, struct, sys
            s = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
            s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
            head = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 0, 0, 0)
            option = struct.pack("!BBH", 38, 2, 1800) + bytes.fromhex("0064ff9b0000000000000000")
            s.sendto(head + option, ("ff02::1", 0, 0, socket.if_nametoindex(sys.argv[1])))
            """
        try await office.router.run(["python3", "-c", script, office.clientCable.b.interface])
    }

    /// Gives the server the addresses that NAT64 would translate to its own, and routes them there. The DNS server has
    /// such addresses for names with IPv4 addresses only, and for ipv4only.arpa.
    fileprivate func startDNS64(prefix: String = "64:ff9b::") async throws {
        try await office.router.run(["ip", "-6", "route", "add", "\(prefix)/96", "via", office.serverCable.a.ipv6])
        try await office.server.run(["ip", "-6", "route", "add", "local", "\(prefix)/96", "dev", "lo"])
        _ = try await dns.stop()
        try await office.names.startDNSMasq(
            [
                .addresses("four.lab.example", ["10.77.2.1", "\(prefix)a4d:201"]),
                .addresses("ipv4only.arpa", ["192.0.0.170", "192.0.0.171", "\(prefix)c000:aa", "\(prefix)c000:ab"]),
            ])
    }
}
