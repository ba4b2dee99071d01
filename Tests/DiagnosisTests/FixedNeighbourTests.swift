import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A permanent neighbour entry of a gateway, while only the other address family works")
struct FixedNeighbourTests {
    private static let fourth = Facts.address("192.0.2.1")
    private static let sixth = Facts.address("2001:db8:1::1")
    private static let wrong = "02:00:00:00:00:99"
    private static let real = "02:00:00:00:00:01"

    /// A DNS server on the link reaches others, and two routers report packets over IPv6, and none over IPv4.
    private static func uplink(
        _ packets: [UplinkEvidence.Packet] = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
    ) -> UplinkEvidence {
        let heard = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        var uplink = UplinkAssessmentTests.uplink(packets: heard + packets)
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .link, server: Facts.address("192.0.2.53"))]
        uplink.gateways.append(sixth)
        return uplink
    }

    private static func hop(_ arp: GatewayEvidence.ARPOutcome?, _ hardware: String? = nil) -> GatewayEvidence.Hop {
        var hop = Facts.hop(.permanent, .timeout)
        hop.neighbour = Neighbour(
            address: fourth, interface: "eth0", hardwareAddress: wrong, state: .permanent)
        (hop.arp, hop.arpAddress) = (arp, hardware)
        return hop
    }

    private static func verdict(_ hop: GatewayEvidence.Hop, _ uplink: UplinkEvidence) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        let own = LinkAddress(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global)
        observation.snapshot.links[1].addresses.append(own)
        let other = Facts.hop(gateway: "\(sixth)")
        observation.snapshot.routes.append(other.route)
        observation.snapshot.neighbours = [hop.neighbour, other.neighbour].compactMap(\.self)
        observation.gateways = [hop, other]
        observation.uplink = uplink
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test("the status names a wrong entry as a warning, and not what is behind the gateway as well")
    func wrongEntry() throws {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        var lost = Self.uplink(silent + silent)
        lost.familiesUnreached = [.ipv4]
        #expect(UplinkAssessment(lost).findings.map(\.id) == ["path.ipv4-down"])
        for uplink in [Self.uplink(), lost] {
            let verdict = Self.verdict(Self.hop(.answered, Self.real), uplink)
            #expect(verdict.findings.map(\.id) == ["gateway.wrong-neighbour"], "\(verdict.findings)")
            let finding = try #require(verdict.findings.first)
            #expect(finding.severity == .warning && finding.side == .machine)
            #expect(verdict.status == .connectionUp)
        }
    }

    @Test("an entry through which something was heard is right, whoever else answers ARP")
    func heard() {
        let uplink = Self.uplink([UplinkAssessmentTests.passing])
        for hop in [Self.hop(.answered, Self.real), Self.hop(.notPermitted)] {
            let findings = Self.verdict(hop, uplink).findings.filter { $0.severity != .info }
            #expect(findings.isEmpty, "\(findings)")
        }
    }

    @Test("without the right to send ARP requests, the entry may be wrong, in place of what is behind the gateway")
    func unverified() throws {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        var lost = Self.uplink(silent + silent)
        lost.familiesUnreached = [.ipv4]
        for uplink in [Self.uplink(), lost] {
            let verdict = Self.verdict(Self.hop(.notPermitted), uplink)
            #expect(verdict.findings.map(\.id) == ["gateway.unreachable"], "\(verdict.findings)")
            let finding = try #require(verdict.findings.first)
            #expect(finding.severity == .warning && finding.side == nil)
            #expect(finding.advice.first?.contains("ip neigh del 192.0.2.1 dev eth0") == true, "\(finding.advice)")
        }
        // Its ARP reply shows that the entry is right, and a report of the gateway that it gets packets.
        let reported = UplinkAssessmentTests.packet("\(Self.fourth)", 3, 1, as: .tcp)
        for (hop, uplink) in [
            (Self.hop(.answered, Self.wrong), Self.uplink()), (Self.hop(.notPermitted), Self.uplink([reported])),
        ] {
            let findings = Self.verdict(hop, uplink).findings
            #expect(!findings.contains { $0.id == "gateway.unreachable" }, "\(findings)")
        }
    }

    /// A check of a target with both families, of which the host refuses connections over IPv6.
    private static func check(_ hop: GatewayEvidence.Hop) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "\(sixth)"), hop], isOnLink: false)
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(.refused, "2600:1::10"), Facts.attempt(.timeout, "11.0.0.1"),
        ])
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.uplink = uplink()
        return evidence
    }

    @Test("a check names the entry beside a host that refuses connections over the other family")
    func besideRefusal() throws {
        for (hop, cause) in [
            (Self.hop(.answered, Self.real), "gateway.wrong-neighbour"),
            (Self.hop(.notPermitted), "gateway.unreachable"),
        ] as [(GatewayEvidence.Hop, CauseID)] {
            let findings = Verdict(on: try Self.check(hop)).findings
            #expect(findings.map(\.id) == ["tcp.refused", cause], "\(findings)")
            #expect(findings.last?.severity == .warning)
        }
        let findings = Verdict(on: try Self.check(Self.hop(.answered, Self.wrong))).findings
        #expect(findings.map(\.id) == ["tcp.refused"], "\(findings)")
    }

    @Test("a target with IPv4 alone fails because of an entry that may be wrong, and not because of the provider")
    func targetOfLostFamily() throws {
        let silent = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        for (arp, cause) in [(.notPermitted, "gateway.unreachable"), (.answered, "path.ipv4-down")]
            as [(GatewayEvidence.ARPOutcome, CauseID)]
        {
            var evidence = try Self.check(Self.hop(arp, arp == .answered ? Self.wrong : nil))
            evidence.gateway?.hops.removeFirst()
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "11.0.0.1")])
            evidence.uplink = Self.uplink(silent + silent)
            let verdict = Verdict(on: evidence)
            #expect(verdict.findings.map(\.id) == [cause], "\(verdict.findings)")
            #expect(verdict.findings.first?.severity == .error)
            #expect(cause == "path.ipv4-down" || verdict.findings.first?.side == nil)
        }
    }
}
