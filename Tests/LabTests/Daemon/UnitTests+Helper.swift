import Lab
import Testing

import struct NetworkModel.AddressEvidence
import struct NetworkModel.GatewayEvidence
import struct NetworkModel.PathEvidence
import struct NetworkModel.Report

/// What netdiagd learns from netdiag-arp, and what that refuses.
extension UnitTests {
    /// Sends netdiag-arp requests that it must refuse.
    private static let questions = """
        import ipaddress, socket, struct, sys
        link, gateway, own = int(sys.argv[1]), sys.argv[2], sys.argv[3]

        def ask(data, length=12):
            with socket.socket(socket.AF_UNIX) as helper:
                helper.settimeout(10)
                helper.connect("/run/netdiag-arp/socket")
                helper.sendall(data)
                reply = helper.recv(100)
                assert len(reply) in (0, length), reply
                return reply[1] if reply else "closed"

        def question(address, index=link):
            return struct.pack(">4BI", 1, 0, 0, 0, index) + ipaddress.ip_address(address).packed

        if len(sys.argv) > 4:
            watch = struct.pack(">4BI", 3, 0, 0, 0, 1)
            print(any(ask(watch, 20) == 4 for _ in range(500)), ask(question("198.51.100.1")))
            print(any(ask(question("198.51.100.1")) == 4 for _ in range(500)))
            sys.exit()
        base = ipaddress.ip_network(own + "/24", strict=False)
        print("other link:", ask(question("198.51.100.1")))
        print("own address:", ask(question(own)))
        print("network:", ask(question(base.network_address)))
        print("broadcast:", ask(question(base.broadcast_address)))
        print("everywhere:", ask(question("255.255.255.255")))
        print("loopback:", ask(question("127.0.0.2")))
        print("multicast:", ask(question("224.0.0.1")))
        print("loopback link:", ask(question("127.0.0.2", 1)))
        print("no link:", ask(question(gateway, 4711)))
        print("short:", ask(question(gateway)[:-1]))
        print("long:", ask(question(gateway) + b"x"))
        print("silent:", ask(question(gateway)))
        print("twin on loopback:", ask(struct.pack(">4BI", 3, 0, 0, 0, 1), 20))
        print("twin on no link:", ask(struct.pack(">4BI", 3, 0, 0, 0, 4711), 20))
        print("twin:", ask(struct.pack(">4BI", 3, 0, 0, 0, link), 20))
        print("packet of ICMP:", ask(struct.pack(">4BI", 4, 1, 0, 0, 0)))
        with socket.socket(socket.AF_UNIX) as helper, socket.socket() as other:
            # The same ports, but the hop limit of other programs.
            other.bind(("0.0.0.0", 0))
            other.setblocking(False)
            helper.settimeout(10)
            helper.connect("/run/netdiag-arp/socket")
            helper.sendall(struct.pack(">4B2H", 4, 6, 0, 0, other.getsockname()[1], 80))
            print("watching:", helper.recv(16)[1])
            other.connect_ex(("192.0.2.1", 80))
            print("packet of others:", helper.recv(16)[1])
        """

