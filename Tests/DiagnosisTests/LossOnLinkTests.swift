import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Packets that are lost between this machine and its gateway")
struct LossOnLinkTests {
    @Test("a ping without a reply is a reason for more of them, and one with a reply is not")
    func silentPing() {
        var observation = MachineDiagnosisTests.healthy()
        (observation.resolvers, observation.uplink) = ([], nil)
        observation.gateways = [Facts.hop()]
        #expect(observation.gatewaysToMeasure.isEmpty && observation.gateways[0].isWorthSeries)
        observation.gateways[0].echo = EchoEvidence(
            address: Facts.address("192.0.2.1"), outcome: .timeout, sent: 1, received: 0)
        #expect(observation.gatewaysToMeasure == [0])
        observation.gateways[0].neighbour?.state = .stale
        #expect(observation.gatewaysToMeasure.isEmpty)
        observation.gateways[0].neighbour?.state = .reachable
        observation.gateways[0].arp = .silent
        #expect(observation.gatewaysToMeasure.isEmpty)
    }

    @Test("queries to a DNS server behind such a gateway are lost because of that")
    func queries() {
        let loss = Finding(
            GatewayCauses.loss, ["gateway": "192.0.2.1", "interface": "eth0", "lost": "4", "sent": "10", "share": "40"])
        let snapshot = MachineDiagnosisTests.healthy().snapshot
        for (server, isLeft) in [("192.0.2.1", false), ("2001:db8::53", true)] {
            let lost = Finding(DNSCauses.loss, ["server": server, "sent": "10", "lost": "4"])
            let found = GatewayQuality.withoutLostQueries([loss, lost], in: snapshot)
            #expect(found.contains { $0.id == DNSCauses.loss.id } == isLeft)
            #expect(GatewayQuality.withoutLostQueries([lost], in: snapshot).count == 1)
        }
    }
}
