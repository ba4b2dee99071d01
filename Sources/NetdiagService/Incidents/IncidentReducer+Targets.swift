import Diagnosis
import NetworkModel
import TargetKinds

/// The effects of a target's report on incidents.
extension IncidentReducer {
    /// - Parameter since: When the first of several checks with this result began, of which this is the last; `nil` if it
    ///   stands alone.
    mutating func fail(
        _ target: String, by fault: Fault, _ finding: Finding, _ report: Report, from begun: DualClockTime,
        since: DualClockTime? = nil, to ended: DualClockTime,
        _ events: inout IncidentChanges
    ) {
        // A success with a warning ends an outage with the first success, and confirms nothing about the warning.
        let isUp = report.status == .connectionUp
        let failingSince = isUp ? nil : since
        if isAlternation(of: target, by: fault, finding.severity) {
            troubles[target]?.alternations += 1
            forgetSuccess(of: target)
            return
        }
        // The fault that the target named before it was cut off by this machine is no longer valid.
        let isBack =
            isCutOff(target) && troubles[target]?.fault != fault
            || !outage.isOn && outage.until.map { begun.clock < $0 } == true || isFirst(fault, afterOutageOf: target)
        var trouble = troubles[target] ?? FailingTarget(fault: fault, since: begun.clock)
        if !trouble.incidents.isEmpty { trouble.earlier = [:] }
        if trouble.fault != fault {
            if trouble.incidents.isEmpty { recordPreviousFault(target, &trouble, at: begun) }
            withdraw(target, from: trouble.fault)
            trouble.fault = fault
            trouble.since = begun.clock
        }
        trouble.dependencies = TargetDependencies(report, routers)
        if isUp {
            recordSuccess(of: target, report, from: begun.clock)
        } else {
            forgetSuccess(of: target)
        }
        trouble.isUnsettled = false
        if openIDs[fault] != nil { trouble.alternations = 0 }
        trouble.isDegraded = finding.severity < .error
        troubles[target] = trouble
        var explaining: Int?
        if let id = openIDs[fault] {
            withdraw(target, from: fault)
            addTarget(target, in: id, isWitness: true, &events)
            if let failingSince { advance(id, to: failingSince, &events) }
            raise(finding, in: id, &events)
            lower(finding, in: id, &events)
            // An earlier incident of the target may have been this fault, which was not recognised at first.
            if (troubles[target]?.incidents.count ?? 0) > 1 { mergeExplained(by: id, &events) }
        } else if let id = explanation(of: trouble, finding.severity) {
            withdraw(target, from: fault)
            addTarget(target, in: id, isWitness: false, &events)
            explaining = id
        } else if isBack, finding.severity == .warning || fault.isSilence && !fault.isNear {
            // The first check after this machine was cut off, or after an outage, may have begun before the end of that. If it
            // was slow, or received nothing for part of its time, it shows nothing new. The next one counts.
            troubles[target]?.isUnsettled = true
            if fault.isSilence { return }
        } else {
            countUnconfirmedFault(of: fault, finding, at: ended.clock)
            updatePending(fault, finding, from: begun) { pendingIncident in
                pendingIncident.targets.insert(target)
                if let failingSince, failingSince.clock < pendingIncident.first.clock {
                    pendingIncident.first = failingSince
                }
                if let earlier = trouble.earlier[fault], earlier.clock < pendingIncident.first.clock {
                    pendingIncident.first = earlier
                }
            }
            // A pending incident of a lower layer that would explain this one must be confirmed or dropped first.
            let isConfirmed =
                failingSince != nil
                || pendingIncidents[fault]?.isConfirmed(byCheckFrom: begun.clock, to: ended.clock) == true
            guard isConfirmed, !isPendingBeneath(trouble) else { return }
            confirm(fault, at: ended, &events)
        }
        // A broken lower layer that explains the fault counts in its place, since nothing is known of the layers above.
        let shown = explaining.flatMap { open[$0]?.fault } ?? fault
        releaseTarget(target, asItNames: shown, but: explaining, at: isUp ? since ?? begun : begun, &events)
    }

    /// Whether the target has named an outage until now, the end of which this machine's own check has not seen yet.
    private func isFirst(_ fault: Fault, afterOutageOf target: String) -> Bool {
        guard outage.isOn, let trouble = troubles[target], trouble.fault != fault, !trouble.isUnsettled else {
            return false
        }
        return trouble.incidents.contains { open[$0]?.fault.breaksTraffic == true }
    }

