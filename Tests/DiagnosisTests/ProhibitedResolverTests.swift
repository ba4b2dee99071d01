import Diagnosis
import NetworkModel
import Testing

/// Queries to the first of two servers, which this machine does not send.
@Suite("Queries that are not sent")
struct ProhibitedResolverTests {
    @Test(
        "a route that prohibits packets to the first resolver is no packet filter, unlike the same error without such a route",
        arguments: [true, false])
    func prohibitedResolver(isRouted: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        let first = Resolver(address: Facts.address("10.89.0.1"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [first, MachineDiagnosisTests.resolver])
        if isRouted {
            observation.snapshot.routes.append(
                Route(
                    family: .ipv4, kind: .prohibit, destination: Facts.address("10.89.0.0"), prefixLength: 16))
        }
        var dead = StatusDocument.ResolverStatus(
            resolver: first, status: .connectionDown, duration: Milliseconds(.milliseconds(1)), failure: .timeout)
        dead.isUnsent = true
        observation.resolvers = [dead, .init(resolver: MachineDiagnosisTests.resolver, status: .connectionUp)]
        observation.output.resolvers = [
            PathEvidence.Trace(
                address: first.address, port: 53, transport: .udp, outcome: .unsent, failure: "EACCES")
        ]
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == (isRouted ? "dns.some-servers-dead" : "local.firewall"), "\(found)")
        #expect(found.severity == (isRouted ? .info : .warning), "\(found)")
        #expect(found.advice.contains { $0.contains("ip route get 10.89.0.1") } == isRouted, "\(found.advice)")
    }
}
