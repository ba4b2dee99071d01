import NetworkModel
import Testing

@testable import Diagnosis

/// A gateway whose own next hop is gone, beside a router of the office whose DNS server reaches the Internet (VRRP).
@Suite("A gateway that reports hosts of the Internet as unreachable")
struct SharedGatewayAddressTests {
    /// A check of a host of the Internet that this router reports as unreachable.
    private static func check(
        _ reporter: String, code: UInt8 = 1,
        packets: [UplinkEvidence.Packet] = [2, 3, 4].map {
            UplinkAssessmentTests.packet(limit: $0)
        }, resolver: String = "192.0.2.54", at place: UplinkEvidence.Query.Place = .link
    ) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(.hostUnreachable)
        evidence.tcp?.attempts[0].refusal = PathVerdictTests.error(3, code, by: reporter)
        evidence.path = PathVerdictTests.path(PathVerdictTests.trace(.silent))
        evidence.uplink = UplinkAssessmentTests.uplink(packets: packets)
        evidence.uplink?.queries = [
            UplinkAssessmentTests.query(.nxdomain, at: place, server: Facts.address(resolver))
        ]
        return evidence
    }

    @Test(
        "its uplink is down, whichever of its addresses on the link it reports from",
        arguments: ["192.0.2.1", "192.0.2.3"])
    func down(reporter: String) throws {
        let found = try #require(Verdict(on: try Self.check(reporter)).findings.first)
        #expect(found.id == "path.upstream-down" && found.side == .network, "\(found)")
        #expect(found.facts["gateway"] == "192.0.2.1" && found.facts["resolver"] == "192.0.2.54")
        #expect(found.summary.contains(#"it answers "host unreachable""#), "\(found.summary)")
        // It reports packets to other addresses as well.
        let others =
            [UplinkAssessmentTests.packet(reporter, 3, 1)] + [3, 4].map { UplinkAssessmentTests.packet(limit: $0) }
        let both = try #require(Verdict(on: try Self.check(reporter, packets: others)).findings.first)
        #expect(both.id == "path.upstream-down" && both.facts["gateway"] == "192.0.2.1", "\(both)")
    }

    @Test(
        "a host alone is unreachable if a farther router says so, or the gateway reaches others"
    )
    func host() throws {
        func first(_ evidence: Evidence) -> CauseID? { Verdict(on: evidence).findings.first?.id }
        #expect(first(try Self.check("203.0.113.9")) == "path.no-route")
        #expect(first(try Self.check("192.0.2.3", packets: UplinkAssessmentTests.far)) == "path.no-route")
        #expect(first(try Self.check("192.0.2.1", resolver: "192.0.2.1", at: .gateway)) == "path.no-route")
        #expect(first(try Self.check("192.0.2.1", resolver: "203.0.113.53", at: .beyond)) == "path.no-route")
    }
}