    /// Counts that a target is the first to name a fault of the network.
    private mutating func countUnconfirmedFault(of fault: Fault, _ finding: Finding, at moment: ContinuousClock.Instant)
    {
        guard finding.severity == .error, fault.isNear || fault.breaksTraffic || isOfResolvers(fault),
            pendingIncidents[fault] == nil, machine[fault] == nil, isMachineObserved,
            lastUnconfirmedFault.map({ $0 + Self.unconfirmedFaultInterval <= moment }) ?? true
        else { return }
        unconfirmedFaults += 1
        lastUnconfirmedFault = moment
    }

    /// Whether a fault is one of the DNS servers that this machine uses for all names.
    private func isOfResolvers(_ fault: Fault) -> Bool {
        guard fault.layer == .dns, case .named(let servers) = fault.culprit else { return false }
        return servers.split(separator: ", ").allSatisfy { resolvers.contains(String($0)) }
    }

    /// Lets an open incident begin with an earlier failure, which counts only now.
    private mutating func advance(_ id: Int, to moment: DualClockTime, _ events: inout IncidentChanges) {
        guard let incident = open[id], moment.wall < incident.document.opened else { return }
        open[id]?.document.opened = moment.wall
        open[id]?.first = min(incident.first, moment.clock)
        events.changed.insert(id)
    }

    /// Whether the check only names the outage in another way, as it did before.
    private func isAlternation(of target: String, by fault: Fault, _ severity: Severity) -> Bool {
        guard let trouble = troubles[target], trouble.alternations < Self.maxAlternations, severity == .error,
            !trouble.isDegraded, openIDs[fault] == nil, machine[fault] == nil
        else { return false }
        return trouble.incidents.contains { id in
            open[id].map { $0.document.cause.severity == .error && $0.alternates.contains(fault) } ?? false
        }
    }

    /// Remembers the previous fault: a server that returns alternating errors, and never the right response, is down
    /// all the time.
    private func recordPreviousFault(_ target: String, _ trouble: inout FailingTarget, at moment: DualClockTime) {
        guard pendingIncidents[trouble.fault]?.targets.contains(target) == true, trouble.earlier[trouble.fault] == nil,
            trouble.earlier.count < Self.maxEarlier
        else { return }
        trouble.earlier[trouble.fault] = moment - trouble.since.duration(to: moment.clock)
    }

    /// Releases a target that works, or that is no longer configured.
    mutating func free(
        _ target: String, as ending: StatusDocument.Incident.EndReason = .recovered, at moment: DualClockTime,
        _ events: inout IncidentChanges
    ) {
        if ending == .unwatched {
            forgetSuccess(of: target)
            losses.withdraw(target)
            silences.withdraw(target)
            loops.withdraw(target)
            lostIPv6.withdraw(target)
            lostFamilies.withdraw(target)
        }
        guard let trouble = troubles.removeValue(forKey: target) else { return }
        withdraw(target, from: trouble.fault)
        for id in trouble.incidents { release(target, from: id, as: ending, at: moment, &events) }
    }

    /// Remembers that a target works over a gateway, which then forwards packets; if it is a page, no portal responds for
    /// everybody there. One target for each gateway is enough.
    mutating func recordSuccess(of target: String, _ report: Report, from begun: ContinuousClock.Instant) {
        guard report.status == .connectionUp, report[ProxyEvidence.self] == nil else { return }
        let dependencies = TargetDependencies(report, routers)
        for part in dependencies.parts + [dependencies.link].compactMap(\.self) {
            if lastPasses.count >= Self.maxPassed, lastPasses[part] == nil { lastPasses = [:] }
            lastPasses[part] = lastPasses[part].map { max($0, begun) } ?? begun
        }
        for part in dependencies.parts {
            if passes.count >= Self.maxPassed, passes[part] == nil { (passes, pages) = ([:], [:]) }
            passes[part] = (target, begun)
            if report[HTTPEvidence.self] != nil { pages[part] = (target, begun) }
        }
    }

    private mutating func forgetSuccess(of target: String) {
        if passes.contains(where: { $0.value.target == target }) {
            passes = passes.filter { $0.value.target != target }
        }
        if pages.contains(where: { $0.value.target == target }) { pages = pages.filter { $0.value.target != target } }
    }

    /// Whether a target works over a gateway although there is no Internet behind it, so that this does not explain why
    /// another one is silent.
    private func isPassed(_ part: TargetDependencies.Part, in fault: Fault, since begun: ContinuousClock.Instant?)
        -> Bool
    {
        guard fault.breaksUplink, let begun else { return false }
        return passes[part].map { $0.since > begun } ?? false
    }

