import Diagnosis
import NetworkModel

/// From the machine's verdict and the targets' reports to the one status that a person asks for.
///
/// The machine's own cause comes first. A target that fails while the machine is well makes it degraded; when all
/// targets fail, it is down. A target that fails for want of link, address or gateway follows from the machine's cause
/// and is no finding of its own (docs/decisions/0004).
enum OverallStatus {
    static func judge(
        _ machine: MachineVerdict, targets: [StatusDocument.TargetStatus]
    ) -> (status: ConnectionStatus, findings: [Finding]) {
        guard machine.status != .connectionDown else { return (.connectionDown, machine.findings) }
        // By their places: the targets may be many, and each is a dozen references.
        let failed = targets.indices.filter { hasFailed(targets[$0]) }
        guard !failed.isEmpty else {
            let degraded = targets.indices.filter { targets[$0].status != .noErr && targets[$0].degraded }
            return (machine.status, machine.findings + degraded.compactMap { finding(targets[$0], severity: .warning) })
        }
        let isAll = targets.indices.allSatisfy { targets[$0].status == .noErr || hasFailed(targets[$0]) }
        var findings: [Finding] = []
        var said: Set<String> = []
        for place in failed {
            guard let found = finding(targets[place], severity: isAll ? .error : .warning) else { continue }
            // Several targets of one cause are one finding: the same sentence, said once.
            if said.insert("\(found.id) \(found.summary)").inserted { findings.append(found) }
        }
        let status = isAll ? .connectionDown : machine.status == .noErr ? .connectionUp : machine.status
        return (status, findings + machine.findings)
    }

    /// Those that are cut off by this machine's own fault fail by it.
    private static func hasFailed(_ target: StatusDocument.TargetStatus) -> Bool {
        target.status == .connectionDown
            || target.status == .connectionIndeterminate && target.cause?.severity == .error
    }

    private static func finding(_ target: StatusDocument.TargetStatus, severity: Severity) -> Finding? {
        guard var finding = target.cause else { return nil }
        finding.severity = severity
        let name = SafeText.escaped(target.target)
        if !finding.summary.contains(name) { finding.summary = "\(name): \(finding.summary)" }
        return finding
    }
}
