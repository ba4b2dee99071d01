import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Networks in which the machine's status finds no fault, and states what it did not observe.
enum UnobservedFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = [
        Fault(
            nil, .connectionUp, "", name: "IPv6 that may end at the provider's first router", way: once,
            unobserved: "no reply from beyond 2001:db8:ffff::1 over IPv6"
        ) { try await $0.endIPv6AtProvider() },
        Fault(
            nil, .connectionUp, "", name: "a next hop whose routers report nothing", way: once,
            unobserved: "no reply from beyond the gateway 10.77.4.2 on eth1"
        ) { try await $0.addSilentLeg() },
        Fault(
            "path.upstream-down", .connectionUp, "", ["10.77.4.2", "network unreachable"],
            name: "a next hop that reports that it has no route", way: once
        ) { try await $0.addSilentLeg(isRefusing: true) },
        Fault(
            "dns.refused", .connectionIndeterminate, "", ["10.77.1.2"],
            name: "no Internet access on purpose, and a router that refuses names of the Internet",
            way: .status("publish: off\ninterval: 30s\nuplink: off\n")
        ) { try await $0.answerAsRouter(.code(.refused)) },
        Fault(
            nil, .connectionIndeterminate, "",
            name: "a resolver in the company's network, and routers that forward nothing else, without ICMP errors",
            way: once
        ) { try await $0.forwardNamesSilently() },
        Fault(
            "local.firewall", .connectionUp, "", ["10.77.1.2", "ICMP"],
            name: "this machine's own filter drops incoming ICMP", way: once
        ) {
            try await $0.useRoutersOfInternet()
            try await $0.client.drop("meta l4proto icmp", family: "ip")
        },
        Fault(
            "local.firewall", .connectionUp, "", ["ICMP"],
            name: "this machine's own filter lets only answers in, and only queries and web traffic out", way: once
        ) {
            try await $0.useRoutersOfInternet()
            try await $0.client.filter(strict)
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.4.2"],
            name: "a next hop over which this machine's connections only retransmit", way: once
        ) {
            try await $0.addSilentLeg()
            try await $0.holdConnections()
        },
        Fault(nil, .connectionUp, "", name: "a gateway that sends one ICMP message per second", way: once) {
            try await $0.useRoutersOfInternet()
            try await $0.office.router.filter(
                """
                table ip l {
                    chain o {
                        type filter hook output priority 0
                        meta l4proto icmp limit rate over 1/second burst 1 packets drop
                    }
                }

                """)
        },
        Fault(
            "tcp.some-connections-fail", .connectionUp, "", ["2 of 4 connections to the Internet"],
            name: "a provider that loses the packets of some connections to two hosts", way: once
        ) { try await $0.loseSomeConnections() },
    ]
}

/// The filter of a cautious administrator, in which ICMP errors are not answers.
private let strict = """
    table inet f {
        chain o {
            type filter hook output priority 0; policy drop
            oif lo accept
            tcp dport { 53, 80, 443 } accept
            udp dport 53 accept
        }
        chain i {
            type filter hook input priority 0; policy drop
            iif lo accept
            ct state established accept
        }
    }

    """