    /// Releases the target from the incidents that its current fault shows to be over for it: those of the same layer and
    /// below, and those that only explained what it named before.
    private mutating func releaseTarget(
        _ target: String, asItNames fault: Fault, but explaining: Int?, at moment: DualClockTime,
        _ events: inout IncidentChanges
    ) {
        for id in troubles[target]?.incidents ?? [] where id != explaining {
            guard let other = open[id], other.fault != fault else { continue }
            // A target that works with a warning does not have the fault of an error any more, whatever its layer is.
            let isWorking = troubles[target]?.isDegraded == true && other.document.cause.severity == .error
            guard isWorking || other.fault.layer <= fault.layer || !other.witnesses.contains(target) else { continue }
            troubles[target]?.incidents.remove(id)
            release(
                target, from: id, as: isWorking ? .recovered : .replaced,
                into: isWorking ? nil : explaining ?? openIDs[fault], at: moment, &events)
        }
    }

    private mutating func addTarget(_ target: String, in id: Int, isWitness: Bool, _ events: inout IncidentChanges) {
        let isDegraded = troubles[target]?.isDegraded == true
        if open[id]?.addTarget(target, isWitness: isWitness, isDegraded: isDegraded) == true {
            events.changed.insert(id)
        }
        troubles[target]?.incidents.insert(id)
    }

    private mutating func release(
        _ target: String, from id: Int, as ending: StatusDocument.Incident.EndReason = .recovered,
        into other: Int? = nil,
        at moment: DualClockTime,
        _ events: inout IncidentChanges
    ) {
        // If the incident only explained what the target named, it may have ended before.
        let isExplained = ending == .replaced && open[id]?.witnesses.contains(target) == false
        let end = isExplained ? open[id]?.lastEnd ?? moment : moment
        open[id]?.release(target, at: end)
        open[id]?.successor = ending == .replaced ? other : nil
        // The machine's own finding may be less severe than the target's was.
        if let finding = open[id].flatMap({ machine[$0.fault] }) { lower(finding, in: id, &events) }
        endIfOver(id, as: ending, into: other, at: end, &events)
    }

    /// The open incident of a lower layer that explains why the target receives no response.
    private func explanation(of trouble: FailingTarget, _ severity: Severity) -> Int? {
        let uplink = open.filter { follows(trouble, from: $0.value) }.map(\.key)
        let explaining = (faultsBeneath(trouble).compactMap { openIDs[$0] } + uplink).filter { id in
            guard let incident = open[id] else { return false }
            // A target that is up with a warning is not affected.
            let isHeld =
                severity == .error || incident.document.cause.severity < .error
                || trouble.fault.isOfFamily(brokenBy: incident.fault)
            return isHeld && incident.isWitnessed && trouble.since >= incident.first - delay(of: incident.fault)
        }
        // The lowest layer counts; within a layer, the incident that opened first.
        return explaining.min { left, right in
            (open[left]?.fault.layer.depth ?? 0, left) < (open[right]?.fault.layer.depth ?? 0, right)
        }
    }

    /// The maximum time by which a fault may begin later than its effects. The effects of a broken address family are
    /// warnings, which do not make this machine examine its network earlier.
    private func delay(of fault: Fault) -> Duration { fault.breaksFamily ? Self.sameOutage : Self.sameTime }

    /// Whether the failure results from the broken uplink, and nothing shows that the target is reached by another
    /// path.
    private func follows(_ trouble: FailingTarget, from uplink: OpenIncident) -> Bool {
        if uplink.isOfRewriting { return trouble.fault.isSilence }
        // The machine's own finding about the DNS servers applies to each name.
        if uplink.isOfMachine, uplink.fault.id == trouble.fault.id, trouble.fault.layer == .dns { return true }
        guard trouble.fault.mayFollow(from: uplink.fault), concerns(trouble, uplink),
            // All targets share the portal, and the machine's own check has its name.
            trouble.fault.id != uplink.fault.id || uplink.isOfMachine
        else { return false }
        // A portal may resolve all names to its own address, which is on the link.
        return trouble.fault.layer == .dns || trouble.fault.id == uplink.fault.id
            || trouble.dependencies?.leavesByGateway == true
    }

    /// Whether what the incident breaks also carries the target's packets, so that its fault may follow from it.
    private func concerns(_ trouble: FailingTarget, _ uplink: OpenIncident) -> Bool {
        let parts = trouble.dependencies?.parts ?? []
        if uplink.fault.isOfEverybody {
            // A server that returns 511 may be alone with that. A portal of the network lets no page pass.
            return uplink.isOfMachine && !parts.contains { pages[$0].map { $0.since >= uplink.first } ?? false }
        }
        if uplink.isOfMachine { return true }
        // The resolver that responded may be on the link, which is no evidence against it.
        if parts.isEmpty { return trouble.fault.layer == .dns }
        return uplink.fault.sharedPart(in: uplink.document.cause, routers).map(parts.contains) ?? false
    }

