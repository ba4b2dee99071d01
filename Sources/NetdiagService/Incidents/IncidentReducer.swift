import Diagnosis
import NetworkModel

/// Derives incidents from reports: one fault is one incident, whichever target it affects.
///
/// A pure reducer: it takes in what checks and the kernel say, with the time, and gives back what became of which
/// incident. Nothing that it does for a report grows with the number of targets, and a target that works takes no
/// memory in it.
///
/// - A fault is a cause with what is broken (``Fault``). It is a *suspicion* until a second check has seen the same
///   (``PendingIncident``), of the same target or of another; then an incident opens.
/// - A target whose checks name one fault, another one, and the first again, and that did not work meanwhile, has seen
///   the first one twice.
/// - A target leaves it when it works, or when something else is found wrong with it in the same layer or above. What is
///   broken in a lower layer tells nothing of a higher one, so that an older incident stays open meanwhile.
/// - A target that hears nothing from beyond (``Fault/isSilence``), since the same time, over a gateway or interface that
///   an incident of a lower layer has broken, belongs to that incident, whatever it takes for the cause.
/// - It is over when no target is left in it, and the machine's own look does not name it. The same fault within a
///   minute opens it again.
struct IncidentReducer: Sendable {
    /// Open at once; further faults stay suspicions until there is room.
    static let maxOpen = 1_000
    /// Kept after their end.
    static let maxClosed = 1_000
    /// Targets named in one that is over; the others are counted.
    static let maxNamedWhenClosed = 256
    /// The same fault after no longer a pause than this is the same incident.
    static let flapping = Duration.seconds(60)
    /// Faults of different layers that began no further apart than this may be one.
    static let sameTime = Duration.seconds(10)
    /// Faults that are remembered of a target whose checks name one after the other.
    static let maxEarlier = 4

    /// A target whose last check failed, or was degraded.
    struct Trouble: Sendable {
        /// What its last check named.
        var fault: Fault
        /// When its checks began to name it.
        var since: ContinuousClock.Instant
        var footing: TargetDependencies?
        /// What it named before, since it last worked and while no incident held it down, with when it first did.
        var earlier: [Fault: Moment] = [:]
        /// The incidents that hold it down.
        var incidents: Set<Int> = []
        /// What its last check named may be left of what held it down: only a further one tells.
        var isUnsettled = false
    }

    var troubles: [String: Trouble] = [:]
    var suspicions: [Fault: PendingIncident] = [:]
    var open: [Int: OpenIncident] = [:]
    var openIDs: [Fault: Int] = [:]
    /// In the order of their ends.
    var closed: [StatusDocument.Incident] = []
    /// When those of the last minute ended, by the monotonic clock.
    var endings: [Int: ContinuousClock.Instant] = [:]
    var lastID = 0
    /// What the machine's own look at the network names.
    var machine: [Fault: Finding] = [:]
    /// Faults, open or suspected, by what they break.
    var breakers: [TargetDependencies.Part: Set<Fault>] = [:]
    /// By their keys.
    var configured: Set<String> = []
    /// What those are that have names.
    var namedTargets: [String: String] = [:]
    var changes = RecentChanges()
    var routers = Routers()
    /// What other daemons say of what fails here.
    var opinions: SecondOpinions?

    // MARK: What is asked of it

    /// Those that are open, worst first: errors before warnings, then by how many targets they have taken down, then the newest.
    var openDocuments: [StatusDocument.Incident] {
        open.values.map(\.document).sorted {
            ($0.cause.severity, $0.targetCount, $0.id) > ($1.cause.severity, $1.targetCount, $1.id)
        }
    }

    /// All that are kept: open ones first, the worst of them first, then the others from the newest on.
    var documents: [StatusDocument.Incident] { openDocuments + closed.reversed() }

    /// Whether a fault of this machine or its first hop holds the target down, so that nothing is known of itself.
    func isCutOff(_ target: String) -> Bool {
        guard let trouble = troubles[target] else { return false }
        if trouble.fault.isNear { return true }
        return trouble.incidents.contains {
            open[$0]?.fault.isNear == true && open[$0]?.witnesses.contains(target) == false
        }
    }

    /// Those of the targets that ``isCutOff(_:)`` says are. Troubles and incidents are examined where they lie: copies of all of
    /// them, each time the status is made, would be most of its cost.
    func cutOff(of targets: [String]) -> Set<String> {
        let near = Set(open.keys.filter { open[$0]?.fault.isNear == true })
        var found: Set<String> = []
        for target in targets {
            guard let place = troubles.index(forKey: target) else { continue }
            if troubles.values[place].fault.isNear || !near.isEmpty && isCutOff(target) { found.insert(target) }
        }
        return found
    }

    /// Whether a second check of the target would tell more.
    func isSuspected(_ target: String) -> Bool {
        troubles[target].map { $0.isUnsettled || suspicions[$0.fault] != nil } ?? false
    }

    /// When ``proceed(at:)`` has something to do.
    var due: ContinuousClock.Instant? {
        // What the machine's own look names is little; what targets are suspected of may be thousands.
        machine.keys.lazy.filter(\.isFactOfTheKernel).compactMap { suspicions[$0] }.filter(\.isOfMachine)
            .map { $0.first.clock + PendingIncident.shortest }.min()
    }

    // MARK: What it is told

    mutating func add(_ change: NetworkChange, at moment: Moment) {
        changes.add(change, at: moment)
    }

