import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Advice about a NAT64 that leads nowhere")
struct TranslationAdviceTests {
    private static func packets(_ reporter: String? = nil) -> [UplinkEvidence.Packet] {
        (2...4).map { UplinkFamilyTests.sixth(reporter, limit: $0) }
    }

    @Test("it says who can mend the NAT64, which address is silent, and what is reached meanwhile")
    func advice() throws {
        let prefix = try #require(NAT64Prefix(fromKnownName: Facts.address("64:ff9b::c000:aa")))
        let silent = UplinkFamilyTests.sixthAlone(.init(prefix: prefix, packets: Self.packets() + Self.packets()))
        let status = try #require(UplinkAssessment(silent).findings.first)
        #expect(status.id == "path.ipv4-down" && status.facts["nat64"] == "64:ff9b::/96", "\(status)")
        #expect(status.advice.contains { $0.contains("its NAT64 does not answer") }, "\(status.advice)")
        #expect(status.advice.contains { $0.hasSuffix("mtr -6 2001:db8:9::9") }, "\(status.advice)")

        let target = "64:ff9b::c633:6401"
        var evidence = try PathVerdictTests.failed(.timeout)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, target)])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "fe80::1")], isOnLink: false)
        evidence.uplink = UplinkFamilyTests.sixthAlone(
            .init(prefix: prefix, packets: Self.packets("2001:db8:91::1")))
        let hops: [String?] = ["fe80::1", "2001:db8:91::1"]
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, target, hops: hops),
            PathVerdictTests.trace(.silent, target, .icmp, hops: hops))
        let check = try #require(Verdict(on: evidence).findings.first)
        #expect(check.id == "path.ipv4-down" && check.advice.count > 2, "\(check)")
        #expect(check.advice.contains { $0.hasSuffix("mtr -6 \(target)") }, "\(check.advice)")
    }
}
