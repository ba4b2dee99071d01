import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults between the gateway and the Internet in the machine's own status, without a target: by a command without a
/// daemon and by a daemon that monitored the machine before the fault.
enum UplinkFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var status = ConnectionStatus.connectionDown
        var facts: [String] = []
        var name: String
        var configuration = ""
        /// Whether a daemon that monitored the machine before the fault names the same cause.
        var isSameWatched = true
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    static let rows: [Fault] = cases.flatMap { item in
        let configuration = "publish: off\ninterval: 30s\n\(item.configuration)"
        let ways = [("without a daemon", Fault.Way.status(configuration))]
        return (ways + (item.isSameWatched ? [("monitored by a daemon", .watched(configuration))] : [])).map {
            how, way in
            Fault(
                item.cause, item.status, "", item.facts, name: "uplink, \(how): \(item.name)", way: way,
                item.bringAbout)
        }
    }

    private static let router = "10.77.1.2"
    private static let resolver = "10.77.3.1"

    private static let cases: [Case] = [
        Case(cause: nil, status: .connectionUp, name: "a home router that forwards queries to the provider") {
            try await $0.beHome()
        },
        Case(
            cause: nil, status: .connectionUp, name: "a home router, checked repeatedly", isSameWatched: false
        ) {
            try await $0.beHome()
            // The provider's router has used up its rate limit of ICMP errors for a while (icmp(7), icmp_ratelimit).
            for _ in 0..<2 {
                _ = try await $0.client.result(
                    of: [Programs.command, "status"], environment: ["HOME": "/run/home"])
            }
        },
        Case(
            cause: nil, status: .connectionUp, name: "a home router that sets the TTL to 64", isSameWatched: false
        ) {
            try await $0.beHome()
            try await $0.office.router.filter(
                "table ip t { chain f { type filter hook forward priority -150; iifname eth0 ip ttl set 64; }; }\n")
        },
        Case(cause: nil, status: .connectionUp, name: "a resolver, and routers that send no ICMP errors") {
            try await $0.useResolversOfInternet(["198.51.100.53"])
            try await $0.office.provider.filter(Self.noErrors)
        },
        Case(
            cause: "dns.some-servers-dead", status: .connectionUp, facts: ["10.77.3.9"],
            name: "a stub resolver, one router, and a dead second resolver"
        ) {
            try await $0.lab.addTransit(behind: $0.office)
            try await $0.startStub(asking: "10.77.3.1")
            try await $0.client.useDNS(["127.0.0.53", "10.77.3.9"])
        },
        Case(
            cause: nil, status: .connectionIndeterminate,
            name: "without probe packets, and the router as resolver",
            configuration: "uplink: off\n"
        ) {
            try await $0.beHome()
        },
        Case(
            cause: nil, status: .connectionUp, name: "without probe packets, and a resolver of the provider",
            configuration: "uplink: off\n"
        ) { _ in
        },
        Case(
            cause: nil, status: .connectionIndeterminate, name: "a router that resolves names, but forwards nothing"
        ) {
            try await $0.beHome()
            try await $0.office.router.filter(Self.forwardsNothing)
        },
        Case(
            cause: nil, status: .connectionIndeterminate, name: "a provider that drops TCP, but not DNS"
        ) {
            try await $0.office.router.filter(Self.forwardsNames)
        },
        Case(
            cause: nil, status: .connectionIndeterminate, name: "a provider that drops TCP, in front of another router"
        ) {
            try await $0.beHome()
            try await $0.dropConnectionsBehindProvider()
        },
        Case(cause: nil, status: .connectionIndeterminate, name: "a router that drops port 443 alone") {
            try await $0.beHome()
            try await $0.office.router.filter(Self.dropsSecurePort)
        },
        Case(
            cause: "path.filtered", facts: ["100.64.0.1", "TCP port 443", "prohibited"],
            name: "a provider that prohibits port 443 alone"
        ) { try await $0.filterAtProvider("tcp dport 443 reject with icmpx type admin-prohibited") },
        Case(
            cause: "path.filtered", facts: ["100.64.0.1", "TCP port 443", "connection reset"],
            name: "a provider that resets connections to port 443"
        ) { try await $0.filterAtProvider("tcp dport 443 reject with tcp reset") },
        Case(
            cause: "path.filtered", facts: [router, "TCP port 443", "port unreachable"],
            name: "a home router that rejects port 443, as its resolver reaches the root"
        ) {
            try await $0.beHome()
            try await $0.addCore()
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; tcp dport 443 reject; }; }\n")
        },
        Case(cause: nil, status: .connectionIndeterminate, name: "a provider that prohibits all but DNS") {
            try await $0.office.provider.filter(Self.prohibitsAll)
        },
        Case(
            cause: "path.filtered", facts: ["100.64.0.1", "prohibited"], name: "a provider that prohibits everything"
        ) {
            try await $0.office.provider.filter(Self.prohibitsAll)
            try await $0.office.namesCable.unplug()
        },
        Case(cause: "path.upstream-down", facts: [router, "REFUSED"], name: "REFUSED, and the router has no route") {
            try await $0.answerAsRouter(.code(.refused))
            try await $0.loseProvider()
        },
        Case(cause: "path.upstream-down", facts: [router, "REFUSED"], name: "REFUSED, and a provider without a route") {
            try await $0.answerAsRouter(.code(.refused))
        },
        Case(cause: "path.upstream-down", facts: [router, "SERVFAIL"], name: "SERVFAIL, and a silent provider") {
            try await $0.answerAsRouter(.explained(.code(.serverFailure), code: 23, text: ""))
            try await $0.office.providerCable.unplug()
        },
        Case(
            cause: "path.upstream-down", facts: [router, "SERVFAIL"],
            name: "SERVFAIL, while the provider's first router answers"
        ) {
            try await $0.answerAsRouter(.code(.serverFailure))
        },
        Case(
            cause: "path.upstream-down", facts: [router, "does not answer"], name: "a DNS forwarder that never answers"
        ) {
            try await $0.answerAsRouter(.silence)
            try await $0.office.providerCable.unplug()
        },
        Case(cause: "path.upstream-down", facts: [router], name: "a gateway that drops all forwarded packets") {
            try await $0.darkUpstream()
        },
        Case(
            cause: "path.upstream-down", facts: ["10.77.200.1", "10.77.1.2"],
            name: "a second router in the home network"
        ) {
            try await $0.loseBehindSecondRouter()
        },
        Case(cause: "path.filtered", facts: [router, "prohibited"], name: "a gateway that prohibits everything") {
            try await $0.office.router.reject("iifname eth0")
        },
        Case(cause: "http.captive-portal", facts: [OfficeAtWork.portal], name: "a portal that intercepts web traffic") {
            try await $0.startPortal()
        },
        Case(
            cause: "http.captive-portal", status: .connectionUp, facts: ["TCP port 80", OfficeAtWork.portal],
            name: "a router that redirects port 80 alone", isSameWatched: false
        ) {
            try await $0.beHome()
            _ = try await $0.addCore()
            try await $0.redirectPort80Alone()
        },
        Case(cause: "http.captive-portal", facts: [router], name: "a portal to which every name resolves") {
            try await $0.answerAsRouter(.addresses([router]))
            try await $0.loseProvider()
        },
        Case(
            cause: "dns.hijacked", facts: [router, "198.51.100.7"],
            name: "a resolver with the same address for every name", isSameWatched: false
        ) {
            try await $0.answerAsRouter(.addresses(["198.51.100.7"]))
        },
        Case(cause: "http.captive-portal", facts: [router], name: "a router that is not set up, but forwards packets") {
            try await $0.answerAsRouter(.addresses([router]))
        },
        Case(
            cause: "dns.servfail", facts: [router, "Signature Not Yet Valid"], name: "a resolver whose clock is wrong"
        ) {
            try await $0.answerAsRouter(.explained(.code(.serverFailure), code: 8, text: ""))
        },
        Case(
            cause: nil, status: .connectionIndeterminate, name: "a router that sets the TTL to 1"
        ) {
            try await $0.beHome(reachesRoot: false)
            try await $0.office.provider.run(["ip", "route", "add", "192.0.2.0/24", "via", "100.64.0.2"])
            try await $0.office.router.filter(Self.setsHopLimit)
        },
        Case(
            cause: "dns.server-unreachable", facts: ["10.77.3.9"],
            name: "a missing resolver with a private address, while a router of the provider answers"
        ) {
            try await $0.client.useDNS(["10.77.3.9"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "dns.refused", facts: ["10.77.3.1"], name: "a resolver that refuses everything, while the rest works"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.refused))])
        },
        Case(
            cause: "dns.refused", status: .connectionIndeterminate, facts: ["10.77.3.1"],
            name: "a closed network whose resolver refuses names of the Internet"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([
                .init("www.lab.example", .addresses(["10.77.2.1"])), .init("*", .code(.refused)),
            ])
            try await $0.office.router.filter(Self.forwardsWithinCompany)
        },
        Case(
            cause: "dns.server-unreachable", facts: ["10.77.3.1"],
            name: "a gateway that drops DNS queries, private routers, and a target that works",
            configuration: "targets: [\"198.51.100.1:443\"]\n", isSameWatched: false
        ) {
            try await $0.muteResolver()
        },
        Case(
            cause: "dns.server-unreachable", facts: ["198.51.100.53"],
            name: "a dead resolver in the Internet, behind a provider's router that answers"
        ) {
            try await $0.useResolversOfInternet(["198.51.100.53"])
            try await $0.office.names.drop("ip daddr 198.51.100.53")
        },
        Case(
            cause: "path.upstream-down", facts: [router, "198.51.100.53"],
            name: "two dead resolvers of different networks, behind a provider's router that answers",
            isSameWatched: false
        ) {
            try await $0.useResolversOfInternet(["198.51.100.53", "203.0.113.53"])
            try await $0.office.names.drop("ip daddr { 198.51.100.53, 203.0.113.53 }")
        },
        Case(
            cause: "dns.slow", status: .connectionUp, facts: [resolver, "1000 ms"],
            name: "a resolver that needs three seconds"
        ) { try await $0.answerAfterThreeSeconds(asRouter: false) },
        Case(
            cause: "dns.slow", status: .connectionIndeterminate, facts: [router, "1000 ms"],
            name: "a DNS forwarder that needs three seconds"
        ) { try await $0.answerAfterThreeSeconds(asRouter: true) },
        Case(
            cause: "dns.hijacked", status: .connectionUp, facts: ["198.51.100.7"],
            name: "a provider that resolves names that do not exist"
        ) {
            try await $0.answerAsRouter(.addresses(["198.51.100.7"]), known: .addresses(["198.41.0.4"]))
        },
        Case(
            cause: "gateway.none", status: .connectionUp, name: "no default route, and a target on the link",
            configuration: "targets: [\"icmp://10.77.1.2\"]\n", isSameWatched: false
        ) {
            try await $0.dropDefaultRoutes()
        },
        Case(
            cause: "gateway.none", status: .connectionIndeterminate, name: "no default route, and no target",
            isSameWatched: false
        ) {
            try await $0.dropDefaultRoutes()
        },
    ]

    private static let forwardsNothing = "table inet f { chain f { type filter hook forward priority 0; drop; }; }\n"
    static let forwardsWithinCompany = """
        table inet f {
          chain f { type filter hook forward priority 0; ip daddr != 10.0.0.0/8 drop; ip6 daddr 2001:db8::/32 drop; }
          chain o { type filter hook output priority 0; icmp type time-exceeded drop; icmpv6 type time-exceeded drop; }
        }

        """
    private static let setsHopLimit = """
        table ip t {
          chain f { type filter hook forward priority -150; ip daddr 192.0.2.0/24 ip ttl set 1; }
        }

        """
    private static let forwardsNames = """
        table inet f {
          chain f { type filter hook forward priority 0
            meta l4proto tcp drop
          }
        }

        """
    private static let dropsSecurePort =
        "table inet f { chain f { type filter hook forward priority 0; tcp dport 443 drop; }; }\n"
    private static let prohibitsAll = """
        table inet f {
          chain p { type filter hook prerouting priority 0; reject with icmpx type admin-prohibited; }
        }

        """
    static let noErrors = """
        table inet quiet {
          chain o { type filter hook output priority 0
            icmp type { destination-unreachable, time-exceeded } drop
            icmpv6 type { destination-unreachable, time-exceeded } drop
          }
        }

        """
}

