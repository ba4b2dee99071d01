import NetdiagConfiguration
import NetworkModel

/// The life cycle of an incident, from pending to its end.
extension IncidentReducer {
    mutating func updatePending(
        _ fault: Fault, _ finding: Finding, from begun: DualClockTime, _ change: (inout PendingIncident) -> Void
    ) {
        var pendingIncident = pendingIncidents[fault] ?? PendingIncident(finding: finding, first: begun)
        if fault.isMoreSpecific(by: finding, than: pendingIncident.finding) { pendingIncident.finding = finding }
        pendingIncident.broken = TargetDependencies.broken(by: pendingIncident.finding, routers)
        change(&pendingIncident)
        if let part = pendingIncident.broken { breakers[part, default: []].insert(fault) }
        pendingIncidents[fault] = pendingIncident
    }

    mutating func withdraw(_ target: String, from fault: Fault) {
        guard pendingIncidents[fault]?.targets.remove(target) != nil else { return }
        removeIfUnreferenced(fault)
    }

    private mutating func removeIfUnreferenced(_ fault: Fault) {
        guard let pendingIncident = pendingIncidents[fault], pendingIncident.targets.isEmpty,
            !pendingIncident.isOfMachine
        else { return }
        pendingIncidents[fault] = nil
        discardPending(pendingIncident.broken, fault)
    }

    private mutating func discardPending(_ part: TargetDependencies.Part?, _ fault: Fault) {
        guard let part else { return }
        breakers[part]?.remove(fault)
        if breakers[part]?.isEmpty == true { breakers[part] = nil }
    }

    /// Removes a fault that the machine's own check no longer finds.
    mutating func closeFault(_ fault: Fault, at moment: DualClockTime, _ events: inout IncidentChanges) {
        machine[fault] = nil
        assumed.remove(fault)
        if pendingIncidents[fault] != nil {
            pendingIncidents[fault]?.isOfMachine = false
            removeIfUnreferenced(fault)
        }
        if let id = openIDs[fault] {
            open[id]?.isOfMachine = false
            open[id]?.end(at: moment)
            // If all its targets have left for other incidents before, nothing is over for anybody.
            let successor = open[id]?.successor.flatMap { open[$0] == nil ? nil : $0 }
            endIfOver(id, as: successor == nil ? .recovered : .replaced, into: successor, at: moment, &events)
        }
    }

    /// Opens the incident of a fault that was observed a second time.
    mutating func confirm(_ fault: Fault, at moment: DualClockTime, _ events: inout IncidentChanges) {
        guard let pendingIncident = pendingIncidents[fault], open.count < Self.maxOpen else { return }
        pendingIncidents[fault] = nil
        let back = comingBack(fault, at: moment)
        var incident = OpenIncident(
            fault: fault,
            document: back
                ?? .init(
                    id: 0, cause: pendingIncident.finding, culprit: fault.culprit.text, targets: [],
                    opened: pendingIncident.first.wall, closed: nil,
                    changes: changes.before(pendingIncident.first.clock, until: moment.clock)),
            first: pendingIncident.first.clock)
        // A reopened incident shows the current finding, which may be another status of another target.
        incident.document.cause = pendingIncident.finding
        incident.isOfMachine = pendingIncident.isOfMachine
        incident.broken = pendingIncident.broken
        incident.named = Set(incident.document.targets)
        var taken = open.filter { explains(incident, $0.value) }.keys.sorted()
        if back == nil {
            if let first = taken.first {
                // The same fault under its first, wrong cause: that incident continues with the right one.
                taken.removeFirst()
                incident.document.id = first
                merge(first, into: &incident)
                events.changed.insert(first)
            } else {
                lastID += 1
                incident.document.id = lastID
            }
        }
        merge(taken, into: &incident, &events)
        let id = incident.document.id
        for target in pendingIncident.targets.sorted() {
            _ = incident.addTarget(target, isWitness: true, isDegraded: troubles[target]?.isDegraded == true)
            troubles[target]?.incidents.insert(id)
        }
        incident.document.cause.scope = scope(of: incident)
        if !events.changed.contains(id) { events.opened.insert(id) }
        openIDs[fault] = id
        open[id] = incident
        for target in incident.targets { clearPendingChecks(of: target, explainedBy: incident) }
    }

