import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// A default route with several next hops (multipath), one of which leads nowhere: the report names that one.
enum LegFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = [
        Fault(
            "path.upstream-down", .connectionDown, "http://10.77.2.1/", ["10.77.4.2"],
            name: "one of two next hops is dead"
        ) {
            try await $0.addLeg(taking: "10.77.2.1")
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.4.2", "10.77.1.2"],
            name: "one of two next hops is dead, machine status", way: once
        ) { try await $0.addLeg(taking: "10.77.3.1") },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.4.2", "10.77.1.2"],
            name: "one of two next hops is dead, and the resolver uses the other", way: once
        ) { try await $0.addLeg(taking: "10.77.2.1") },
        Fault(
            "path.upstream-down", .connectionUp, "", ["10.77.4.2", "10.77.1.2"],
            name: "one of two next hops is dead, and the other is the DNS server", way: once
        ) {
            try await $0.beHomeWithRootServer()
            try await $0.addLeg(taking: "10.77.3.1")
        },
        Fault(
            nil, .connectionUp, "", name: "two next hops that both work, one of which reports no packets", way: once
        ) {
            try await $0.addLegOfProvider(dropping: "meta l4proto icmp")
        },
        Fault(
            nil, .connectionUp, "", name: "two next hops that work, one of which passes no pings and no DNS", way: once
        ) {
            try await $0.addLegOfProvider(dropping: "meta l4proto icmp", "tcp dport 53")
        },
        Fault(nil, .connectionUp, "http://10.77.2.1/", name: "two next hops that both work") {
            try await $0.addWorkingLeg(taking: "10.77.2.1")
        },
    ]
}

extension OfficeAtWork {
    /// Adds a second next hop, which forwards to the office's router, and which packets to this address take.
    @discardableResult
    fileprivate func addWorkingLeg(taking destination: String) async throws -> Host {
        let second = try await addLeg(taking: destination)
        let behind = try await lab.link(second, office.router)
        try await second.forward()
        try await second.run(["ip", "route", "add", "default", "via", behind.b.ipv4])
        try await office.router.run(["ip", "route", "add", "10.77.4.0/24", "via", behind.a.ipv4])
        return second
    }

    /// Adds a root server, and a second next hop behind the router, which drops these packets.
    fileprivate func addLegOfProvider(dropping packets: String...) async throws {
        try await beHomeWithRootServer()
        let second = try await addWorkingLeg(taking: "10.77.3.1")
        try await client.run(
            ["ip", "route", "replace", "default", "nexthop", "via", "10.77.1.2", "nexthop", "via", "10.77.4.2"])
        let rules = packets.map { " \($0) drop\n" }.joined()
        try await second.filter("table ip f {\n chain f {\n type filter hook forward priority 0\n\(rules) }\n}\n")
    }

    /// Makes the router the DNS server, and the host of the DNS server behind it a root server as well, which accepts connections.
    fileprivate func beHomeWithRootServer() async throws {
        try await beHome(reachesRoot: false)
        try await office.names.run(["ip", "addr", "add", "198.41.0.4/32", "dev", "lo"])
        try await office.router.run(
            ["ip", "route", "replace", "198.41.0.4/32", "via", office.namesCable.a.ipv4])
    }

    /// Adds a second next hop, which forwards nothing, and which packets to this address take.
    @discardableResult
    fileprivate func addLeg(taking destination: String) async throws -> Host {
        let second = try await lab.host("second")
        let cable = try await lab.link(client, second)
        try await client.run(["ip", "-6", "route", "del", "default"])
        // The next hop of an address depends on a seed in the kernel and on the order of the next hops.
        try await client.run([
            "sh", "-euc",
            """
            set_legs() { ip route replace default nexthop via "$1" nexthop via "$2"; }
            set_legs "$1" "$2"
            ip route get "$3" | grep -q "via $2 " || set_legs "$2" "$1"
            ip route get "$3" | grep -q "via $2 "
            """, "-", office.clientCable.b.ipv4, cable.b.ipv4, destination,
        ])
        return second
    }
}
