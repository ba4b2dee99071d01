import CNetlink
import Glibc
import NetworkModel
import Testing

@testable import LinkFacts

/// A message in the layout of the kernel.
private struct Crafted {
    var type: Int
    var flags: CInt = 0
    var header: [UInt8]
    var attributes: [(Int, [UInt8])] = []

    static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: UInt16(4 + value.count))
        bytes.append(integer: UInt16(type))
        bytes += value
        bytes.align()
        return bytes
    }

    var bytes: [UInt8] {
        let body = header + attributes.flatMap { Self.attribute($0.0, $0.1) }
        var bytes: [UInt8] = []
        bytes.append(integer: UInt32(16 + body.count))
        bytes.append(integer: UInt16(type))
        bytes.append(integer: UInt16(flags))
        bytes += [UInt8](repeating: 0, count: 8)
        return bytes + body
    }

    static func link(
        _ index: UInt32, _ name: String, flags: CInt = 1, family: UInt8 = 0, more: [(Int, [UInt8])] = []
    ) -> Crafted {
        var header: [UInt8] = [family, 0, 1, 0]
        header.append(integer: index)
        header.append(integer: UInt32(flags))
        header.append(integer: UInt32(0))
        return Crafted(type: RTM_NEWLINK, header: header, attributes: [(IFLA_IFNAME, Array(name.utf8) + [0])] + more)
    }

    static func address(_ index: UInt32, _ address: [UInt8], prefix: UInt8) -> Crafted {
        var header: [UInt8] = [UInt8(address.count == 4 ? AF_INET : AF_INET6), prefix, 0, 0]
        header.append(integer: index)
        return Crafted(type: RTM_NEWADDR, header: header, attributes: [(IFA_ADDRESS, address), (IFA_LOCAL, address)])
    }

    static func route(
        _ destination: [UInt8], prefix: UInt8, table: UInt8 = 254, type: Int = RTN_UNICAST, flags: CInt = 0,
        state: CInt = 0, _ attributes: [(rtattr_type_t, [UInt8])]
    ) -> Crafted {
        var header: [UInt8] = [UInt8(AF_INET), prefix, 0, 0, table, 3, 0, UInt8(type)]
        header.append(integer: UInt32(state))
        let all = destination.isEmpty ? attributes : [(RTA_DST, destination)] + attributes
        return Crafted(
            type: RTM_NEWROUTE, flags: flags, header: header, attributes: all.map { (Int($0.0.rawValue), $0.1) })
    }

    static func neighbour(_ index: UInt32, _ address: [UInt8], state: CInt, hardware: [UInt8] = []) -> Crafted {
        var header: [UInt8] = [UInt8(AF_INET), 0, 0, 0]
        header.append(integer: index)
        header.append(integer: UInt16(state))
        header += [0, 1]
        return Crafted(
            type: RTM_NEWNEIGH, header: header,
            attributes: [(Int(NDA_DST), address)] + (hardware.isEmpty ? [] : [(Int(NDA_LLADDR), hardware)]))
    }

    /// A PREF64 option from fe80::1, with the prefix 64:ff9b::/96.
    static func translation(_ index: UInt32, seconds: UInt16) -> Crafted {
        var header: [UInt8] = [UInt8(AF_INET6), 0, 16, 0]
        header.append(integer: index)
        header += [134, 0, 0, 0, 0, 0, 0, 0]
        header +=
            [38, 2, UInt8(seconds >> 8), UInt8(seconds & 0xf8), 0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)
        let router = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
        return Crafted(type: RTM_NEWNDUSEROPT, header: header, attributes: [(Int(NDUSEROPT_SRCADDR), router)])
    }
}

extension [UInt8] {
    fileprivate static func number(_ value: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: value)
        return bytes
    }
}

extension KernelState {
    fileprivate mutating func take(_ crafted: Crafted) -> StateUpdate {
        NetlinkMessages(crafted.bytes[...]).reduce(into: StateUpdate()) { update, message in
            let came = apply(message, at: 0)
            update.events += came.events
            update.routesAreStale = update.routesAreStale || came.routesAreStale
        }
    }

    fileprivate var seen: NetworkSnapshot { snapshot(at: 0, resolvers: .init()) }
}