    /// Merges the incidents that follow from the fault of an open incident, which the machine's own check has now
    /// found.
    mutating func mergeExplained(by id: Int, _ events: inout IncidentChanges) {
        guard var incident = open[id] else { return }
        let taken = open.filter { $0.key != id && explains(incident, $0.value) }.keys.sorted()
        guard !taken.isEmpty else { return }
        merge(taken, into: &incident, &events)
        open[id] = incident
        events.changed.insert(id)
    }

    private mutating func merge(_ taken: [Int], into incident: inout OpenIncident, _ events: inout IncidentChanges) {
        for other in taken {
            if let document = open[other]?.document {
                events.merged.append(IncidentEvent(.merged, document, into: incident.document.id))
                events.changed.remove(other)
            }
            merge(other, into: &incident)
        }
    }

    /// Reopens the incident of the same fault that ended less than the settling time ago.
    private mutating func comingBack(_ fault: Fault, at moment: DualClockTime) -> StatusDocument.Incident? {
        trimEndedIncidents(at: moment)
        let place = closed.lastIndex { document in
            let ended = Fault(document).named(by: routers)
            return endings[document.id] != nil && (ended == fault || ended.isOfSameLink(as: fault))
        }
        guard let place else { return nil }
        var document = closed.remove(at: place)
        endings[document.id] = nil
        (document.closed, document.ending) = (nil, nil)
        document.reopened += 1
        return document
    }

    /// Shortens the lists of targets of incidents that ended too long ago to be reopened.
    mutating func trimEndedIncidents(at moment: DualClockTime) {
        guard endings.contains(where: { $0.value <= moment.clock - settlingTime }) else { return }
        for place in closed.indices {
            guard let end = endings[closed[place].id], end <= moment.clock - settlingTime(of: closed[place]) else {
                continue
            }
            closed[place].targets = Array(closed[place].targets.prefix(Self.maxNamedWhenClosed))
            endings[closed[place].id] = nil
        }
    }

    func settlingTime(of incident: StatusDocument.Incident) -> Duration {
        incident.cause.severity < .error ? max(settlingTime, Configuration.Alerts.settleOfWarnings) : settlingTime
    }

    /// Moves the targets of another incident to this one.
    private mutating func merge(_ other: Int, into incident: inout OpenIncident) {
        guard let old = open.removeValue(forKey: other) else { return }
        openIDs[old.fault] = nil
        // The outage began when the first of its incidents did.
        if old.document.opened < incident.document.opened {
            (incident.document.opened, incident.isOfEarlierRun) = (old.document.opened, old.isOfEarlierRun)
        }
        discardPending(old.broken, old.fault)
        for fault in old.alternates { incident.alternate(with: fault) }
        for target in old.document.targets {
            guard old.targets.contains(target) else {
                _ = incident.name(target)
                continue
            }
            let isWitness = troubles[target]?.fault == incident.fault
            _ = incident.addTarget(target, isWitness: isWitness, isDegraded: troubles[target]?.isDegraded == true)
            troubles[target]?.incidents.remove(other)
            troubles[target]?.incidents.insert(incident.document.id)
        }
    }

    /// Removes the pending incident of a target that this incident explains.
    private mutating func clearPendingChecks(of target: String, explainedBy incident: OpenIncident) {
        guard let trouble = troubles[target], trouble.fault != incident.fault else { return }
        withdraw(target, from: trouble.fault)
    }

    /// Replaces the cause of an incident by a more severe finding, or by one that names the router as the fault does.
    mutating func raise(_ finding: Finding, in id: Int, _ events: inout IncidentChanges) {
        guard let incident = open[id], incident.fault.isMoreSpecific(by: finding, than: incident.document.cause) else {
            return
        }
        replaceCause(of: id, by: finding, &events)
        _ = open[id]?.count()
        open[id]?.broken = TargetDependencies.broken(by: finding, routers)
        if let part = open[id]?.broken { breakers[part, default: []].insert(incident.fault) }
    }

