import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// The other daemons, and what is known about them: a reducer without clock or network.
///
/// A peer is known by the name in its announcement, or by a hello if it responds when it is polled. It is removed if it
/// is not announced and has not responded for ten minutes, or refuses connections.
struct PeerTable: Sendable {
    static let maxEntries = 64
    static let forgetting = Duration.seconds(600)
    /// The time between two polls of a peer.
    static let interval = Duration.seconds(30)
    /// The times between the first polls, and between later ones, after one of two daemons does not see the other.
    static let shortInterval = Duration.seconds(3)
    static let mediumInterval = Duration.seconds(10)
    static let maxShortIntervals = 3
    /// How long such a peer makes polls of the others more frequent; lasting faults are known by then.
    static let alarm = Duration.seconds(300)
    /// The minimum time between two polls of a peer that others can cause.
    static let minInterval = Duration.seconds(5)
    static let maxStartPolls = 6
    /// How long Avahi may list records that it no longer receives (RFC 6762 section 10).
    static let cacheTime = Duration.seconds(120)
    /// The number of consecutive polls with the same result that make it certain.
    static let certain = 2
    /// The maximum time until an announcement reaches all hosts (it is repeated after a second, RFC 6762 section 8.3).
    static let settling = Duration.seconds(5)
    /// The maximum number of addresses of one peer.
    static let maxAddresses = 8

    typealias Instant = ContinuousClock.Instant

    /// What other daemons can see of this one.
    struct LocalDaemon: Sendable {
        var name: String?
        var port: UInt16
        var scope: LinkScope
        /// Since when it is announced; `nil` while it is not.
        var announced: Instant?
        /// Since when all current announcements were received; `nil` while none can be received.
        var listening: Instant?
    }

    /// The result of a poll.
    enum PollResult: Sendable {
        case answered(PeersDocument, from: SocketAddress, roundTrip: Duration)
        /// It responds, but not with the requested document.
        case failed(String)
        case refused
        case silent
    }

    var entries: [String: Entry] = [:]
    /// When all polls were last moved forward.
    private var lastHurry: Instant?
    /// Decides which places may be polled.
    var backoff = UnverifiedPeerBackoff()
    /// The senders of hellos that were not confirmed, with the times.
    var unconfirmedHellos: [IPAddress: Instant] = [:]

    static func key(_ name: String) -> String { name.lowercased() }

    /// The peers, in the order of their names.
    var peers: [Peer] {
        entries.values.filter { !$0.isClaimed }.map { entry in
            var peer = entry.peer
            peer.isSeen = entry.isSeen
            return peer
        }.sorted { ($0.name, $0.host) < ($1.name, $1.host) }
    }

    /// When the next poll is due.
    var nextPoll: Instant? {
        entries.values.filter { !$0.peer.addresses.isEmpty }.compactMap(\.nextPoll).min()
    }

    /// Moves all polls forward, since the same fault may affect all peers.
    mutating func expeditePolls(at now: Instant) {
        guard lastHurry.map({ $0.duration(to: now) >= Self.mediumInterval }) ?? true else { return }
        lastHurry = now
        for (key, entry) in entries {
            if let next = entry.nextPoll { entries[key]?.schedule(at: min(next, now + Self.shortInterval)) }
        }
    }

    mutating func insert(_ entry: Entry, for key: String) {
        entries[key] = entry
        if let surplus = Self.surplus(in: entries, newcomer: key) { entries[surplus] = nil }
    }

    mutating func removePeer(_ key: String, at now: Instant) {
        guard let entry = entries.removeValue(forKey: key), entry.isClaimed else { return }
        if let address = entry.peer.addresses.first { unconfirmedHellos[address] = now }
    }
}
