/// Faults of a real interface, and the commands of the system that cause and undo them.
public struct LinkBreak: Sendable, Hashable {
    /// The state of the interface before the faults.
    public struct OriginalState: Sendable, Hashable {
        /// The interface index (if_nametoindex(3)).
        public var index: Int
        /// The MTU, in bytes.
        public var mtu: Int
        /// The largest MTU that the driver supports, in bytes; `nil` if it is not known.
        public var maxMTU: Int?
        /// Whether an administrator has set a queueing discipline (tc(8)).
        public var hasOwnQueue: Bool
        /// Whether IPv6 addresses stay when the interface is taken down (`keep_addr_on_down`).
        public var keepsAddresses: Bool
        /// The routes over the interface, without those that the kernel adds by itself.
        public var routes: [SavedRoute]
        /// The routes over the interface, as text, that cannot be restored: those with several next hops, and those of nexthop
        /// objects (ip-nexthop(8)).
        public var fixedRoutes: [String]
        /// The permanent neighbours (ip-neighbour(8)), which the kernel forgets when the interface is taken down: an address
        /// and a link-layer address each.
        public var permanentNeighbours: [[String]]
        /// The addresses for which this machine answers in place of others (`ip neighbour add proxy`).
        public var proxiedAddresses: [String]

        /// Creates the state of an interface.
        public init(
            index: Int, mtu: Int, maxMTU: Int?, hasOwnQueue: Bool, keepsAddresses: Bool, routes: [SavedRoute],
            fixedRoutes: [String] = [], permanentNeighbours: [[String]] = [],
            proxiedAddresses: [String] = []
        ) {
            (self.index, self.mtu, self.maxMTU, self.hasOwnQueue) = (index, mtu, maxMTU, hasOwnQueue)
            (self.keepsAddresses, self.routes, self.fixedRoutes) = (keepsAddresses, routes, fixedRoutes)
            (self.permanentNeighbours, self.proxiedAddresses) = (permanentNeighbours, proxiedAddresses)
        }

        /// A route over the interface, as ip-route(8) prints it.
        public struct SavedRoute: Sendable, Hashable {
            /// Whether the route is in the table for IPv6.
            public let isIPv6: Bool
            /// The arguments of `ip route replace`, without the interface.
            public let words: [String]
            /// The remaining lifetime in seconds of a route that a router announced; `nil` without a limit.
            public let lifetime: Int?
            /// Whether it is a default route.
            public var isDefault: Bool { words.first == "default" }

            /// Parses a route.
            ///
            /// - Parameters:
            ///   - line: A line of `ip route show table all dev LINK`.
            ///   - isIPv6: Whether it is a line of `ip -6 route`.
            /// - Returns: `nil` if the kernel adds the route by itself, or if it is not a unicast route.
            public init?(line: some StringProtocol, isIPv6: Bool) {
                // By scalars: the names of protocols and tables may begin with a combining one.
                var words = String(line).unicodeScalars.split(separator: " ").map { String($0) }
                // Multicast routes, and routes to this machine's own addresses, begin with their type.
                guard let first = words.first,
                    first == "default" || first.first?.isHexDigit == true || first.first == ":"
                else { return nil }
                if let index = words.firstIndex(of: "proto"), index + 1 < words.count, words[index + 1] == "kernel" {
                    // The kernel restores its own: without a metric, or with 0, or 256 for IPv6. Network managers choose the metric of
                    // the routes of addresses that have none of the kernel's (`noprefixroute`).
                    let metric = words.firstIndex(of: "metric").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
                    guard let metric, metric != "0", !(isIPv6 && metric == "256") else { return nil }
                }
                words.removeAll { $0 == "linkdown" || $0 == "dead" }
                var lifetime: Int?
                for name in ["expires", "error"] {
                    guard let index = words.firstIndex(of: name), index + 1 < words.count else { continue }
                    // As in "expires 19sec".
                    if name == "expires" { lifetime = Int(words[index + 1].prefix { $0.isASCII && $0.isNumber }) }
                    words.removeSubrange(index...(index + 1))
                }
                (self.isIPv6, self.words, self.lifetime) = (isIPv6, words, lifetime)
            }
        }
    }