@Suite("Kernel messages")
struct MessageTests {
    private static let all: [Crafted] = [
        .link(2, "eth0", more: [(IFLA_LINKINFO, Crafted.attribute(IFLA_INFO_KIND, Array("veth".utf8) + [0]))]),
        .address(2, [192, 0, 2, 2], prefix: 24),
        .address(2, [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1], prefix: 64),
        .route([], prefix: 0, [(RTA_GATEWAY, [192, 0, 2, 1]), (RTA_OIF, .number(2))]),
        .route([10, 0, 0, 0], prefix: 8, [(RTA_MULTIPATH, hop(2, [192, 0, 2, 1]) + hop(3, [192, 0, 2, 9]))]),
        .neighbour(2, [192, 0, 2, 1], state: NUD_REACHABLE, hardware: [2, 0, 0, 0, 0, 1]),
        .translation(2, seconds: 1_800),
    ]

    private static func hop(_ index: UInt32, _ gateway: [UInt8]) -> [UInt8] {
        let attribute = Crafted.attribute(Int(RTA_GATEWAY.rawValue), gateway)
        var bytes: [UInt8] = []
        bytes.append(integer: UInt16(8 + attribute.count))
        bytes += [0, 0]
        bytes.append(integer: index)
        return bytes + attribute
    }

    private static func state() -> KernelState {
        var state = KernelState()
        for message in all { _ = state.take(message) }
        return state
    }

    @Test("complete messages are read with all their facts")
    func whole() throws {
        let seen = Self.state().seen
        let link = try #require(seen.link(named: "eth0"))
        #expect(link.kind == "veth" && link.isAdminUp)
        #expect(link.addresses.map { "\($0.address)/\($0.prefixLength)" } == ["192.0.2.2/24", "fe80::1%eth0/64"])
        #expect(seen.defaultRoutes.map(\.gateway) == [IPAddress("192.0.2.1")])
        let hops = seen.routes.filter { $0.prefixLength == 8 }
        #expect(hops.map(\.gateway) == [IPAddress("192.0.2.1"), IPAddress("192.0.2.9")])
        #expect(hops.map(\.interface) == ["eth0", "3"])
        #expect(seen.neighbours.map(\.hardwareAddress) == ["02:00:00:00:00:01"])
        #expect(seen.translations?.map { "\($0.prefix) \($0.interface)" } == ["64:ff9b::/96 eth0"])
        #expect(seen.translations?.first?.router == IPAddress("fe80::1%eth0"))
    }

    @Test(
        "the age of lifetimes is counted from the last router advertisement, and an address without lifetimes has none")
    func renewals() throws {
        func known(preferred: UInt32, renewed: UInt32, at now: UInt64) throws -> LinkAddress {
            var state = KernelState()
            _ = state.take(.link(2, "eth0"))
            var message = Crafted.address(2, [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 1, count: 12), prefix: 64)
            var times: [UInt8] = []
            for value in [preferred, preferred, renewed, renewed] { times.append(integer: value) }
            message.attributes.append((IFA_CACHEINFO, times))
            _ = state.take(message)
            let snapshot = state.snapshot(at: now, resolvers: ResolverConfiguration())
            return try #require(snapshot.link(named: "eth0")?.addresses.first)
        }
        #expect(try known(preferred: 600, renewed: 1_000, at: 40_000_000_000).renewedAgo == 30)
        // The count of the kernel may be ahead of the clock, and begins again after 497 days.
        #expect(try known(preferred: 600, renewed: 4_100, at: 40_000_000_000).renewedAgo == 0)
        #expect(try known(preferred: 600, renewed: .max - 499, at: 10_000_000_000).renewedAgo == 15)
        #expect(try known(preferred: .max, renewed: 1_000, at: 40_000_000_000).renewedAgo == nil)
    }

    @Test(
        "if the name of an interface is not a valid zone, its index is used",
        arguments: ["a\u{1b}[2J", "b\u{202e}gnp", "c%d"])
    func oddName(name: String) throws {
        var state = KernelState()
        _ = state.take(.link(2, name))
        _ = state.take(.address(2, [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1], prefix: 64))
        let link = try #require(state.seen.link(named: name))
        #expect(link.addresses.map(\.address) == [IPAddress("fe80::1%2")])
    }

