import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Two hosts with the target's address")
struct SharedTargetTests {
    private static func evidence(_ outcome: TCPEvidence.Outcome, rival: String?) throws -> Evidence {
        var evidence = try Facts.healthy("http://192.0.2.50/")
        (evidence.tls, evidence.http, evidence.dns) = (nil, nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, "192.0.2.50")])
        let target = Facts.address("192.0.2.50")
        let entry = Neighbour(
            address: target, interface: "eth0", hardwareAddress: "02:00:00:00:00:01", state: .reachable)
        var hop = GatewayEvidence.Hop(route: Facts.onLink, nextHop: target, neighbour: entry)
        hop.rival = rival
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
        return evidence
    }

    @Test("a second host that answers ARP for a target that refuses is named beside the first one")
    func refused() throws {
        let asked = FollowUp.link(.otherHolder(Facts.address("192.0.2.50")))
        let single = Verdict(on: try Self.evidence(.refused, rival: nil))
        #expect(single.findings.map(\.id) == ["tcp.refused"] && single.followUps.contains(asked))
        let found = Verdict(on: try Self.evidence(.refused, rival: "02:00:00:00:00:02")).findings
        #expect(found.map(\.id) == ["tcp.refused", "address.duplicate"], "\(found)")
        let words = found.last?.summary ?? ""
        #expect(words.contains("02:00:00:00:00:01") && words.contains("02:00:00:00:00:02"), "\(words)")
        #expect(words.contains("192.0.2.50"))
        #expect(found.last?.advice.first?.contains("Give one of the two hosts with 192.0.2.50") == true)
    }

    @Test(
        "a second host with the address of the gateway is the cause, if no DNS server runs there and nothing else answers"
    )
    func resolver() throws {
        let gateway = UplinkAssessmentTests.gateway
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.closed, server: "\(gateway)")], servers: ["\(gateway)"])
        let entry = Neighbour(
            address: gateway, interface: "eth0", hardwareAddress: "02:00:00:00:00:01", state: .reachable)
        var hop = GatewayEvidence.Hop(route: Facts.onLink, nextHop: gateway, neighbour: entry)
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
        evidence.uplink = UplinkAssessmentTests.uplink(.closed, packets: [UplinkAssessmentTests.packet()])
        let single = Verdict(on: evidence)
        #expect(!single.findings.contains { $0.id == "address.duplicate" }, "\(single.findings)")
        #expect(single.followUps.contains(.link(.otherHolder(gateway))))
        hop.rival = "02:00:00:00:00:02"
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: true)
        let found = Verdict(on: evidence).findings
        #expect(found.first?.id == "address.duplicate" && found.first?.severity == .error, "\(found)")
        #expect(found.first?.advice.contains { $0.contains("Find out which of the two is the router") } == true)
        // Two network cards of a working router are no fault.
        evidence.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.passing])
        evidence.uplink?.queries = [UplinkAssessmentTests.query(.nxdomain, server: Facts.address("192.0.2.99"))]
        let working = Verdict(on: evidence).findings
        let second = working.first { $0.id == "address.duplicate" }
        #expect(second?.severity == .warning && working.first?.id != "address.duplicate", "\(working)")
        // A server that has just answered runs on one of the two hosts.
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: [UplinkAssessmentTests.passing])
        let turning = Verdict(on: evidence).findings
        #expect(turning.first?.id == "address.duplicate" && turning.first?.severity == .error, "\(turning)")
    }

    @Test("nobody asks about a target that accepts connections")
    func connected() throws {
        let evidence = try Self.evidence(.connected, rival: nil)
        #expect(
            !Verdict(on: evidence).followUps.contains(.link(.otherHolder(Facts.address("192.0.2.50")))))
    }
}
