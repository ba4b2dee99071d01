import NetworkModel

/// Faults that an error hides, since it is in a lower layer or is about the same connections. Each is proven by evidence of its own, is no
/// consequence of the error, and remains once that is mended.
enum SecondFaultRule {
    /// The causes that affect the connections to single hosts, or what is sent over them, and neither DNS queries on the link nor
    /// connections over the other address family.
    private static let narrow: Set<CauseID> = [
        PathCauses.filtered.id, PathCauses.mtu.id, LinkCauses.mtuMismatch.id, LocalCauses.clock.id,
        LocalCauses.hopLimit.id,
    ]

    /// The warnings beside an error.
    static func findings(beside known: [Finding], in evidence: Evidence) -> [Finding] {
        let errors = known.filter { $0.severity == .error }
        guard let error = errors.first, errors.count == 1 else { return [] }
        var found: [Finding] = []
        if narrow.contains(error.id) {
            found += deadServers(beside: error, in: evidence)
            let lost = deadFamily(beside: error, in: evidence)
            found += lost.isEmpty ? TCPRules.findings(in: evidence).filter { isAboutFamily($0.id) } : lost
        } else if error.layer == .tcp || error.id == LocalCauses.firewall.id {
            found += deadFamily(beside: error, in: evidence)
        }
        return found.filter { finding in
            finding.severity == .warning && !known.contains { $0.id == finding.id }
        }
    }

    /// The questions about an address family that is not reached, beside a clock that is wrong: that ends the rules before they read what
    /// was found out about the path.
    static func followUps(beside known: [Finding], in evidence: Evidence) -> [FollowUp] {
        guard let tcp = evidence.tcp, tcp.winner != nil,
            known.contains(where: { $0.id == LocalCauses.clock.id && $0.severity == .error })
        else { return [] }
        return DeadFamilyRule.followUps(tcp, evidence)
    }

    /// The findings about DNS servers that do not answer. What filters the path to the target may filter that to a server beyond the
    /// gateway as well.
    private static func deadServers(beside error: Finding, in evidence: Evidence) -> [Finding] {
        DNSRules.findings(in: evidence).filter { finding in
            guard finding.id == DNSCauses.someServersDead.id,
                let server = finding.facts["server"].flatMap(PathDestination.init(server:))
            else { return false }
            let isBlamed = error.facts["destination"]?.contains("\(server.address)") == true
            return switch error.id {
            case PathCauses.filtered.id: server.address.isOfLocalNetwork && !isBlamed
            // Packets to a server behind routers may expire as well.
            case LocalCauses.hopLimit.id:
                (evidence.address?.usable ?? []).contains { source in
                    source.address.prefixLength > 0 && source.address.covers(server.address)
                }
            default: true
            }
        }
    }

    /// The finding about an address family that leads nowhere for any host, while the error is about an address of the other one.
    private static func deadFamily(beside error: Finding, in evidence: Evidence) -> [Finding] {
        let place = error.facts["address"] ?? error.facts["destination"]
        let known = place.flatMap(PathDestination.init(server:))?.address
        guard evidence.proxy == nil, let blamed = known ?? evidence.tcp?.winner?.address else { return [] }
        let dead = (evidence.tcp?.attempts ?? []).filter { attempt in
            attempt.address.family != blamed.family && attempt.outcome != .connected && attempt.outcome != .abandoned
        }
        guard let family = dead.first?.address.family, !TCPRules.isUnused(dead, evidence),
            let finding = DeadFamilyRule.finding(dead, family, evidence),
            LostFamilyRule.perTarget[finding.id] != nil
        else { return [] }
        return [LostFamilyRule.withoutContrast(finding)]
    }

    /// Whether a cause is about one address family.
    static func isAboutFamily(_ id: CauseID) -> Bool {
        LostFamilyRule.perTarget.contains { $0.key == id || $0.value == id }
    }
}
