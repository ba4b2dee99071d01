import Diagnosis
import NetworkModel

/// Decides which peers to query about the faults here, and when, and keeps the results: a reducer without clock or
/// network.
///
/// Peers are queried while something fails, all of them in one round: immediately when a failure begins or a peer is
/// found, again after 10 s while their results may be older than the failure, then every 30 s. Results are discarded
/// after a minute.
struct OpinionTable: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A peer that may be queried: it has responded as a netdiagd, with its name, at this address and port.
    struct Source: Sendable, Hashable {
        var place: SocketAddress
        /// This machine's interfaces to the peer.
        var interfaces: [String]
    }

    static let maxPeers = 16
    /// The minimum time between rounds.
    static let minInterval = Duration.seconds(10)
    static let interval = Duration.seconds(30)
    /// A result that something works counts only from a round that began this much later than the failure here, since a
    /// common fault does not reach all hosts at the same time.
    static let settling = Duration.seconds(5)
    /// How long the failure here must last before a peer's last check of the target counts even if it may be older, and
    /// how long any result counts.
    static let memory = Duration.seconds(60)

    fileprivate struct Entry: Sendable {
        var source: Source
        /// When the peer was last queried, and when that query ended.
        var asked: Instant?
        var read: Instant?
        /// The times of the peer's last checks when it was first queried about the targets.
        var firstChecks: [SharedDependency: String] = [:]
        var opinion = SecondOpinions.Opinion()
    }

    /// The things that fail, and since when.
    private var failures: [SharedDependency: Instant] = [:]
    /// The things that fail, in the order in which they were given.
    private(set) var things: [SharedDependency] = []
    private var entries: [SocketAddress: Entry] = [:]
    private var lastRound: Instant?
    /// When the last completed round began.
    private var finishedRound: Instant?
    /// The peers of the current round that have not responded yet.
    private var outstanding: Set<SocketAddress> = []
    /// Whether there are peers to query, or it is certain that there are none.
    private var isLooking = false

    /// Sets the things that currently fail, and the peers that may be queried.
    ///
    /// - Parameter isLooking: Whether all peers that can be discovered have been.
    mutating func update(_ failing: [SharedDependency], sources: [Source], isLooking: Bool, at now: Instant) {
        self.isLooking = isLooking
        things = failing
        let wanted = Set(failing)
        failures = failures.filter { wanted.contains($0.key) }
        for thing in failing where failures[thing] == nil { failures[thing] = now }
        let chosen = Self.chosen(sources)
        let places = Set(chosen.map(\.place))
        entries = entries.filter { places.contains($0.key) }
        for source in chosen {
            entries[source.place, default: Entry(source: source)].source = source
        }
        for place in places { entries[place]?.discard(but: wanted) }
    }

    /// Chooses at most ``maxPeers`` peers, one for each address. Outsiders cannot predict the choice, so that no names
    /// or addresses displace others.
    private static func chosen(_ sources: [Source]) -> [Source] {
        var byAddress: [IPAddress: Source] = [:]
        for source in sources where byAddress[source.place.address] == nil { byAddress[source.place.address] = source }
        guard byAddress.count > maxPeers else { return byAddress.values.sorted { "\($0.place)" < "\($1.place)" } }
        return Array(byAddress.values.sorted { $0.place.hashValue < $1.place.hashValue }.prefix(maxPeers))
    }

    /// When the next round is due; `nil` while there is nothing to ask, or no peer.
    var nextRound: Instant? {
        guard !failures.isEmpty, !entries.isEmpty, outstanding.isEmpty else { return nil }
        let newest = failures.values.max()
        let isNews = entries.values.contains { entry in
            guard let asked = entry.asked, let newest else { return true }
            return asked < newest
        }
        guard let lastRound else { return newest }
        let isSettling = entries.values.contains { !$0.opinion.pending.isEmpty }
        return lastRound + (isNews || isSettling ? Self.minInterval : Self.interval)
    }

    /// Starts a round if one is due.
    ///
    /// - Returns: The peers to query, each once.
    mutating func beginRound(at now: Instant) -> [Source] {
        guard let due = nextRound, due <= now else { return [] }
        lastRound = now
        outstanding = Set(entries.keys)
        for place in entries.keys { entries[place]?.asked = now }
        return entries.values.map(\.source).sorted { "\($0.place)" < "\($1.place)" }
    }

    /// Records the statement of a peer in the current round.
    ///
    /// - Parameter statement: `nil` if the peer did not respond, or its response is invalid.
    mutating func record(_ statement: PeerStatusExcerpt?, from place: SocketAddress, at now: Instant) {
        guard outstanding.remove(place) != nil, var entry = entries[place], let asked = entry.asked else { return }
        entry.read = now
        entry.opinion = SecondOpinions.Opinion()
        entry.opinion.isRestricted = statement?.isRestricted ?? false
        for (thing, word) in statement?.words ?? [:] {
            guard let since = failures[thing] else { continue }
            switch word {
            case .fails: entry.opinion.works[thing] = false
            case .works(let last):
                let first = entry.firstChecks[thing]
                if first == nil, let last { entry.firstChecks[thing] = last }
                let age = since.duration(to: asked)
                let isOld = last != nil && (first ?? last) == last && age < Self.memory
                if age >= Self.settling, !isOld {
                    entry.opinion.works[thing] = true
                } else {
                    entry.opinion.pending.insert(thing)
                }
            }
        }
        entries[place] = entry
    }

    /// Ends the round; peers that have not responded count as without a statement.
    mutating func endRound(at now: Instant) {
        for place in outstanding { record(nil, from: place, at: now) }
        outstanding = []
        finishedRound = lastRound
    }

    /// The current opinions; `nil` while nothing fails, or the peers are not known yet.
    func opinions(at now: Instant) -> SecondOpinions? {
        guard !failures.isEmpty, isLooking || !entries.isEmpty else { return nil }
        let asked = things.filter { thing in
            guard !entries.isEmpty else { return true }
            guard let since = failures[thing], let finishedRound else { return false }
            return finishedRound >= since
        }
        let opinions = entries.sorted { "\($0.key)" < "\($1.key)" }.map(\.value).filter { $0.read != nil }.map {
            entry in
            let isFresh = entry.read.map { $0.duration(to: now) < Self.memory } ?? false
            var opinion = isFresh ? entry.opinion : SecondOpinions.Opinion()
            opinion.interfaces = entry.source.interfaces
            return opinion
        }
        return SecondOpinions(things: Set(asked), opinions: opinions)
    }
}

extension OpinionTable.Entry {
    /// Drops the state of things that work again, so that a later failure counts as a new one.
    fileprivate mutating func discard(but wanted: Set<SharedDependency>) {
        firstChecks = firstChecks.filter { wanted.contains($0.key) }
        opinion.works = opinion.works.filter { wanted.contains($0.key) }
        opinion.pending.formIntersection(wanted)
    }
}
