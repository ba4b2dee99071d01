import NetworkEmulation
import Testing

@Suite("Impairing a real interface")
struct LinkBreakTests {
    private func before(
        hasOwnQueue: Bool = false, keepsAddresses: Bool = false, routes: [String] = []
    ) -> LinkBreak.OriginalState {
        LinkBreak.OriginalState(
            index: 7, mtu: 1_500, maxMTU: 9_000, hasOwnQueue: hasOwnQueue, keepsAddresses: keepsAddresses,
            routes: routes.compactMap { .init(line: $0, isIPv6: $0.contains(":")) })
    }

    private func plan(
        _ before: LinkBreak.OriginalState, _ change: (inout LinkBreak) -> Void
    ) throws(LinkBreak.Refusal) -> (apply: [String], undo: [String]) {
        var wish = LinkBreak(link: "eth0")
        change(&wish)
        let plan = try wish.plan(before)
        return (plan.apply.map { $0.joined(separator: " ") }, plan.undo.map { $0.joined(separator: " ") })
    }

    @Test("loss drops packets in both directions, and ends with its table")
    func loss() throws {
        let (apply, undo) = try plan(before()) { $0.loss = 0.03 }
        #expect(apply.count == 5 && apply.first == "nft add table netdev netdiag_break_7")
        let rule = "numgen random mod 100000"
        #expect(apply[2] == "nft add rule netdev netdiag_break_7 ingress \(rule) < 3000 counter drop")
        // The sender of a dropped packet would learn of it.
        let quoted = LinkBreak.Plan.quoted("nft add rule netdev netdiag_break_7 egress \(rule) < 3000 counter".words)
        #expect(apply.last == "sh -c \(quoted) 'fwd' 'to' '2147483647' 2>/dev/null || \(quoted) 'drop'")
        #expect(undo == ["nft delete table netdev netdiag_break_7"])
        #expect(
            try plan(before()) { $0.loss = 1 }.apply.last?.hasSuffix("'egress' 'counter' 'drop'") == true)
    }

    @Test("blanks separate the words of a route, also before a combining character")
    func words() {
        let route = LinkBreak.OriginalState.SavedRoute(
            line: "192.0.2.0/24 via 198.51.100.1 proto \u{301}x metric 5", isIPv6: false)
        #expect(route?.words == ["192.0.2.0/24", "via", "198.51.100.1", "proto", "\u{301}x", "metric", "5"])
    }

    @Test("rate and MTU are restored")
    func rate() throws {
        let (apply, undo) = try plan(before()) { ($0.rate, $0.mtu) = (2_000_000, 1_400) }
        #expect(
            apply == [
                "tc qdisc replace dev eth0 root handle 6e64: tbf rate 2000000bit burst 16000b latency 250ms",
                "ip link set dev eth0 mtu 1400",
            ])
        #expect(undo == ["tc qdisc delete dev eth0 root handle 6e64:", "ip link set dev eth0 mtu 1500"])
    }

    @Test("delays and faults of packets are one netem, in the form of tc-netem(8), with the rate")
    func netem() throws {
        let command = "tc qdisc replace dev eth0 root handle 6e64: netem"
        var (apply, undo) = try plan(before()) {
            ($0.latency, $0.jitter) = (.milliseconds(80), .microseconds(20_500))
            ($0.reorder, $0.duplicate, $0.corrupt) = (0.25, 0.01, 0.0005)
        }
        #expect(
            apply == ["\(command) limit 100000 delay 80000us 20500us reorder 25% duplicate 1% corrupt 0.05%"])
        #expect(undo == ["tc qdisc delete dev eth0 root handle 6e64:"])
        // tc refuses reordering without a delay.
        #expect(try plan(before()) { $0.reorder = 0.03 }.apply == ["\(command) limit 100000 delay 10000us reorder 3%"])
        // 12 Mbit/s are 1000 packets a second, which wait 100 ms and 250 ms.
        (apply, undo) = try plan(before()) { ($0.latency, $0.rate) = (.milliseconds(100), 12_000_000) }
        #expect(apply == ["\(command) limit 350 delay 100000us rate 12000000bit"] && undo.count == 1)
        #expect(throws: LinkBreak.Refusal.hasOwnQueue(link: "eth0")) {
            try plan(before(hasOwnQueue: true)) { $0.corrupt = 1 }
        }
    }

    @Test("an outage is a rule in both directions at the end of each period, and ends with the table")
    func outage() throws {
        var wish = LinkBreak(link: "eth0")
        wish.outage = .init(length: .seconds(10), period: .seconds(60))
        let plan = try wish.plan(before())
        #expect(plan.apply.count == 3 && plan.undo == [["nft", "delete", "table", "netdev", "netdiag_break_7"]])
        let commands = try #require(plan.outage)
        let rules = "add rule netdev netdiag_break_7 outage_ingress counter drop; "
        let egress = "add rule netdev netdiag_break_7 outage_egress counter"
        #expect(
            commands.begin == [
                "sh", "-c",
                "'nft' '\(rules)\(egress) fwd to 2147483647' 2>/dev/null || 'nft' '\(rules)\(egress) drop'",
            ])
        #expect(commands.end.last?.hasPrefix("flush chain netdev netdiag_break_7 outage_ingress; flush") == true)
        let states = [0, 50_000, 119_500, 120_000].map { commands.state(after: .milliseconds($0)) }
        #expect(states.map(\.isDown) == [false, true, true, false])
        #expect(states.map(\.change) == [.seconds(50), .seconds(10), .milliseconds(500), .seconds(50)])
        // With a loss, there is still one table.
        wish.loss = 0.5
        let both = try wish.plan(before())
        #expect(both.apply.count == 7 && both.undo == plan.undo)
        wish.outage = .init(length: .seconds(5), period: .seconds(5))
        #expect(try wish.plan(before()).outage?.state(after: .zero).isDown == true)
        for (length, period) in [(0.5, 60.0), (10, 10.5), (0, 60)] {
            wish.outage = .init(length: .seconds(length), period: .seconds(period))
            #expect(throws: LinkBreak.Refusal.outageTooShort) { try wish.plan(before()) }
        }
    }

    private static let routes = [
        "default via 192.0.2.1 proto dhcp src 192.0.2.9 metric 100 linkdown",
        "192.0.2.0/24 proto kernel scope link src 192.0.2.9",
        "198.51.100.0/24 via 192.0.2.2",
        "203.0.113.0/24 scope link",
        "default via fe80::1 proto ra metric 100 expires 1700sec pref medium",
        "local 192.0.2.9 table local proto kernel scope host src 192.0.2.9",
        "multicast ff00::/8 table local proto kernel metric 256 pref medium",
    ]

    @Test("what cannot be restored is refused, and permanent neighbours are restored")
    func fixed() throws {
        var state = before(routes: Self.routes)
        state.permanentNeighbours = [["192.0.2.1", "02:00:00:00:00:01"]]
        state.fixedRoutes = ["198.18.0.0/15 proto static nexthop via 192.0.2.1 dev eth0 nexthop via 192.0.2.3 dev eth1"]
        #expect(throws: LinkBreak.Refusal.self) { try plan(state) { $0.isDown = true } }
        #expect(try !plan(state) { $0.losesDefaultRoutes = true }.undo.isEmpty)
        state.fixedRoutes = ["default nhid 7 via 192.0.2.1 dev eth0"]
        #expect(throws: LinkBreak.Refusal.self) { try plan(state) { $0.losesDefaultRoutes = true } }
        state.fixedRoutes = []
        #expect(
            try plan(state) { $0.isDown = true }.undo.last
                == "ip neighbour replace 192.0.2.1 lladdr 02:00:00:00:00:01 dev eth0 nud permanent")
    }

    @Test("routes that the kernel removes with the link are added again, those without a gateway first")
    func down() throws {
        let (apply, undo) = try plan(before(routes: Self.routes)) { $0.isDown = true }
        #expect(apply.last == "ip link set dev eth0 down")
        #expect(
            undo == [
                "ip link set dev eth0 up", "sysctl -q -w net/ipv6/conf/eth0/keep_addr_on_down=0",
                "ip -4 route replace 203.0.113.0/24 scope link dev eth0",
                "ip -4 route replace default via 192.0.2.1 proto dhcp src 192.0.2.9 metric 100 dev eth0",
                "ip -4 route replace 198.51.100.0/24 via 192.0.2.2 dev eth0",
                "ip -6 route replace default via fe80::1 proto ra metric 100 pref medium dev eth0 expires 1700",
            ])
    }

    @Test("routes of a network manager are restored, and those with an IPv6 source once its address can be used")
    func managed() throws {
        let routes = [
            "192.0.2.0/24 proto kernel scope link src 192.0.2.9 metric 100",
            "fe80::/64 proto kernel metric 256 pref medium",
            "2001:db8:1::/48 via fe80::1 src 2001:db8::5 metric 1024 pref medium",
        ]
        var state = before(keepsAddresses: true, routes: routes)
        state.proxiedAddresses = ["192.0.2.77"]
        let undo = try plan(state) { $0.isDown = true }.undo
        #expect(undo.count == 4, "\(undo)")
        #expect(undo[1] == "ip -4 route replace 192.0.2.0/24 proto kernel scope link src 192.0.2.9 metric 100 dev eth0")
        #expect(undo[2].hasPrefix("sh -c n=0; until 'ip' '-6' 'route' 'replace' '2001:db8:1::/48'"))
        #expect(undo[3] == "ip neighbour replace proxy 192.0.2.77 dev eth0")
    }

    @Test("only default routes are removed and restored")
    func routes() throws {
        let (apply, undo) = try plan(before(routes: Self.routes)) { $0.losesDefaultRoutes = true }
        #expect(apply.count == 2 && apply.allSatisfy { $0.contains("route delete default") })
        #expect(undo.count == 2 && undo.allSatisfy { $0.contains("route replace default") })
    }

    @Test("impairments that cannot be undone are refused")
    func refusals() {
        #expect(throws: LinkBreak.Refusal.nothingToDo) { try plan(before()) { _ in } }
        #expect(throws: LinkBreak.Refusal.noDefaultRoute(link: "eth0")) {
            try plan(before()) { ($0.losesDefaultRoutes, $0.mtu) = (true, 1_400) }
        }
        #expect(throws: LinkBreak.Refusal.mtuTooSmall) { try plan(before()) { $0.mtu = 1_279 } }
        #expect(throws: LinkBreak.Refusal.mtuTooLarge(link: "eth0", max: 9_000)) {
            try plan(before()) { $0.mtu = 9_001 }
        }
        #expect(throws: LinkBreak.Refusal.hasOwnQueue(link: "eth0")) {
            try plan(before(hasOwnQueue: true)) { $0.rate = 1_000_000 }
        }
    }

    @Test("the watchdog quotes every word")
    func quotes() {
        #expect(LinkBreak.Plan.quoted(["nft", "a'b; $(c)"]) == #"'nft' 'a'\''b; $(c)'"#)
        let script = LinkBreak.Plan(apply: [], undo: [["ip", "link"]]).watchdog(seconds: 30)
        #expect(script.contains("timeout -s KILL 30 cat >/dev/null\nstatus=0\n'ip' 'link' || status=1\nexit $status"))
    }
}

extension String {
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
