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
        #expect(observation.gatewaysToMeasure.isEmpty)
        observation.gateways[0].neighbour?.state = .reachable
        observation.gateways[0].echo = EchoEvidence(
            address: Facts.address("192.0.2.1"), outcome: .timeout, sent: 1, received: 0)
        #expect(observation.gatewaysToMeasure == [0])
        observation.gateways[0].arp = .silent
        #expect(observation.gatewaysToMeasure.isEmpty)
    }
}
