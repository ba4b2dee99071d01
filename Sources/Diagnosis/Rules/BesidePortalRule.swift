import NetworkModel

/// Faults of this machine beside a captive portal. Until somebody has logged in, the portal decides; the others remain afterwards.
enum BesidePortalRule {
    /// Whether the findings name a portal as the reason why something does not work.
    static func isPortal(_ findings: [Finding]) -> Bool {
        findings.contains { $0.severity == .error && $0.id == PortalCauses.captivePortal.id }
    }

    /// The warning about a line of the hosts file that contradicts DNS, which the verdict has not reached.
    static func hostsLine(beside findings: [Finding], in evidence: Evidence) -> Finding? {
        let id = DNSCauses.hostsOverride.id
        // Many portals answer all DNS queries themselves.
        guard isPortal(findings), !findings.contains(where: { $0.id == id }), let dns = evidence.dns,
            dns.madeUp.isEmpty, dns.resolution.answers.contains(where: { $0.source == .hosts }),
            isUnchanged(dns, evidence.uplink)
        else { return nil }
        return DNSRules.findings(in: evidence).first { $0.id == id && $0.severity > .info }?.asWarning
    }

    /// Whether a DNS server denies a name that cannot exist, so that its other answers are those of the Internet.
    private static func isUnchanged(_ dns: DNSEvidence, _ uplink: UplinkEvidence?) -> Bool {
        uplink?.allQueries.contains(where: \.reachesRoot) == true
            || dns.followUps?.contains { $0.purpose == .control && $0.failure == .nxdomain } == true
    }

    /// Whether a finding of a check is about this machine's packet filter, while a portal keeps back the packets that the filter lets
    /// pass, such as those of the other address family.
    static func isBeside(_ filter: Finding, in evidence: Evidence) -> Bool {
        filter.id == LocalCauses.firewall.id && isPortal(UplinkRules.findings(in: evidence))
    }

    /// The warning of the machine's status about this machine's packet filter, if it keeps back all packets over IPv6 beside a portal.
    static func filters(beside findings: [Finding], _ output: MachineOutput) -> [Finding] {
        guard isPortal(findings), !findings.contains(where: { $0.id == LocalCauses.firewall.id }) else { return [] }
        return output.findingOverIPv6().map { [$0.asWarning] } ?? []
    }

    /// The warnings of the machine's status about DNS servers on whose hosts no program listens, beside a portal or this machine's own
    /// filter of other packets: neither of them stops a program.
    static func closedServers(beside findings: [Finding], _ observation: MachineObservation) -> [Finding] {
        let errors = findings.filter { $0.severity == .error }
        guard !errors.isEmpty, !findings.contains(where: { $0.layer == .dns }),
            errors.allSatisfy({ $0.id == PortalCauses.captivePortal.id || $0.id == LocalCauses.firewall.id }),
            observation.queriedResolvers.allSatisfy({ server in
                observation.output.finding(aboutQueriesTo: server.resolver.address) == nil
            })
        else { return [] }
        return MachineDiagnosis.resolverFindings(observation).filter(isOfClosedServer).map(\.asWarning)
    }

    /// The same warnings of a check.
    static func closedServers(beside findings: [Finding], in evidence: Evidence) -> [Finding] {
        guard isPortal(findings), !findings.contains(where: { $0.layer == .dns }) else { return [] }
        return DNSRules.findings(in: evidence).filter(isOfClosedServer).map(\.asWarning)
    }

    private static func isOfClosedServer(_ finding: Finding) -> Bool {
        finding.id == DNSCauses.serverClosed.id && finding.severity == .error
    }

    /// The name in the address of a portal's page, and the network's own DNS server, if those of this machine resolve nothing: by them,
    /// the page cannot be opened. If no program listens at the network's own server, only those who run it know the address. One
    /// that fails otherwise may know the portal.
    static func lookUp(of page: String, _ indications: UplinkIndications) -> [String: String] {
        guard case .name(let name)? = (try? Target(page, schemes: .web))?.host,
            let gateway = indications.uplink.gateway, !indications.queries.isEmpty,
            indications.queries.allSatisfy({ isUseless($0.outcome) })
        else { return [:] }
        let ofNetwork = indications.queries.filter { $0.server.bytes == gateway.bytes }
        guard ofNetwork.isEmpty else {
            return ofNetwork.allSatisfy { $0.outcome == .closed } ? ["unresolved": shown(name)] : [:]
        }
        return ["named": shown(name), "network_server": "\(gateway)"]
    }

    /// Whether a DNS server that answers like this resolves no names.
    private static func isUseless(_ outcome: UplinkEvidence.Query.Outcome) -> Bool {
        switch outcome {
        case .timeout, .closed, .servfail, .refused, .malformed: true
        case .nxdomain, .address, .noData: false
        }
    }
}
