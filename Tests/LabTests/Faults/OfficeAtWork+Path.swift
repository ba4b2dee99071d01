import Lab

/// Faults of the path between the client and its servers.
extension OfficeAtWork {
    /// Serves a page of 64 KiB on port 8088, `/large`.
    func serveLarge() async throws {
        try await office.server.run(["sh", "-euc", "head -c 65536 /dev/zero >/run/large"])
        try await office.server.startNginx([
            Site(port: 8_088, options: ["location = /large { alias /run/large; }"])
        ])
    }

    /// Limits the packets that the router forwards in either direction to this size, without ICMP errors.
    ///
    /// - Parameter host: The only host that gets no ICMP errors; `nil` if no host gets them.
    func narrowPath(to mtu: Int, untoldAlone host: String? = nil) async throws {
        try await serveLarge()
        try await office.router.run([
            "sh", "-euc",
            """
            ip route replace 10.77.1.0/24 dev eth0 mtu lock "$1"
            ip route replace 10.77.2.0/24 dev eth1 mtu lock "$1"
            if [ "$1" -ge 1280 ]; then
                ip -6 route replace fd77:1::/64 dev eth0 metric 256 mtu lock "$1"
                ip -6 route replace fd77:2::/64 dev eth1 metric 256 mtu lock "$1"
            fi
            """, "-", String(mtu),
        ])
        try await office.router.keepSizesToItself(from: host.map { "ip daddr \($0)" } ?? "")
    }

    /// Limits the packets that the router's end of the client's cable accepts to this size, without ICMP errors.
    func narrowLink(to mtu: Int) async throws {
        try await serveLarge()
        try await office.router.run(["ip", "link", "set", "eth0", "mtu", String(mtu)])
        try await office.router.keepSizesToItself()
    }

    /// Adds networks behind the server, which is a router for them but has no route to them.
    func behindServer(_ network: String, _ network6: String) async throws {
        try await leadToServer(network, network6)
        try await office.server.run(["ip", "route", "add", "unreachable", network])
        try await office.server.run(["ip", "-6", "route", "add", "unreachable", network6])
    }

    /// Adds a routing loop: the router's route to these networks leads to the server, and the server's to the router.
    func loop(_ network: String, _ network6: String) async throws {
        try await leadToServer(network, network6)
    }

    /// Adds a host with the address 10.77.6.2, which is reached through the router, the server and two more routers.
    @discardableResult
    func leadFarther() async throws -> Host { try await leadFartherByHosts()[3] }

    /// The same.
    ///
    /// - Returns: All hosts of the path, from the server to that host.
    func leadFartherByHosts() async throws -> [Host] {
        let hosts = [
            office.server, try await lab.host("second"), try await lab.host("third"), try await lab.host("far"),
        ]
        try await office.router.run(["ip", "route", "add", "10.77.4.0/22", "via", office.serverCable.a.ipv4])
        for (near, far) in zip(hosts, hosts.dropFirst()) {
            let cable = try await lab.link(near, far)
            try await near.forward()
            try await far.route(via: cable.a)
            // The last network is linked to the last router.
            if cable.b.ipv4 != "10.77.6.2" {
                try await near.run(["ip", "route", "add", "10.77.6.0/24", "via", cable.b.ipv4])
            }
        }
        return hosts
    }

    /// Limits the ICMP errors of the router and the server to one at first and one a minute from then on (icmp(7), RFC
    /// 4443 section 2.4).
    func reportSeldom() async throws {
        for host in [office.router, office.server] {
            try await host.run(["sysctl", "-qw", "net.ipv4.icmp_ratelimit=60000", "net.ipv6.icmp.ratelimit=60000"])
        }
    }