    @Test("an announced NAT64 prefix is kept for its lifetime, or until it is withdrawn")
    func translation() {
        var state = Self.state()
        #expect(state.snapshot(at: 1_799_000_000_000, resolvers: .init()).translations?.count == 1)
        #expect(state.snapshot(at: 1_800_000_000_000, resolvers: .init()).translations == nil)
        _ = state.take(.translation(2, seconds: 600))
        #expect(state.seen.translations?.count == 1)
        _ = state.take(.translation(2, seconds: 0))
        #expect(state.seen.translations == nil)
        // The interface does not exist.
        _ = state.take(.translation(9, seconds: 600))
        #expect(state.seen.translations == nil)
    }

    @Test("a message cut off anywhere, or with any byte changed, causes neither a crash nor a hang")
    func hostile() {
        for message in Self.all {
            let whole = message.bytes
            for end in whole.indices {
                var state = KernelState()
                // The message is cut in two ways: as a datagram that ends early, and with a smaller length.
                for part in NetlinkMessages(whole[..<end]) { _ = state.apply(part, at: 0) }
                _ = state.apply(
                    NetlinkMessage(type: message.type, flags: 0, sequence: 0, payload: whole[16...].prefix(end)), at: 0)
                _ = state.seen
            }
            for place in whole.indices {
                for value: UInt8 in [0, 1, 3, 0x7f, 0x80, 0xff] {
                    var bytes = whole
                    bytes[place] = value
                    var state = Self.state()
                    for part in NetlinkMessages(bytes[...]) { _ = state.apply(part, at: 0) }
                    _ = state.seen
                }
            }
        }
    }

    @Test("attributes of length zero end the list")
    func zeroLength() {
        #expect(Array(NetlinkAttributes([0, 0, 0, 0, 0, 0, 0, 0][...])).isEmpty)
        #expect(Array(NetlinkAttributes([3, 0, 1, 0][...])).isEmpty)
        #expect(Array(NetlinkAttributes([4, 0, 1, 0, 5, 0, 2, 0, 9][...])).map(\.type) == [1, 2])
        #expect(Array(NetlinkMessages([UInt8](repeating: 0, count: 64)[...])).isEmpty)
    }

    @Test("IPv4 routes through an IPv6 gateway, and routes with next-hop objects")
    func otherGateways() throws {
        var state = Self.state()
        var via = [UInt8(AF_INET6), 0, 0xfe, 0x80] + [UInt8](repeating: 0, count: 13)
        via.append(7)
        _ = state.take(.route([198, 51, 100, 0], prefix: 24, [(RTA_VIA, via), (RTA_OIF, .number(2))]))
        _ = state.take(.route([203, 0, 113, 0], prefix: 24, [(RTA_NH_ID, .number(42))]))
        let routes = state.seen.routes.filter { $0.prefixLength == 24 }
        #expect(routes.map(\.gateway) == [IPAddress("fe80::7%eth0"), nil])
        #expect(routes.map(\.interface) == ["eth0", nil])
    }

    @Test("routes that are not the host's own are left out: other tables, local, broadcast, multicast, exceptions")
    func skippedRoutes() {
        var state = KernelState()
        _ = state.take(.route([10, 0, 0, 0], prefix: 8, table: 255, [(RTA_OIF, .number(2))]))
        _ = state.take(.route([10, 0, 0, 0], prefix: 8, [(RTA_TABLE, .number(1_000)), (RTA_OIF, .number(2))]))
        for type in [RTN_LOCAL, RTN_BROADCAST, RTN_MULTICAST, RTN_ANYCAST] {
            _ = state.take(.route([10, 0, 0, 0], prefix: 8, type: type, [(RTA_OIF, .number(2))]))
        }
        #expect(state.seen.routes.isEmpty)
        _ = state.take(.route([10, 0, 0, 0], prefix: 8, type: RTN_BLACKHOLE, []))
        #expect(state.seen.routes.map(\.kind) == [.blackhole])
    }

