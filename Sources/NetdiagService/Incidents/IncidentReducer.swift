import Diagnosis
import NetdiagConfiguration
import NetworkModel

/// Derives incidents from reports: one fault is one incident, whichever targets it affects.
///
/// This is a pure reducer: its inputs are reports and kernel events with their times, its outputs are events of
/// incidents. The cost of a report does not grow with the number of targets, and a target that works needs no memory.
///
/// - A fault is a cause and what is broken (``Fault``). It is pending until a second check of the same target, or of
///   another, has observed it (``PendingIncident``); then an incident opens.
/// - If the checks of a target name one fault, then another, and then the first again, without success in between, the
///   first fault was observed twice.
/// - A target leaves an incident when it works, or when another fault is found in the same layer or above. A broken
///   lower layer says nothing about higher ones, so that an older incident stays open meanwhile, if the target itself
///   has named its fault. If all targets have left for other incidents, it has been replaced, and has not recovered.
/// - If an incident has replaced that of another fault of the same target, single checks that name the other fault again
///   belong to it: routers limit their errors, so that the same outage is named in different ways.
/// - A target that receives no response (``Fault/isSilence``) since the same time, over a gateway or interface that an
///   incident of a lower layer has broken, belongs to that incident, whatever cause its check names. So does a silent
///   host on the link of a silent gateway, if no host there has responded since.
/// - Losses to several hosts beyond one gateway are one incident, which continues that of the first of them
///   (``SharedLosses``). So are several silent ports of one host (``SilentHosts``), silent hosts to which packets are routed in a
///   loop (``LoopedHosts``), and names of several networks that are no longer reached over IPv6 (``LostIPv6``). A check that lacks the
///   packets which show that an address family leads nowhere names the fault that an earlier one has found (``LostFamilies``).
/// - An incident ends when it has no targets left, and the machine's own check does not find it. The same fault within
///   the settling time reopens it.
struct IncidentReducer: Sendable {
    /// The maximum number of open incidents; further faults stay pending until there is room.
    static let maxOpen = 1_000
    /// The maximum number of closed incidents that are kept.
    static let maxClosed = 1_000
    /// The maximum number of targets that a closed incident lists; the others are only counted.
    static let maxNamedWhenClosed = 256
    /// Faults of different layers may be one if they began within this time.
    static let sameTime = Duration.seconds(10)
    /// The same, if all targets of the earlier one have named the later one themselves since then: until their next check,
    /// which the default interval delays by a minute.
    static let sameOutage = Duration.seconds(75)
    /// The minimum time between two ``unconfirmedFaults``, each of which leads to an observation of the machine and a check of
    /// all targets.
    static let unconfirmedFaultInterval = Duration.seconds(10)
    /// The maximum number of gateways and interfaces in ``passes``.
    static let maxPassed = 64
    /// After this number of consecutive checks, an alternate is what is wrong now.
    static let maxAlternations = 5
    /// The maximum number of earlier faults that are remembered for a target with alternating faults.
    static let maxEarlier = 4

    /// A target whose last check failed, or was degraded.
    struct FailingTarget: Sendable {
        /// The fault that its last check named.
        var fault: Fault
        /// When its checks began to name this fault.
        var since: ContinuousClock.Instant
        var dependencies: TargetDependencies?
        /// Whether its last check was successful, with a warning.
        var isDegraded = false
        /// Earlier faults with the times when they were first named, since the target last worked and while it was in
        /// no incident.
        var earlier: [Fault: DualClockTime] = [:]
        /// The incidents that affect the target.
        var incidents: Set<Int> = []
        /// How many of its last checks named an alternate of its incident (``OpenIncident/alternates``).
        var alternations = 0
        /// Whether the fault of the last check may be a remainder of an incident that has ended, so that a further
        /// check must decide.
        var isUnsettled = false
    }

