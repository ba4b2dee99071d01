import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A gateway that answers ARP alone")
struct DeafGatewayTests {
    private static let gateway = UplinkAssessmentTests.gateway

    /// A machine with a dead uplink, whose gateway answers no pings.
    private static func observation(
        of echo: EchoEvidence.Outcome = .timeout, server: IPAddress = gateway
    ) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        var hop = Facts.hop(.reachable, echo)
        hop.arp = .answered
        observation.gateways = [hop]
        let resolver = Resolver(address: server, source: .resolvConf)
        observation.snapshot.resolvers.servers = [resolver]
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .timeout)]
        observation.uplink = UplinkAssessmentTests.uplink(
            packets: (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) })
        observation.uplink?.queries = [
            UplinkAssessmentTests.query(.timeout, at: server == gateway ? .gateway : .beyond, server: server)
        ]
        return observation
    }

    private static func down(_ observation: MachineObservation) throws -> Finding {
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionDown)
        let finding = try #require(verdict.findings.first { $0.severity == .error })
        #expect(finding.id == "path.upstream-down", "\(finding)")
        return finding
    }

    @Test(
        "a gateway that is the DNS server as well, and answers no packet, is a fault of this network, not the provider's"
    )
    func deaf() throws {
        let finding = try Self.down(Self.observation())
        #expect(finding.side == .network)
        #expect(finding.summary.contains("it answers ARP or NDP, but no IP packet"), "\(finding.summary)")
        #expect(finding.advice.contains { $0.contains("tcpdump -ni eth0 host 192.0.2.1") }, "\(finding.advice)")
        #expect(!finding.advice.contains { $0.contains("call the provider") })
        // Without the right to send ARP requests, answers may arrive here and be dropped.
        for arp in [nil, GatewayEvidence.ARPOutcome.notPermitted] {
            var observation = Self.observation()
            observation.gateways[0].arp = arp
            #expect(try Self.down(observation).side == nil)
            let advice = try Self.down(observation).advice
            #expect(advice.contains { $0.contains("arping -D -I eth0 192.0.2.2") }, "\(advice)")
        }
        #expect(!finding.advice.contains { $0.contains("arping") }, "\(finding.advice)")
    }

    @Test("a firewall that nobody queries is often silent on purpose, so that the fault may be behind it")
    func firewall() throws {
        let finding = try Self.down(Self.observation(server: Facts.address("203.0.113.53")))
        #expect(finding.side == .upstream)
        #expect(finding.summary.contains("but no IP packet"))
        #expect(finding.advice.contains { $0.contains("call the provider") })
    }

    @Test("a permanent neighbour entry does not show that the gateway is there, unless an ARP request does")
    func permanentEntry() throws {
        var observation = Self.observation()
        (observation.gateways[0].neighbour, observation.gateways[0].arp) = (Facts.neighbour(.permanent), nil)
        observation.snapshot.neighbours = [Facts.neighbour(.permanent)]
        let verdict = MachineDiagnosis.verdict(on: observation)
        let finding = try #require(verdict.findings.first)
        #expect(verdict.status == .connectionDown && finding.id == "gateway.unreachable", "\(verdict.findings)")
        #expect(finding.side == nil && verdict.gateways.map(\.status) == [.connectionDown])
        #expect(finding.advice.contains { $0.contains("ip neigh del 192.0.2.1 dev eth0") }, "\(finding.advice)")
        observation.gateways[0].arp = .answered
        #expect(try Self.down(observation).side == .network)
    }

    @Test("a check marks such a gateway as broken, and not what is behind it")
    func permanentEntryInCheck() throws {
        let observation = Self.observation()
        var hop = observation.gateways[0]
        (hop.neighbour, hop.arp) = (Facts.neighbour(.permanent), nil)
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: "192.0.2.1")], servers: ["192.0.2.1"])
        evidence.uplink = observation.uplink
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.id == "gateway.unreachable", "\(verdict.findings)")
        #expect(verdict.layers[.gateway] == .connectionDown && verdict.layers[.uplink] != .connectionDown)
    }

    @Test("a router without its provider answers something: pings, queries, or packets whose hop limit ends there")
    func router() throws {
        var answering = Self.observation()
        answering.uplink?.queries = [UplinkAssessmentTests.query(.servfail)]
        answering.resolvers[0].failure = .servfail
        var reporting = Self.observation()
        var trace = PathVerdictTests.trace(.refused, "203.0.113.9", .udp)
        trace.error = ICMPError(family: .ipv4, type: 11, code: 0, reporter: Self.gateway)
        reporting.output.nobody = [trace]
        for observation in [Self.observation(of: .reply), answering, reporting] {
            let finding = try Self.down(observation)
            #expect(finding.side == .upstream && !finding.summary.contains("no IP packet"), "\(finding.summary)")
        }
    }
}
