package import NetworkModel

/// Rules for a device on the path that silently drops connections and lets echo requests pass, or connections to another port,
/// such as a firewall, or a NAT whose table of connections is full.
///
/// A host that drops connections itself looks different: routers report SYNs with small hop limits as far as other packets.
enum DroppedRule {
    /// The minimum number of routers that report echo requests, and are silent for SYNs with the same hop limits. A single one
    /// may have sent too many errors (RFC 1812 section 4.3.2.8), so that more SYNs are sent to it.
    private static let leastSilent = 2

    /// Ports that many providers filter, since worms and senders of spam use them (RFC 5068).
    private static let filteredPorts: Set<UInt16> = [25, 135, 139, 445]

    /// The end of the SYNs, if other packets get further.
    private struct Comparison {
        var router: IPAddress
        var limit: Int
        /// The routers behind it that report other packets.
        var further: [PathEvidence.Trace.Hop]
        /// The port of these packets, if they are SYNs as well; 0 for echo requests.
        var otherPort: UInt16
        var silentAt: Int?

        /// Whether the SYNs do not get to the next router, as its silence for several shows.
        var isCertain: Bool { further.count >= leastSilent || silentAt != nil && silentAt == further.first?.limit }
    }

    /// Whether it is useful to see how far SYNs, or the datagrams of a kind of target, get, compared with echo requests.
    static func isWorthATrace(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        let isCompared = subject.destination.transport == .tcp || isOfKind(subject, evidence)
        return isCompared && subject.isSilent && subject.gateway != nil && UpstreamRule.isHeardBeyond(evidence)
    }

    private static func isOfKind(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        subject.destination.transport == .udp && evidence.kind?.datagrams != nil
    }

    /// The side that drops the datagrams of a kind of target, if several routers report echo requests to it, and no datagrams with the
    /// same hop limits; `nil` if that is not known. The server need not be there, so that its kind names the cause.
    static func sideOfDroppedDatagrams(_ evidence: Evidence) -> Side? {
        let end = evidence.pathSubjects.lazy.filter { isOfKind($0, evidence) }.compactMap { comparison($0, evidence) }
            .first { $0.further.count >= leastSilent }
        return end.map { $0.limit == 1 ? .network : .upstream }
    }

    static func followUps(_ subject: PathSubject, _ evidence: Evidence) -> [PathFollowUp] {
        let echoes: [PathFollowUp] =
            isWorthATrace(subject, evidence) ? [.trace(PathDestination(subject.destination.address, .icmp))] : []
        if isOvertakenByUplink(subject, evidence) { return echoes + other(subject) }
        guard subject.destination.transport == .tcp, let end = comparison(subject, evidence), !end.isCertain,
            end.otherPort == 0, let next = end.further.first
        else { return echoes }
        return echoes + [.hop(subject.destination, limit: next.limit)]
    }

    /// How far SYNs to another port get, and at the same time once more how far those to the target get: routers limit their
    /// errors.
    private static func other(_ subject: PathSubject) -> [PathFollowUp] {
        let address = subject.destination.address
        let port = otherPort(than: subject.destination.port)
        return [.trace(PathDestination(address, port: port, .tcp)), .origin(subject.destination)]
    }

    /// A port of web servers, which most filters let pass.
    private static func otherPort(than port: UInt16) -> UInt16 { port == 443 ? 80 : 443 }

    /// Whether SYNs to the target end at the gateway, and echo requests are not answered, while routers behind it report packets to
    /// other addresses: the gateway may pass single ports only.
    private static func isOvertakenByUplink(_ subject: PathSubject, _ evidence: Evidence) -> Bool {
        guard subject.isSilent, let trace = subject.trace, trace.transport == .tcp, trace.outcome == .silent,
            let end = trace.hops.last(where: { $0.address != nil }), end.limit == 1,
            evidence.echoTrace(to: subject.destination.address)?.outcome == .silent,
            let gateway = subject.gateway?.route.gateway, let uplink = evidence.uplink,
            uplink.gateways.contains(where: { $0.bytes == gateway.bytes })
        else { return false }
        // A router reports a SYN to port 80 of an address that nobody has.
        if subject.destination.port == 443, uplink.interception?.destination.family == gateway.family,
            UplinkIndications(uplink).isWebReported
        {
            return true
        }
        return uplink.packets.contains { packet in
            packet.destination.family == gateway.family && packet.isReported(behind: uplink.gateways)
        }
    }

    static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        guard subject.destination.transport == .tcp, let end = comparison(subject, evidence),
            let next = end.further.first?.address,
            end.isCertain || isSeenByNobody(end.router, next, subject.destination.port, evidence)
        else { return nil }
        let address = subject.destination.address
        var facts = [
            "destination": subject.destination.text, "address": "\(address)", "port": "\(subject.destination.port)",
            "router": "\(end.router)", "next": "\(next)", "control": FactPhrase.pingsToIt.text,
        ]
        if end.otherPort == 0 {
            facts["pinged"] = "\(address)"
        } else {
            facts["control"] = FactPhrase.connectionsToPort.text(["port": "\(end.otherPort)"])
            facts["other_port"] = "\(end.otherPort)"
        }
        facts["blocked_port"] = filteredPort(of: subject.destination)
        facts["ecn"] = evidence.tcp?.attempts.first { $0.address == address }.flatMap(TCPRules.ecnSetting)
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
        guard subject.isSilent, let trace = subject.trace, trace.transport != .icmp, trace.outcome == .silent,
            let last = trace.hops.last(where: { $0.address != nil }), let router = last.address
        else { return nil }
        let port = otherPort(than: subject.destination.port)
        let others = evidence.path?.traces.filter {
            trace.transport == .tcp && $0.address == address && $0.transport == .tcp && $0.port == port
        }
        let compared = ([evidence.echoTrace(to: address)].compactMap(\.self) + (others ?? [])).filter { other in
            // Otherwise packets take several paths.
            other.hops.contains { $0.limit == last.limit && $0.address == router }
        }
        let found = compared.map { other in
            Comparison(
                router: router, limit: last.limit,
                further: other.hops.filter { $0.limit > last.limit && $0.address != nil && $0.address != address },
                otherPort: other.port, silentAt: other.port == 0 ? trace.silentAt : nil)
        }
        return found.first { !$0.further.isEmpty } ?? found.first
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

extension Evidence {
    /// The side of a device on the path that drops the datagrams of the target's kind; `nil` if none is known to do so.
    package var sideOfDroppedDatagrams: Side? { DroppedRule.sideOfDroppedDatagrams(self) }
}