    var troubles: [String: FailingTarget] = [:]
    var pendingIncidents: [Fault: PendingIncident] = [:]
    var open: [Int: OpenIncident] = [:]
    var openIDs: [Fault: Int] = [:]
    /// Closed incidents, in the order of their ends.
    var closed: [StatusDocument.Incident] = []
    /// When the incidents ended that can still reopen, by the monotonic clock.
    var endings: [Int: ContinuousClock.Instant] = [:]
    /// The latest time of an input, from which the settling time counts: an incident may have ended before (`recover:`).
    var observed: ContinuousClock.Instant?
    /// The last reading of both clocks, and when the wall clock was last found to have been set.
    var wallClock: DualClockTime?
    var wallClockSet: ContinuousClock.Instant?
    var lastID = 0
    /// The faults that the machine's own check of the network finds.
    var machine: [Fault: Finding] = [:]
    /// The faults of ``machine`` that an earlier run stored, and that this run has not found yet.
    var assumed: Set<Fault> = []
    /// Whether the machine's own check finds a fault that breaks traffic, and the time of the last such check, or of
    /// the first one without the fault.
    var outage: (isOn: Bool, until: ContinuousClock.Instant?) = (false, nil)
    /// The last target that received a page over a gateway or interface, as long as it works, and when its check began.
    var pages: [TargetDependencies.Part: (target: String, since: ContinuousClock.Instant)] = [:]
    /// The same for targets of all kinds that work.
    var passes: [TargetDependencies.Part: (target: String, since: ContinuousClock.Instant)] = [:]
    /// The start of the last check that crossed the gateway, interface or link, even if its target has failed since.
    var lastPasses: [TargetDependencies.Part: ContinuousClock.Instant] = [:]
    /// The number of faults of the whole network that targets have named, but this machine's own check has not found.
    var unconfirmedFaults = 0
    /// The addresses of the DNS servers that this machine uses for all names.
    var resolvers: Set<String> = []
    /// Whether gateways and resolvers were queried at least once.
    var isMachineObserved = false
    /// When the last of ``unconfirmedFaults`` was counted.
    var lastUnconfirmedFault: ContinuousClock.Instant?
    /// Open and pending faults, by what they break.
    var breakers: [TargetDependencies.Part: Set<Fault>] = [:]
    /// The keys of the configured targets.
    var configured: Set<String> = []
    /// The names of the targets that have one, by their keys.
    var namedTargets: [String: String] = [:]
    var changes = RecentChanges()
    var routers = Routers()
    var losses = SharedLosses()
    var silences = SilentHosts()
    var loops = LoopedHosts()
    var lostIPv6 = LostIPv6()
    var lostFamilies = LostFamilies()
    /// The same fault within this time after the end of an incident reopens it (`alerts: settle:`).
    var settlingTime = Configuration.Alerts.defaultSettle
    /// What other daemons report about the faults here.
    var opinions: SecondOpinions?

    // MARK: Queries

    /// The open incidents, worst first: errors before warnings, then by the number of affected targets, then the
    /// newest.
    var openDocuments: [StatusDocument.Incident] {
        open.values.map(\.document).sorted {
            ($0.cause.severity, $0.targetCount, $0.id) > ($1.cause.severity, $1.targetCount, $1.id)
        }
    }

    /// All incidents: the open ones, worst first, then the closed ones, newest first.
    var documents: [StatusDocument.Incident] { openDocuments + closed.reversed() }

    /// Whether a fault of this machine or its first hop affects the target, so that nothing is known about the target
    /// itself.
    func isCutOff(_ target: String) -> Bool {
        guard let trouble = troubles[target] else { return false }
        if trouble.fault.isNear { return true }
        return trouble.incidents.contains {
            open[$0]?.fault.isNear == true && open[$0]?.witnesses.contains(target) == false
        }
    }

    /// The targets for which ``isCutOff(_:)`` is true. Troubles and incidents are read in place: copying all of them
    /// would be most of the cost of building the status.
    func cutOff(of targets: [String]) -> Set<String> {
        let near = Set(open.keys.filter { open[$0]?.fault.isNear == true })
        var found: Set<String> = []
        for target in targets {
            guard let place = troubles.index(forKey: target) else { continue }
            if troubles.values[place].fault.isNear || !near.isEmpty && isCutOff(target) { found.insert(target) }
        }
        return found
    }

    /// Whether a second check of the target would provide more information.
    func isSuspected(_ target: String) -> Bool {
        troubles[target].map { $0.isUnsettled || pendingIncidents[$0.fault] != nil } ?? false
    }

