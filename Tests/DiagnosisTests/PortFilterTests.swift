import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A device on the path that rejects connections to port 443")
struct PortFilterTests {
    private static let router = "198.51.100.1", next = "198.51.100.9"

    /// A home router's resolver that reaches the root, a connection to another one, and SYNs to port 443 of which the second
    /// is rejected.
    private static func uplink(
        _ rejected: UplinkEvidence.Packet, others: [UplinkEvidence.Packet]?
    ) -> UplinkEvidence {
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [UplinkAssessmentTests.packet(router, limit: 2, as: .tcp), rejected, accepted])
        uplink.otherPorts = others
        return uplink
    }

    private static let prohibited = UplinkAssessmentTests.packet(router, 3, 13, limit: 3, as: .tcp)
    private static let reset = UplinkAssessmentTests.packet(limit: 3, as: .tcp, answer: .reset)

    private static func other(
        _ transport: PathEvidence.Transport, _ reporter: String?, _ type: UInt8 = 11, _ code: UInt8 = 0,
        answer: UplinkEvidence.Packet.SYNResponse? = nil
    ) -> UplinkEvidence.Packet {
        UplinkAssessmentTests.packet(reporter, type, code, limit: 3, as: transport, answer: answer)
    }

    @Test("it is the cause if port 80 of the same address is passed, with its address", arguments: [13, 3] as [UInt8])
    func passed(code: UInt8) throws {
        let rejected = UplinkAssessmentTests.packet(Self.router, 3, code, limit: 3, as: .tcp)
        let reading = UplinkAssessment(Self.uplink(rejected, others: [Self.other(.tcp, Self.next)]))
        let finding = try #require(reading.findings.first)
        #expect(finding.id == "path.filtered" && finding.severity == .error && reading.status == .connectionDown)
        #expect(finding.facts["router"] == Self.router)
        #expect(finding.summary.contains("hosts of the Internet on TCP port 443"), "\(finding.summary)")
        // The same router has no route for port 80.
        let last = Self.uplink(rejected, others: [Self.other(.tcp, Self.router, 3, 0)])
        #expect(UplinkAssessment(last).status == .connectionDown)
    }

    @Test("a rule about an address that nobody has applies to all ports, and is no fault")
    func ruleOfAddress() {
        let all = [Self.other(.tcp, Self.router, 3, 13), Self.other(.udp, Self.router, 3, 13)]
        let silent = [Self.other(.tcp, nil), Self.other(.udp, nil)]
        for others in [all, silent, nil] {
            #expect(UplinkAssessment(Self.uplink(Self.prohibited, others: others)).status == .connectionUp)
        }
        // A transparent proxy accepts connections to port 80, and the router rejects those to addresses that nobody has.
        let proxied = [Self.other(.tcp, nil, answer: .accepted), Self.other(.udp, Self.router, 3, 13)]
        #expect(
            !UplinkAssessment(Self.uplink(Self.prohibited, others: proxied)).findings.contains { $0.severity == .error }
        )
        // All connections are rejected, and datagrams are not.
        let reading = UplinkAssessment(
            Self.uplink(Self.prohibited, others: [Self.other(.tcp, Self.router, 3, 13), Self.other(.udp, Self.next)]))
        #expect(reading.findings.first?.summary.contains("80 and 443") == true, "\(reading.findings)")
    }

    @Test("connections that are reset count if those to port 80 are not")
    func resets() throws {
        let reading = UplinkAssessment(Self.uplink(Self.reset, others: [Self.other(.tcp, Self.next)]))
        let finding = try #require(reading.findings.first)
        #expect(finding.id == "path.filtered" && finding.facts["router"] == Self.router)
        #expect(finding.summary.contains("connection reset") && finding.summary.contains("next router"))
        let all = Self.uplink(Self.reset, others: [Self.other(.tcp, nil, answer: .reset), Self.other(.udp, Self.next)])
        #expect(UplinkAssessment(all).findings.isEmpty)
    }

    @Test("connections that are reset count if a router without a route reports that to port 80")
    func resetsBeforeRejection() {
        func uplink(_ meaning: (type: UInt8, code: UInt8), others: [UplinkEvidence.Packet]? = []) -> UplinkEvidence {
            var uplink = Self.uplink(Self.reset, others: others)
            uplink.interception = .init(
                destination: Facts.address("203.0.113.77"), isAccepted: false,
                error: ICMPError(
                    family: .ipv4, type: meaning.type, code: meaning.code, reporter: Facts.address(Self.next)))
            return uplink
        }
        let reading = UplinkAssessment(uplink((3, 0)))
        #expect(reading.status == .connectionDown && reading.findings.map(\.id) == ["path.filtered"])
        #expect(uplink((3, 0)).routerBehindPortFilter == Facts.address(Self.next))
        // It may end before the device, be prohibited, or go to another network; other ports say nothing about a check of another one.
        #expect(UplinkAssessment(uplink((11, 0))).findings.isEmpty)
        #expect(uplink((3, 13)).routerBehindPortFilter == nil)
        #expect(UplinkAssessment(uplink((3, 0), others: nil)).findings.isEmpty)
        var elsewhere = uplink((3, 0))
        elsewhere.interception?.destination = Facts.address("198.51.100.77")
        #expect(UplinkAssessment(elsewhere).findings.isEmpty)
    }

    @Test("connections to port 443 that work outweigh it; those to other ports do not")
    func outweighed() {
        var uplink = Self.uplink(Self.prohibited, others: [Self.other(.tcp, Self.next)])
        uplink.connections = .init(total: 1, heard: 1)
        uplink.connections?.heardOnSecurePort = 0
        #expect(UplinkAssessment(uplink).status == .connectionDown)
        uplink.connections?.heardOnSecurePort = 1
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.connections = nil
        uplink.hasConnectedSecurely = true
        #expect(UplinkAssessment(uplink).findings.isEmpty)
    }

    @Test("it is a warning if IPv6 gets further")
    func family() {
        var uplink = Self.uplink(Self.prohibited, others: [Self.other(.tcp, Self.next)])
        let error = ICMPError(family: .ipv6, type: 3, code: 0, reporter: Facts.address("2001:db8:ff::1"))
        uplink.packets.append(.init(destination: Facts.address("2001:db8::9"), transport: .tcp, limit: 3, error: error))
        let reading = UplinkAssessment(uplink)
        #expect(
            reading.findings.contains { $0.id == "path.filtered" && $0.severity == .warning }, "\(reading.findings)")
        #expect(reading.status != .connectionDown)
    }
}
