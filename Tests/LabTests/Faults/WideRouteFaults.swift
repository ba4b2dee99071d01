import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Routes that cover the Internet in place of the default route, as VPNs and their kill switches set them: as a target,
/// and as the machine's own status, by a command without a daemon and by a daemon that monitored the machine before the
/// fault.
enum WideRouteFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var status = ConnectionStatus.connectionDown
        var facts: [String] = []
        var name: String
        /// `nil` for the machine's status only.
        var target: String? = "http://10.77.2.1/"
        /// The machine's own status if it differs: about a tunnel without traffic, it can only say that nothing comes
        /// back.
        var machine: (cause: CauseID?, status: ConnectionStatus)?
        var isWatched = true
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let configuration = "publish: off\ninterval: 30s\n"

    static let rows: [Fault] = cases.flatMap { item in
        var rows: [Fault] = []
        if let target = item.target {
            rows.append(Fault(item.cause, item.status, target, item.facts, name: item.name, item.bringAbout))
        }
        let machine = item.machine ?? (item.cause, item.status)
        let ways = [("without a daemon", Fault.Way.status(configuration))]
        return rows
            + (ways + (item.isWatched ? [("monitored by a daemon", .watched(configuration))] : [])).map { how, way in
                Fault(
                    machine.cause, machine.status, "", machine.cause == nil ? [] : item.facts,
                    name: "\(item.name), \(how)", way: way, item.bringAbout)
            }
    }

    private static let cases = refusals + tunnels

    private static let refusals: [Case] = [
        Case(
            cause: "gateway.route-rejects", facts: ["blackhole", "0.0.0.0/1"],
            name: "blackhole routes for both halves of the Internet"
        ) {
            try await $0.beHome()
            try await $0.route(["blackhole", "0.0.0.0/1"], ["blackhole", "128.0.0.0/1"])
        },
        Case(
            cause: "gateway.route-rejects", facts: ["unreachable", "0.0.0.0/1"],
            name: "an unreachable route for half of the Internet"
        ) {
            try await $0.beHome()
            try await $0.route(["unreachable", "0.0.0.0/1"])
        },
        Case(cause: "gateway.route-rejects", facts: ["prohibit", "default"], name: "a default route of type prohibit") {
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.route(["prohibit", "default"], ["default", "via", "10.77.1.2", "metric", "100"])
        },
        Case(
            cause: "gateway.route-rejects", status: .connectionUp, facts: ["prohibit default", "over IPv4"],
            name: "an IPv4 default route of type prohibit, beside IPv6 that works", target: nil
        ) {
            try await $0.client.useDNS(["fd77:3::1"])
            try await $0.client.run(["ip", "route", "replace", "prohibit", "default"])
        },
        Case(
            cause: nil, status: .connectionUp, name: "a blackhole route that keeps IPv6 from bypassing a VPN",
            target: nil
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "-6", "route", "add", "blackhole", "2000::/3"])
        },
    ]

    private static let tunnels: [Case] = [
        // A daemon reports a warning until it has checked the route outside the tunnel as well.
        Case(
            cause: "link.no-carrier", facts: ["tun0", "program"],
            name: "routes for both halves into a tunnel that no program reads",
            isWatched: false
        ) {
            try await $0.beHome()
            try await $0.client.run(["ip", "tuntap", "add", "tun0", "mode", "tun"])
            try await $0.client.run(["ip", "link", "set", "tun0", "up"])
            try await $0.routeHalves("dev", "tun0")
        },
        Case(
            cause: "link.no-carrier", facts: ["tun0", "program"],
            name: "routes for both halves into a tunnel that no program reads, with the DNS server behind it",
            target: "http://www.lab.example/", isWatched: false
        ) {
            try await $0.client.run(["ip", "tuntap", "add", "tun0", "mode", "tun"])
            try await $0.client.run(["ip", "link", "set", "tun0", "up"])
            try await $0.routeHalves("dev", "tun0")
        },
        Case(
            cause: "path.tunnel-down", facts: ["vpn0"], name: "routes for both halves into a tunnel with a dead peer",
            machine: (nil, .connectionIndeterminate), isWatched: false
        ) {
            try await $0.beHome(reachesRoot: false)
            try await $0.addDeadTunnel()
            try await $0.routeHalves("dev", "vpn0")
        },
        Case(
            cause: "path.tunnel-down", facts: ["vpn0", "10.77.3.1"],
            name: "routes for both halves into a tunnel with a dead peer, with the DNS server behind it",
            target: "http://www.lab.example/"
        ) {
            try await $0.addDeadTunnel()
            try await $0.routeHalves("dev", "vpn0")
        },
        Case(
            cause: "path.tunnel-down", facts: ["vpn0"],
            name: "routes for both halves into a tunnel with a dead peer, which is the DNS server"
        ) {
            try await $0.addDeadTunnel()
            try await $0.routeHalves("dev", "vpn0")
            try await $0.client.useDNS(["10.8.0.1"])
        },
        Case(
            cause: "path.tunnel-down", facts: ["tun0", "eth0"],
            name: "routes for both halves into a tunnel whose own packets they lead there as well", isWatched: false
        ) {
            try await $0.beHome()
            try await $0.addLoopingTunnel()
            try await $0.routeHalves("via", "10.8.0.1")
        },
        Case(
            cause: "path.tunnel-down", facts: ["vpn0"], name: "a rule into a tunnel with a dead peer",
            machine: (nil, .connectionIndeterminate), isWatched: false
        ) {
            try await $0.beHome(reachesRoot: false)
            try await $0.addDeadTunnel()
            // As wg-quick(8) does.
            try await $0.route(["default", "dev", "vpn0", "table", "51820"])
            try await $0.client.run(["ip", "rule", "add", "pref", "100", "not", "fwmark", "51820", "table", "51820"])
            try await $0.client.run([
                "ip", "rule", "add", "pref", "99", "table", "main", "suppress_prefixlength", "0",
            ])
        },
        Case(
            cause: "path.tunnel-down", facts: ["ppp0", "10.77.3.1"],
            name: "a point-to-point link as the only way, whose other end is gone", target: "http://www.lab.example/"
        ) { try await $0.addDeadLine() },
        Case(cause: nil, status: .connectionUp, name: "two halves by another way that works") {
            let cable = try await $0.addUplink()
            try await cable.b.host.startDNS([
                .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
            ])
            try await $0.client.useDNS([cable.b.ipv4])
            try await $0.addProvider(behind: cable)
            // The target keeps its route. Only Internet traffic uses the other one.
            try await $0.route(["10.77.2.0/24", "via", "10.77.1.2"])
            try await $0.routeHalves("via", cable.b.ipv4)
        },
    ]
}

