import CNetlink
import NetworkModel

/// The counters of an interface at one moment (`struct rtnl_link_stats64` of linux/if_link.h).
struct LinkCounters: Hashable {
    /// The values in the order of the structure: packets received and sent, bytes, errors, drops.
    private let values: [UInt64]
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    let readAt: UInt64

    /// The number of packets received.
    var receivedPackets: UInt64 { values[0] }
    /// The number of packets sent.
    var sentPackets: UInt64 { values[1] }

    /// Parses a message.
    ///
    /// - Returns: `nil` if it is truncated.
    init?(_ message: NetlinkMessage, readAt: UInt64) {
        let bytes = message.payload.from(12)
        guard let counters = NetlinkAttributes(bytes).first(where: { $0.type == Int(IFLA_STATS_LINK_64) })?.value
        else { return nil }
        let values = (0..<8).compactMap { counters.integer(at: $0 * 8, as: UInt64.self) }
        guard values.count == 8 else { return nil }
        self.values = values
        self.readAt = readAt
    }

    /// The increase since an earlier reading.
    ///
    /// - Returns: `nil` if the counters were reset in between.
    func losses(since earlier: LinkCounters) -> LinkLosses? {
        var grown: [Int] = []
        for (now, before) in zip(values, earlier.values) {
            guard now >= before, let growth = Int(exactly: now - before) else { return nil }
            grown.append(growth)
        }
        // Dropped incoming packets are counted as packets, damaged ones are not; on the way out, neither are.
        let packets = grown[0].addingReportingOverflow(grown[1]).partialValue
        return LinkLosses(
            period: .nanoseconds(Int64(clamping: readAt &- earlier.readAt)),
            packets: max(packets, 0) &+ grown[4] &+ grown[5] &+ grown[7], receiveErrors: grown[4],
            transmitErrors: grown[5], receiveDrops: grown[6], transmitDrops: grown[7])
    }
}
