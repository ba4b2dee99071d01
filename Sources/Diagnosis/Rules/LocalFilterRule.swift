import NetworkModel

/// Rules for this machine's own packet filter or policy: the kernel refuses without an error from another host, or an ICMP
/// error has this machine's address. In IPv6, connect(2) returns the same error for a router that prohibits packets, so that
/// the ICMP error decides.
enum LocalFilterRule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let found = evidence.pathSubjects.map { finding($0, evidence) }
        guard let first = found.compactMap(\.self).first(where: { !isOfSource($0, evidence) }) else { return [] }
        let isPartial = found.contains { $0 == nil }
        return [isPartial && BesidePortalRule.isBeside(first, in: evidence) ? first.asWarning : first]
    }

    private static func finding(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        // 0.0.0.0 denotes this machine, which reports itself that no program listens.
        guard !subject.destination.address.isUnspecified else { return nil }
        // A rule of policy routing rejects in the same way, and is reported by the gateway rules.
        let isRuled = evidence.gateway?.hops.contains { hop in
            hop.route.rule != nil && hop.route.rejects && hop.route.covers(subject.destination.address)
        }
        guard isRuled != true else { return nil }
        return subject.trace.flatMap { finding($0, destination: subject.destination.text) }
    }

    /// Whether answers arrive on another interface because the route sends packets from that one's address, which is the cause.
    private static func isOfSource(_ finding: Finding, _ evidence: Evidence) -> Bool {
        guard finding.id == LocalCauses.reversePath.id,
            let address = finding.facts["address"].flatMap(IPAddress.init),
            let gateway = evidence.gatewayHop(to: address)?.route.gateway
        else { return false }
        return AddressRules.findings(in: evidence).contains { other in
            other.id == AddressCauses.badSource.id && other.severity == .error && other.facts["gateway"] == "\(gateway)"
        }
    }

    /// The information that this machine drops ICMP messages from outside. Many hosts do so on purpose. Programs work without
    /// replies to pings, and mostly without errors of routers.
    static func keptOut(_ hops: [GatewayEvidence.Hop], _ uplink: UplinkEvidence?) -> [Finding] {
        let sender =
            hops.first { $0.echo?.isKeptOut == true }?.route.gateway
            ?? uplink?.packets.first { $0.isKeptOut == true }?.error?.reporter
        guard let sender else { return [] }
        return [
            Finding(
                LocalCauses.firewall, confidence: 0.9, severity: .info,
                [
                    "destination": "\(sender)", "router": "\(sender)", "error": FactPhrase.icmpNotLetIn.text,
                ])
        ]
    }

    /// The warning about this machine's packet filter, which keeps connections to the target's port from the Internet, beside a
    /// dead uplink or DNS servers that give no address. Without those, the target would not be reached either.
    static func besideOutage(_ uplink: UplinkEvidence) -> [Finding] {
        let found = (uplink.unsent ?? []).lazy.compactMap { trace in
            finding(trace, destination: FactPhrase.internetPort.text(["ports": "\(trace.port)"]))
        }.first { $0.id == LocalCauses.firewall.id }
        return found.map { [$0.asWarning] } ?? []
    }

    /// The finding about a packet that this machine rejected.
    ///
    /// - Parameter destination: The destination of the packet, as text.
    static func finding(_ trace: PathEvidence.Trace, destination: String) -> Finding? {
        if trace.outcome == .unsent, let failure = trace.failure {
            if failure == PathEvidence.Trace.neighboursFull { return Shortage.ofNeighbours(trace.address.family) }
            // Without IPv6, there is no address to send from, which is the same error as that for a lack of ports.
            let isAmbiguous = failure == "EADDRNOTAVAIL" && trace.address.family == .ipv6
            if !isAmbiguous, let error = Shortage.ofPacket(failure) {
                let holders = Shortage.holders(failure, towards: trace.address)
                return Finding.shortage(error, holders: holders, confidence: 0.97)
            }
        }
        if let arrival = trace.arrival, trace.outcome == .silent, !CorruptionRule.isDamaged(trace) {
            let interface = shown(arrival.interface)
            guard arrival.isReversePathFiltered else {
                return Finding(
                    LocalCauses.firewall, confidence: 0.95,
                    ["destination": destination, "error": FactPhrase.answersNotLetIn.text(["interface": interface])])
            }
            return Finding(
                LocalCauses.reversePath, confidence: 0.97,
                ["destination": destination, "address": "\(trace.address)", "interface": interface])
        }
        if let rewriting = trace.rewriting {
            return Finding(
                LocalCauses.firewall, confidence: 0.95,
                ["destination": destination, "error": reason(rewriting), "nat": "nat"])
        }
        if trace.isLedAway == true {
            return Finding(
                LocalCauses.firewall, confidence: 0.95,
                ["destination": destination, "error": FactPhrase.ledAway.text])
        }
        if trace.isAnsweredHere == true {
            return Finding(
                LocalCauses.firewall, confidence: 0.95,
                [
                    "destination": destination,
                    "error": (trace.transport == .udp ? FactPhrase.closedHere : .resetHere).text,
                ])
        }
        return reason(trace).map {
            Finding(LocalCauses.firewall, confidence: 0.97, ["destination": destination, "error": $0])
        }
    }

    private static func reason(_ rewriting: PathEvidence.Trace.Rewriting) -> String {
        let interface = shown(rewriting.interface)
        if let destination = rewriting.destination {
            return FactPhrase.sentElsewhere.text(["address": "\(destination)", "interface": interface])
        }
        let source = rewriting.source.map { "\($0)" } ?? ""
        return FactPhrase.sentFromElsewhere.text(["address": source, "interface": interface])
    }

    private static func reason(_ trace: PathEvidence.Trace) -> String? {
        if trace.outcome == .unsent, trace.failure == "EPERM" || trace.failure == "EACCES" { return trace.failure }
        guard let error = trace.error, error.isOwn else { return nil }
        return switch error.meaning {
        case .prohibited: FactPhrase.itsOwnAnswer.text(["answer": "administratively prohibited"])
        case .portUnreachable: FactPhrase.itsOwnAnswer.text(["answer": "port unreachable"])
        case .networkUnreachable: FactPhrase.itsOwnAnswer.text(["answer": "network unreachable"])
        // If a neighbour does not reply, the kernel itself reports the error.
        case .hostUnreachable, .timeExceeded, .tooBig, .other: nil
        }
    }
}
