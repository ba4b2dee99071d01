import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A missing DNS server beside a fault of the gateway")
struct LackOfServerTests {
    @Test("a missing DNS server is named after a dead gateway, and not after a default route that is missing as well")
    func deadGatewayWithoutServer() throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.neighbours = [Facts.neighbour(.failed)]
        observation.gateways = [Facts.hop(.failed, .timeout)]
        observation.snapshot.resolvers.servers = []
        observation.resolvers = []
        let known = ["gateway.unreachable", "dns.no-server"] as [CauseID]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == known)
        // The end of a lease takes both.
        observation.snapshot.routes = [Facts.onLink]
        observation.remembered = ["eth0"]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["gateway.none"])
        // The same in a check.
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns(servers: [])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(.failed, .timeout)], isOnLink: false)
        #expect(Verdict(on: evidence).findings.map(\.id) == known)
        evidence.gateway = GatewayEvidence(hops: [], isOnLink: false)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["gateway.none"])
    }
}
