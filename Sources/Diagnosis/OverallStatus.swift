package import NetworkModel

/// The overall status of the daemon, from the machine's verdict and the targets' reports.
///
/// The machine's own cause comes first. A target that fails while the machine is well makes it degraded. If all targets fail,
/// it is down. If a target fails for lack of a link, address or gateway, that follows from the machine's cause and is no
/// separate finding (docs/decisions/0004).
package enum OverallStatus {
    /// Determines the overall status.
    ///
    /// - Parameters:
    ///   - machine: The machine's verdict; `nil` before the first observation.
    ///   - publication: The state of the daemon's own announcement.
    ///   - incidents: The open incidents.
    ///   - observed: When the last queries began from which the machine's verdict is; `nil` if there were none.
    ///   - isMulticastNeeded: Whether anything was configured that needs multicast DNS; the announcement itself is a default,
    ///     whose failure is information.
    package static func judge(
        _ machine: MachineVerdict?, targets: [StatusDocument.TargetStatus], publication: Publication,
        incidents: [StatusDocument.Incident] = [], observed: Timestamp? = nil, isMulticastNeeded: Bool = true
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        let gone = goneGateway(machine, incidents, since: observed).map { gone in
            MachineVerdict(
                status: .connectionDown, findings: [gone], gateways: machine?.gateways ?? [],
                resolvers: machine?.resolvers ?? [])
        }
        let targets = withSharedFaults(targets, incidents)
        var (status, findings) = judge(
            gone ?? machine ?? MachineVerdict.none, targets: targets, incidents: incidents, observed: observed)
        findings += secondFindings(of: targets, beside: findings)
        if publication.state == .waiting, let reason = publication.reason {
            findings.append(.multicastUnavailable(reason, isNeeded: isMulticastNeeded))
        } else if publication.state == .renamed, let name = publication.name, let reason = publication.reason {
            findings.append(.nameTaken(reason: reason, name: name))
        }
        if status == .noErr, machine != nil { status = .connectionIndeterminate }
        return (status, findings)
    }

    /// The fault of the only gateway that two checks of targets have found since the machine was last observed, which takes longer;
    /// `nil` if there is none.
    private static func goneGateway(
        _ machine: MachineVerdict?, _ incidents: [StatusDocument.Incident], since observed: Timestamp?
    ) -> Finding? {
        guard let machine, machine.status != .connectionDown, let observed, !machine.gateways.isEmpty else {
            return nil
        }
        return incidents.lazy.filter { $0.isOpen && $0.opened > observed && $0.cause.severity == .error }.map(\.cause)
            .first { cause in
                cause.id == GatewayCauses.unreachable.id
                    && machine.gateways.allSatisfy { "\($0.address)" == cause.facts["gateway"] }
            }
    }

    /// The targets, with the cause of an open incident in place of their own if that is about a fault that several targets share.
    private static func withSharedFaults(
        _ targets: [StatusDocument.TargetStatus], _ incidents: [StatusDocument.Incident]
    ) -> [StatusDocument.TargetStatus] {
        // Sets, since there may be thousands of targets, each of which is looked for.
        let shared = incidents.compactMap { incident -> (cause: Finding, parts: Set<CauseID>, targets: Set<String>)? in
            guard incident.isOpen, let found = Self.parts(of: incident.cause) else { return nil }
            return (incident.cause, found, Set(incident.targets))
        }
        guard !shared.isEmpty else { return targets }
        return targets.map { target in
            let faults = shared.filter { $0.targets.contains(target.key) }
            guard !faults.isEmpty else { return target }
            func whole(_ finding: Finding) -> Finding {
                faults.first { $0.parts.contains(finding.id) && isPart(finding, of: $0.cause) }?.cause ?? finding
            }
            var target = target
            target.cause = target.cause.map { whole($0) }
            target.secondFindings = target.secondFindings.map { whole($0) }
            return target
        }
    }

    /// The causes by which single targets name the shared fault of an incident; `nil` if it is none.
    private static func parts(of shared: Finding) -> Set<CauseID>? {
        switch shared.id {
        case PathCauses.sharedLoss.id: PathCauses.losses
        case TCPCauses.timeout.id where shared.facts["silent_host"] != nil: [shared.id, "icmp.no-reply"]
        case PathCauses.loop.id: [TCPCauses.timeout.id, "icmp.no-reply"]
        default: LostFamilyRule.perTarget[shared.id].map { [$0] }
        }
    }

    /// Whether the finding of a target may be a part of a shared fault. A name whose packets were routed in a loop may lead elsewhere
    /// by now.
    private static func isPart(_ finding: Finding, of shared: Finding) -> Bool {
        guard shared.id == PathCauses.loop.id else { return true }
        let networks = [finding, shared].map { $0.facts["address"].flatMap(IPAddress.init)?.smallestNetwork }
        return networks[0] == networks[1]
    }

    package static func judge(
        _ machine: MachineVerdict, targets: [StatusDocument.TargetStatus],
        incidents: [StatusDocument.Incident] = [], observed: Timestamp? = nil
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        // Targets in a maintenance window may fail.
        let targets = targets.contains(where: \.isInMaintenance) ? targets.filter { !$0.isInMaintenance } : targets
        var machine = counted(machine, beside: targets, incidents, since: observed)
        if machine.status == .connectionDown { return (.connectionDown, machine.findings) }
        // Programs reach the Internet, whatever the machine's own packets show.
        if machine.status == .connectionIndeterminate, isUplinkProven(by: targets, incidents) {
            machine.status = .connectionUp
        }
        // By position, since there may be many targets, and each consists of a dozen references.
        let failed = targets.indices.filter { hasFailed(targets[$0]) }
        guard !failed.isEmpty else {
            // A machine without an uplink is meant for its own networks, so that its targets there determine its status.
            let isProven = machine.isWithoutUplink && targets.contains { $0.status == .connectionUp }
            let status: ConnectionStatus =
                machine.status == .connectionIndeterminate && isProven ? .connectionUp : machine.status
            // What the machine's finding says about an address family is not repeated for each target.
            let said = machine.findings.compactMap { LostFamilyRule.perTarget[$0.id] }
            let degraded = targets.indices.filter {
                targets[$0].status != .noErr && targets[$0].degraded
                    && !(targets[$0].cause.map { said.contains($0.id) } ?? false)
            }
            let ofTargets = merged(degraded.lazy.map { targets[$0] }, severity: .warning)
            return (status, onceEach(machine.findings, ofTargets))
        }
        let isAll = targets.indices.allSatisfy { targets[$0].status == .noErr || hasFailed(targets[$0]) }
        let findings = merged(failed.lazy.map { targets[$0] }, severity: isAll ? .error : .warning)
        let status = isAll ? .connectionDown : machine.status == .noErr ? .connectionUp : machine.status
        let ofMachine = Dictionary(
            machine.findings.compactMap { finding -> (FaultIdentity, Finding)? in fault(finding).map { ($0, finding) }
            },
            uniquingKeysWith: { first, _ in first })
        // The machine's sentence names no target.
        let named = findings.map { finding -> Finding in
            guard var own = fault(finding).flatMap({ ofMachine[$0] }) else { return finding }
            own.severity = max(own.severity, finding.severity)
            return own
        }
        return (status, onceEach(named, machine.findings))
    }

    /// The verdict about this machine as it counts beside its targets: what they refute, or what none of them needs, is no error.
    /// Incidents are opened for what is left of it.
    ///
    /// - Parameters:
    ///   - incidents: The open incidents.
    ///   - observed: When the last queries began from which the verdict is; `nil` if the targets were checked at the same time.
    package static func counted(
        _ machine: MachineVerdict, beside targets: [StatusDocument.TargetStatus],
        _ incidents: [StatusDocument.Incident] = [], since observed: Timestamp? = nil
    ) -> MachineVerdict {
        let machine = refuted(machine, by: targets, incidents, since: observed)
        let isDown = machine.status == .connectionDown
        var counted = machine
        // A cable to one other host needs no other addresses.
        if isDown, isMeantForLink(machine, targets) {
            counted.lowerErrors(to: .info)
        } else if isDown || machine.status == .connectionIndeterminate, isReachedByProxy(machine, targets) {
            // That nothing shows whether direct connections work concerns users of the proxy no more than that they fail.
            counted.lowerErrors(to: .warning)
        } else if isProxyFailing(machine, targets) {
            counted.openUplink()
        }
        return counted
    }

    /// The findings of two lists, each fault once.
    private static func onceEach(_ first: [Finding], _ second: [Finding]) -> [Finding] {
        var known: Set<FaultIdentity> = []
        return (first + second).filter { finding in fault(finding).map { known.insert($0).inserted } ?? true }
    }

    /// What makes two findings one fault, although their sentences differ: the cause, and what is broken.
    struct FaultIdentity: Hashable {
        let id: CauseID
        let culprit: String?
    }

    private static let rules = Dictionary(
        SharedCauses.entries.map { ($0.id, $0.incident) }, uniquingKeysWith: { first, _ in first })

    /// The fault that a finding names; `nil` if it is one of a single target.
    static func fault(_ finding: Finding) -> FaultIdentity? {
        guard let scope = rules[finding.id]?.scope else { return nil }
        if let culprit = scope.culprit(in: finding.facts) {
            return FaultIdentity(id: finding.id, culprit: culprit)
        }
        return scope.owner == .machine ? FaultIdentity(id: finding.id, culprit: nil) : nil
    }

    /// Whether nothing is wrong except that this machine has link-local addresses alone, by which a target is reached.
    private static func isMeantForLink(
        _ machine: MachineVerdict, _ targets: [StatusDocument.TargetStatus]
    ) -> Bool {
        machine.findings.allSatisfy { $0.severity != .error || $0.id == AddressCauses.linkLocalOnly.id }
            && targets.contains { $0.isNeighbour && $0.status == .connectionUp && !$0.isInMaintenance }
    }

    /// Whether all targets are reached through a proxy, in a network that lets nothing else out. Users who go through the
    /// proxy are not affected by what is wrong beyond the gateway.
    private static func isReachedByProxy(
        _ machine: MachineVerdict, _ targets: [StatusDocument.TargetStatus]
    ) -> Bool {
        machine.findings.allSatisfy { $0.severity != .error || !($0.id.layer ?? .local).isNear }
            && targets.contains { $0.isProxied && $0.status == .connectionUp && !$0.isInMaintenance }
    }

    /// Whether a target has reached the Internet, and no incident since then may be the beginning of an outage, which that target has
    /// not noticed yet.
    private static func isUplinkProven(
        by targets: [StatusDocument.TargetStatus], _ incidents: [StatusDocument.Incident]
    ) -> Bool {
        let proofs = targets.filter(\.provesUplink)
        guard let proven = proofs.compactMap(\.last).max() else { return !proofs.isEmpty }
        return !incidents.contains { $0.isOpen && $0.opened > proven && mayBeOutage($0.cause) }
    }

    /// Whether a cause breaks the uplink, or is the silence of a host of the Internet.
    static func mayBeOutage(_ cause: Finding) -> Bool {
        guard cause.severity == .error, let rule = rules[cause.id] else { return false }
        if rule.breaks == .uplink { return true }
        return rule.basis == .silence && cause.facts["address"].flatMap(IPAddress.init)?.isOfInternet == true
    }

    /// Whether a target failed. Targets that this machine's own fault cuts off count as failed.
    package static func hasFailed(_ target: StatusDocument.TargetStatus) -> Bool {
        target.status == .connectionDown
            || target.status == .connectionIndeterminate && target.cause?.severity == .error
    }

    /// The findings of targets, in which several targets with the same fault, or the same cause and sentence, are merged.
    ///
    /// - Parameter single: The causes that are one fault, whatever they name.
    static func merged(
        _ targets: some Sequence<StatusDocument.TargetStatus>, severity: Severity, _ single: Set<CauseID> = []
    ) -> [Finding] {
        var causes: [(cause: Finding, first: String, others: Int)] = []
        var places: [FaultIdentity: Int] = [:]
        for target in targets {
            guard let cause = target.cause else { continue }
            let identity =
                single.contains(cause.id)
                ? FaultIdentity(id: cause.id, culprit: nil)
                : fault(cause) ?? FaultIdentity(id: cause.id, culprit: cause.summary)
            if let place = places[identity] {
                causes[place].others += 1
            } else {
                places[identity] = causes.count
                causes.append((cause, SafeText.escaped(target.key), 0))
            }
        }
        return causes.map { cause, first, others in
            var finding = cause
            finding.severity = severity
            // A fault of this machine or its router is not one of the target.
            let isOwn = (finding.id.layer ?? .local).isNear
            if !isOwn, !finding.summary.contains(first) {
                let more = others > 0 ? " and \(others) more" : ""
                finding.summary = "\(first)\(more): \(finding.summary)"
            }
            return finding
        }
    }
}

