import NetworkModel
import Testing

@testable import Diagnosis

/// Queries over UDP that the host of the DNS server itself prohibits.
@Suite("a DNS server whose own host prohibits queries")
struct ProhibitedServerTests {
    private static func observation(_ server: IPAddress, code: UInt8 = 13) -> MachineObservation {
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: server, source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        var state = StatusDocument.ResolverStatus(resolver: resolver, status: .connectionDown, failure: .timeout)
        state.refusal = ICMPError(family: .ipv4, type: 3, code: code, reporter: server)
        observation.resolvers = [state]
        let place = server == UplinkAssessmentTests.gateway ? UplinkEvidence.Query.Place.gateway : .link
        var query = UplinkAssessmentTests.query(.nxdomain, at: place, server: server)
        query.isOverTCPAlone = true
        observation.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.passing])
        observation.uplink?.queries = [query]
        return observation
    }

    private static func check(_ server: IPAddress) throws -> Finding? {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        let onLink = GatewayEvidence.Hop(route: Facts.onLink, neighbour: Facts.neighbour(.reachable, "\(server)"))
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(), onLink], isOnLink: false)
        var failure = Facts.failure(.timeout, server: "\(server)")
        failure.refusal = ICMPError(family: .ipv4, type: 3, code: 13, reporter: server)
        evidence.dns = Facts.dns([failure], servers: ["\(server)"])
        return Verdict(on: evidence).findings.first { $0.severity == .error }
    }

    @Test(
        "the status and a check name the host that prohibits queries, also if it answers them over TCP",
        arguments: [("192.0.2.1", "the gateway 192.0.2.1"), ("192.0.2.53", "the host itself")])
    func prohibited(server: String, who: String) throws {
        let address = Facts.address(server)
        let status = try #require(MachineDiagnosis.verdict(on: Self.observation(address)).findings.first)
        let check = try #require(try Self.check(address))
        for found in [status, check] {
            #expect(found.id == "path.filtered" && found.severity == .error && found.side == .network, "\(found)")
            #expect(found.facts["who"] == who && found.facts["destination"] == "\(server):53", "\(found.facts)")
        }
        // Another error, or none, says nothing of a rule.
        let unreachable = MachineDiagnosis.verdict(on: Self.observation(address, code: 1)).findings.first
        #expect(unreachable?.id == "dns.server-unreachable")
    }

    @Test("a gateway that prohibits other packets need not report each query")
    func limited() {
        var observation = Self.observation(UplinkAssessmentTests.gateway)
        observation.resolvers[0].refusal = nil
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "dns.server-unreachable")
        observation.uplink?.packets = [UplinkAssessmentTests.packet("192.0.2.1", 3, 13, as: .tcp)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "path.filtered")
    }

    @Test("it is a warning where programs have a proxy, which resolves names")
    func besideProxy() throws {
        var observation = Self.observation(UplinkAssessmentTests.gateway)
        observation.uplink?.proxy = .init(
            variable: "https_proxy", url: "http://192.0.2.9:3128", address: Facts.address("192.0.2.9"))
        let found = try #require(
            MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "path.filtered" })
        #expect(found.severity == .warning, "\(found)")
    }
}