    private func isPendingBeneath(_ trouble: FailingTarget) -> Bool {
        faultsBeneath(trouble).contains { fault in
            pendingIncidents[fault].map { trouble.since >= $0.first.clock - Self.sameTime } ?? false
        }
    }

    /// The faults of lower layers that break a dependency of a silent target.
    private func faultsBeneath(_ trouble: FailingTarget) -> [Fault] {
        guard trouble.fault.isSilence, let dependencies = trouble.dependencies else { return [] }
        let beneath: [Fault] = dependencies.parts.flatMap { part in
            (breakers[part] ?? []).filter { fault in
                let begun = openIDs[fault].flatMap { open[$0]?.first } ?? pendingIncidents[fault]?.first.clock
                return fault.layer < trouble.fault.layer && !isPassed(part, in: fault, since: begun)
            }
        }
        return gatewaysBeside(trouble) + beneath
    }

    /// The faults of silent gateways on the link of a silent host: a switch or access point between them and this machine is
    /// the likely cause, and not several hosts at the same time.
    private func gatewaysBeside(_ trouble: FailingTarget) -> [Fault] {
        guard trouble.dependencies?.link != nil else { return [] }
        return breakers.flatMap { part, faults -> Set<Fault> in
            guard case .gateway = part else { return [] }
            return faults.filter { fault in
                let incident = openIDs[fault].flatMap { open[$0] }
                guard let finding = incident?.document.cause ?? pendingIncidents[fault]?.finding,
                    let begun = incident?.first ?? pendingIncidents[fault]?.first.clock
                else { return false }
                return isBeside(trouble, fault, finding, since: begun)
            }
        }
    }

    /// Whether a silent host is on the link of a silent gateway, where no host has responded since, and became silent at the
    /// same time, or at its next check.
    private func isBeside(
        _ trouble: FailingTarget, _ fault: Fault, _ finding: Finding, since begun: ContinuousClock.Instant
    ) -> Bool {
        guard fault.isSilentGateway, fault.layer < trouble.fault.layer, let link = trouble.dependencies?.link,
            let interface = finding.facts["interface"], link == .link(interface),
            trouble.since <= begun + Self.sameOutage
        else { return false }
        return lastPasses[link].map { $0 <= begun + Self.sameTime } ?? true
    }

    /// Whether the targets of an incident got no response and have not worked since, and all of them now name another
    /// fault of a lower layer, which was confirmed shortly afterwards. The same holds for losses, if that is another
    /// host with this machine's address, which takes some of the packets. If another target has worked meanwhile over
    /// what that breaks, the first fault was one of its own. If this machine's own check has found the first fault, it
    /// must have found the other one as well.
    private func isRenamed(_ other: OpenIncident, as incident: OpenIncident) -> Bool {
        let isExplained = other.fault.isSilence || incident.fault.id == "address.duplicate" && other.fault.isLoss
        let isOwn = incident.broken.flatMap { lastPasses[$0] }.map { $0 > other.first + Self.sameTime } ?? false
        return !isOwn && (!other.isOfMachine || incident.isOfMachine) && isExplained && !other.targets.isEmpty
            && other.fault.layer > incident.fault.layer && other.first >= incident.first - Self.sameOutage
            && other.targets.allSatisfy { troubles[$0]?.fault == incident.fault }
    }

    /// Whether the incident, which has just opened, explains all failures of another one.
    func explains(_ incident: OpenIncident, _ other: OpenIncident) -> Bool {
        if isRenamed(other, as: incident) || shares(other, with: incident) { return true }
        if incident.isOfRewriting, other.fault.isSilence {
            return !other.isOfMachine && other.first >= incident.first - Self.sameTime
        }
        let isSameOfMachine = incident.isOfMachine && other.fault.id == incident.fault.id && other.fault.layer == .dns
        if isSameOfMachine || other.fault.mayFollow(from: incident.fault) {
            // The machine's own check may have named another cause first, which it has now replaced by this one.
            return other.first >= incident.first - delay(of: incident.fault)
                && (!other.isOfMachine || incident.isOfMachine)
                && other.targets.allSatisfy { target in
                    // Some of its targets may have named the fault itself by now.
                    troubles[target].map { $0.fault == incident.fault || follows($0, from: incident) } ?? true
                }
        }
        guard let part = incident.broken, other.fault.layer > incident.fault.layer, other.fault.isSilence,
            other.first >= incident.first - Self.sameTime, !other.targets.isEmpty,
            !isPassed(part, in: incident.fault, since: incident.first)
        else { return false }
        return other.targets.allSatisfy { target in
            guard let trouble = troubles[target] else { return false }
            return trouble.fault == incident.fault || trouble.dependencies?.parts.contains(part) == true
                || isBeside(trouble, incident.fault, incident.document.cause, since: incident.first)
        }
    }
}
