import NetworkModel
import Testing

@testable import Diagnosis

@Suite("The uplink beside resolvers and hosts that fail for reasons of their own")
struct OtherNetworkTests {
    /// SYNs that two routers behind the gateway report.
    private static let reported = [
        UplinkAssessmentTests.packet("192.168.100.1", as: .tcp),
        UplinkAssessmentTests.packet("100.64.3.1", limit: 3, as: .tcp),
    ]

    /// A connection to a resolver that a router rejects.
    private static func rejected(_ server: String, _ code: UInt8) -> UplinkEvidence.Packet {
        var packet = UplinkAssessmentTests.packet("192.0.2.1", 3, code, limit: nil, as: .tcp)
        packet.destination = Facts.address(server)
        return packet
    }

    /// The uplink with a resolver that the gateway rejects, beside the gateway, which is one as well.
    private static func uplink(
        _ server: String, _ outcome: UplinkEvidence.Query.Outcome,
        beside other: UplinkEvidence.Query.Outcome = .nxdomain, code: UInt8 = 13
    ) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(other, packets: [rejected(server, code)])
        uplink.queries.append(UplinkAssessmentTests.query(outcome, at: .beyond, server: Facts.address(server)))
        return uplink
    }

    @Test("a resolver in a private network that the router rejects says nothing about the path to the Internet")
    func rejectedResolver() {
        for (outcome, code) in [(.timeout, 13), (.closed, 3)] as [(UplinkEvidence.Query.Outcome, UInt8)] {
            var uplink = Self.uplink("10.99.0.1", outcome, code: code)
            uplink.packets += Self.reported
            let reading = UplinkAssessment(uplink)
            #expect(reading.status == .connectionUp && reading.findings.isEmpty, "\(reading.doubt ?? "")")
        }
    }

    @Test(
        "a router that rejects connections to a resolver which answers queries, or in the Internet, filters connections"
    )
    func filteredConnections() {
        // A provider that prohibits all but DNS: the resolver of the company is reached over UDP.
        var answering = Self.uplink("10.99.0.1", .nxdomain)
        answering.packets += Self.reported
        #expect(UplinkAssessment(answering).status == .connectionIndeterminate)
        var ofInternet = Self.uplink("198.51.100.53", .timeout)
        ofInternet.packets += Self.reported
        #expect(UplinkAssessment(ofInternet).status == .connectionIndeterminate)
    }

    @Test("a router that rejects the only resolvers may reject everything")
    func filteredUplink() {
        let uplink = Self.uplink("10.99.0.1", .timeout, beside: .timeout)
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["path.filtered"])
    }
}