extension OfficeAtWork {
    /// Gives the DNS server addresses of the Internet.
    func useResolversOfInternet(_ addresses: [String]) async throws {
        for address in addresses {
            try await office.names.run(["ip", "addr", "add", "\(address)/32", "dev", "lo"])
            try await office.router.run(["ip", "route", "add", "\(address)/32", "via", office.namesCable.a.ipv4])
        }
        try await client.useDNS(addresses)
    }

    /// Disconnects the router from its provider, and removes the route there.
    func loseProvider() async throws {
        try await office.router.run(["ip", "route", "del", "192.0.2.0/24"])
        try await office.router.run(["ip", "-6", "route", "del", "2001:db8::/32"])
    }

    /// Adds a second router of the same home behind the client's router, which has lost its provider.
    fileprivate func loseBehindSecondRouter() async throws {
        try await answerAsRouter(.code(.serverFailure))
        try await putSecondRouter()
    }

    /// Makes the gateway drop all packets to port 53; behind it, only a second router of the home reports dropped
    /// packets, and a host of the Internet accepts connections.
    fileprivate func muteResolver() async throws {
        try await putSecondRouter()
        try await office.server.run(["ip", "addr", "add", "198.51.100.1/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "198.51.100.1/32", "via", office.serverCable.a.ipv4])
        try await office.router.filter(Self.dropsQuestions)
    }

    private static let dropsQuestions = """
        table inet f {
          chain f { type filter hook forward priority 0; meta l4proto { tcp, udp } th dport 53 drop; }
        }

        """

    /// Adds a router behind the provider's, which drops connections to it, and lets datagrams pass.
    fileprivate func dropConnectionsBehindProvider() async throws {
        try await filterAtProvider("meta l4proto tcp drop")
    }

    /// Adds a router behind the provider's, which applies a rule to packets to it.
    func filterAtProvider(_ rule: String) async throws {
        try await addCore()
        try await office.provider.filter(
            "table inet f { chain f { type filter hook forward priority 0; \(rule); }; }\n")
    }

    /// Adds a router behind the provider's, for IPv4 only, and returns its end of the cable.
    @discardableResult
    func addCore() async throws -> Port {
        let core = try await lab.host("core")
        let cable = try await lab.link(office.provider, core)
        try await core.forward()
        try await core.run(["ip", "route", "add", "10.77.1.0/24", "via", cable.a.ipv4])
        for network in ["192.0.2.0/24", "198.41.0.4/32"] {
            try await office.provider.run(["ip", "route", "replace", network, "via", cable.b.ipv4])
        }
        try await office.router.run(["ip", "route", "replace", "198.41.0.4/32", "via", "100.64.0.1"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        return cable.b
    }

    private func putSecondRouter() async throws {
        let (provider, router) = (office.providerCable.a, office.providerCable.b)
        try await office.provider.run([
            "sh", "-euc",
            """
            ip addr flush dev "$1"
            ip addr add 10.77.200.1/24 dev "$1"
            ip route add default via 10.77.200.2
            """, "-", provider.interface,
        ])
        try await office.router.run(["ip", "addr", "add", "10.77.200.2/24", "dev", router.interface])
        try await office.router.run(["ip", "route", "replace", "192.0.2.0/24", "via", "10.77.200.1"])
        try await client.run(["ip", "-6", "route", "del", "default"])
    }

    fileprivate func dropDefaultRoutes() async throws {
        try await client.run(["ip", "route", "del", "default"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.startDNSMasq([], options: [])
        try await client.useDNS([office.clientCable.b.ipv4])
    }
}
