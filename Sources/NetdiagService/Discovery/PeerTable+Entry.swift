import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

extension PeerTable {
    /// A peer, and the state of each thing that is known of it apart from the others.
    struct Entry: Sendable {
        /// As it is published.
        var peer: Peer
        var presence: Presence
        var identity = Identity.unverified(answeredFrom: nil)
        var poll: Poll
        var contact = Contact.none
        /// As of its last answer, however long ago that was.
        var browsing = Browsing.unknown
        /// When it was polled last.
        var lastPoll: Instant?
        /// When it answered last, with anything.
        var lastAnswer: Instant?
        /// When its announcement was heard last, or changed.
        var lastHeard: Instant?
        /// When it was away last, or began to browse anew.
        var lastRestart: Instant?
    }

    /// How a peer is known to be there.
    enum Presence: Sendable {
        /// By a hello alone, which has not been verified.
        case claimed(since: Instant)
        /// By announcements, by the name of the interface.
        ///
        /// - answersQueries: None of them is current, but it answered a query for it over multicast.
        case announced([String: ServiceInstance], answersQueries: Bool)
        /// By earlier announcements, or by a hello that was verified.
        case unannounced(since: Instant, answersQueries: Bool)
    }

    /// Whether the peer is who it is announced to be.
    enum Identity: Sendable {
        /// It has not answered at a current address, or not by this name.
        case unverified(answeredFrom: IPAddress?)
        /// It answered, and by this name.
        case verified(at: IPAddress)
    }

    enum Poll: Sendable {
        case scheduled(at: Instant)
        case inFlight(to: [SocketAddress])
    }

    /// What the last poll brought.
    enum Contact: Sendable {
        /// There was none.
        case none
        case answered(Visibility)
        /// It answers, but not with what was requested.
        case failed
        case unreachable
    }

    /// How peers that answer see each other.
    struct Visibility: Sendable {
        /// Polls in a row in which the peer did not see this daemon.
        var unseenByPeer = 0
        /// Polls in a row in which this daemon did not see the peer.
        var unseenHere = 0
        /// Its announcement is older than its last restart, and may be in Avahi's cache alone.
        var isCached = false
        /// Since when one of them does not see the other.
        var oneWaySince: Instant?
    }

    /// Whether the peer browses for others.
    enum Browsing: Sendable, Hashable {
        case unknown
        case off
        /// It has only just begun, in so many polls in a row.
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

    /// Announcements, by the name of the interface.
    var announcements: [String: ServiceInstance] {
        if case .announced(let announcements, _) = presence { announcements } else { [:] }
    }

    /// Whether one of its announcements is current. What is announced of a host that is silent was heard earlier.
    var isHeard: Bool { announcements.values.contains { !$0.stale } }

    /// Whether it can be heard, by announcement or by answer to a query.
    var isSeen: Bool {
        switch presence {
        case .claimed: false
        case .announced(_, let answersQueries): isHeard || answersQueries
        case .unannounced(_, let answersQueries): answersQueries
        }
    }

    /// Since when nothing is announced of it.
    var missingSince: PeerTable.Instant? {
        switch presence {
        case .claimed(let since), .unannounced(let since, _): since
        case .announced: nil
        }
    }

    /// Where it answered last.
    var answeredFrom: IPAddress? {
        switch identity {
        case .unverified(let address): address
        case .verified(let address): address
        }
    }

    /// The address on whose account it goes.
    var home: IPAddress? { answeredFrom ?? peer.addresses.first }

    /// Since when this daemon or the peer does not see the other one.
    var oneWaySince: PeerTable.Instant? {
        if case .answered(let visibility) = contact { visibility.oneWaySince } else { nil }
    }

    /// Where it is polled: what was on a link may be beyond the gateway by now, or this machine's.
    func places(in scope: LinkScope) -> [SocketAddress] {
        guard case .inFlight(let places) = poll else { return [] }
        return places.filter { scope.isNeighbour($0.address) }
    }

    /// Changes the time of the next poll; one that is in flight sets it itself when it is over.
    mutating func schedule(at time: PeerTable.Instant) {
        if case .scheduled = poll { poll = .scheduled(at: time) }
    }

    /// Removes the announcement on one interface.
    ///
    /// - Returns: Whether it was the last one, or there is none.
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
        // What is stale was heard earlier.
        if !instance.stale { (lastHeard, answersQueries) = (now, false) }
        presence = .announced(announcements, answersQueries: answersQueries)
    }

    /// Records whether it answered a query for it over multicast, which counts where no announcement is current.
    mutating func recordQuery(isAnswered: Bool) {
        switch presence {
        case .claimed: break
        case .announced(let announcements, _):
            presence = .announced(announcements, answersQueries: isAnswered && !isHeard)
        case .unannounced(let since, _): presence = .unannounced(since: since, answersQueries: isAnswered)
        }
    }
}
