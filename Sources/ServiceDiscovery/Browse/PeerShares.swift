import CAvahi

/// How much the instances of a browser take up, by peer.
///
/// What is announced on a link is bounded by nobody, so what is remembered of it has to be. Whoever takes up most gives
/// something up once the whole is too much, so that no host's announcements keep out another's.
struct PeerShares {
    /// Who announces, as far as it is known: the SRV record's host, and until that is known, or where nobody asked for
    /// it, all of an interface's as one.
    struct Peer: Hashable {
        let interface: AvahiIfIndex
        let host: String?
    }

    static let maxInstances = 8_192
    /// Names, TXT records and what each instance takes up beside them.
    static let maxBytes = 8 << 20
    /// What an instance takes up without its name and TXT record, about.
    static let bytesOfInstance = 400

    private struct Share {
        var instances = 0
        var bytes = 0
    }

    private var shares: [Peer: Share] = [:]
    private var total = Share()

    mutating func add(_ bytes: Int, of peer: Peer) {
        shares[peer, default: Share()].instances += 1
        shares[peer, default: Share()].bytes += bytes
        total.instances += 1
        total.bytes += bytes
    }

    mutating func remove(_ bytes: Int, of peer: Peer) {
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

    /// Whose instances have to make room, and how many of each peer's, until there is a sixteenth to spare; nobody's
    /// while there is room.
    var excess: [Peer: Int] {
        guard total.instances > Self.maxInstances || total.bytes > Self.maxBytes else { return [:] }
        var left = total
        var excess: [Peer: Int] = [:]
        // Those that take up much less than the first are none of the trouble.
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