extension OfficeAtWork {
    /// Adds IPv4 routes and removes IPv6, which would otherwise be used instead.
    fileprivate func route(_ routes: [String]...) async throws {
        for route in routes { try await client.run(["ip", "route", "add"] + route) }
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Adds two routers behind the other end of a cable to the client. The second one has no route onward and reports that.
    fileprivate func addProvider(behind cable: Cable) async throws {
        var router = cable.b.host
        for name in ["beyond", "further"] {
            let next = try await lab.host(name)
            let further = try await lab.link(router, next)
            try await next.forward()
            try await router.run(["ip", "route", "add", "192.0.2.0/24", "via", further.b.ipv4])
            try await next.run(["ip", "route", "add", "\(cable.a.ipv4)/32", "via", further.a.ipv4])
            router = next
        }
    }

    /// Adds the two halves that OpenVPN's `redirect-gateway def1` adds.
    fileprivate func routeHalves(_ way: String...) async throws {
        for half in ["0.0.0.0/1", "128.0.0.0/1"] { try await client.run(["ip", "route", "add", half] + way) }
        try await client.run(["sh", "-c", "ip -6 route del default || true"])
    }

    /// Adds an interface that accepts every packet, like WireGuard with a peer that is gone.
    /// Makes a point-to-point link the only default route. A program reads what is sent there, and never answers.
    fileprivate func addDeadLine() async throws {
        _ = try client.spawn([
            "python3", "-c",
            """
            import fcntl, os, struct
            tunnel = os.open("/dev/net/tun", os.O_RDWR)
            # TUNSETIFF with IFF_TUN and IFF_NO_PI.
            fcntl.ioctl(tunnel, 0x400454ca, struct.pack("16sH", b"ppp0", 0x1001))
            while True: os.read(tunnel, 65536)
            """,
        ])
        try await client.waits(for: "ip link set ppp0 up")
        try await client.run(["ip", "addr", "add", "10.8.0.2", "peer", "10.8.0.1", "dev", "ppp0"])
        try await client.run(["ip", "route", "replace", "default", "via", "10.8.0.1"])
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    /// Adds a tunnel whose program sends each packet to a server in the Internet, without a route of its own to that. It rests after
    /// some packets, so that it leaves the processor to other labs.
    fileprivate func addLoopingTunnel() async throws {
        _ = try client.spawn([
            "python3", "-c",
            """
            import fcntl, os, socket, struct, time
            tunnel = os.open("/dev/net/tun", os.O_RDWR)
            # TUNSETIFF with IFF_TUN and IFF_NO_PI.
            fcntl.ioctl(tunnel, 0x400454ca, struct.pack("16sH", b"tun0", 0x1001))
            server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            # IP_MTU_DISCOVER with IP_PMTUDISC_DONT: larger packets are fragmented.
            server.setsockopt(socket.IPPROTO_IP, 10, 0)
            while True:
                for _ in range(8):
                    packet = os.read(tunnel, 65536)
                    try: server.sendto(packet, ("151.101.1.6", 1194))
                    except OSError: pass
                time.sleep(0.0002)
            """,
        ])
        try await client.waits(for: "ip link set tun0 mtu 1400 up")
        try await client.run(["ip", "addr", "add", "10.8.0.2/24", "dev", "tun0"])
    }

    fileprivate func addDeadTunnel() async throws {
        try await client.run(["ip", "link", "add", "vpn0", "type", "veth", "peer", "name", "vpn1"])
        try await client.run(["ip", "link", "set", "vpn1", "up"])
        try await client.run(["ip", "link", "set", "vpn0", "arp", "off"])
        try await client.run(["ip", "addr", "add", "10.8.0.2/24", "dev", "vpn0"])
        try await client.run(["ip", "link", "set", "vpn0", "up"])
    }
}
