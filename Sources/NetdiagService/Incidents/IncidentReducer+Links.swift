import NetworkModel

/// Treats a lost carrier and a flapping link as one fault.
extension Fault {
    /// The fault of a link whose carrier was lost several times, if this is a lost carrier; `nil` for others.
    private var ofFlapping: Fault? {
        id == "link.no-carrier" ? Fault(id: "link.flapping", culprit: culprit) : nil
    }

    /// Whether two faults are those of one link, which comes and goes.
    func isOfSameLink(as other: Fault) -> Bool { ofFlapping == other || other.ofFlapping == self }

    /// The fault and the finding of a link that comes and goes, and is as severe as the lost carrier; `nil` if it is not known to.
    fileprivate func joined(
        _ finding: Finding, among known: [Fault: Finding]
    ) -> (fault: Fault, finding: Finding)? {
        guard let flapping = ofFlapping, var cause = known[flapping] else { return nil }
        cause.severity = max(cause.severity, finding.severity)
        return (flapping, cause)
    }
}

extension IncidentReducer {
    /// The machine's findings, without lost carriers of links that come and go.
    static func joiningCarriers(of named: [Fault: Finding]) -> [Fault: Finding] {
        var joined = named
        for (fault, finding) in named {
            guard let (flapping, cause) = fault.joined(finding, among: named) else { continue }
            joined[fault] = nil
            joined[flapping] = cause
        }
        return joined
    }

    /// The fault of a link that comes and goes, in place of the lost carrier that a target names; `nil` for other faults.
    func withFlapping(_ fault: Fault, _ finding: Finding) -> (Fault, Finding)? {
        fault.joined(finding, among: machine).map { ($0.fault, $0.finding) }
    }
}
