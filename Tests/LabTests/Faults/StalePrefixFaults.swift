import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// A router that has changed its IPv6 prefix, as after a provider assigned another one (RFC 9096): the client still has
/// an address of the previous one, which it prefers for destinations near it.
enum StalePrefixFaults {
    private static let cause: CauseID = "address.stale-prefix"
    private static let page = "http://[\(OfficeAtWork.hostNearOld)]/"
    private static let asked = Fault.Way.status("publish: off\ninterval: 30s\n")
    private static let watched = Fault.Way.watched("publish: off\ninterval: 10s\n")
    private static let facts = [OfficeAtWork.oldPrefix, OfficeAtWork.newPrefix, "get no replies"]

    static let rows: [Fault] = [
        Fault(cause, .connectionDown, page, facts, name: "a prefix that is no longer announced") {
            try await $0.changePrefix()
        },
        Fault(
            cause, .connectionDown, page, [OfficeAtWork.oldPrefix, "are refused by"],
            name: "a prefix that the router refuses"
        ) {
            try await $0.changePrefix()
            try await $0.refuseOldPrefix()
        },
        Fault(
            cause, .connectionUp, "http://both.lab.example/", facts, name: "a stale prefix, and IPv4 that works"
        ) {
            try await $0.changePrefix()
            try await $0.resolveBoth()
        },
        Fault(cause, .connectionUp, "", facts, name: "a stale prefix, machine status", way: asked) {
            try await $0.changePrefix()
        },
        Fault(cause, .connectionUp, "", facts, name: "a stale prefix, monitored by a daemon", way: watched) {
            try await $0.changePrefix()
        },
        Fault(
            cause, .connectionDown, "", facts, name: "a stale prefix and IPv6 only, machine status",
            way: asked
        ) {
            try await $0.changePrefix()
            try await $0.haveIPv6Alone()
        },
        Fault(nil, .connectionUp, page, name: "two prefixes with return routes") {
            try await $0.changePrefix()
            try await $0.leadBackToOld()
        },
        Fault(nil, .connectionUp, "", name: "two prefixes with return routes, machine status", way: asked) {
            try await $0.changePrefix()
            try await $0.leadBackToOld()
        },
        Fault(nil, .connectionUp, page, name: "a prefix that was withdrawn properly") {
            try await $0.changePrefix()
            try await $0.announce(OfficeAtWork.oldPrefix, preferred: 0)
            try await $0.client.waits(
                for: "ip -6 addr show dev eth0 deprecated | grep -q \(OfficeAtWork.oldPrefix)")
        },
        Fault(nil, .connectionUp, "", name: "a prefix that was withdrawn properly, machine status", way: asked) {
            try await $0.changePrefix()
            try await $0.announce(OfficeAtWork.oldPrefix, preferred: 0)
            try await $0.client.waits(
                for: "ip -6 addr show dev eth0 deprecated | grep -q \(OfficeAtWork.oldPrefix)")
        },
    ]
}

extension OfficeAtWork {
    fileprivate static let oldPrefix = "2001:db8:99:1:"
    fileprivate static let newPrefix = "2a00:77:2:"
    /// A host whose address has more bits in common with the old prefix, so that the client prefers that for it (RFC
    /// 6724 section 5, rule 8).
    fileprivate static let hostNearOld = "2001:db8:ff::1"

    /// Makes the router advertise the old prefix and then only the new one. Replies are routed only to the new one.
    fileprivate func changePrefix() async throws {
        try await office.server.run(["ip", "-6", "addr", "add", "\(Self.hostNearOld)/128", "dev", "lo"])
        try await office.router.run([
            "sh", "-euc",
            """
            ip -6 route add "$1"/128 via "$2"
            ip -6 route add \(Self.newPrefix):/64 dev "$3"
            """, "-", Self.hostNearOld, office.serverCable.a.ipv6, office.clientCable.b.interface,
        ])
        try await office.provider.run([
            "ip", "-6", "route", "add", "\(Self.newPrefix):/64", "via", "2001:db8:ffff::2", "src", "2001:db8:ffff::1",
        ])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await announce(Self.oldPrefix, preferred: 14_400)
        try await client.waits(for: "ip -6 addr show dev eth0 -tentative | grep -q \(Self.oldPrefix)")
        // The kernel renews addresses of one announcement at the same time.
        try await client.run(["sleep", "1.5"])
        try await announce(Self.newPrefix, preferred: 14_400)
        try await client.waits(for: "ip -6 addr show dev eth0 -tentative | grep -q \(Self.newPrefix)")
    }

    /// Routes the old prefix to the client, as a second provider would.
    fileprivate func leadBackToOld() async throws {
        try await office.router.run([
            "ip", "-6", "route", "add", "\(Self.oldPrefix):/64", "dev", office.clientCable.b.interface,
        ])
        try await office.provider.run([
            "ip", "-6", "route", "add", "\(Self.oldPrefix):/64", "via", "2001:db8:ffff::2", "src", "2001:db8:ffff::1",
        ])
    }

    /// Makes the router reject the old prefix as a source, with ICMPv6 code 5 (RFC 4443 section 3.1).
    fileprivate func refuseOldPrefix() async throws {
        try await office.router.run([
            "ip", "-6", "route", "add", "\(Self.oldPrefix):/64", "dev", office.clientCable.b.interface,
        ])
        try await office.router.filter(
            """
            table ip6 ingress {
              chain f { type filter hook forward priority 0
                ip6 saddr \(Self.oldPrefix):/64 reject with icmpv6 type policy-fail
              }
            }

            """)
    }

    fileprivate func resolveBoth() async throws {
        _ = try await dns.stop()
        try await office.names.startDNSMasq([.addresses("both.lab.example", [serverIPv4, Self.hostNearOld])])
    }

    /// Sends a router advertisement with a prefix for addresses that hosts configure themselves (RFC 4862 section
    /// 5.5.3).
    fileprivate func announce(_ prefix: String, preferred: Int) async throws {
        let script = """
            import socket, struct, sys
            s = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
            s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
            head = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 1800, 0, 0)
            option = struct.pack("!BBBBIII", 3, 4, 64, 0xc0, 86400, int(sys.argv[3]), 0)
            prefix = socket.inet_pton(socket.AF_INET6, sys.argv[2])
            s.sendto(head + option + prefix, ("ff02::1", 0, 0, socket.if_nametoindex(sys.argv[1])))
            """
        try await office.router.run([
            "python3", "-c", script, office.clientCable.b.interface, "\(prefix):", String(preferred),
        ])
    }
}
