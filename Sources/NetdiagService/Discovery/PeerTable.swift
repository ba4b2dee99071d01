import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// The other daemons, and what is known about them: a reducer without clock or network.
///
/// A peer is known by its announcement, by its name; or since it has sent a hello, and answers when it is polled. It is
/// forgotten when it is neither announced nor has answered for ten minutes, or refuses connections.
struct PeerTable: Sendable {
    static let maxEntries = 64
    static let forgetting = Duration.seconds(600)
    /// From one poll of a peer to the next.
    static let interval = Duration.seconds(30)
    /// The first polls after one of two daemons does not see the other, and those after them.
    static let shortInterval = Duration.seconds(3)
    static let mediumInterval = Duration.seconds(10)
    static let maxShortIntervals = 3
    /// How long one such peer makes the polls of others more frequent: what lasts is known by then.
    static let alarm = Duration.seconds(300)
    /// From one poll of a peer to the next that others may cause.
    static let minInterval = Duration.seconds(5)
    static let maxStartPolls = 6
    /// How long Avahi may list what it heard earlier and does not hear any more (RFC 6762 section 10).
    static let cacheTime = Duration.seconds(120)
    /// Polls in a row that have to say the same before it is believed.
    static let certain = 2
    /// How long an announcement may take to get everywhere (RFC 6762 section 8.3 has it repeated after a second).
    static let settling = Duration.seconds(5)
    /// Of one peer.
    static let maxAddresses = 8

    typealias Instant = ContinuousClock.Instant

    /// What this daemon is to others.
    struct LocalDaemon: Sendable {
        var name: String?
        var port: UInt16
        var scope: LinkScope
        /// Since when it is announced; `nil` while it is not.
        var announced: Instant?
        /// Since when this machine has heard all there is to hear; `nil` while it cannot hear.
        var listening: Instant?
    }

    /// What came of a poll.
    enum PollResult: Sendable {
        case answered(PeersDocument, from: SocketAddress, roundTrip: Duration)
        /// It answers, but not with what was requested.
        case failed(String)
        case refused
        case silent
    }

    var entries: [String: Entry] = [:]
    /// When all were last to be polled sooner than planned.
    private var lastHurry: Instant?
    /// Which places may be polled.
    var caution = PeerCaution()
    /// Who sent a hello that nothing came of, and when.
    var vainHellos: [IPAddress: Instant] = [:]

    static func key(_ name: String) -> String { name.lowercased() }

    /// In the order of their names.
    var peers: [Peer] {
        entries.values.filter { !$0.isClaimed }.map { entry in
            var peer = entry.peer
            peer.isSeen = entry.isSeen
            return peer
        }.sorted { ($0.name, $0.host) < ($1.name, $1.host) }
    }

    /// When the next one is to be polled.
    var nextPoll: Instant? {
        entries.values.filter { !$0.peer.addresses.isEmpty }.compactMap(\.nextPoll).min()
    }

    /// What befalls one may befall all: they are polled soon.
    mutating func hurry(at now: Instant) {
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

    mutating func dismiss(_ key: String, at now: Instant) {
        guard let entry = entries.removeValue(forKey: key), entry.isClaimed else { return }
        if let address = entry.peer.addresses.first { vainHellos[address] = now }
    }
}
