import NetworkModel

/// The uplink as checks of targets see it: looked at once a check has failed, since a target that answers proves its own way.
enum UplinkRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let uplink = evidence.uplink, isAffected(evidence) else { return TunnelRule.findings(in: evidence) }
        let found = UplinkReading(uplink).findings.filter { $0.severity == .error }
        guard found.isEmpty else { return found }
        return LegRule.finding(in: uplink, isSomethingSilent: true).map { [$0] } ?? []
    }

    /// That of IPv4 says little of a target that is reached over IPv6 alone.
    static func status(of uplink: UplinkEvidence, in evidence: Evidence) -> ConnectionStatus {
        let status = UplinkReading(uplink).status
        return status == .connectionDown && !isAffected(evidence) ? .connectionIndeterminate : status
    }

    static func questions(in evidence: Evidence) -> [Question] {
        isAffected(evidence) || TunnelRule.isAffected(evidence) ? [.path(.uplink)] : []
    }

    /// Whether the target failed in a way that a broken uplink explains: nobody beyond the gateway has said anything, or no
    /// resolver could say where it is.
    private static func isAffected(_ evidence: Evidence) -> Bool {
        guard !evidence.isAboutMulticast else { return false }
        let subjects = evidence.pathSubjects
        if !subjects.isEmpty {
            return
                (evidence.uplink?.isOfIPv6Alone == true
                || subjects.contains { $0.destination.address.family == .ipv4 })
                && subjects.allSatisfy { $0.gateway != nil || isResolver($0, evidence) }
                && !UpstreamRule.isHeardBeyond(evidence)
        }
        guard let resolution = evidence.proxy?.resolution ?? evidence.dns?.resolution, resolution.answers.isEmpty else {
            return false
        }
        let wire = resolution.failures.filter { $0.source == .dns }
        return !wire.isEmpty
            && wire.allSatisfy { $0.reason == .refused || $0.reason == .servfail || $0.reason == .timeout }
    }

    /// The gateway, or a host on the link, that was to ask others.
    private static func isResolver(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .udp && evidence.dns?.resolution.answers.isEmpty == true
    }
}