    /// When ``proceed(at:)`` is due.
    var due: ContinuousClock.Instant? {
        // The machine's own faults are few; the pending incidents of targets may be thousands.
        machine.keys.lazy.filter(\.isFactOfTheKernel).compactMap { pendingIncidents[$0] }.filter(\.isOfMachine)
            .map { $0.first.clock + PendingIncident.shortest }.min()
    }

    // MARK: Inputs

    mutating func add(_ change: NetworkChange, at moment: DualClockTime) {
        changes.add(change, at: moment)
    }

    /// Sets the configured targets; those that were removed keep no incident open.
    ///
    /// - Parameters:
    ///   - targets: The keys of the targets.
    ///   - named: The names of the targets that have one, by their keys.
    mutating func configure(
        _ targets: Set<String>, named: [String: String] = [:], at moment: DualClockTime
    ) -> [IncidentEvent] {
        var events = IncidentChanges()
        observe(at: moment, &events)
        namedTargets = named
        let gone = configured.subtracting(targets).union(troubles.keys.filter { !targets.contains($0) })
        configured = targets
        for target in gone { free(target, as: .unwatched, at: moment, &events) }
        return events.incidentEvents(in: self)
    }

    /// Adds the report of a check that has just ended.
    ///
    /// - Parameter since: When the first of several checks with this result began, which together count as one
    ///   (`after:`, `recover:`); `nil` if the check stands alone.
    mutating func add(
        _ report: Report, since: DualClockTime? = nil, at moment: DualClockTime
    ) -> [IncidentEvent] {
        let target = report.key
        guard configured.contains(target) else { return [] }
        var events = IncidentChanges()
        observe(at: moment, &events)
        let since = since.map { restated($0, at: moment) }
        let begun = restated(
            DualClockTime(clock: moment.clock - report.duration.duration, wall: report.started), at: moment)
        losses.record(report, routers, from: begun.clock)
        silences.record(report, from: begun.clock)
        loops.record(report, from: begun.clock)
        lostIPv6.record(report, from: begun.clock)
        lostFamilies.record(report, from: begun.clock)
        if let found = report.cause, let named = Fault(report)?.named(by: routers) {
            let (fault, cause) = shared(named, found, of: target)
            fail(target, by: fault, cause, report, from: begun, since: since, to: moment, &events)
            extendLosses(fault, by: cause, &events)
            describeSilence(fault, by: cause, &events)
        } else {
            recordSuccess(of: target, report, from: begun.clock)
            free(target, at: since ?? begun, &events)
        }
        return events.incidentEvents(in: self)
    }

    /// Adds the machine's verdict.
    ///
    /// - Parameters:
    ///   - isFresh: Whether gateways and resolvers were queried for it. Otherwise it consists of earlier
    ///   responses and the kernel's current facts, which neither confirms a fault nor ends one that responses have
    ///   shown.
    ///   - begun: When the queries began that found it, also if they were those of a smaller check of the uplink; if there
    ///   were none, the time of the facts.
    mutating func add(
        _ verdict: MachineVerdict, _ snapshot: NetworkSnapshot, isFresh: Bool, from begun: DualClockTime,
        at moment: DualClockTime
    ) -> [IncidentEvent] {
        var events = IncidentChanges()
        observe(at: moment, &events)
        let begun = restated(begun, at: moment)
        routers.update(from: snapshot)
        if isFresh { isMachineObserved = true }
        resolvers = Set(snapshot.resolvers.servers.map { "\($0.address)" })
        var named: [Fault: Finding] = [:]
        for finding in verdict.findings where finding.severity > .info {
            named[Fault(finding, of: nil).named(by: routers)] = finding
        }
        named = Self.joiningCarriers(of: named)
        let errors = named.filter { $0.value.severity == .error }.keys
        let broken = errors.map(\.layer).min()
        let isOutage = errors.contains(where: \.breaksTraffic)
        if isOutage || outage.isOn { outage.until = moment.clock }
        outage.isOn = isOutage
        for fault in machine.keys where named[fault] == nil {
            // The machine's check knows nothing about the layers above a broken one. Only targets do, if there are any.
            let isLeftToTargets = assumed.contains(fault) && openIDs[fault].map { open[$0]?.targets.isEmpty } == false
            if let broken, fault.layer > broken, openIDs[fault] != nil, !isLeftToTargets { continue }
            if isFresh || fault.isFactOfTheKernel { closeFault(fault, at: moment, &events) }
        }
        for (fault, finding) in named {
            machine[fault] = finding
            assumed.remove(fault)
            if let id = openIDs[fault] {
                if open[id]?.isOfMachine == false {
                    open[id]?.isOfMachine = true
                    mergeExplained(by: id, &events)
                }
                raise(finding, in: id, &events)
                recount(finding, in: id, &events)
                lower(finding, in: id, &events)
                continue
            }
            let isFirst = pendingIncidents[fault]?.isOfMachine != true
            updatePending(fault, finding, from: begun) { $0.isOfMachine = true }
            guard !isFirst || isFresh, let pendingIncident = pendingIncidents[fault] else { continue }
            if isFresh, pendingIncident.isConfirmed(byCheckFrom: begun.clock, to: moment.clock) {
                confirm(fault, at: moment, &events)
                // An earlier check may have reported it as an error; a target has shown since that it is not one.
                if let id = openIDs[fault] { lower(finding, in: id, &events) }
            }
        }
        return events.incidentEvents(in: self) + proceed(at: moment)
    }

