import NetworkModel

/// Rules for a line of the hosts file that leads a name to a server of this machine or of its link on purpose: to a site under
/// development, or past a gateway that does not reach its own public address from inside (hairpin NAT).
///
/// A line that was forgotten rather leads to a host that is gone, or that serves other names. Whoever has a valid certificate for the
/// name is meant in any case. Over plain HTTP, a page without an error is the most that can be seen. The contradiction is still
/// worth knowing, since an old copy of a site may be shown, but programs get what the line says, and it works.
enum MeantHostsRule {
    /// Whether an address of the hosts file is used, and serves the name: a host that is as near, or one with a valid certificate.
    static func isMeant(_ assessment: DNSAssessment) -> Bool {
        let evidence = assessment.evidence
        // A connection of one address family is enough.
        let here = assessment.answers.filter { $0.source == .hosts }.compactMap(\.address)
        guard evidence.proxy == nil, let used = evidence.usedAddress, here.contains(where: { $0.bytes == used.bytes }),
            used.isLoopback || CaptivePortal.isHere(used, evidence) || isProven(evidence)
        else { return false }
        if let http = evidence.http {
            guard http.outcome == .response, http.isStatusExpected != false,
                http.isStatusExpected == true || http.status.map({ (200..<400).contains($0) }) == true
            else { return false }
            return evidence.tls == nil || isProven(evidence)
        }
        return isProven(evidence)
    }

    private static func isProven(_ evidence: Evidence) -> Bool {
        evidence.tls.map { $0.outcome == .established && $0.problem == nil } ?? false
    }
}