    @Test("a repeated message is not a change, nor is one about a bridge port or a radio event")
    func noChange() {
        var state = Self.state()
        for message in Self.all { #expect(state.take(message).events.isEmpty) }
        #expect(state.take(.link(2, "eth0", flags: 0, family: UInt8(AF_BRIDGE))).events.isEmpty)
        #expect(state.take(.link(2, "eth0", flags: 0, more: [(IFLA_WIRELESS, [1, 2, 3, 4])])).events.isEmpty)
    }

    @Test("several routes with one key are read again rather than guessed")
    func ambiguousRoutes() {
        var state = Self.state()
        let second = Crafted.route([], prefix: 0, [(RTA_GATEWAY, [192, 0, 2, 3]), (RTA_OIF, .number(2))])
        #expect(state.take(second).routesAreStale)
        var replacing = second
        replacing.flags = NLM_F_REPLACE
        let update = state.take(replacing)
        #expect(!update.routesAreStale)
        #expect(
            update.events.map(\.summary) == [
                "the default route goes by 192.0.2.3 on eth0 now, before it went by 192.0.2.1 on eth0"
            ])
    }

    @Test("a next hop without a carrier that the kernel does not use is no route")
    func ignoredNextHops() throws {
        var state = Self.state()
        let destination = try #require(IPAddress("203.0.113.5"))
        func update(flags: CInt = 0, _ dead: CInt) -> StateUpdate {
            state.take(
                .route(
                    [203, 0, 113, 0], prefix: 24, flags: flags, state: dead,
                    [(RTA_GATEWAY, [192, 0, 2, 9]), (RTA_OIF, .number(2))]))
        }
        #expect(update(RTNH_F_DEAD | RTNH_F_LINKDOWN).events.isEmpty)
        #expect(state.seen.route(to: destination)?.isDefault == true)
        // Without the setting, the kernel loses the packets there.
        #expect(update(flags: NLM_F_REPLACE, RTNH_F_LINKDOWN).events.count == 1)
        #expect(state.seen.route(to: destination)?.prefixLength == 24)
        #expect(update(flags: NLM_F_REPLACE, RTNH_F_DEAD | RTNH_F_LINKDOWN).events.count == 1)
        #expect(state.seen.route(to: destination)?.isDefault == true)
        // Of an interface that is switched off, the routes are examined.
        _ = state.take(.link(2, "eth0", flags: 0))
        #expect(state.seen.route(to: destination)?.prefixLength == 24)
    }

    @Test("if a carrier or the setting for routes without one changes, routes are read again")
    func carrierOfRoutes() {
        var state = Self.state()
        let lowerUp: CInt = 1 << 16
        #expect(state.take(.link(2, "eth0", flags: 1 | lowerUp)).routesAreStale)
        _ = state.take(.link(9, "eth9"))
        #expect(!state.take(.link(9, "eth9", flags: 1 | lowerUp)).routesAreStale)
        var settings: [(Int, [UInt8])] = [
            (NETCONFA_IFINDEX, .number(.max)), (NETCONFA_IGNORE_ROUTES_WITH_LINKDOWN, .number(1)),
        ]
        func update() -> StateUpdate {
            state.take(Crafted(type: RTM_NEWNETCONF, header: [UInt8(AF_INET), 0, 0, 0], attributes: settings))
        }
        #expect(update().routesAreStale)
        // As for a new interface.
        settings.append((NETCONFA_FORWARDING, .number(0)))
        #expect(!update().routesAreStale)
    }

