import Foundation
import NetworkModel
import Testing

@testable import LinkFacts

@Suite("In a network namespace", .enabled(if: Lab.isPossible, "needs root"), .timeLimit(.minutes(3)))
struct LabTests {
    @Test("the snapshot matches the output of ip, field by field")
    func likeIP() throws {
        let lab = try Lab()
        try lab.ip("link", "add", "br0", "type", "bridge")
        try lab.ip("link", "add", "tap0", "type", "veth", "peer", "name", "tap1")
        try lab.ip("link", "set", "tap0", "master", "br0", "mtu", "1400")
        try lab.ip("addr", "add", "198.51.100.1/30", "dev", "br0", "valid_lft", "1000", "preferred_lft", "0")
        try lab.ip("route", "add", "10.0.0.0/8", "via", "192.0.2.9", "metric", "50", "proto", "dhcp")
        try lab.ip("route", "add", "blackhole", "203.0.113.0/24")
        try lab.ip("route", "add", "11.0.0.0/8", "nexthop", "via", "192.0.2.8", "nexthop", "via", "192.0.2.9")
        try lab.ip("-6", "route", "add", "default", "via", "fe80::1", "dev", "eth0", "metric", "5")
        try lab.ip("neigh", "add", "192.0.2.9", "lladdr", "02:00:00:00:00:09", "dev", "eth0", "nud", "permanent")
        try lab.ip("neigh", "add", "fe80::1", "lladdr", "02:00:00:00:00:01", "dev", "eth0", "nud", "stale", "router")
        let snapshot = try lab.snapshot()

        let links = try list(lab.ip("-d", "-j", "link"))
        #expect(snapshot.links.count == links.count)
        for expected in links {
            let link = try #require(snapshot.link(named: expected.text("ifname") ?? ""))
            #expect(Int(link.index) == expected.number("ifindex"))
            #expect(link.mtu == expected.number("mtu"))
            #expect(link.hardwareAddress == expected.text("address"))
            #expect(link.operationalState.rawValue.uppercased() == expected.text("operstate"))
            #expect(link.isAdminUp == expected.texts("flags").contains("UP"))
            #expect(link.hasCarrier == !expected.texts("flags").contains("NO-CARRIER") || !link.isAdminUp)
            #expect(link.isLoopback == expected.texts("flags").contains("LOOPBACK"))
            #expect(link.kind == (expected["linkinfo"] as? [String: Any])?.text("info_kind"))
            #expect(
                link.master.flatMap { index in snapshot.links.first { $0.index == index }?.name }
                    == expected.text("master"))
        }
        for expected in try list(lab.ip("-j", "addr")) {
            let link = try #require(snapshot.link(named: expected.text("ifname") ?? ""))
            let wanted = (expected["addr_info"] as? [[String: Any]] ?? []).map {
                "\($0.text("local") ?? "")/\($0.number("prefixlen") ?? -1) \($0.text("scope") ?? "") "
                    + "\($0["deprecated"] != nil) \($0["tentative"] != nil) "
                    + "\(($0.number("valid_life_time") ?? 0) == 4_294_967_295)"
            }
            let seen = link.addresses.map {
                "\(IPAddress(bytes: $0.address.bytes) ?? $0.address)/\($0.prefixLength) \($0.scope) "
                    + "\($0.flags.contains(.deprecated)) \($0.flags.contains(.tentative)) \($0.validLifetime == nil)"
            }
            #expect(seen.sorted() == wanted.sorted())
        }
        for family in AddressFamily.allCases {
            let option = family == .ipv4 ? "-4" : "-6"
            let wanted = try list(lab.ip(option, "-j", "route")).flatMap { route -> [String] in
                let hops = route["nexthops"] as? [[String: Any]] ?? [route]
                return hops.map { described(route, hop: $0) }
            }
            #expect(snapshot.routes.filter { $0.family == family }.map(described).sorted() == wanted.sorted())
        }
        let neighbours = try list(lab.ip("-j", "neigh")).map {
            "\($0.text("dst") ?? "") \($0.text("dev") ?? "") \($0.text("lladdr") ?? "-") "
                + "\($0.texts("state").first ?? "") \($0["router"] != nil)"
        }
        let seen = snapshot.neighbours.map {
            "\(IPAddress(bytes: $0.address.bytes) ?? $0.address) \($0.interface) \($0.hardwareAddress ?? "-") "
                + "\($0.state.rawValue.uppercased()) \($0.isRouter)"
        }
        #expect(seen.sorted() == neighbours.sorted())
    }

    @Test("the kernel looks up a route with prefix, next hop and source; policy rules and rejections count")
    func routeLookUp() throws {
        let lab = try Lab()
        try lab.ip("route", "add", "203.0.113.0/24", "via", "192.0.2.9", "metric", "7", "proto", "static")
        for (kind, network) in [
            ("blackhole", "10.1.0.0/16"), ("unreachable", "10.2.0.0/16"), ("prohibit", "10.3.0.0/16"),
        ] {
            try lab.ip("route", "add", kind, network)
        }
        try lab.ip("route", "add", "unreachable", "2001:db8:dead::/48")
        try lab.ip("route", "add", "198.51.100.0/24", "via", "192.0.2.77", "table", "100")
        try lab.ip("rule", "add", "to", "198.51.100.0/24", "table", "100")
        let addresses = [
            "203.0.113.5", "10.1.2.3", "10.2.3.4", "10.3.4.5", "2001:db8:dead::1", "198.51.100.1", "192.0.2.2",
            "2001:db8:beef::1", "fe80::1%nowhere", "fe80::9%eth0",
        ]
        let output = try Lab.run(["ip", "netns", "exec", lab.near, Lab.probe, "--route"] + addresses)
        let routes = try output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Route?.self, from: $0)
        }
        try #require(routes.count == addresses.count)
        let plain = try #require(routes[0])
        #expect(plain.destination == IPAddress("203.0.113.0") && plain.prefixLength == 24 && plain.metric == 7)
        #expect(plain.gateway == IPAddress("192.0.2.9") && plain.interface == "eth0" && plain.origin == "static")
        #expect(plain.preferredSource == IPAddress("192.0.2.2"))
        #expect(routes[1...4].map { $0?.kind } == [.blackhole, .unreachable, .prohibit, .unreachable])
        #expect(routes[1...4].map { $0?.prefixLength } == [16, 16, 16, 48])
        #expect(routes[5]?.gateway == IPAddress("192.0.2.77"))
        #expect(routes[6]?.interface == "lo")
        #expect(routes[7] == nil && routes[8] == nil)
        #expect(routes[9]?.interface == "eth0" && routes[9]?.prefixLength == 64)
    }

    @Test("each change in the kernel is reported once, and is in the facts")
    func changes() async throws {
        let lab = try Lab()
        let watcher = try await Watcher(in: lab)
        #expect(watcher.initial.defaultRoutes.count == 1)

        try lab.ip("addr", "add", "192.0.2.55/24", "dev", "eth0")
        try await watcher.changes(until: "eth0 got the address 192.0.2.55/24")
        try lab.ip("route", "add", "10.0.0.0/8", "via", "192.0.2.1", "src", "192.0.2.55")
        try await watcher.changes(until: "the route to 10.0.0.0/8 by 192.0.2.1 on eth0 appeared")
        try lab.ip("route", "append", "10.0.0.0/8", "via", "192.0.2.9", "src", "192.0.2.55")
        try await watcher.changes(
            until: "the route to 10.0.0.0/8 goes by 192.0.2.1 on eth0 and by 192.0.2.9 on eth0 now, "
                + "before it went by 192.0.2.1 on eth0")
        // The kernel does not report routes that disappear with their source address.
        try lab.ip("addr", "del", "192.0.2.55/24", "dev", "eth0")
        try await watcher.changes {
            $0.summary.hasPrefix("the route to 10.0.0.0/8") && $0.summary.hasSuffix("went away")
        }
        try await isRight(watcher, lab)

        try Lab.run("ip", "-n", lab.far, "link", "set", "eth0", "down")
        try await watcher.changes(until: "eth0 lost its carrier")
        let dark = try await watcher.snapshot().link(named: "eth0")
        #expect(dark?.hasCarrier == false && dark?.isAdminUp == true)
        try Lab.run("ip", "-n", lab.far, "link", "set", "eth0", "up")
        try await watcher.changes(until: "eth0 got its carrier")

        // Nor does it report IPv4 routes that disappear with their interface.
        try lab.ip("link", "set", "eth0", "down")
        try await watcher.changes(until: "the default route by 192.0.2.1 on eth0 went away")
        #expect(try await watcher.snapshot().routes.isEmpty)
        try lab.ip("link", "set", "eth0", "name", "wan0")
        try await watcher.changes(until: "eth0 is called wan0 now")
        try lab.ip("link", "set", "wan0", "up")
        try await watcher.changes { $0.summary == "the route to 192.0.2.0/24 on wan0 appeared" }
        try lab.ip("link", "del", "wan0")
        try await watcher.changes(until: "wan0 was removed")
        try await isRight(watcher, lab)
    }

    @Test("routes over an interface without a carrier disappear if the kernel is told to ignore them")
    func ignoredRoutes() async throws {
        let lab = try Lab()
        try lab.ip("link", "add", "eth9", "type", "veth", "peer", "name", "eth8")
        try lab.ip("link", "set", "eth9", "up")
        try lab.ip("addr", "add", "198.51.100.2/24", "dev", "eth9")
        try lab.ip("route", "add", "203.0.113.0/24", "via", "198.51.100.1")
        let watcher = try await Watcher(in: lab)
        func isUsed(in snapshot: NetworkSnapshot) -> Bool {
            snapshot.routes.contains { $0.interface == "eth9" && $0.family == .ipv4 }
        }
        #expect(isUsed(in: watcher.initial))
        try Lab.run(
            "ip", "netns", "exec", lab.near, "sysctl", "-qw", "net.ipv4.conf.all.ignore_routes_with_linkdown=1")
        try await watcher.changes(until: "the route to 203.0.113.0/24 by 198.51.100.1 on eth9 went away")
        #expect(try await !isUsed(in: watcher.snapshot()))
        #expect(try !isUsed(in: lab.snapshot()))
        try lab.ip("link", "set", "eth8", "up")
        try await watcher.changes(until: "the route to 203.0.113.0/24 by 198.51.100.1 on eth9 appeared")
        #expect(try isUsed(in: lab.snapshot()))
        try lab.ip("link", "set", "eth8", "down")
        try await watcher.changes(until: "the route to 203.0.113.0/24 by 198.51.100.1 on eth9 went away")
    }

    @Test("a gateway that disappears is reported, and again when it is back")
    func gateway() async throws {
        let lab = try Lab()
        // As fast as the kernel permits, to keep the test short: one probe instead of three.
        try Lab.run(
            "ip", "netns", "exec", lab.near, "sysctl", "-qw", "net.ipv4.neigh.eth0.mcast_solicit=1",
            "net.ipv4.neigh.eth0.retrans_time_ms=50")
        let watcher = try await Watcher(in: lab)
        try Lab.run("ip", "-n", lab.far, "addr", "del", "192.0.2.1/24", "dev", "eth0")
        try lab.ip("neigh", "replace", "192.0.2.1", "dev", "eth0", "nud", "none")
        _ = try? Lab.run("ip", "netns", "exec", lab.near, "ping", "-c1", "-W1", "192.0.2.1")
        try await watcher.changes(until: "the gateway 192.0.2.1 on eth0 does not answer")
        try Lab.run("ip", "-n", lab.far, "addr", "add", "192.0.2.1/24", "dev", "eth0")
        try Lab.run("ip", "netns", "exec", lab.near, "ping", "-c1", "-W5", "192.0.2.1")
        try await watcher.changes(until: "the gateway 192.0.2.1 on eth0 answers")
    }

    @Test("after an overflow of the kernel's queue, the facts are right")
    func overflow() async throws {
        let lab = try Lab()
        let watcher = try await Watcher(in: lab)
        let batch = (0..<10_000).map { "route add 10.\($0 / 250 % 250).\($0 % 250).0/24 dev eth0\n" }.joined()
        let removal = (0..<9_990).map { "route del 10.\($0 / 250 % 250).\($0 % 250).0/24 dev eth0\n" }.joined()
        watcher.pause()
        try Lab.run(["ip", "-n", lab.near, "-batch", "-"], input: batch)
        try Lab.run(["ip", "-n", lab.near, "-batch", "-"], input: removal)
        try lab.ip("link", "set", "eth0", "mtu", "1444")
        watcher.resume()
        try await watcher.changes { $0.subject == .resynchronised }
        try await isRight(watcher, lab)
        try lab.ip("link", "set", "eth0", "mtu", "1445")
        try await watcher.changes(until: "the MTU of eth0 is 1445 now")
    }

    @Test("a change of resolv.conf is reported, whether it is written in place, replaced, or behind a symbolic link")
    func resolverEdits() async throws {
        let lab = try Lab()
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory.path + "/run", withIntermediateDirectories: false)
        try directory.write("run/target", "nameserver 192.0.2.1\n")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/resolv.conf", withDestinationPath: "run/target")
        let watcher = try await Watcher(in: lab, resolvConf: directory.path + "/resolv.conf")
        #expect(watcher.initial.resolvers.servers.map(\.address) == [IPAddress("192.0.2.1")])
        try directory.write("run/target", "nameserver 192.0.2.2\n")
        try await watcher.changes(until: "the DNS servers are 192.0.2.2 now")
        try directory.replace("run/target", "nameserver 192.0.2.3\n")
        try await watcher.changes(until: "the DNS servers are 192.0.2.3 now")
        try directory.replace("resolv.conf", "nameserver 192.0.2.4\nnameserver fe80::53%eth0\n")
        try await watcher.changes(until: "the DNS servers are 192.0.2.4, fe80::53%eth0 now")
        try FileManager.default.removeItem(atPath: directory.path + "/resolv.conf")
        try await watcher.changes(until: "no DNS server is configured any more")
        try directory.write("resolv.conf", "nameserver 192.0.2.5\n")
        try await watcher.changes(until: "the DNS servers are 192.0.2.5 now")
        #expect(try await watcher.snapshot().resolvers.servers.map(\.address) == [IPAddress("192.0.2.5")])
    }

    // MARK: Helpers

    /// Expects that the maintained snapshot equals a new dump.
    private func isRight(_ watcher: Watcher, _ lab: Lab) async throws {
        var kept = try await watcher.snapshot()
        var read = try lab.snapshot()
        // The kernel continues to probe neighbours between the two.
        (kept.neighbours, read.neighbours) = ([], [])
        // The number of recent carrier changes is only known to the monitor.
        for index in kept.links.indices { kept.links[index].recentCarrierChanges = nil }
        #expect(kept == read)
    }

    private func list(_ json: Data) throws -> [[String: Any]] {
        // ip prints nothing for an empty list of neighbours, and "{}" for filtered ones.
        guard !json.isEmpty else { return [] }
        return (try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []).filter { !$0.isEmpty }
    }

    private func described(_ route: [String: Any], hop: [String: Any]) -> String {
        "\(route.text("type") ?? "unicast") \(route.text("dst") ?? "") \(hop.text("gateway") ?? "-") "
            + "\(route.text("type") == "blackhole" ? "-" : hop.text("dev") ?? "-") \(route.number("metric") ?? 0) "
            + "\(route.text("prefsrc") ?? "-") \(route.text("protocol") ?? "boot")"
    }

    private func described(_ route: Route) -> String {
        let destination = route.destination.map {
            route.prefixLength == $0.bytes.count * 8 ? "\($0)" : "\($0)/\(route.prefixLength)"
        }
        let gateway = route.gateway.flatMap { IPAddress(bytes: $0.bytes) }
        return "\(route.kind) \(destination ?? "default") \(gateway.map { "\($0)" } ?? "-") "
            + "\(route.interface ?? "-") \(route.metric) \(route.preferredSource.map { "\($0)" } ?? "-") "
            + "\(route.origin ?? "-")"
    }
}

extension [String: Any] {
    fileprivate func text(_ key: String) -> String? { self[key] as? String }
    fileprivate func number(_ key: String) -> Int? { self[key] as? Int }
    fileprivate func texts(_ key: String) -> [String] { self[key] as? [String] ?? [] }
}