    /// The reason why there is no plan. The description names the option of `netdiag break` to change.
    public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// No fault was requested.
        case nothingToDo
        /// The default routes were to be removed, and the interface has none.
        case noDefaultRoute(link: String)
        /// A route over the interface could not be restored.
        case fixedRoute(link: String, route: String)
        /// The interface has a queueing discipline that an administrator has set, and that a rate limit would replace.
        case hasOwnQueue(link: String)
        /// The MTU is below 1280 bytes (RFC 8200 section 5). The kernel would remove the IPv6 addresses, which could not be restored.
        case mtuTooSmall
        /// The MTU is larger than the driver supports; `max` is in bytes.
        case mtuTooLarge(link: String, max: Int)
        /// An outage, or the time between two of them, is shorter than a second.
        case outageTooShort

        public var description: String {
            switch self {
            case .nothingToDo:
                "nothing to change is given; write --rate, --loss, --latency, --reorder, --duplicate, --corrupt, --outage, --mtu, "
                    + "--no-route or --down"
            case .noDefaultRoute(let link): "--no-route: \(link) has no default route: ip route show dev \(link)"
            case .fixedRoute(let link, let route):
                "--down and --no-route: \(link) has a route that could not be restored: \(route); --loss 100% drops everything instead"
            case .hasOwnQueue(let link):
                "\(link) has a queueing discipline that somebody has set, which --rate, --latency, --reorder, --duplicate and --corrupt "
                    + "would replace: tc qdisc show dev \(link)"
            case .mtuTooSmall:
                "--mtu: an MTU below 1280 takes the IPv6 addresses away, for which there is no way back; write 1280 or more"
            case .mtuTooLarge(let link, let max): "--mtu: \(link) takes at most \(max) bytes"
            case .outageTooShort:
                "--outage: write at least 1s for an outage and for the time between two, as in 10s/60s"
            }
        }
    }

    /// The name of the interface.
    public var link: String
    /// The maximum rate at which the interface sends, in bit/s; `nil` for no limit.
    public var rate: Int?
    /// The share of packets to drop in each direction, 0 to 1; `nil` for none.
    public var loss: Double?
    /// The time by which each packet is sent later; `nil` for none.
    public var latency: Duration?
    /// The maximum deviation from ``latency``.
    public var jitter: Duration = .zero
    /// The share of packets that overtake those before them, 0 to 1; `nil` for none.
    public var reorder: Double?
    /// The share of packets that are sent twice, 0 to 1; `nil` for none.
    public var duplicate: Double?
    /// The share of packets in which a bit is flipped, 0 to 1; `nil` for none.
    public var corrupt: Double?
    /// Regular outages; `nil` for none.
    public var outage: LinkSettings.Outage?
    /// The MTU to set, in bytes, at least 1280; `nil` to keep it.
    public var mtu: Int?
    /// Whether the default routes over the interface are deleted.
    public var losesDefaultRoutes = false
    /// Whether the interface is taken down.
    public var isDown = false

    /// Creates a value without faults.
    public init(link: String) { self.link = link }

    /// The commands, in the order of execution. Each is a program with its arguments.
    public struct Plan: Sendable, Hashable {
        /// The commands that cause the faults.
        public var apply: [[String]] = []
        /// The commands that restore the previous state.
        public var undo: [[String]] = []
        /// The commands that begin and end each outage; `nil` for no outages.
        public var outage: OutageCommands?

        /// Creates a plan; it is empty by default.
        public init(apply: [[String]] = [], undo: [[String]] = []) { (self.apply, self.undo) = (apply, undo) }
    }

    /// Returns the commands that cause the faults, and those that restore the previous state.
    ///
    /// - Throws: ``Refusal`` if there is no fault, or one of them could not be undone.
    public func plan(_ before: OriginalState) throws(Refusal) -> Plan {
        var plan = Plan()
        let table = "netdiag_break_\(before.index)"
        if loss != nil || outage != nil {
            plan.apply.append(["nft", "add", "table", "netdev", table])
            plan.undo.append(["nft", "delete", "table", "netdev", table])
        }
        if let outage {
            let rest = outage.period - outage.length
            guard outage.length >= .seconds(1), rest == .zero || rest >= .seconds(1) else { throw .outageTooShort }
            let commands = OutageCommands(outage, table: table)
            plan.apply += commands.chains(link: link)
            plan.outage = commands
        }
        if let loss {
            for hook in ["ingress", "egress"] {
                plan.apply.append([
                    "nft", "add", "chain", "netdev", table, hook,
                    "{ type filter hook \(hook) device \"\(link)\" priority -500; }",
                ])
                let share = Int((loss * 100_000).rounded())
                let rule =
                    ["nft", "add", "rule", "netdev", table, hook]
                    + (share >= 100_000 ? [] : ["numgen", "random", "mod", "100000", "<", "\(share)"]) + ["counter"]
                plan.apply.append(hook == "egress" ? LostPackets.command(rule) : rule + [LostPackets.drop])
            }
        }
        if needsNetem {
            guard !before.hasOwnQueue else { throw .hasOwnQueue(link: link) }
            plan.apply.append(netemCommand)
            plan.undo.append(["tc", "qdisc", "delete", "dev", link, "root", "handle", "6e64:"])
        } else if let rate {
            guard !before.hasOwnQueue else { throw .hasOwnQueue(link: link) }
            // The queue holds a quarter of a second, and the bucket at least one packet.
            plan.apply.append([
                "tc", "qdisc", "replace", "dev", link, "root", "handle", "6e64:", "tbf", "rate", "\(rate)bit", "burst",
                "\(max(16_000, rate / 800))b", "latency", "250ms",
            ])
            plan.undo.append(["tc", "qdisc", "delete", "dev", link, "root", "handle", "6e64:"])
        }
        if let mtu {
            guard mtu >= 1_280 else { throw .mtuTooSmall }
            if let max = before.maxMTU, mtu > max { throw .mtuTooLarge(link: link, max: max) }
            plan.apply.append(["ip", "link", "set", "dev", link, "mtu", "\(mtu)"])
            plan.undo.append(["ip", "link", "set", "dev", link, "mtu", "\(before.mtu)"])
        }
        if isDown || losesDefaultRoutes,
            let route = before.fixedRoutes.first(where: { isDown || $0.hasPrefix("default") })
        {
            throw .fixedRoute(link: link, route: route)
        }
        if isDown {
            plan.apply.append(keepAddressesCommand(true))
            plan.apply.append(["ip", "link", "set", "dev", link, "down"])
            plan.undo.append(["ip", "link", "set", "dev", link, "up"])
            if !before.keepsAddresses { plan.undo.append(keepAddressesCommand(false)) }
        }
        if losesDefaultRoutes, !isDown {
            let routes = before.routes.filter(\.isDefault)
            guard !routes.isEmpty else { throw .noDefaultRoute(link: link) }
            for route in routes { plan.apply.append(command("delete", route)) }
        }
        if isDown || losesDefaultRoutes {
            // Routes without a gateway come first, since the gateways of the others are reached over them.
            let routes = before.routes.filter { isDown || $0.isDefault }
            let sorted = routes.filter { !$0.words.contains("via") } + routes.filter { $0.words.contains("via") }
            var late: [[String]] = []
            for route in sorted {
                // The router renews it if it is still there.
                let restore = command("replace", route) + (route.lifetime.map { ["expires", "\($0)"] } ?? [])
                if isDown, route.isIPv6, route.words.contains("src") {
                    // Duplicate address detection examines the source address first (RFC 4862 section 5.4).
                    let wait = "n=$((n+1)); [ $n -lt 50 ] || exit 1; sleep 0.2"
                    late.append(["sh", "-c", "n=0; until \(Plan.quoted(restore)) 2>/dev/null; do \(wait); done"])
                } else {
                    plan.undo.append(restore)
                }
            }
            plan.undo += late
        }
        if isDown {
            for address in before.proxiedAddresses {
                plan.undo.append(["ip", "neighbour", "replace", "proxy", address, "dev", link])
            }
            for entry in before.permanentNeighbours where entry.count == 2 {
                plan.undo.append([
                    "ip", "neighbour", "replace", entry[0], "lladdr", entry[1], "dev", link, "nud", "permanent",
                ])
            }
        }
        guard !plan.apply.isEmpty else { throw .nothingToDo }
        return plan
    }

    private func command(_ verb: String, _ route: OriginalState.SavedRoute) -> [String] {
        ["ip", route.isIPv6 ? "-6" : "-4", "route", verb] + route.words + ["dev", link]
    }

    private func keepAddressesCommand(_ keeps: Bool) -> [String] {
        ["sysctl", "-q", "-w", "net/ipv6/conf/\(link)/keep_addr_on_down=\(keeps ? 1 : 0)"]
    }
}
