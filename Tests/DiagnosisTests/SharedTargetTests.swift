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

    @Test("nobody asks about a target that accepts connections")
    func connected() throws {
        let evidence = try Self.evidence(.connected, rival: nil)
        #expect(
            !Verdict(on: evidence).followUps.contains(.link(.otherHolder(Facts.address("192.0.2.50")))))
    }
}
