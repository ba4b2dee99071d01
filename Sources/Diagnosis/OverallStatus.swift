package import NetworkModel

/// From the machine's verdict and the targets' reports to the one status that a person asks for.
///
/// The machine's own cause comes first. A target that fails while the machine is well makes it degraded; when all
/// targets fail, it is down. A target that fails for lack of link, address or gateway follows from the machine's cause
/// and is no finding of its own (docs/decisions/0004).
package enum OverallStatus {
    /// - Parameters:
    ///   - machine: `nil` before the machine has been observed.
    ///   - publication: How the daemon's own announcement stands, which is told of beside the rest.
    package static func judge(
        _ machine: MachineVerdict?, targets: [StatusDocument.TargetStatus], publication: Publication
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        var (status, findings) = judge(machine ?? .none, targets: targets)
        if publication.state == .waiting, let reason = publication.reason {
            findings.append(.multicastUnavailable(reason))
        } else if publication.state == .renamed, let name = publication.name, let reason = publication.reason {
            findings.append(.nameTaken(reason: reason, name: name))
        }
        if status == .noErr, machine != nil { status = .connectionIndeterminate }
        return (status, findings)
    }

    package static func judge(
        _ machine: MachineVerdict, targets: [StatusDocument.TargetStatus]
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        // What is being maintained may fail.
        let targets = targets.contains(where: \.isInMaintenance) ? targets.filter { !$0.isInMaintenance } : targets
        var machine = machine
        if machine.status == .connectionDown {
            guard isReachedByProxy(machine, targets) else { return (.connectionDown, machine.findings) }
            machine.status = .connectionUp
            for index in machine.findings.indices where machine.findings[index].severity == .error {
                machine.findings[index].severity = .warning
            }
        }
        // By their places: the targets may be many, and each is a dozen references.
        let failed = targets.indices.filter { hasFailed(targets[$0]) }
        guard !failed.isEmpty else {
            // A machine without an uplink is meant for its own networks: what it is to reach there says how it is.
            let isProven = machine.isWithoutUplink && targets.contains { $0.status == .connectionUp }
            let status: ConnectionStatus =
                machine.status == .connectionIndeterminate && isProven ? .connectionUp : machine.status
            // What the machine's own finding says of a family is not said again of each target.
            let said = machine.findings.compactMap { LostFamilyRule.perTarget[$0.id] }
            let degraded = targets.indices.filter {
                targets[$0].status != .noErr && targets[$0].degraded
                    && !(targets[$0].cause.map { said.contains($0.id) } ?? false)
            }
            return (status, machine.findings + merged(degraded.lazy.map { targets[$0] }, severity: .warning))
        }
        let isAll = targets.indices.allSatisfy { targets[$0].status == .noErr || hasFailed(targets[$0]) }
        let findings = merged(failed.lazy.map { targets[$0] }, severity: isAll ? .error : .warning)
        let status = isAll ? .connectionDown : machine.status == .noErr ? .connectionUp : machine.status
        return (status, findings + machine.findings)
    }

    /// A network that lets nothing out but by its proxy: what is wrong beyond the gateway keeps nobody from working who uses that.
    private static func isReachedByProxy(
        _ machine: MachineVerdict, _ targets: [StatusDocument.TargetStatus]
    ) -> Bool {
        machine.findings.allSatisfy { $0.severity != .error || !($0.id.layer ?? .local).isNear }
            && targets.contains { $0.isProxied && $0.status == .connectionUp }
    }

    /// Those that are cut off by this machine's own fault fail by it.
    private static func hasFailed(_ target: StatusDocument.TargetStatus) -> Bool {
        target.status == .connectionDown
            || target.status == .connectionIndeterminate && target.cause?.severity == .error
    }

    /// Several targets of one cause are one finding: the same sentence, said once.
    private static func merged(
        _ targets: some Sequence<StatusDocument.TargetStatus>, severity: Severity
    ) -> [Finding] {
        var causes: [(cause: Finding, first: String, others: Int)] = []
        var places: [String: Int] = [:]
        for target in targets {
            guard let cause = target.cause else { continue }
            let sentence = "\(cause.id) \(cause.summary)"
            if let place = places[sentence] {
                causes[place].others += 1
            } else {
                places[sentence] = causes.count
                causes.append((cause, SafeText.escaped(target.key), 0))
            }
        }
        return causes.map { cause, first, others in
            var finding = cause
            finding.severity = severity
            // What is wrong with this machine or its router is not the target's affair.
            let isOwn = (finding.id.layer ?? .local).isNear
            if !isOwn, !finding.summary.contains(first) {
                let more = others > 0 ? " and \(others) more" : ""
                finding.summary = "\(first)\(more): \(finding.summary)"
            }
            return finding
        }
    }
}

extension StatusDocument {
    /// The findings that no open incident tells of: what one says is not said twice, though the words of the machine's own look
    /// change from one look to the next.
    package var findingsWithoutIncident: [Finding] {
        let open = incidents.filter(\.isOpen)
        return findings.filter { finding in !open.contains { $0.tells(of: finding) } }
    }

    /// Lists the incident of the cause before the others.
    package mutating func putCauseFirst() {
        guard let cause = findings.first,
            let place = incidents.firstIndex(where: {
                $0.isOpen && $0.cause.severity == cause.severity && $0.tells(of: cause)
            })
        else { return }
        incidents.insert(incidents.remove(at: place), at: 0)
    }
}

extension StatusDocument.Incident {
    fileprivate func tells(of finding: Finding) -> Bool {
        guard cause.id == finding.id else { return false }
        if cause.facts == finding.facts { return true }
        return culprit.map { finding.facts.values.contains($0) } ?? false
    }
}
