import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

extension PeerTable {
    /// A peer, and the separate states of what is known about it.
    struct Entry: Sendable {
        /// The published form.
        var peer: Peer
        var presence: Presence
        var identity = Identity.unverified(answeredFrom: nil)
        var poll: Poll
        var contact = PollOutcome.none
        /// The state in its last response, however old that is.
        var browsing = Browsing.unknown
        /// When it was last polled.
        var lastPoll: Instant?
        /// When it last sent any response.
        var lastAnswer: Instant?
        /// When its announcement was last received or changed.
        var lastHeard: Instant?
        /// When it was last unavailable, or started to browse again.
        var lastRestart: Instant?
    }

    /// How the presence of a peer is known.
    enum Presence: Sendable {
        /// By a hello only, which has not been verified.
        case claimed(since: Instant)
        /// By announcements, by the name of the interface.
        ///
        /// - answersQueries: Whether it answered a query over multicast, although none of the announcements is current.
        case announced([String: ServiceInstance], answersQueries: Bool)
        /// By earlier announcements, or by a verified hello.
        case unannounced(since: Instant, answersQueries: Bool)
    }

    /// Whether the peer is the announced one.
    enum Identity: Sendable {
        /// It has not responded at a current address, or not with this name.
        case unverified(answeredFrom: IPAddress?)
        /// It responded with this name.
        case verified(at: IPAddress)
    }

    enum Poll: Sendable {
        case scheduled(at: Instant)
        case inFlight(to: [SocketAddress])
    }

    /// The result of the last poll.
    enum PollOutcome: Sendable {
        /// It has not been polled yet.
        case none
        case answered(Visibility)
        /// It responds, but not with the requested document.
        case failed
        case unreachable
    }

    /// How this daemon and a peer that responds see each other.
    struct Visibility: Sendable {
        /// The number of consecutive polls in which the peer did not see this daemon.
        var unseenByPeer = 0
        /// The number of consecutive polls in which this daemon did not see the peer.
        var unseenHere = 0
        /// Whether its announcement is older than its last restart, and may exist only in Avahi's cache.
        var isCached = false
        /// Since when one of them does not see the other.
        var oneWaySince: Instant?
    }

    /// Whether the peer browses for other daemons.
    enum Browsing: Sendable, Hashable {
        case unknown
        case off
        /// It has only just started, in this number of consecutive polls.
        case starting(polls: Int)
        case on
    }
}

extension PeerTable.Entry {
    init(_ name: String, host: String, port: UInt16, presence: PeerTable.Presence, at now: PeerTable.Instant) {
        peer = Peer(name: name, host: host, port: port)
        self.presence = presence
        poll = .scheduled(at: now)
    }

    var isClaimed: Bool { if case .claimed = presence { true } else { false } }

    var isVerified: Bool { if case .verified = identity { true } else { false } }

    var isInFlight: Bool { if case .inFlight = poll { true } else { false } }

    /// The time of the next poll; `nil` while one is in flight.
    var nextPoll: PeerTable.Instant? { if case .scheduled(let time) = poll { time } else { nil } }

    /// The announcements, by the name of the interface.
    var announcements: [String: ServiceInstance] {
        if case .announced(let announcements, _) = presence { announcements } else { [:] }
    }

    /// Whether one of its announcements is current. The announcement of a silent host is stale.
    var isHeard: Bool { announcements.values.contains { !$0.stale } }

    /// Whether it is visible by an announcement or by its answer to a query.
    var isSeen: Bool {
        switch presence {
        case .claimed: false
        case .announced(_, let answersQueries): isHeard || answersQueries
        case .unannounced(_, let answersQueries): answersQueries
        }
    }

    /// Since when it is not announced.
    var missingSince: PeerTable.Instant? {
        switch presence {
        case .claimed(let since), .unannounced(let since, _): since
        case .announced: nil
        }
    }

    /// The address from which it last responded.
    var answeredFrom: IPAddress? {
        switch identity {
        case .unverified(let address): address
        case .verified(let address): address
        }
    }

    /// The address to which the entry is attributed.
    var home: IPAddress? { answeredFrom ?? peer.addresses.first }

    /// The time since which this daemon does not see the peer, or the peer does not see this daemon.
    var oneWaySince: PeerTable.Instant? {
        if case .answered(let visibility) = contact { visibility.oneWaySince } else { nil }
    }

    /// The places where it is polled, without those that are no longer on a link: the address may now be beyond the
    /// gateway, or this machine's.
    func places(in scope: LinkScope) -> [SocketAddress] {
        guard case .inFlight(let places) = poll else { return [] }
        return places.filter { scope.isNeighbour($0.address) }
    }

    /// Changes the time of the next poll; a poll in flight sets it when it ends.
    mutating func schedule(at time: PeerTable.Instant) {
        if case .scheduled = poll { poll = .scheduled(at: time) }
    }

    /// Removes the announcement on one interface.
    ///
    /// - Returns: Whether no announcement is left.
    mutating func removeAnnouncement(on interface: String, at now: PeerTable.Instant) -> Bool {
        guard case .announced(var announcements, let answersQueries) = presence else { return true }
        announcements[interface] = nil
        presence =
            announcements.isEmpty
            ? .unannounced(since: now, answersQueries: answersQueries)
            : .announced(announcements, answersQueries: answersQueries)
        return announcements.isEmpty
    }

    mutating func addAnnouncement(_ instance: ServiceInstance, at now: PeerTable.Instant) {
        var (announcements, answersQueries) = (announcements, isSeen && !isHeard)
        announcements[instance.interface ?? ""] = instance
        // A stale announcement was received earlier.
        if !instance.stale { (lastHeard, answersQueries) = (now, false) }
        presence = .announced(announcements, answersQueries: answersQueries)
    }

    /// Records whether it answered a query over multicast, which counts if no announcement is current.
    mutating func recordQuery(isAnswered: Bool) {
        switch presence {
        case .claimed: break
        case .announced(let announcements, _):
            presence = .announced(announcements, answersQueries: isAnswered && !isHeard)
        case .unannounced(let since, _): presence = .unannounced(since: since, answersQueries: isAnswered)
        }
    }
}
