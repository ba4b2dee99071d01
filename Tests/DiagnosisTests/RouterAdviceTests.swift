import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Advice about an IPv6 router that leads nowhere")
struct RouterAdviceTests {
    private static let removal = "ip -6 route del default dev eth0"

    /// IPv4 works, and the gateway over IPv6 answers that it has no route.
    private static func finding(beside others: [String] = []) throws -> Finding {
        let refused = (2...4).map { UplinkFamilyTests.sixth("fe80::66%eth0", 1, 0, limit: $0) }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkFamilyTests.fourthHeard + refused)
        uplink.gateways += (["fe80::66%eth0"] + others).map(Facts.address)
        return try #require(UplinkAssessment(uplink).findings.first)
    }

    @Test("all default routes of the interface are only removed if no other router is announced there")
    func removal() throws {
        let alone = try Self.finding()
        #expect(alone.id == "path.ipv6-down" && alone.advice.contains { $0.hasSuffix(Self.removal) }, "\(alone)")
        let beside = try Self.finding(beside: ["fe80::1%eth0"])
        #expect(beside.id == "path.ipv6-down" && !beside.advice.contains { $0.hasSuffix(Self.removal) }, "\(beside)")
        #expect(beside.advice.contains { $0.hasSuffix("del default via fe80::66 dev eth0") }, "\(beside.advice)")
    }

    @Test("the machine's status leaves the side open as well, since one of two routers may be in this network")
    func side() throws {
        let empty = NetworkSnapshot(links: [], routes: [])
        let (alone, beside) = (try Self.finding(), try Self.finding(beside: ["fe80::1%eth0"]))
        #expect(LocalPrefixRule.assessment(alone, in: empty).side == .upstream)
        #expect(LocalPrefixRule.assessment(beside, in: empty).side == nil)
    }
}