extension MachineVerdict {
    /// Lets the machine count as one that works, whose errors are less severe findings.
    mutating func lowerErrors(to severity: Severity) {
        status = .connectionUp
        for index in findings.indices where findings[index].severity == .error { findings[index].severity = severity }
    }
}

extension StatusDocument {
    /// The findings without an open incident. Both describe the same fault, even though the texts of the machine's findings
    /// change with each observation.
    package var findingsWithoutIncident: [Finding] {
        let open = incidents.filter(\.isOpen)
        return findings.filter { finding in !open.contains { $0.describes(of: finding) } }
    }

    /// Moves the incident of the cause to the front.
    package mutating func putCauseFirst() {
        guard let cause = findings.first,
            let place = incidents.firstIndex(where: {
                $0.isOpen && $0.cause.severity == cause.severity && $0.describes(of: cause)
            })
        else { return }
        incidents.insert(incidents.remove(at: place), at: 0)
    }
}

extension StatusDocument.Incident {
    fileprivate func describes(of finding: Finding) -> Bool {
        // A carrier that is lost again and again is the fault of one link.
        let isLink = cause.id == LinkCauses.flapping.id && finding.id == LinkCauses.noCarrier.id
        guard cause.id == finding.id || isLink else { return false }
        if cause.facts == finding.facts { return true }
        // The name that was resolved for the one may be another than for the other.
        if let fault = OverallStatus.fault(finding), fault == OverallStatus.fault(cause) { return true }
        return culprit.map { finding.facts.values.contains($0) } ?? false
    }
}
