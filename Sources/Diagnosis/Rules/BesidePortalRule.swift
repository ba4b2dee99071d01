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

    /// The errors beside which name resolution is examined in the machine's status: none of them stops a program that resolves names, or
    /// keeps packets from the link.
    private static let aside: Set<CauseID> = [
        PortalCauses.captivePortal.id, LocalCauses.firewall.id, LocalCauses.hopLimit.id, AddressCauses.badSource.id,
    ]

    private static let bases = Dictionary(uniqueKeysWithValues: DNSCauses.all.map { ($0.id, $0.incident.basis) })

    /// The warnings of the machine's status about name resolution that remain once the error is mended: beside a portal, this machine's
    /// own filter of other packets, or its hop limit.
    static func names(beside findings: [Finding], _ observation: MachineObservation) -> [Finding] {
        let errors = findings.filter { $0.severity == .error }
        guard !errors.isEmpty, !findings.contains(where: { $0.layer == .dns }),
            errors.allSatisfy({ aside.contains($0.id) }),
            observation.queriedResolvers.allSatisfy({ server in
                observation.output.finding(aboutQueriesTo: server.resolver.address) == nil
            })
        else { return [] }
        let ofServers = MachineDiagnosis.resolverFindings(observation).filter { remains($0, errors, observation) }
        let ofPrograms = MachineDiagnosis.findingsOnNames(observation).filter { finding in
            isOfPrograms(finding, observation.names?.resolution.system, observation.names?.again)
        }
        return (ofServers.isEmpty ? ofPrograms : ofServers).map(\.asWarning)
    }

    /// The same warnings of a check. What programs do with the answer of a DNS server does not follow from an outage either.
    static func names(beside findings: [Finding], in evidence: Evidence) -> [Finding] {
        let errors = findings.filter { $0.severity == .error }
        guard !errors.isEmpty, !findings.contains(where: { $0.layer == .dns }), let dns = evidence.dns
        else { return [] }
        let isAside = isPortal(errors) || errors.allSatisfy { $0.id == AddressCauses.badSource.id }
        return DNSRules.findings(in: evidence).filter { finding in
            isAside && (isOfClosedServer(finding) || isOfFiles(finding))
                || isOfPrograms(finding, dns.resolution.system, dns.systemAgain)
        }.map(\.asWarning)
    }

    /// The warning about a portal beside name resolution that fails: the check gets no further, and the portal is in the way then.
    static func portal(beside findings: [Finding], in evidence: Evidence) -> [Finding] {
        let errors = findings.filter { $0.severity == .error }
        guard !errors.isEmpty, errors.allSatisfy({ $0.layer == .dns }), let uplink = evidence.uplink,
            evidence.proxy == nil, !findings.contains(where: { $0.id == PortalCauses.captivePortal.id })
        else { return [] }
        let found = UplinkRules.assessment(uplink, in: evidence).findings
        return found.filter { $0.severity == .error && $0.id == PortalCauses.captivePortal.id }.map(\.asWarning)
    }

    /// Whether a finding about DNS servers does not follow from the errors: it was read from files, or a server responded that was asked.
    private static func remains(_ finding: Finding, _ errors: [Finding], _ observation: MachineObservation) -> Bool {
        if isOfFiles(finding) || isOfClosedServer(finding) { return true }
        if finding.id == DNSCauses.someServersDead.id {
            // A filter or a portal may keep queries from it, and packets to one behind routers may expire.
            let server = finding.facts["server"].flatMap(IPAddress.init)
            let route = server.flatMap { observation.snapshot.route(to: $0) }
            return finding.severity == .warning && errors.allSatisfy { $0.id == LocalCauses.hopLimit.id }
                && route.map { $0.gateway == nil && !$0.rejects } == true
        }
        // A portal responds in place of servers, and a filter of single ports may include that of DNS over TLS.
        guard finding.severity == .error, !isPortal(errors), bases[finding.id] == .answer,
            finding.id != DNSCauses.tlsBlocked.id
        else { return false }
        // A filter of all connections keeps those to the server back as well.
        return finding.id != DNSCauses.tcpBlocked.id
            || observation.output.nobody.contains { trace in
                trace.transport == .tcp && LocalFilterRule.finding(trace, destination: "") == nil
            }
    }

    private static func isOfClosedServer(_ finding: Finding) -> Bool {
        finding.id == DNSCauses.serverClosed.id && finding.severity == .error
    }

    /// Whether an error of name resolution was read from this machine's files.
    private static func isOfFiles(_ finding: Finding) -> Bool {
        finding.severity == .error && bases[finding.id] == .configuration
    }

    /// Whether an error is that programs find no address, which they were told at once, while a DNS server has one.
    ///
    /// - Parameters:
    ///   - lookup: What the system resolver returned.
    ///   - again: The same of a second call.
    private static func isOfPrograms(_ finding: Finding, _ lookup: SystemLookup?, _ again: SystemLookup?) -> Bool {
        finding.id == DNSCauses.systemDiffers.id && finding.severity == .error && finding.facts["search"] == nil
            && isDenied(lookup, again)
    }

    /// Whether the system resolver says twice that there is no address.
    static func isDenied(_ lookup: SystemLookup?, _ again: SystemLookup?) -> Bool {
        [lookup, again].allSatisfy { $0?.failure == .nxdomain || $0?.failure == .noData }
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
