import NetworkModel

/// A fault that was observed, and is not confirmed yet.
struct PendingIncident: Sendable {
    /// The finding of the first check that observed it.
    var finding: Finding
    /// When the first check that observed it began.
    var first: DualClockTime
    /// The targets whose last check observed it.
    var targets: Set<String> = []
    /// Whether the machine's own check of the network finds it.
    var isOfMachine = false
    /// What it breaks, on which other targets depend.
    var broken: TargetDependencies.Part?

    /// The minimum time between the starts of two checks, so that a burst of lost packets has ended before the second.
    static let apart = Duration.milliseconds(250)
    /// The minimum time from the start of the first check to the end of the second.
    static let shortest = Duration.seconds(1)

    /// Whether a check that observed the same fault confirms it.
    func isConfirmed(byCheckFrom begun: ContinuousClock.Instant, to ended: ContinuousClock.Instant) -> Bool {
        Self.isConfirmed(firstSeen: first.clock, byCheckFrom: begun, to: ended)
    }

    /// - Parameter first: When the first check that observed the fault began.
    static func isConfirmed(
        firstSeen first: ContinuousClock.Instant, byCheckFrom begun: ContinuousClock.Instant,
        to ended: ContinuousClock.Instant
    ) -> Bool {
        begun >= first + apart && ended >= first + shortest
    }
}

/// An open incident, and the failures that keep it open.
struct OpenIncident: Sendable {
    var fault: Fault
    /// The incident's document. Its targets are all those that it has affected since it began.
    var document: StatusDocument.Incident
    /// When it was first observed.
    var first: ContinuousClock.Instant
    /// The targets that it currently affects.
    var targets: Set<String> = []
    /// The targets whose own checks name the fault; for the others, it explains the fault that they name.
    var witnesses: Set<String> = []
    /// The targets that work with a warning, as long as the cause is an error.
    var degraded: Set<String> = []
    var isOfMachine = false
    /// Whether another run of the daemon saw it begin, so that only the wall clock tells when.
    var isOfEarlierRun = false
    /// All targets that it has ever affected.
    var named: Set<String> = []
    var broken: TargetDependencies.Part?
    /// The end of the last thing that kept it open. A target of which several successes count as one left earlier than it
    /// is released.
    private(set) var lastEnd: DualClockTime?
    /// The incident for which the last target has left this one; `nil` if that target works, or if none has left.
    var successor: Int?
    /// Faults whose incidents this one has replaced, since their targets named one fault and then the other.
    private(set) var alternates: Set<Fault> = []

    /// The maximum number of ``alternates``.
    private static let maxAlternates = 8

    mutating func alternate(with fault: Fault) {
        if alternates.count < Self.maxAlternates { alternates.insert(fault) }
    }

    /// The maximum number of targets that an incident lists; the others are counted.
    static let maxNamed = 10_000

    /// - Returns: Whether its document has changed.
    mutating func addTarget(_ target: String, isWitness: Bool, isDegraded: Bool) -> Bool {
        targets.insert(target)
        if isWitness { witnesses.insert(target) } else { witnesses.remove(target) }
        if isDegraded { degraded.insert(target) } else { degraded.remove(target) }
        let isNew = name(target)
        return count() || isNew
    }

    /// Counts the degraded targets in the document.
    ///
    /// - Returns: Whether it has changed.
    mutating func count() -> Bool {
        let count = document.cause.severity == .error ? min(degraded.count, document.targetCount) : 0
        defer { document.degradedCount = count }
        return document.degradedCount != count
    }

    /// - Returns: Whether its document has changed.
    mutating func name(_ target: String) -> Bool {
        guard named.count < Self.maxNamed, named.insert(target).inserted else { return false }
        document.targets.append(target)
        document.targetCount += 1
        return true
    }

    mutating func release(_ target: String, at moment: DualClockTime) {
        end(at: moment)
        targets.remove(target)
        // The target and what is known of it are kept while the incident is open.
        witnesses.remove(target)
    }

    /// Notes that something which kept it open has ended.
    mutating func end(at moment: DualClockTime) {
        if let last = lastEnd, last.clock > moment.clock { return }
        lastEnd = moment
    }

    /// Changes its times after the wall clock was set.
    ///
    /// - Parameter setting: By how many milliseconds.
    mutating func restate(by setting: Int64, at moment: DualClockTime) {
        func changed(_ time: Timestamp) -> Timestamp {
            Timestamp(millisecondsSince1970: time.millisecondsSince1970 + setting)
        }
        document.opened = changed(document.opened)
        for place in document.changes.indices { document.changes[place].at = changed(document.changes[place].at) }
        lastEnd = lastEnd.map { $0.restated(at: moment) }
    }

    /// Whether this machine's own check finds that its NAT rules rewrite packets, so that no response to them arrives.
    var isOfRewriting: Bool { isOfMachine && fault.id == "local.firewall" && document.cause.facts["nat"] != nil }

    /// Whether a check currently observes the fault itself.
    var isWitnessed: Bool { isOfMachine || !witnesses.isEmpty }
    var isOver: Bool { !isOfMachine && targets.isEmpty }
}
