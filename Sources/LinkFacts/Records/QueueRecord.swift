import CNetlink

/// The queueing discipline of an interface (tc(8)), and the packets that it has dropped.
struct QueueRecord {
    let index: UInt32
    let kind: String
    let isRoot: Bool
    let drops: Int

    /// Parses `struct tcmsg`, `TCA_KIND` and `TCA_STATS` of linux/rtnetlink.h.
    ///
    /// - Returns: `nil` if the message is truncated.
    init?(_ message: NetlinkMessage) {
        guard message.type == RTM_NEWQDISC, let index = message.payload.integer(at: 4, as: UInt32.self),
            let parent = message.payload.integer(at: 12, as: UInt32.self)
        else { return nil }
        var kind: String?
        var drops: UInt32?
        for (type, value) in NetlinkAttributes(message.payload.from(20)) {
            if type == Int(TCA_KIND) { kind = value.prefix(16).cString }
            // `struct tc_stats` has bytes, packets, drops.
            if type == Int(TCA_STATS) { drops = value.integer(at: 12, as: UInt32.self) }
        }
        guard let kind, let drops else { return nil }
        self.index = index
        self.kind = kind
        isRoot = parent == UInt32.max
        self.drops = Int(drops)
    }
}
