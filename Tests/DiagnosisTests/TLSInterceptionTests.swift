import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink: answers from a copy of a zone")
struct CopiedZoneTests {
    @Test("another name is queried if the provider's only router has no route, and nothing else proves the uplink")
    func doubt() {
        let cut = (2...3).map { UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: $0, as: .tcp) }
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: cut)
        #expect(uplink.mayRootBeCopied && uplink.queries.allSatisfy(\.mayBeOfCopy))
        // Earlier packets are a reason as well.
        for index in uplink.packets.indices { uplink.packets[index].isEarlier = true }
        #expect(uplink.mayRootBeCopied)
        uplink.hasConnected = true
        #expect(!uplink.mayRootBeCopied)
        let healthy = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [cut[0], UplinkAssessmentTests.packet("198.51.100.7", limit: 3, as: .tcp)])
        #expect(!healthy.mayRootBeCopied)
        #expect(!UplinkAssessmentTests.uplink(.nxdomain).mayRootBeCopied)
        // The second answer replaces the first one.
        for outcome in [UplinkEvidence.Query.Outcome.timeout, .servfail] {
            #expect(UplinkAssessment(UplinkAssessmentTests.uplink(outcome, packets: cut)).status == .connectionDown)
        }
    }

    @Test("resets over IPv6 alone leave no doubt if SYNs over IPv4 pass")
    func resetOverIPv6() {
        let syns = [
            UplinkAssessmentTests.packet("192.168.100.1", as: .tcp),
            UplinkAssessmentTests.packet("100.64.3.1", limit: 3, as: .tcp),
        ]
        let reset = UplinkEvidence.Packet(
            destination: Facts.address("2001:db8::9"), transport: .tcp, limit: 2, answer: .reset)
        #expect(
            UplinkAssessment(UplinkAssessmentTests.uplink(.nxdomain, packets: syns + [reset])).status == .connectionUp)
        #expect(
            UplinkAssessment(UplinkAssessmentTests.uplink(.nxdomain, packets: [reset])).status
                == .connectionIndeterminate)
    }
}
