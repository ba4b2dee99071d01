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
}
