import NetworkModel

/// Rules for a device on the path that silently drops connections and lets echo requests pass, such as a firewall, or a NAT
/// whose table of connections is full.
///
/// A host that drops connections itself looks different: routers report SYNs with small hop limits as far as echo requests.
enum DroppedRule {
    /// The minimum number of routers that report echo requests, and are silent for SYNs with the same hop limits. A single one
    /// may have sent too many errors (RFC 1812 section 4.3.2.8).
    private static let leastSilent = 2

    /// Whether it is useful to see how far SYNs get, compared with echo requests.
    static func isWorthATrace(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .tcp && subject.isSilent && subject.gateway != nil
            && UpstreamRule.isHeardBeyond(evidence)
    }

    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> [PathFollowUp] {
        isWorthATrace(subject, evidence) ? [.trace(PathDestination(subject.destination.address, .icmp))] : []
    }

    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        let address = subject.destination.address
        guard subject.isSilent, let trace = subject.trace, trace.transport == .tcp, trace.outcome == .silent,
            let last = trace.hops.last(where: { $0.address != nil }), let router = last.address,
            let echo = evidence.echoTrace(to: address),
            // Otherwise packets take several paths.
            echo.hops.contains(where: { $0.limit == last.limit && $0.address == router })
        else { return nil }
        let further = echo.hops.filter { $0.limit > last.limit && $0.address != nil && $0.address != address }
        guard let next = further.first?.address,
            further.count >= leastSilent || isSeenByNobody(router, next, evidence)
        else { return nil }
        var finding = Finding(
            PathCauses.dropped, confidence: further.count >= leastSilent ? 0.9 : 0.8,
            [
                "destination": subject.destination.text, "address": "\(address)", "port": "\(subject.destination.port)",
                "router": "\(router)", "next": "\(next)",
            ])
        if last.limit == 1 { finding.side = .network }
        return finding
    }

    /// Whether SYNs to documentation addresses end at the same router, while datagrams to them reach the same next one: that does
    /// not depend on the target.
    private static func isSeenByNobody(_ router: IPAddress, _ next: IPAddress, _ evidence: Evidence) -> Bool {
        let end = evidence.uplink.flatMap { UplinkIndications($0).overtakenOnce }
        return end?.router == router && end?.next == next
    }
}
