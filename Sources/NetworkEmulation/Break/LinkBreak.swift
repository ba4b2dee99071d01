/// Faults of a real interface, with what the kernel offers: the commands that bring them about, and those that undo them.
public struct LinkBreak: Sendable, Hashable {
    /// What the interface was like before.
    public struct Before: Sendable, Hashable {
        public var index: Int
        /// Bytes.
        public var mtu: Int
        /// The largest MTU that it can have, in bytes; `nil` if its driver says none.
        public var maxMTU: Int?
        /// Whether an administrator has set its queueing discipline.
        public var hasOwnQueue: Bool
        /// IPv6 addresses stay when it is taken down (`keep_addr_on_down`).
        public var keepsAddresses: Bool
        /// Its routes as ip-route(8) prints them, by family (`-4`, `-6`), without those that the kernel makes by itself.
        public var routes: [Route]

        public init(index: Int, mtu: Int, maxMTU: Int?, hasOwnQueue: Bool, keepsAddresses: Bool, routes: [Route]) {
            (self.index, self.mtu, self.maxMTU, self.hasOwnQueue) = (index, mtu, maxMTU, hasOwnQueue)
            (self.keepsAddresses, self.routes) = (keepsAddresses, routes)
        }

        /// A route of the interface.
        public struct Route: Sendable, Hashable {
            public let isIPv6: Bool
            /// The words behind `ip route replace`.
            public let words: [String]
            public var isDefault: Bool { words.first == "default" }

            /// - Parameter line: of `ip route show table all dev LINK`; `nil`: the kernel makes it by itself.
            public init?(line: some StringProtocol, isIPv6: Bool) {
                var words = String(line).split(separator: " ").map { String($0) }
                // Routes of multicast and of this machine's own addresses have their type before them.
                guard let first = words.first,
                    first == "default" || first.first?.isHexDigit == true || first.first == ":"
                else { return nil }
                if let index = words.firstIndex(of: "proto"), index + 1 < words.count, words[index + 1] == "kernel" {
                    return nil
                }
                words.removeAll { $0 == "linkdown" || $0 == "dead" }
                for name in ["expires", "error"] {
                    guard let index = words.firstIndex(of: name), index + 1 < words.count else { continue }
                    words.removeSubrange(index...(index + 1))
                }
                (self.isIPv6, self.words) = (isIPv6, words)
            }
        }
    }

    /// Why nothing is done.
    public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        case nothingToDo
        case hasOwnQueue(link: String)
        case mtuTooSmall
        case mtuTooLarge(link: String, max: Int)

        public var description: String {
            switch self {
            case .nothingToDo: "what is to be broken? Name --rate, --loss, --mtu, --no-route or --down"
            case .hasOwnQueue(let link):
                "\(link) has a queueing discipline that somebody has set, which --rate would replace: tc qdisc show dev \(link)"
            case .mtuTooSmall:
                "--mtu: an MTU below 1280 takes the IPv6 addresses away, for which there is no way back; write 1280 or more"
            case .mtuTooLarge(let link, let max): "--mtu: \(link) takes at most \(max) bytes"
            }
        }
    }

    public var link: String
    /// Bits a second that it sends at most.
    public var rate: Int?
    /// The share of packets that are lost, sent and received.
    public var loss: Double?
    public var mtu: Int?
    /// Its default routes are taken away.
    public var losesDefaultRoutes = false
    public var isDown = false

    public init(link: String) { self.link = link }

    /// The commands, in order, each a program and its arguments.
    public struct Plan: Sendable, Hashable {
        public var apply: [[String]] = []
        public var undo: [[String]] = []

        public init(apply: [[String]] = [], undo: [[String]] = []) { (self.apply, self.undo) = (apply, undo) }
    }

    /// - Throws: ``Refusal``.
    public func plan(_ before: Before) throws(Refusal) -> Plan {
        var plan = Plan()
        if let loss {
            let table = "netdiag_break_\(before.index)"
            plan.apply.append(["nft", "add", "table", "netdev", table])
            for hook in ["ingress", "egress"] {
                plan.apply.append([
                    "nft", "add", "chain", "netdev", table, hook,
                    "{ type filter hook \(hook) device \"\(link)\" priority -500; }",
                ])
                let share = Int((loss * 100_000).rounded())
                plan.apply.append(
                    ["nft", "add", "rule", "netdev", table, hook]
                        + (share >= 100_000 ? [] : ["numgen", "random", "mod", "100000", "<", "\(share)"])
                        + ["counter", "drop"])
            }
            plan.undo.append(["nft", "delete", "table", "netdev", table])
        }
        if let rate {
            guard !before.hasOwnQueue else { throw .hasOwnQueue(link: link) }
            // A quarter of a second waits, and a packet at least fits into the bucket.
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
        if isDown {
            plan.apply.append(keeping(true))
            plan.apply.append(["ip", "link", "set", "dev", link, "down"])
            plan.undo.append(["ip", "link", "set", "dev", link, "up"])
            if !before.keepsAddresses { plan.undo.append(keeping(false)) }
        }
        if losesDefaultRoutes, !isDown {
            for route in before.routes where route.isDefault {
                plan.apply.append(command("delete", route))
            }
        }
        if isDown || losesDefaultRoutes {
            // Routes to gateways first: others may lead over them.
            let routes = before.routes.filter { isDown || $0.isDefault }
            let sorted = routes.filter { !$0.words.contains("via") } + routes.filter { $0.words.contains("via") }
            for route in sorted { plan.undo.append(command("replace", route)) }
        }
        guard !plan.apply.isEmpty else { throw .nothingToDo }
        return plan
    }

    private func command(_ verb: String, _ route: Before.Route) -> [String] {
        ["ip", route.isIPv6 ? "-6" : "-4", "route", verb] + route.words + ["dev", link]
    }

    private func keeping(_ keeps: Bool) -> [String] {
        ["sysctl", "-q", "-w", "net/ipv6/conf/\(link)/keep_addr_on_down=\(keeps ? 1 : 0)"]
    }
}
