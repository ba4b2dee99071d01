import Diagnosis
import NetworkModel

/// Decides which peers to query about what fails here, and when, and keeps the results: a reducer without clock or network.
///
/// Peers are asked while something fails, all of them in one round: at once when a failure begins or a peer is found, again
/// after 10 s while their words may be older than the failure, then every 30 s. What they said is forgotten after a minute.
struct OpinionTable: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A peer that may be asked: it has answered as a netdiagd, by its name, at this place.
    struct Source: Sendable, Hashable {
        var place: SocketAddress
        /// This machine's interfaces to it.
        var interfaces: [String]
    }

    static let maxPeers = 16
    /// From one round to the next, at least.
    static let minInterval = Duration.seconds(10)
    static let interval = Duration.seconds(30)
    /// That something works is believed of a look that began so long after it failed here: what has befallen all is not seen
    /// by all at the same time.
    static let settling = Duration.seconds(5)
    /// How long a target may not have been checked by a peer since it failed here, before its old word counts; and how long
    /// anything counts that was said.
    static let memory = Duration.seconds(60)

    fileprivate struct Entry: Sendable {
        var source: Source
        /// When it was asked last, and when that was over.
        var asked: Instant?
        var read: Instant?
        /// When targets had been checked last as of the first time that they were asked about.
        var firstChecks: [SharedThing: String] = [:]
        var opinion = SecondOpinions.Opinion()
    }

    /// What fails, and since when.
    private var failures: [SharedThing: Instant] = [:]
    /// In the order in which they were given.
    private(set) var things: [SharedThing] = []
    private var entries: [SocketAddress: Entry] = [:]
    private var lastRound: Instant?
    /// When the last round began that is over.
    private var finishedRound: Instant?
    /// Peers that have been asked in the round that goes on, and have not answered.
    private var outstanding: Set<SocketAddress> = []
    /// Whether there is anybody to ask, or it is known that there is not.
    private var isLooking = false

    /// Takes up what fails here now, and who may be asked.
    ///
    /// - Parameter isLooking: Whether all peers that can be heard have been.
    mutating func update(_ failing: [SharedThing], sources: [Source], isLooking: Bool, at now: Instant) {
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
        for place in places { entries[place]?.forget(but: wanted) }
    }

    /// One of each address, and so many at most; which ones nobody outside can foresee, so that no names or addresses push
    /// others out.
    private static func chosen(_ sources: [Source]) -> [Source] {
        var byAddress: [IPAddress: Source] = [:]
        for source in sources where byAddress[source.place.address] == nil { byAddress[source.place.address] = source }
        guard byAddress.count > maxPeers else { return byAddress.values.sorted { "\($0.place)" < "\($1.place)" } }
        return Array(byAddress.values.sorted { $0.place.hashValue < $1.place.hashValue }.prefix(maxPeers))
    }

    /// When the next round is due; `nil` while there is nothing to ask, or nobody.
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

    /// Begins a round if one is due.
    ///
    /// - Returns: Who is to be asked: each once.
    mutating func beginRound(at now: Instant) -> [Source] {
        guard let due = nextRound, due <= now else { return [] }
        lastRound = now
        outstanding = Set(entries.keys)
        for place in entries.keys { entries[place]?.asked = now }
        return entries.values.map(\.source).sorted { "\($0.place)" < "\($1.place)" }
    }

    /// Records what a peer said in the round that goes on.
    ///
    /// - Parameter statement: `nil` if it did not answer, or with what cannot be read.
    mutating func record(_ statement: PeerStatement?, from place: SocketAddress, at now: Instant) {
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

    /// The round is over: who has not answered has said nothing.
    mutating func endRound(at now: Instant) {
        for place in outstanding { record(nil, from: place, at: now) }
        outstanding = []
        finishedRound = lastRound
    }

    /// What is known now; `nil` while nothing fails, or nobody has been looked for.
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
    /// What has recovered here fails anew when it fails again.
    fileprivate mutating func forget(but wanted: Set<SharedThing>) {
        firstChecks = firstChecks.filter { wanted.contains($0.key) }
        opinion.works = opinion.works.filter { wanted.contains($0.key) }
        opinion.pending.formIntersection(wanted)
    }
}