    @Test("a dead gateway is found by ARP, for which netdiagd needs no capability")
    func deadGateway() async throws {
        try await withInstalled { lab, host in
            let router = try await lab.host("router")
            let cable = try await lab.link(host, router)
            try await host.run(["ip", "route", "replace", "default", "via", cable.b.ipv4])
            // The router does not answer pings, as many do not, but it is there.
            try await router.filter(
                "table ip t { chain c { type filter hook input priority 0; icmp type echo-request drop; }; }")
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntimeout: 3s\n")
            try await host.run(["systemctl", "start", "netdiagd"])
            func arp(_ report: Report) -> GatewayEvidence.ARPOutcome? {
                report[GatewayEvidence.self]?.hops.first?.arp
            }
            let alive = try await cause("tcp://192.0.2.1:80", host)
            #expect(alive.cause?.id != "gateway.unreachable")
            #expect(arp(alive) == .answered, "\(alive.layers)")
            #expect(try await host.run(["systemctl", "is-active", "netdiag-arp.service"]).hasPrefix("active"))
            // The kernel uses its cache: it has the router's address and sends no ARP request.
            let hardware =
                try await router.read("/sys/class/net/\(cable.b.interface)/address")
                .split(separator: "\n").first.map(String.init) ?? ""
            try await host.run([
                "ip", "neigh", "replace", cable.b.ipv4, "lladdr", hardware, "dev", cable.a.interface, "nud",
                "permanent",
            ])
            try await router.run(["ip", "addr", "flush", "dev", cable.b.interface])
            let dead = try await cause("tcp://192.0.2.1:80", host)
            #expect(dead.cause?.id == "gateway.unreachable" && arp(dead) == .silent)

            // Requests beyond that are refused: hosts of other links, networks, lookalikes, floods. The connection is
            // closed if the data is not a request. The host's own address may be queried: no other host has it.
            let index = try await host.read("/sys/class/net/\(cable.a.interface)/ifindex")
            let ask = [
                "nsenter", "-t", try await property("MainPID", host), "-m", "--", "/usr/bin/python3", "-c",
                Self.questions, index.split(separator: "\n").first.map(String.init) ?? "0", cable.b.ipv4, cable.a.ipv4,
            ]
            let answers = try await host.run(ask)
            #expect(
                answers.split(separator: "\n").map(String.init) == [
                    "other link: 3", "own address: 2", "network: 3", "broadcast: 3", "everywhere: 3", "loopback: 3",
                    "multicast: 3", "loopback link: 3", "no link: 3", "short: closed", "long: closed", "silent: 2",
                    "twin on loopback: 3", "twin on no link: 3", "twin: 2", "packet of ICMP: closed", "watching: 1",
                    "packet of others: 2",
                ], "\(answers)")
            // Watches do not take what ARP requests need.
            #expect(try await host.run(ask + ["flood"]) == "True 3\nTrue", "no question is one too many")

            // Nobody else can reach the helper: neither through its path nor as the unit's user.
            let user = try await host.run(["stat", "-c", "%u", "/proc/\(try await property("MainPID", host))"])
            let uid = user.split(separator: "\n").first.map(String.init) ?? "65534"
            for other in ["65534", uid] {
                let reach = try await host.result(of: [
                    "setpriv", "--reuid=\(other)", "--clear-groups", "test", "-e", "/run/netdiag-arp/inner/socket",
                ])
                #expect(reach.status == .exited(1))
            }
        }
    }

    @Test("another host with this machine's hardware address is found through netdiag-arp")
    func hardwareTwin() async throws {
        try await withInstalled { lab, host in
            let router = try await lab.host("router"), clone = try await lab.host("clone")
            let cable = try await lab.link(host, router), other = try await lab.link(clone, router)
            try await router.run([
                "sh", "-euc",
                """
                ip link add br0 type bridge
                ip addr flush dev "$1"
                ip link set "$1" master br0
                ip link set "$2" master br0
                ip addr add "$3/24" dev br0
                ip link set br0 up
                """, "-", cable.b.interface, other.b.interface, cable.b.ipv4,
            ])
            try await host.run(["ip", "route", "replace", "default", "via", cable.b.ipv4])
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntimeout: 3s\n")
            try await host.run(["systemctl", "start", "netdiagd"])
            // Nothing responds, and no host has the same hardware address.
            let alone = try await cause("tcp://192.0.2.1:80", host)
            #expect(alone[AddressEvidence.self]?.twin == nil, "\(alone.layers)")
            #expect(alone.cause?.id != "address.duplicate")

            let hardware = String(
                try await host.run(["cat", "/sys/class/net/\(cable.a.interface)/address"]).prefix(17))
            let network = cable.a.ipv4.dropLast(), address = "\(network)77"
            try await clone.run(["ip", "link", "set", other.a.interface, "address", hardware])
            try await clone.run(["ip", "addr", "add", "\(address)/24", "dev", other.a.interface])
            // It sends frames all the time, so that the switch sends it everything that is meant for the host.
            _ = try clone.spawn(["ping", "-q", "-b", "-i", "0.05", "\(network)255"])
            try await router.run([
                "bridge", "fdb", "replace", hardware, "dev", other.b.interface, "master", "static", "sticky",
            ])
            let cloned = try await cause("tcp://192.0.2.1:80", host)
            #expect(cloned.cause?.id == "address.duplicate", "\(cloned.layers)")
            let twin = cloned[AddressEvidence.self]?.twin
            #expect(twin.map { "\($0.address) \($0.hardwareAddress)" } == "\(address) \(hardware)")
        }
    }

    @Test("a NAT rule that rewrites the source of packets is found through netdiag-arp", arguments: ["tcp", "udp"])
    func rewrittenSource(transport: String) async throws {
        try await withInstalled { lab, host in
            let router = try await lab.host("router")
            let cable = try await lab.link(host, router)
            try await host.run(["ip", "route", "replace", "default", "via", cable.b.ipv4])
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntimeout: 3s\n")
            try await host.run(["systemctl", "start", "netdiagd"])
            try await router.filter(
                "table ip d { chain c { type filter hook prerouting priority 0; ip daddr 10.66.0.1 drop; }; }")
            let target = transport == "tcp" ? "tcp://10.66.0.1:80" : "ntp://10.66.0.1"
            func rewriting(_ report: Report) -> PathEvidence.Trace.Rewriting? {
                report[PathEvidence.self]?.traces.lazy.compactMap(\.rewriting).first
            }
            let silent = try await cause(target, host)
            #expect(rewriting(silent) == nil && silent.cause?.id != "local.firewall", "\(silent.layers)")
            try await host.filter(
                "table ip s { chain p { type nat hook postrouting priority 100; "
                    + "oifname \"\(cable.a.interface)\" meta l4proto \(transport) snat to 10.8.0.2; }; }")
            let rewritten = try await cause(target, host)
            #expect(rewriting(rewritten)?.source.map { "\($0)" } == "10.8.0.2", "\(rewritten.layers)")
            #expect(rewritten.cause?.id == "local.firewall")
        }
    }
}