    /// Replaces the cause of an incident by a less severe finding once nothing that keeps it open is more severe.
    mutating func lower(_ finding: Finding, in id: Int, _ events: inout IncidentChanges) {
        guard let incident = open[id], finding.severity < incident.document.cause.severity,
            finding.id == incident.document.cause.id, incident.targets.isSubset(of: incident.degraded),
            machine[incident.fault].map({ $0.severity <= finding.severity }) ?? true
        else { return }
        replaceCause(of: id, by: finding, &events)
        _ = open[id]?.count()
        discardPending(incident.broken, incident.fault)
        open[id]?.broken = nil
    }

    /// Replaces the cause of an incident by the same finding of this machine's own check with greater counts, as of the changes of a
    /// carrier. It keeps the greatest ones until it ends.
    mutating func recount(_ finding: Finding, in id: Int, _ events: inout IncidentChanges) {
        guard let known = open[id]?.document.cause, finding.id == known.id, finding.severity == known.severity,
            Set(finding.facts.keys) == Set(known.facts.keys)
        else { return }
        var isGreater = false
        for (key, value) in finding.facts where value != known.facts[key] {
            guard let new = Int(value), let old = known.facts[key].flatMap({ Int($0) }), min(new, old) >= 0 else {
                return
            }
            if new > old { isGreater = true }
        }
        if isGreater { replaceCause(of: id, by: finding, &events) }
    }

    /// Replaces the cause of an open incident, whose scope stays, since that is what other daemons report.
    mutating func replaceCause(of id: Int, by finding: Finding, _ events: inout IncidentChanges) {
        var finding = finding
        finding.scope = open[id]?.document.cause.scope
        open[id]?.document.cause = finding
        events.changed.insert(id)
    }

    mutating func endIfOver(
        _ id: Int, as ending: StatusDocument.Incident.EndReason = .recovered, into other: Int? = nil,
        at moment: DualClockTime, _ events: inout IncidentChanges
    ) {
        guard let incident = open[id], incident.isOver else { return }
        let moment = incident.lastEnd.map { $0.clock > moment.clock ? $0 : moment } ?? moment
        var ending = ending
        if ending == .replaced {
            let isOfError = incident.document.cause.severity == .error
            let isMoved = incident.document.targets.allSatisfy { target in
                troubles[target].map { !$0.incidents.isEmpty && !(isOfError && $0.isDegraded) } ?? false
            }
            if !isMoved { ending = .recovered }
        }
        open[id] = nil
        openIDs[incident.fault] = nil
        discardPending(incident.broken, incident.fault)
        trimEndedIncidents(at: moment)
        if ending == .replaced, let other { open[other]?.alternate(with: incident.fault) }
        var document = incident.document
        (document.closed, document.ending) = (max(moment.wall, document.opened), ending)
        closed.append(document)
        while closed.count > Self.maxClosed { endings[closed.removeFirst().id] = nil }
        endings[id] = max(moment.clock, observed ?? moment.clock)
        events.closed.append(IncidentEvent(.closed, document, into: document.ending == .replaced ? other : nil))
        events.changed.remove(id)
    }
}

/// The changes of incidents that one input caused.
struct IncidentChanges {
    var opened: Set<Int> = []
    var changed: Set<Int> = []
    var merged: [IncidentEvent] = []
    var closed: [IncidentEvent] = []

    /// The events, in an order that a listener can follow.
    func incidentEvents(in reducer: IncidentReducer) -> [IncidentEvent] {
        func current(_ ids: Set<Int>, _ kind: IncidentEvent.Kind) -> [IncidentEvent] {
            ids.sorted().compactMap { id in
                reducer.open[id].map { incident in
                    var event = IncidentEvent(kind, incident.document)
                    event.observedSince = incident.first
                    return event
                }
            }
        }
        return current(opened, .opened) + current(changed.subtracting(opened), .changed) + merged
            + closed
    }
}
