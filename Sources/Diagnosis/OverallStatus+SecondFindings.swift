import NetworkModel

/// What the checks of targets find beside their causes.
extension OverallStatus {
    /// The warnings that the checks of targets have beside their causes: each fault once, and none that the findings have already.
    ///
    /// Those of targets whose causes are not among the findings are left out: nothing is said about these targets.
    ///
    /// - Parameter findings: The findings about the machine and the causes of its targets.
    static func secondFindings(
        of targets: [StatusDocument.TargetStatus], beside findings: [Finding]
    ) -> [Finding] {
        let ids = Set(findings.map(\.id))
        // What is said about an address family is not repeated for each target.
        let ofFamilies = Set(ids.compactMap { LostFamilyRule.perTarget[$0] })
        var second: [StatusDocument.TargetStatus] = []
        // By position, since there may be many targets, few of which have any.
        for place in targets.indices where !targets[place].secondFindings.isEmpty {
            var target = targets[place]
            guard !target.isInMaintenance, let cause = target.cause,
                ids.contains(cause.id) || ofFamilies.contains(cause.id)
            else { continue }
            for finding in target.secondFindings {
                target.cause = finding
                second.append(target)
            }
        }
        guard !second.isEmpty else { return [] }
        let families = ofFamilies.union(second.compactMap { $0.cause.flatMap { LostFamilyRule.perTarget[$0.id] } })
        let known = Set(findings.compactMap { fault($0) })
        let news = second.filter { target in
            guard let finding = target.cause, !families.contains(finding.id) else { return false }
            if let identity = fault(finding) { return !known.contains(identity) }
            return !findings.contains { $0.id == finding.id && $0.facts == finding.facts }
        }
        return merged(news, severity: .warning, Set(LostFamilyRule.perTarget.values))
    }
}
