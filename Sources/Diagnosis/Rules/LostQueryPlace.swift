import NetworkModel

/// Where queries to a DNS server are lost, if pings show that the link to the gateway loses no packets.
enum LostQueryPlace {
    /// Fewer pings do not show that a link loses no packets.
    private static let leastPings = 10

    /// The findings of a check, with those about lost queries on the side where they are lost.
    static func corrected(_ findings: [Finding], in evidence: Evidence) -> [Finding] {
        corrected(findings, evidence.gateway?.hops ?? [], evidence.thresholds) { server in
            evidence.gatewayHop(to: server)?.route.gateway
        }
    }

    /// The same for an observation of the machine.
    static func corrected(
        _ findings: [Finding], in observation: MachineObservation, _ hops: [GatewayEvidence.Hop]
    ) -> [Finding] {
        corrected(findings, hops, observation.thresholds) { observation.snapshot.route(to: $0)?.gateway }
    }

    private static func corrected(
        _ findings: [Finding], _ hops: [GatewayEvidence.Hop], _ thresholds: Thresholds,
        through gateway: (IPAddress) -> IPAddress?
    ) -> [Finding] {
        findings.map { finding in
            guard finding.id == DNSCauses.loss.id, finding.side == .network,
                let server = finding.facts["server"].flatMap(PathDestination.init(server:))?.address
            else { return finding }
            // A router forwards queries: it may lose them itself, or its provider does.
            let isRouter = hops.contains { $0.route.gateway?.bytes == server.bytes }
            guard isRouter || server.isOfInternet, let last = isRouter ? server : gateway(server),
                let series = hops.first(where: { $0.route.gateway?.bytes == last.bytes })?.series,
                series.sent >= leastPings, series.received > 0, series.lostShare <= thresholds.gatewayLoss
            else { return finding }
            var finding = finding
            finding.side = isRouter ? nil : .upstream
            return finding
        }
    }
}