    /// Confirms faults read from the kernel, which need no second check, only a minimum duration.
    mutating func proceed(at moment: DualClockTime) -> [IncidentEvent] {
        var events = IncidentChanges()
        for fault in machine.keys where fault.isFactOfTheKernel {
            guard let pendingIncident = pendingIncidents[fault], pendingIncident.isOfMachine,
                pendingIncident.first.clock + PendingIncident.shortest <= moment.clock
            else { continue }
            confirm(fault, at: moment, &events)
        }
        return events.incidentEvents(in: self)
    }

    /// Restores the incidents of an earlier run: an open one stays open until its targets show otherwise.
    mutating func restore(_ kept: [StatusDocument.Incident], lastID: Int, at moment: DualClockTime) {
        closed = kept.filter { !$0.isOpen }.sorted { ($0.closed ?? $0.opened) < ($1.closed ?? $1.opened) }
            .suffix(Self.maxClosed)
        for document in closed {
            // Incidents that ended within the settling time can still reopen. The wall clock decides, since the monotonic one may
            // have begun anew.
            let past = document.closed.map { moment.wall.millisecondsSince1970 - $0.millisecondsSince1970 } ?? 0
            if past >= 0, .milliseconds(past) < settlingTime(of: document) {
                endings[document.id] = moment.clock - .milliseconds(past)
            }
        }
        self.lastID = max(lastID, kept.map(\.id).max() ?? 0)
        for document in kept.filter(\.isOpen).prefix(Self.maxOpen) {
            let fault = Fault(document)
            guard openIDs[fault] == nil, open[document.id] == nil else { continue }
            var incident = OpenIncident(fault: fault, document: document, first: moment.clock)
            incident.named = Set(document.targets)
            incident.isOfEarlierRun = true
            // Other daemons will report the current scope.
            incident.document.cause.scope = nil
            // Targets that were removed from the configuration are not checked again.
            incident.targets = incident.named.intersection(configured)
            incident.witnesses = incident.targets
            // This applies until the first check of the machine, if that check can find the fault: it never ends an
            // incident above a broken layer.
            incident.isOfMachine = fault.mayBeOfMachine || incident.targets.isEmpty
            if incident.targets.isEmpty, !document.targets.isEmpty, !fault.mayBeOfMachine {
                // Neither the machine's own check nor a target would ever find it again.
                var over = document
                (over.closed, over.ending) = (max(moment.wall, document.opened), .unwatched)
                closed.append(over)
                continue
            }
            incident.broken = TargetDependencies.broken(by: document.cause, routers)
            if incident.isOfMachine {
                machine[fault] = document.cause
                assumed.insert(fault)
            }
            if let part = incident.broken { breakers[part, default: []].insert(fault) }
            for target in incident.targets {
                troubles[target, default: FailingTarget(fault: fault, since: moment.clock)].incidents.insert(
                    document.id)
            }
            open[document.id] = incident
            openIDs[fault] = document.id
            lostIPv6.restore(fault, at: moment.clock)
            if fault.id == PathCauses.loop.id, let target = incident.targets.min() {
                loops.add(document.cause, of: target, from: moment.clock)
            }
        }
    }
}
