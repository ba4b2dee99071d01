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

    private static func hanging(
        _ peers: Int, dead: Int?, _ packets: [UplinkEvidence.Packet] = reported,
        _ outcome: UplinkEvidence.Query.Outcome = .nxdomain
    ) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(
            outcome, packets: packets,
            connections: .init(total: peers, heard: 0, stuck: peers, stuckPeers: peers))
        uplink.connections?.deadPeers = dead
        return uplink
    }

    @Test(
        "hosts that were silent before another connection received something are dead themselves, newer ones may not be"
    )
    func deadPeers() {
        #expect(UplinkAssessment(Self.hanging(5, dead: 3)).status == .connectionUp)
        // A provider that drops connections from now on, while names are resolved and routers report SYNs.
        for dead in [nil, 2] as [Int?] {
            let reading = UplinkAssessment(Self.hanging(5, dead: dead))
            #expect(reading.status == .connectionIndeterminate)
            #expect(reading.doubt?.contains("none of this machine's connections") == true)
        }
    }

    @Test("a check that has just connected shows that silent hosts are dead themselves")
    func connectedCheck() {
        var uplink = Self.hanging(5, dead: nil)
        for (hasConnected, status) in [
            (true, .connectionUp), (false, .connectionIndeterminate), (nil, .connectionIndeterminate),
        ] as [(Bool?, ConnectionStatus)] {
            uplink.hasConnected = hasConnected
            #expect(UplinkAssessment(uplink).status == status, "\(hasConnected as Any)")
        }
    }

    @Test("dead hosts do not hide a router with a full connection table, or a lost provider")
    func realOutages() {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        // The router lets existing connections pass, one of which has just ended, and drops new ones.
        var full = Self.hanging(5, dead: 5, silent)
        full.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(full).status == .connectionIndeterminate)
        full.connections?.heard = 1
        #expect(UplinkAssessment(full).status == .connectionIndeterminate)
        let lost = UplinkAssessment(Self.hanging(5, dead: 5, silent, .servfail))
        #expect(lost.findings.map(\.id) == ["path.upstream-down"])
    }
}
