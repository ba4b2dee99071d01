import CAvahi

/// The memory that the instances of a browser take, by peer.
///
/// Nothing limits what hosts announce on a link, so that the memory for it must be limited. If the total is too large, the
/// peer with the largest share gives something up, so that no host's announcements exclude another's.
struct PeerShares {
    /// The announcing host, as far as it is known: the host in the SRV record. Until that is known, or if it was not
    /// requested, all instances of an interface count as one peer's.
    struct Sender: Hashable {
        let interface: AvahiIfIndex
        let host: String?
    }

    static let maxInstances = 8_192
    /// The maximum size of names, TXT records, and the overhead of instances.
    static let maxBytes = 8 << 20
    /// The approximate size of an instance without its name and TXT record.
    static let bytesOfInstance = 400

    private struct Share {
        var instances = 0
        var bytes = 0
    }

    private var shares: [Sender: Share] = [:]
    private var total = Share()

    mutating func add(_ bytes: Int, of peer: Sender) {
        shares[peer, default: Share()].instances += 1
        shares[peer, default: Share()].bytes += bytes
        total.instances += 1
        total.bytes += bytes
    }

    mutating func remove(_ bytes: Int, of peer: Sender) {
        guard var share = shares[peer] else { return }
        share.instances -= 1
        share.bytes -= bytes
        shares[peer] = share.instances == 0 ? nil : share
        total.instances -= 1
        total.bytes -= bytes
    }

    mutating func removeAll() {
        shares = [:]
        total = Share()
    }

    /// The peers whose instances must make room, with the numbers of instances, until a sixteenth is free; empty while there
    /// is room.
    var excess: [Sender: Int] {
        guard total.instances > Self.maxInstances || total.bytes > Self.maxBytes else { return [:] }
        var left = total
        var excess: [Sender: Int] = [:]
        // Peers with a much smaller share than the largest do not contribute to the problem.
        let most = shares.values.lazy.map(\.bytes).max() ?? 0
        let heavy = shares.filter { $0.value.bytes > most / 2 }
        for (peer, share) in heavy.sorted(by: { $0.value.bytes > $1.value.bytes }) {
            let instances = max(1, share.instances / 16)
            excess[peer] = instances
            left.instances -= instances
            left.bytes -= share.bytes / share.instances * instances
            if left.instances <= Self.maxInstances / 16 * 15, left.bytes <= Self.maxBytes / 16 * 15 { break }
        }
        return excess
    }
}
