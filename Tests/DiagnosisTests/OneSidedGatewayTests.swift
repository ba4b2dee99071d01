import NetworkModel
import Testing

@testable import Diagnosis
@testable import TargetKinds

@Suite("Gateways that see one direction of connections alone")
struct OneSidedGatewayTests {
    @Test(
        "a second router on this machine's link shows that answers do not pass the gateway, unlike one behind that",
        arguments: [("192.0.2.254", Side.network), ("203.0.113.9", nil)] as [(String, Side?)])
    func detour(router: String, side: Side?) throws {
        var evidence = try Facts.healthy()
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .noAnswer)
        evidence.tcp?.attempts[0].packets = .init(sent: 9, repeated: 5)
        evidence.tcp?.attempts[0].packets?.isUnacknowledged = true
        let target = Facts.address("198.51.100.1")
        evidence.path = PathEvidence()
        evidence.path?.echoes = EchoEvidence(address: target, outcome: .reply, sent: 20, received: 20)
        evidence.path?.traces = [.init(address: target, port: 443, transport: .tcp, outcome: .answered)]
        evidence.uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [UplinkAssessmentTests.packet(router, limit: 2, as: .tcp)])
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "path.loss" && found.side == side, "\(found)")
        let command = "ip route replace default via 192.0.2.254 dev eth0"
        #expect(found.advice.contains { $0.hasSuffix(command) } == (side == .network), "\(found.advice)")
    }
}
