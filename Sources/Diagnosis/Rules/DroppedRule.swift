import NetworkModel

/// Rules for a device on the path that silently drops connections and lets echo requests pass, such as a firewall, or a NAT
/// whose table of connections is full.
///
/// A host that drops connections itself looks different: routers report SYNs with small hop limits as far as echo requests.
enum DroppedRule {
    /// The minimum number of routers that report echo requests, and are silent for SYNs with the same hop limits. A single one
    /// may have sent too many errors (RFC 1812 section 4.3.2.8), so that more SYNs are sent to it.
    private static let leastSilent = 2

    /// Ports that many providers filter, since worms and senders of spam use them (RFC 5068).
    private static let filteredPorts: Set<UInt16> = [25, 135, 139, 445]

    /// The end of the SYNs, if echo requests get further.
    private struct Comparison {
        var router: IPAddress
        var limit: Int
        /// The routers behind it that report echo requests.
        var further: [PathEvidence.Trace.Hop]
        var silentAt: Int?

        /// Whether the SYNs do not get to the next router, as its silence for several shows.
        var isCertain: Bool { further.count >= leastSilent || silentAt != nil && silentAt == further.first?.limit }
    }

    /// Whether it is useful to see how far SYNs get, compared with echo requests.
    static func isWorthATrace(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .tcp && subject.isSilent && subject.gateway != nil
            && UpstreamRule.isHeardBeyond(evidence)
    }

    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> [PathFollowUp] {
        let echoes: [PathFollowUp] =
            isWorthATrace(subject, evidence) ? [.trace(PathDestination(subject.destination.address, .icmp))] : []
        guard let end = comparison(subject, evidence), !end.isCertain, let next = end.further.first else {
            return echoes
        }
        return echoes + [.hop(subject.destination, limit: next.limit)]
    }

    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        guard let end = comparison(subject, evidence), let next = end.further.first?.address,
            end.isCertain || isSeenByNobody(end.router, next, subject.destination.port, evidence)
        else { return nil }
        let address = subject.destination.address
        var facts = [
            "destination": subject.destination.text, "address": "\(address)", "port": "\(subject.destination.port)",
            "router": "\(end.router)", "next": "\(next)",
        ]
        facts["blocked_port"] = filteredPort(of: subject.destination)
        var finding = Finding(
            PathCauses.dropped, confidence: end.further.count >= leastSilent ? 0.9 : 0.8, facts)
        if end.limit == 1 { finding.side = .network }
        return finding
    }

    /// Whether a router behind the last one that reports SYNs reports echo requests, so that it is open whether the SYNs are
    /// dropped on the path or by the host.
    static func isOpen(_ destination: PathDestination, _ evidence: Evidence) -> Bool {
        evidence.pathSubjects.contains {
            $0.destination == destination && comparison($0, evidence).map { !$0.further.isEmpty } == true
        }
    }

    /// The port as text, if many providers filter it on the way to hosts of the Internet; `nil` for others.
    static func filteredPort(of destination: PathDestination) -> String? {
        destination.address.isOfInternet && filteredPorts.contains(destination.port) ? "\(destination.port)" : nil
    }

    private static func comparison(_ subject: PathSubject, _ evidence: Evidence) -> Comparison? {
        let address = subject.destination.address
        guard subject.isSilent, let trace = subject.trace, trace.transport == .tcp, trace.outcome == .silent,
            let last = trace.hops.last(where: { $0.address != nil }), let router = last.address,
            let echo = evidence.echoTrace(to: address),
            // Otherwise packets take several paths.
            echo.hops.contains(where: { $0.limit == last.limit && $0.address == router })
        else { return nil }
        return Comparison(
            router: router, limit: last.limit,
            further: echo.hops.filter { $0.limit > last.limit && $0.address != nil && $0.address != address },
            silentAt: trace.silentAt)
    }

    /// Whether SYNs to documentation addresses end at the same router, while datagrams to them reach the same next one: that does
    /// not depend on the target. These SYNs have port 443, and others may pass.
    private static func isSeenByNobody(
        _ router: IPAddress, _ next: IPAddress, _ port: UInt16, _ evidence: Evidence
    ) -> Bool {
        guard let end = evidence.uplink.flatMap({ UplinkIndications($0).overtakenOnce }) else { return false }
        return end.router == router && end.next == next && (port == 443 || !end.isWebPassing)
    }
}
