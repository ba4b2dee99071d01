import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A gateway that reports that it can forward nothing")
struct CutOffTests {
    private static func unreachable(_ limits: ClosedRange<Int>, code: UInt8 = 0) -> [UplinkEvidence.Packet] {
        limits.map { UplinkAssessmentTests.packet("192.0.2.1", 3, code, limit: $0, as: .tcp) }
    }

    /// A gateway that reports packets to addresses that nobody has, beside a resolver on the link that reaches the Internet.
    ///
    /// - Parameter hosts: The results of packets to a host of the Internet.
    private static func uplink(
        code: UInt8 = 0, hosts: [UplinkEvidence.Packet]? = nil, at place: UplinkEvidence.Query.Place = .link
    ) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink(packets: unreachable(2...4, code: code))
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: place, server: Facts.address("192.0.2.53"))]
        return uplink.recording(toHosts: hosts ?? unreachable(2...3, code: code))
    }

    @Test(
        "it has no uplink if it reports packets to a host as well, whatever a resolver on the link reaches",
        arguments: [(UInt8(0), "network unreachable"), (1, "host unreachable")])
    func cutOff(code: UInt8, answer: String) throws {
        let uplink = Self.uplink(code: code)
        #expect(uplink.familiesUnreachable == [.ipv4] && uplink.familiesProhibited == nil)
        let reading = UplinkAssessment(uplink)
        let found = try #require(reading.findings.first)
        #expect(reading.status == .connectionDown && found.id == "path.upstream-down", "\(reading.findings)")
        #expect(found.summary.contains(answer) && found.facts["gateway"] == "192.0.2.1", "\(found.summary)")
        #expect(UplinkAssessment(Self.uplink(code: code, at: .gateway)).status == .connectionDown)
    }

    @Test("a report about a host is enough if the gateway had used up its limit of errors before")
    func limited() throws {
        var uplink = Self.uplink(hosts: [])
        uplink.packets = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        #expect(UplinkAssessment(uplink).status == .connectionIndeterminate)
        let reading = UplinkAssessment(uplink.recording(toHosts: Self.unreachable(2...2)))
        let found = try #require(reading.findings.first)
        #expect(reading.status == .connectionDown && found.summary.contains("network unreachable"), "\(found)")
        // The host is nobody's business.
        #expect(found.facts["address"] == "203.0.113.9")
    }

    @Test("it may have no route to addresses alone that nobody has, or another resolver shows that it forwards packets")
    func notCutOff() {
        var connected = Self.uplink()
        connected.hasConnected = true
        var heard = Self.uplink()
        heard.connections = .init(total: 1, heard: 1)
        let others = [
            Self.uplink(hosts: []), Self.uplink(hosts: [UplinkAssessmentTests.packet(limit: 2, as: .tcp)]),
            Self.uplink(at: .beyond), Self.uplink(at: .own), connected, heard,
        ]
        for uplink in others {
            #expect(UplinkAssessment(uplink).status != .connectionDown, "\(uplink)")
        }
        // A router behind the gateway was heard.
        var forwarded = Self.uplink()
        forwarded.packets.append(UplinkAssessmentTests.packet("100.64.3.1", as: .tcp))
        #expect(UplinkAssessment(forwarded).status != .connectionDown)
    }

    @Test("a router that has used up its limit of errors is asked again with the hop limit at which it rejected others")
    func nearestRejected() {
        var uplink = Self.uplink()
        #expect(uplink.nearestRejected(.ipv4)?.limit == 2 && uplink.nearestRejected(.ipv6) == nil)
        // Routers behind the gateway have no route to such addresses either, which is common.
        uplink.packets = [UplinkAssessmentTests.packet("100.64.3.1", 3, 0, limit: 2, as: .tcp)]
        #expect(uplink.nearestRejected(.ipv4) == nil)
        uplink.packets.append(UplinkAssessmentTests.packet("100.64.3.1", 3, 13, limit: 3, as: .tcp))
        #expect(uplink.nearestRejected(.ipv4)?.limit == 3)
    }
}