extension OfficeAtWork {
    /// Makes the gateway drop all packets but those to the resolver behind it, as the network of a cloud does for machines without
    /// access to the Internet.
    fileprivate func forwardNamesSilently() async throws {
        try await office.router.filter(
            "table ip f { chain f { type filter hook forward priority 0; ip daddr 10.77.3.1 accept; ip saddr 10.77.3.1 accept; drop; }; }\n"
        )
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Makes the router the DNS server, and adds a router behind the provider's, so that two report packets over IPv4. There is no
    /// IPv6.
    fileprivate func useRoutersOfInternet() async throws {
        try await beHome()
        try await client.run(["ip", "-6", "route", "del", "default"])
        let core = try await lab.host("core")
        let cable = try await lab.link(office.provider, core)
        try await core.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        try await office.provider.run(["ip", "route", "add", "192.0.2.0/24", "via", cable.b.ipv4])
    }

    /// Adds a router behind the provider's. The provider drops IPv6 packets to it.
    func endIPv6AtProvider() async throws {
        let core = try await lab.host("core")
        let cable = try await lab.link(office.provider, core)
        try await core.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        try await office.provider.run(["ip", "route", "add", "192.0.2.0/24", "via", cable.b.ipv4])
        try await office.provider.run(["ip", "-6", "route", "add", "2001:db8::/32", "via", cable.b.ipv6])
        try await office.provider.filter(
            "table ip6 f { chain f { type filter hook forward priority 0; drop; }; }\n")
    }

    /// Adds a second next hop, which forwards nothing. The DNS server is the router, so that no packet has to take it.
    ///
    /// - Parameter isRefusing: Whether it is a router without a route, which reports that.
    fileprivate func addSilentLeg(isRefusing: Bool = false) async throws {
        let second = try await lab.host("second")
        let cable = try await lab.link(client, second)
        if isRefusing { try await second.forward() }
        try await beHome()
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await client.run([
            "ip", "route", "replace", "default", "nexthop", "via", office.clientCable.b.ipv4, "nexthop", "via",
            cable.b.ipv4,
        ])
    }

    /// Keeps a connection of the client from the address of its first link, over which data arrives, and two from that of the
    /// second link to hosts that do not respond.
    fileprivate func holdConnections() async throws {
        try await office.names.run(["ip", "route", "add", "local", "11.0.0.0/28", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "11.0.0.0/28", "via", office.namesCable.a.ipv4])
        try await office.router.run(["ip", "route", "add", "blackhole", "11.0.1.0/24"])
        let served = try office.names.spawn(["/usr/bin/env", "python3", "-uc", Self.talker])
        for await line in served.output.lines where line == "ready" { break }
        let held = try client.spawn(["/usr/bin/env", "python3", "-uc", Self.holder])
        for await line in held.output.lines where line == "ready" { break }
    }

    /// Keeps a connection of the client to a host of the Internet, over which data arrives.
    func holdConnection() async throws {
        try await office.names.run(["ip", "route", "add", "local", "11.0.0.0/28", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "11.0.0.0/28", "via", office.namesCable.a.ipv4])
        let served = try office.names.spawn(["/usr/bin/env", "python3", "-uc", Self.talker])
        for await line in served.output.lines where line == "ready" { break }
        let held = try client.spawn(["/usr/bin/env", "python3", "-uc", Self.listener])
        for await line in held.output.lines where line == "ready" { break }
    }

    private static let listener = """
        import socket
        s = socket.create_connection(("11.0.0.1", 7007))
        s.recv(1)
        print("ready")
        while s.recv(99): pass
        """

    /// Keeps two connections of the client to two hosts, over which data arrives. The packets of two others to the same hosts are
    /// dropped behind the router.
    fileprivate func loseSomeConnections() async throws {
        try await office.names.run(["ip", "route", "add", "local", "11.0.0.0/28", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "11.0.0.0/28", "via", office.namesCable.a.ipv4])
        try await office.router.filter(
            "table ip f { chain f { type filter hook forward priority 0; tcp sport { 40001, 40002 } drop; }; }\n")
        let served = try office.names.spawn(["/usr/bin/env", "python3", "-uc", Self.talkers])
        for await line in served.output.lines where line == "ready" { break }
        let held = try client.spawn(["/usr/bin/env", "python3", "-uc", Self.listeners])
        for await line in held.output.lines where line == "ready" { break }
    }

    private static let talkers = """
        import socket, time
        listener = socket.create_server(("", 7007))
        print("ready")
        peers = [listener.accept()[0] for _ in range(2)]
        while True:
            for peer in peers: peer.send(b"x")
            time.sleep(0.3)
        """

    /// Three seconds after the first SYN, it has been sent three times.
    private static let listeners = """
        import select, socket, time
        def connect(port, host, isWaiting):
            s = socket.socket()
            s.bind(("", port))
            s.setblocking(isWaiting)
            try: s.connect((host, 7007))
            except BlockingIOError: pass
            return s
        lost = [connect(40000 + i, f"11.0.0.{i}", False) for i in (1, 2)]
        live = [connect(0, f"11.0.0.{i}", True) for i in (1, 2)]
        time.sleep(3.5)
        print("ready")
        while True:
            for s in select.select(live, [], [])[0]: s.recv(99)
        """

    private static let talker = """
        import socket, time
        listener = socket.create_server(("", 7007))
        print("ready")
        peer, _ = listener.accept()
        while True: peer.send(b"x"); time.sleep(0.3)
        """

    /// Which next hop a connection takes depends on its addresses.
    private static let holder = """
        import socket, time
        def connect(source, peer, limit):
            s = socket.socket()
            s.bind((source, 0))
            s.settimeout(limit)
            try: s.connect((peer, 7007))
            except BlockingIOError: pass
            except TimeoutError: return None
            return s
        waiting = [connect("10.77.4.1", f"11.0.1.{host}", 0) for host in (1, 2)]
        live = next(s for s in (connect("10.77.1.1", f"11.0.0.{host}", 0.5) for host in range(1, 15)) if s)
        live.settimeout(None)
        time.sleep(1.5)
        print("ready")
        while live.recv(99): pass
        """
}
