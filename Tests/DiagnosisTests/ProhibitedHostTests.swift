import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A dead IPv4 gateway, beside IPv6 that a router prohibits")
struct ProhibitedHostTests {
    private static let sixth = "2001:db8:1::1"
    private static let prohibited = (2...4).map { UplinkFamilyTests.sixth(sixth, 1, 1, limit: $0) }

    /// A machine whose IPv4 gateway is gone, and whose resolver on the link reaches the Internet.
    ///
    /// - Parameter hosts: The results of packets to a host of the Internet over IPv6.
    private static func observation(hosts: [UplinkEvidence.Packet]) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.links[1].addresses.append(
            .init(address: Facts.address("2001:db8:1::2"), prefixLength: 64, scope: .global))
        observation.snapshot.routes.append(Facts.route(sixth))
        observation.snapshot.neighbours = [Facts.neighbour(.failed), Facts.neighbour(.reachable, sixth)]
        observation.gateways = [Facts.hop(.failed, .timeout), Facts.hop(.reachable, .reply, gateway: sixth)]
        var uplink = UplinkAssessmentTests.uplink(
            packets: (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) } + prohibited)
        let server = MachineDiagnosisTests.resolver.address
        uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .link, server: server)]
        uplink.gateways.append(Facts.address(sixth))
        observation.uplink = uplink.recording(toHosts: hosts)
        return observation
    }

    @Test("nothing leads to the Internet if the IPv4 gateway is dead, and IPv6 packets to hosts are prohibited as well")
    func hosts() throws {
        let verdict = MachineDiagnosis.verdict(on: Self.observation(hosts: Self.prohibited))
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "gateway.unreachable" && finding.severity == .error, "\(verdict.findings)")
        #expect(finding.facts["gateway"] == "192.0.2.1" && verdict.status == .connectionDown)
    }

    @Test("a gateway that prohibits packets to a host as well is named, although it may admit others")
    func gateway() throws {
        let gateway = UplinkAssessmentTests.gateway.description
        let packets = (2...4).map { UplinkAssessmentTests.packet(gateway, 3, 13, limit: $0, as: .tcp) }
        let uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        let known = UplinkAssessment(uplink.recording(toHosts: packets))
        let finding = try #require(known.findings.first)
        #expect(known.status == .connectionIndeterminate && known.findings.count == 1, "\(known.findings)")
        #expect(finding.id == "path.filtered" && finding.severity == .warning && finding.side == .network)
        #expect(finding.facts["router"] == gateway, "\(finding)")
        // Nothing is known about hosts, or one of another network was reached.
        #expect(UplinkAssessment(uplink).findings.isEmpty)
        var connected = uplink.recording(toHosts: packets)
        connected.hasConnected = true
        #expect(!UplinkAssessment(connected).findings.contains { $0.id == "path.filtered" })
    }

    @Test("a router that prohibits packets to addresses that nobody has may forward all others")
    func bogons() {
        let heard = [UplinkFamilyTests.sixth("2a02:91::1", limit: 2), UplinkFamilyTests.sixth("2a02:92::1", limit: 3)]
        for hosts in [[], heard, Self.prohibited + heard] {
            let verdict = MachineDiagnosis.verdict(on: Self.observation(hosts: hosts))
            #expect(verdict.status == .connectionIndeterminate)
            #expect(!verdict.findings.contains { $0.severity == .error }, "\(verdict.findings)")
        }
        // A check has connected to a host.
        var connected = Self.observation(hosts: Self.prohibited)
        connected.uplink?.hasConnected = true
        #expect(MachineDiagnosis.verdict(on: connected).status != .connectionDown)
    }
}