    /// Takes the targets of a configuration; those that are gone hold no incident open.
    ///
    /// - Parameters:
    ///   - targets: By their keys.
    ///   - named: What those are that have names.
    mutating func configure(
        _ targets: Set<String>, named: [String: String] = [:], at moment: Moment
    ) -> [IncidentEvent] {
        namedTargets = named
        let gone = configured.subtracting(targets).union(troubles.keys.filter { !targets.contains($0) })
        configured = targets
        var events = Ledger()
        for target in gone { free(target, as: .unwatched, at: moment, &events) }
        return events.told(in: self)
    }

    /// Takes in the report of a check that has just ended.
    mutating func add(_ report: Report, at moment: Moment) -> [IncidentEvent] {
        let target = report.key
        guard configured.contains(target) else { return [] }
        var events = Ledger()
        let begun = Moment(clock: moment.clock - report.duration.duration, wall: report.started)
        if let cause = report.cause, let fault = Fault(report)?.named(by: routers) {
            fail(target, by: fault, cause, report, from: begun, to: moment, &events)
        } else {
            free(target, at: begun, &events)
        }
        return events.told(in: self)
    }

    /// Takes in the machine's verdict.
    ///
    /// - Parameter isFresh: Gateways and resolvers have been asked for it; otherwise it is the old answers with the
    ///   kernel's facts of now, which neither confirms a fault nor ends one that answers have shown.
    mutating func add(
        _ verdict: MachineVerdict, _ snapshot: NetworkSnapshot, isFresh: Bool, from begun: Moment, at moment: Moment
    ) -> [IncidentEvent] {
        routers.learn(from: snapshot)
        var events = Ledger()
        var named: [Fault: Finding] = [:]
        for finding in verdict.findings where finding.severity > .info {
            named[Fault(finding, of: nil).named(by: routers)] = finding
        }
        let broken = named.filter { $0.value.severity == .error }.keys.map(\.layer).min()
        for fault in machine.keys where named[fault] == nil {
            // What lies above a broken layer cannot be told.
            if let broken, fault.layer > broken, openIDs[fault] != nil { continue }
            if isFresh || fault.isFactOfTheKernel { absolve(fault, at: moment, &events) }
        }
        for (fault, finding) in named {
            machine[fault] = finding
            if let id = openIDs[fault] {
                if open[id]?.isOfMachine == false {
                    open[id]?.isOfMachine = true
                    takeExplained(by: id, &events)
                }
                raise(finding, in: id, &events)
                continue
            }
            let isFirst = suspicions[fault]?.isOfMachine != true
            suspect(fault, finding, from: isFresh ? begun : moment) { $0.isOfMachine = true }
            guard !isFirst || isFresh, let suspicion = suspicions[fault] else { continue }
            if isFresh, suspicion.isConfirmed(byCheckFrom: begun.clock, to: moment.clock) {
                confirm(fault, at: moment, &events)
            }
        }
        return events.told(in: self) + proceed(at: moment)
    }

    /// Confirms what needs no second look, only some time to stand: the kernel's facts.
    mutating func proceed(at moment: Moment) -> [IncidentEvent] {
        var events = Ledger()
        for fault in machine.keys where fault.isFactOfTheKernel {
            guard let suspicion = suspicions[fault], suspicion.isOfMachine,
                suspicion.first.clock + PendingIncident.shortest <= moment.clock
            else { continue }
            confirm(fault, at: moment, &events)
        }
        return events.told(in: self)
    }

    /// Takes up what an earlier run of the daemon has kept: what was open is so until its targets say otherwise.
    mutating func restore(_ kept: [StatusDocument.Incident], lastID: Int, at moment: Moment) {
        closed = kept.filter { !$0.isOpen }.sorted { ($0.closed ?? $0.opened) < ($1.closed ?? $1.opened) }
            .suffix(Self.maxClosed)
        self.lastID = max(lastID, kept.map(\.id).max() ?? 0)
        for document in kept.filter(\.isOpen).prefix(Self.maxOpen) {
            let fault = Fault(document)
            guard openIDs[fault] == nil, open[document.id] == nil else { continue }
            var incident = OpenIncident(fault: fault, document: document, first: moment.clock)
            incident.named = Set(document.targets)
            // Others say what is so now.
            incident.document.cause.scope = nil
            // Of those that have been removed from the configuration, nothing more will be heard.
            incident.targets = incident.named.intersection(configured)
            incident.witnesses = incident.targets
            // Until the first look at the network, where that may name it: what lies above a broken layer it never takes back.
            incident.isOfMachine = fault.mayBeOfMachine || incident.targets.isEmpty
            if incident.targets.isEmpty, !document.targets.isEmpty, !fault.mayBeOfMachine {
                // The machine's own look would never name it, nor does a target any more.
                var over = document
                (over.closed, over.ending) = (max(moment.wall, document.opened), .unwatched)
                closed.append(over)
                continue
            }
            incident.broken = TargetDependencies.broken(by: document.cause, routers)
            if incident.isOfMachine { machine[fault] = document.cause }
            if let part = incident.broken { breakers[part, default: []].insert(fault) }
            for target in incident.targets {
                troubles[target, default: Trouble(fault: fault, since: moment.clock)].incidents.insert(document.id)
            }
            open[document.id] = incident
            openIDs[fault] = document.id
        }
    }
}
