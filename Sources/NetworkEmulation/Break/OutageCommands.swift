/// The commands of regular outages of a real interface: rules that drop all packets, in chains that are empty in between.
public struct OutageCommands: Sendable, Hashable {
    /// When the interface is down.
    public let outage: LinkSettings.Outage
    private let table: String

    private static let hooks = ["ingress", "egress"]

    /// - Parameter table: The table of nft(8) that has the chains.
    init(_ outage: LinkSettings.Outage, table: String) { (self.outage, self.table) = (outage, table) }

    /// The commands that add the chains, before those of a loss.
    func chains(link: String) -> [[String]] {
        Self.hooks.map { hook in
            [
                "nft", "add", "chain", "netdev", table, "outage_\(hook)",
                "{ type filter hook \(hook) device \"\(link)\" priority -501; }",
            ]
        }
    }

    /// The command that begins an outage, in both directions at once.
    public var begin: [String] {
        ["sh", "-c"] + [
            LostPackets.verdicts.map { egress in
                let rules = Self.hooks.map { hook in
                    "add rule netdev \(table) outage_\(hook) counter \(hook == "egress" ? egress : LostPackets.drop)"
                }
                return LinkBreak.Plan.quoted(["nft", rules.joined(separator: "; ")])
            }.joined(separator: " 2>/dev/null || ")
        ]
    }
    /// The command that ends it.
    public var end: [String] {
        ["nft", Self.hooks.map { "flush chain netdev \(table) outage_\($0)" }.joined(separator: "; ")]
    }

    /// Returns whether the interface is down, and the time until that changes at the earliest.
    ///
    /// - Parameter elapsed: The time since the faults began. Each period ends with its outage.
    public func state(after elapsed: Duration) -> (isDown: Bool, change: Duration) {
        let period = max(1, outage.period.nanoseconds), phase = max(0, elapsed.nanoseconds) % period
        let begin = period - outage.length.nanoseconds
        return phase >= begin
            ? (true, .nanoseconds(period - phase)) : (false, .nanoseconds(begin - phase))
    }
}