    /// Makes the router send packets of these protocols to the client with wrong checksums.
    func damage(_ protocols: String...) async throws {
        let hosts = [office.client, office.router, office.server, office.names, office.provider]
        // Between virtual interfaces, checksums are neither computed nor verified otherwise.
        for host in hosts { try await host.computeChecksums() }
        let places = ["tcp": "@th,128,16", "udp": "@th,48,16"]
        let rules = protocols.map { "ip protocol \($0) \(places[$0] ?? "") set 0x1234" }
        try await office.router.filter(
            """
            table netdev z {
              chain e { type filter hook egress device \(office.clientCable.b.interface) priority 0
                \(rules.joined(separator: "\n    "))
              }
            }

            """)
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Has the DNS server's host send datagrams with wrong checksums to the client, which have nothing to do with any check.
    func sendDamagedDatagrams() async throws {
        let sender = try office.names.spawn(["/usr/bin/env", "python3", "-uc", Self.damagedSender])
        for await line in sender.output.lines where line == "ready" { break }
    }

    private static let damagedSender = """
        import socket, struct, time
        raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)
        datagram = struct.pack("!HHHH", 4000, 4001, 12, 0x1234) + b"lost"
        raw.sendto(datagram, ("10.77.1.1", 0))
        print("ready")
        while True:
            raw.sendto(datagram, ("10.77.1.1", 0))
            time.sleep(0.01)
        """

    /// Makes the router forward port 80 of an address of its own to the web server, whose answers get lost, as those do that a
    /// router without NAT loopback does not translate.
    func forwardPort(of address: String) async throws {
        try await office.router.run(["ip", "addr", "add", "\(address)/32", "dev", "lo"])
        try await office.router.filter(
            """
            table ip h {
              chain p { type nat hook prerouting priority -100
                ip daddr \(address) tcp dport 80 dnat to \(office.serverCable.a.ipv4)
              }
              chain f { type filter hook forward priority 0; tcp sport 80 drop; }
            }

            """)
    }

    private func leadToServer(_ network: String, _ network6: String) async throws {
        let server = office.serverCable.a
        try await office.server.forward()
        try await office.router.run(["ip", "route", "add", network, "via", server.ipv4])
        try await office.router.run(["ip", "-6", "route", "add", network6, "via", server.ipv6])
    }

    /// Makes the router send packets to a network to its provider, whose router has a public address.
    func leadToProvider(_ network: String) async throws {
        try await office.provider.run([
            "sh", "-euc",
            """
            ip addr add 198.51.100.9/32 dev lo
            ip route replace 10.77.0.0/16 via 100.64.0.2 src 198.51.100.9
            """,
        ])
        try await office.router.run(["ip", "route", "add", network, "via", "100.64.0.1"])
    }

    /// Makes the router drop all packets that it would forward, except to the proxy, and refuse names of the Internet.
    func beBehindProxy() async throws {
        try await startProxy()
        try await answerAsRouter(.code(.refused))
        try await office.router.filter(
            """
            table inet f {
              chain f { type filter hook forward priority 0; policy drop
                ip daddr 10.77.3.1 tcp dport 3128 accept
                ip saddr 10.77.3.1 tcp sport 3128 accept
              }
            }

            """)
    }

    /// Makes the router drop all packets that it would forward.
    func darkUpstream() async throws {
        try await office.router.run(["ip", "route", "add", "default", "via", office.serverCable.a.ipv4])
        try await office.router.filter(
            "table inet f {\n chain f {\n type filter hook forward priority 0; policy drop\n }\n}\n")
    }

    /// Adds a host to the client's link that answers pings and forwards nothing, and makes it the gateway by mistake.
    /// The router is the DNS server.
    func routeToPrinter() async throws {
        let printer = try await lab.host("printer")
        let cable = try await lab.link(printer, office.router)
        try await joinClientLink(cable.b.interface)
        try await printer.run(["ip", "addr", "add", "10.77.1.66/24", "dev", cable.a.interface])
        try await beHome()
        try await client.run(["ip", "route", "replace", "default", "via", "10.77.1.66"])
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Makes the router's end of the client's link a bridge, `br0`, with the end of another cable as a port. The router
    /// keeps its IPv4 address.
    func joinClientLink(_ interface: String) async throws {
        try await office.router.run([
            "sh", "-euc",
            """
            ip link add br0 type bridge
            ip addr flush dev eth0
            ip link set eth0 master br0
            ip link set "$1" master br0
            ip addr add 10.77.1.2/24 dev br0
            ip link set br0 up
            """, "-", interface,
        ])
    }

    /// Adds a second machine to the client's link that offers leases with itself as the gateway, beside the router,
    /// which offers leases too. The client's address is from such a lease, and its gateway is the second machine.
    func addRogue() async throws {
        let rogue = try await lab.host("rogue")
        let cable = try await lab.link(rogue, office.router)
        try await joinClientLink(cable.b.interface)
        try await office.router.run(["ip", "addr", "add", "fd77:1::2/64", "dev", "br0", "nodad"])
        try await rogue.run(["ip", "addr", "add", "10.77.1.66/24", "dev", cable.a.interface])
        for (host, interface, router) in [
            (office.router, "br0", "10.77.1.2"), (rogue, cable.a.interface, "10.77.1.66"),
        ] {
            try await host.startDNSMasq(
                [],
                options: [
                    "interface=\(interface)", "bind-interfaces", "dhcp-range=10.77.1.100,10.77.1.150,1h", "no-ping",
                    "dhcp-option=option:router,\(router)", "dhcp-leasefile=/run/leases", "dhcp-authoritative",
                ])
        }
        try await client.run([
            "sh", "-euc",
            """
            ip addr flush dev eth0 scope global
            ip addr add 10.77.1.1/24 dev eth0 valid_lft 3600 preferred_lft 3600
            ip route replace default via 10.77.1.66
            """,
        ])
    }
}

extension Host {
    /// Makes the host refuse forwarded packets that match, in the syntax of nft(8).
    func reject(
        _ match: String, at hook: String = "forward", with answer: String = "icmpx type admin-prohibited"
    ) async throws {
        try await filter(
            "table inet r {\n chain r {\n type filter hook \(hook) priority 0\n \(match) reject with \(answer)\n }\n}\n"
        )
    }

    func stopForwarding() async throws {
        try await run([
            "sh", "-euc", "echo 0 >/proc/sys/net/ipv4/ip_forward; echo 0 >/proc/sys/net/ipv6/conf/all/forwarding",
        ])
    }

    /// Makes the host send no ICMP errors about packets that are too big.
    func keepSizesToItself(from whom: String = "") async throws {
        try await filter(
            """
            table inet s {
             chain o {
              type filter hook output priority 0
              \(whom) icmp type destination-unreachable drop
              icmpv6 type packet-too-big drop
             }
            }

            """)
    }
}

extension Host {
    /// Switches off the offloading of checksums and segmentation of all interfaces, as ethtool(8) does.
    fileprivate func computeChecksums() async throws {
        try await run([
            "python3", "-c",
            """
            import ctypes, fcntl, socket, struct
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            # ETHTOOL_STXCSUM, ETHTOOL_STSO, ETHTOOL_SGSO, and SIOCETHTOOL.
            for _, name in socket.if_nameindex():
                for command in 0x17, 0x1f, 0x24:
                    value = ctypes.create_string_buffer(struct.pack("II", command, 0))
                    request = struct.pack("16sP", name.encode(), ctypes.addressof(value))
                    try: fcntl.ioctl(s, 0x8946, request)
                    except OSError: pass
            """,
        ])
    }
}
