import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A gateway that is not the router")
struct WrongGatewayTests {
    private static let router = Facts.address("192.0.2.53")

    /// A gateway that answers pings alone, while another host on the link resolves names: two rounds of three SYNs and three
    /// datagrams, and those that end at the gateway.
    private static func observation() -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let transports: [PathEvidence.Transport] = [.tcp, .udp, .udp, .tcp]
        let packets: [UplinkEvidence.Packet] = transports.reduce(into: []) { packets, transport in
            for limit in 2...4 { packets.append(UplinkAssessmentTests.packet(limit: limit, as: transport)) }
        }
        observation.uplink = UplinkAssessmentTests.uplink(packets: packets)
        observation.uplink?.queries = [UplinkAssessmentTests.query(.nxdomain, at: .link, server: router)]
        observation.output.nobody = [(UInt16(80), PathEvidence.Transport.tcp), (443, .tcp), (33_435, .udp)].map {
            .init(address: Facts.address("203.0.113.9"), port: $0.0, transport: $0.1, outcome: .silent)
        }
        return observation
    }

    @Test(
        "the status, which stays unclear, warns of the same fault as a check, and names the host that may be the router"
    )
    func warning() throws {
        let verdict = MachineDiagnosis.verdict(on: Self.observation())
        let found = try #require(verdict.findings.first)
        #expect(verdict.status == .connectionIndeterminate && verdict.findings.count == 1, "\(verdict.findings)")
        #expect(found.id == "path.upstream-down" && found.severity == .warning && found.side == .machine)
        #expect(found.advice.first?.contains("ip route replace default via 192.0.2.53 dev eth0") == true, "\(found)")
    }

    @Test("it is an error if routers report packets that are sent to that host in place of the gateway")
    func proven() throws {
        var observation = Self.observation()
        observation.output.router = Self.router
        let verdict = MachineDiagnosis.verdict(on: observation)
        let found = try #require(verdict.findings.first)
        #expect(verdict.status == .connectionDown && verdict.findings.count == 1, "\(verdict.findings)")
        #expect(found.id == "path.upstream-down" && found.severity == .error && found.side == .machine)
        #expect(found.advice.first?.contains("ip route replace default via 192.0.2.53 dev eth0") == true, "\(found)")
        // Programs have connections by way of the gateway.
        observation.uplink?.connections = .init(total: 1, heard: 1)
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionUp)
    }

    @Test("a gateway that reports packets, or does not answer pings, or a resolver elsewhere is no such sign")
    func noWarning() {
        var reporting = Self.observation()
        reporting.output.nobody[0].outcome = .refused
        var silent = Self.observation()
        silent.gateways = [Facts.hop(.reachable, .timeout)]
        var far = Self.observation()
        far.uplink?.queries[0].place = .beyond
        var unsent = Self.observation()
        unsent.output.nobody = []
        var once = Self.observation()
        once.uplink?.packets.removeLast(6)
        for observation in [reporting, silent, far, unsent, once] {
            let found = MachineDiagnosis.verdict(on: observation).findings
            #expect(!found.contains { $0.id == "path.upstream-down" }, "\(found)")
        }
    }
}