    @Test("a gateway is reported when it stops responding and when it responds again, other neighbours never")
    func gatewayNews() {
        var state = Self.state()
        func summaries(_ state: inout KernelState, _ raw: CInt, _ host: UInt8 = 1, mac: UInt8 = 1) -> [String] {
            state.take(.neighbour(2, [192, 0, 2, host], state: raw, hardware: [2, 0, 0, 0, 0, mac])).events.map(
                \.summary)
        }
        #expect(summaries(&state, NUD_REACHABLE) == [])
        for raw in [NUD_STALE, NUD_DELAY, NUD_PROBE] { #expect(summaries(&state, raw).isEmpty) }
        #expect(summaries(&state, NUD_FAILED) == ["the gateway 192.0.2.1 on eth0 does not answer"])
        for raw in [NUD_INCOMPLETE, NUD_FAILED, NUD_INCOMPLETE] { #expect(summaries(&state, raw).isEmpty) }
        #expect(summaries(&state, NUD_REACHABLE) == ["the gateway 192.0.2.1 on eth0 answers"])
        #expect(
            summaries(&state, NUD_REACHABLE, mac: 9)
                == ["the gateway 192.0.2.1 on eth0 has the hardware address 02:00:00:00:00:09 now"])
        for raw in [NUD_FAILED, NUD_REACHABLE] { #expect(summaries(&state, raw, 77).isEmpty) }
    }

    @Test(
        "a million routes: those beyond the limit are counted but no longer reported, and default routes are kept")
    func largeTable() {
        var table = RouteTable()
        func add(_ crafted: Crafted) {
            for message in NetlinkMessages(crafted.bytes[...]) { table.add(message, family: AF_INET) }
        }
        let other = Crafted.route([10, 0, 0, 1], prefix: 32, [(RTA_GATEWAY, [192, 0, 2, 1]), (RTA_OIF, .number(2))])
        let message = other.bytes
        for number in 0..<1_000_000 {
            if number < KernelState.maxRoutes {
                let low = UInt8(number & 255), high = UInt8(number >> 8 & 255)
                add(.route([10, 0, high, low], prefix: 32, [(RTA_GATEWAY, [192, 0, 2, 1]), (RTA_OIF, .number(2))]))
            } else {
                for one in NetlinkMessages(message[...]) { table.add(one, family: AF_INET) }
            }
        }
        add(.route([], prefix: 0, [(RTA_GATEWAY, [192, 0, 2, 1]), (RTA_OIF, .number(2))]))
        #expect(table.records.count == KernelState.maxRoutes + 1)
        #expect(table.omitted == 1_000_000 - KernelState.maxRoutes)
        var state = KernelState()
        state.replaceRoutes(table)
        #expect(state.seen.routes.count == KernelState.maxRoutes + 1 && state.seen.defaultRoutes.count == 1)
        #expect(state.seen.routesOmitted == table.omitted)
        #expect(state.take(.route([172, 16, 0, 0], prefix: 12, [(RTA_OIF, .number(2))])).events.isEmpty)
        #expect(state.seen.routesOmitted == table.omitted + 1)
        let isGateway = [UInt8(1), 2].map { state.isGateway(.init(index: 2, address: [192, 0, 2, $0])) }
        #expect(isGateway == [true, false])
    }

    @Test("a policy routing rule, and every truncation of it")
    func policyRule() throws {
        var header: [UInt8] = [UInt8(AF_INET), 24, 0, 0, 0, 0, 0, UInt8(FR_ACT_PROHIBIT)]
        header.append(integer: UInt32(FIB_RULE_INVERT))
        let crafted = Crafted(
            type: RTM_NEWRULE, header: header,
            attributes: [
                (Int(FRA_PRIORITY), .number(100)), (Int(FRA_DST), [198, 51, 100, 0]), (Int(FRA_FWMARK), .number(7)),
                (Int(FRA_OIFNAME), Array("eth0".utf8) + [0]), (Int(FRA_UID_RANGE), .number(0) + .number(1_000)),
            ])
        let rules = NetlinkMessages(crafted.bytes[...]).compactMap(PolicyRule.init)
        let text = "100: not from all to 198.51.100.0/24 fwmark 0x7 oif eth0 uidrange 0-1000 prohibit"
        #expect(rules.map(\.text) == [text] && rules.allSatisfy(\.leadsElsewhere))
        for length in 0..<crafted.bytes.count - 16 {
            let cut = NetlinkMessage(
                type: Int(RTM_NEWRULE), flags: 0, sequence: 0, payload: crafted.bytes[16..<16 + length])
            #expect((PolicyRule(cut) == nil) == (length < 12))
        }
    }

    @Test("10,000 addresses are added, changed and removed in order")
    func manyAddresses() {
        var state = KernelState()
        func address(_ number: Int) -> [UInt8] { [10, 1, UInt8(number >> 8), UInt8(number & 255)] }
        _ = state.take(.link(2, "eth0"))
        for number in 0..<10_000 { #expect(state.take(.address(2, address(number), prefix: 32)).events.count == 1) }
        for number in 0..<10_000 { #expect(state.take(.address(2, address(number), prefix: 32)).events.isEmpty) }
        for number in 0..<10_000 where number % 100 != 0 {
            var gone = Crafted.address(2, address(number), prefix: 32)
            gone.type = RTM_DELADDR
            #expect(state.take(gone).events.count == 1)
        }
        let left = state.seen.links.first?.addresses.map { Array($0.address.bytes) }
        #expect(left == (0..<100).map { address($0 * 100) })
    }
}
