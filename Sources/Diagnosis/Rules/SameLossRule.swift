import NetworkModel

/// What a check that finds lost packets beyond the gateway, or on the way to it, says besides: what follows from the same loss is left
/// out, and what is another fault is not hidden by it.
enum SameLossRule {
    /// The findings without the consequences of lost packets, and with the address family that leads nowhere.
    static func corrected(_ all: [Finding], _ evidence: Evidence) -> [Finding] {
        let findings = withoutEffects(ofLink: all, evidence)
        guard let loss = findings.first(where: { $0.id == PathCauses.loss.id }) else { return findings }
        let rest = findings.filter {
            !isOfRepeatedSYN($0, loss, evidence) && !isOfLateSYN($0, loss, evidence)
                && !isOfQueries($0, loss, evidence) && !isOfHandshake($0, evidence)
        }.map { withoutSide($0, evidence) }
        return rest + lostFamily(beside: rest, loss, evidence)
    }

    /// The findings without those about SYNs that were lost on the link to a gateway that loses packets.
    private static func withoutEffects(ofLink findings: [Finding], _ evidence: Evidence) -> [Finding] {
        let lossy = findings.filter { $0.id == GatewayCauses.loss.id }.compactMap { $0.facts["gateway"] }
        guard !lossy.isEmpty else { return findings }
        return findings.filter { finding in
            guard let address = finding.facts["address"].flatMap(IPAddress.init),
                let gateway = evidence.gatewayHop(to: address)?.route.gateway, lossy.contains("\(gateway)")
            else { return true }
            return !isOfRepeatedSYN(finding, finding, evidence) && !isOfLateSYN(finding, finding, evidence)
        }
    }

    /// Whether a finding is about an address family over which the target did not respond to the first SYNs, but to a later one.
    private static func isOfLateSYN(_ finding: Finding, _ loss: Finding, _ evidence: Evidence) -> Bool {
        guard LostFamilyRule.perTarget.values.contains(finding.id), finding.severity < .error,
            let address = finding.facts["address"], address == loss.facts["address"]
        else { return false }
        return evidence.tcp?.attempts.contains {
            "\($0.address)" == address && FamilyComparison.isAnsweredLater($0, evidence)
        } == true
    }

    /// Whether a finding is about a page that is slow, and packets were repeated.
    private static func isOfRepetition(_ finding: Finding, _ evidence: Evidence) -> Bool {
        finding.id == "http.slow" && finding.severity < .error
            && (evidence.http?.isRepeated == true || evidence.tcp?.winner?.hasLost == true)
    }

    /// Whether such a page is slow because of the connection and the handshake alone, for which a server needs no time.
    private static func isOfHandshake(_ finding: Finding, _ evidence: Evidence) -> Bool {
        guard isOfRepetition(finding, evidence), let phases = evidence.http?.phases else { return false }
        let rest = phases.total.value - phases.connect.value - (phases.tls?.value ?? 0)
        return rest <= evidence.thresholds.page.value
    }

    /// The finding on no side if the lost packets may be why the server's answer takes long.
    private static func withoutSide(_ finding: Finding, _ evidence: Evidence) -> Finding {
        guard isOfRepetition(finding, evidence) else { return finding }
        var finding = finding
        finding.side = nil
        return finding
    }

    /// Whether a finding is about a connection that took long since its first SYN, or the answer to it, was lost.
    private static func isOfRepeatedSYN(_ finding: Finding, _ loss: Finding, _ evidence: Evidence) -> Bool {
        finding.id == TCPCauses.slow.id && finding.severity < .error && evidence.tcp?.winner?.isRepeated == true
            && finding.facts["address"] == loss.facts["address"]
    }

    /// Whether a finding is about lost queries to a DNS server that is behind the same gateway as the target, or is that gateway, whose
    /// own queries take the same way. If many more of them are lost than echo requests, that is another loss.
    private static func isOfQueries(_ finding: Finding, _ loss: Finding, _ evidence: Evidence) -> Bool {
        guard finding.id == DNSCauses.loss.id, finding.severity < .error, let queries = counted(finding),
            let echoes = evidence.path?.echoes, echoes.received > 0, loss.facts["address"] == "\(echoes.address)",
            let gateway = evidence.gatewayHop(to: echoes.address)?.route.gateway,
            let server = finding.facts["server"].flatMap(PathDestination.init(server:))?.address
        else { return false }
        let isOnLink = evidence.address?.usable.contains { $0.address.covers(server) } == true
        guard
            server.bytes == gateway.bytes
                || !isOnLink && evidence.gatewayHop(to: server)?.route.gateway?.bytes == gateway.bytes
        else { return false }
        let share = Double(queries.lost) / Double(max(queries.sent, 1))
        return !LossRule.isGreater(share, of: queries.sent, than: echoes.lostShare, of: echoes.sent)
    }

    /// The numbers of lost packets, and of all, that a finding names; `nil` if it names none.
    static func counted(_ finding: Finding) -> (lost: Int, sent: Int)? {
        let counts = ["lost", "sent"].compactMap { finding.facts[$0].flatMap { Int($0) } }
        return counts.count == 2 ? (counts[0], counts[1]) : nil
    }

    /// The warning about the other address family, if the loss is an error, so that the connections were not judged.
    private static func lostFamily(beside findings: [Finding], _ loss: Finding, _ evidence: Evidence) -> [Finding] {
        guard loss.severity == .error, evidence.tcp?.winner != nil else { return [] }
        let ids: [CauseID] = LostFamilyRule.perTarget.flatMap { [$0.key, $0.value] }
        guard !findings.contains(where: { ids.contains($0.id) }) else { return [] }
        return TCPRules.findings(in: evidence).filter { ids.contains($0.id) }.map(\.asWarning)
            .filter { !isOfLateSYN($0, loss, evidence) }
    }
}
