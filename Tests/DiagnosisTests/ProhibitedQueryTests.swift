import NetworkModel
import Testing

@testable import Diagnosis

@Suite("a gateway that prohibits queries to itself")
struct ProhibitedQueryTests {
    private static let gateway = UplinkAssessmentTests.gateway
    private static let prohibition = ICMPError(family: .ipv4, type: 3, code: 13, reporter: gateway)

    /// The cause if a query to the gateway gets an error, or none.
    private func finding(_ error: ICMPError?, packets: [UplinkEvidence.Packet]) -> Finding? {
        var uplink = UplinkAssessmentTests.uplink(.timeout, packets: packets)
        uplink.addRejections(error.map { [Self.gateway: $0] } ?? [:])
        return UplinkAssessment(uplink).findings.first { $0.severity == .error }
    }

    @Test("a gateway that prohibits queries to itself prohibits everything if nothing is heard from behind it")
    func prohibited() {
        let silence = [UplinkAssessmentTests.packet()]
        let found = finding(Self.prohibition, packets: silence)
        #expect(found?.id == "path.filtered" && found?.side == .network)
        #expect(found?.facts["router"] == "192.0.2.1")
        #expect(finding(nil, packets: silence)?.id == "path.upstream-down")
        // It has no route to the destination of another packet, which says more.
        let unreachable = [UplinkAssessmentTests.packet("192.0.2.1", 3, 0)]
        #expect(finding(Self.prohibition, packets: unreachable)?.id == "path.upstream-down")
        // It only does not let this machine use its resolver.
        #expect(finding(Self.prohibition, packets: UplinkAssessmentTests.far)?.id != "path.filtered")
        // Another router has sent it.
        let other = ICMPError(family: .ipv4, type: 3, code: 13, reporter: IPAddress("198.51.100.1"))
        #expect(finding(other, packets: silence)?.id == "path.upstream-down")
    }

    @Test("the error for one query of an observation counts for the one of the uplink")
    func otherQueries() {
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: Self.gateway, source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        var state = StatusDocument.ResolverStatus(resolver: resolver, status: .connectionDown, failure: .timeout)
        state.refusal = Self.prohibition
        observation.resolvers = [state]
        observation.markRejected()
        #expect(observation.uplink?.queries.map(\.rejection) == [Self.prohibition])
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "path.filtered")
    }

    @Test("a router that rejects queries as if no server ran is named, in the status and in a check")
    func closedByRouter() throws {
        let server = Facts.address("9.9.9.9")
        let rejection = ICMPError(family: .ipv4, type: 3, code: 3, reporter: Self.gateway)
        var observation = MachineDiagnosisTests.healthy()
        let resolver = Resolver(address: server, source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [resolver])
        observation.resolvers = [.init(resolver: resolver, status: .connectionDown, failure: .closed)]
        observation.uplink = UplinkAssessmentTests.uplink(packets: [UplinkAssessmentTests.packet("198.51.100.1")])
        observation.uplink?.queries = [UplinkAssessmentTests.query(.closed, at: .beyond, server: server)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "dns.server-closed")
        observation.uplink?.addRejections([server: rejection])
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "path.filtered" && found.side == .network, "\(found)")
        #expect(found.facts["destination"] == "9.9.9.9:53")
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var failure = Facts.failure(.closed, server: "9.9.9.9")
        for isRejected in [false, true] {
            failure.refusal = isRejected ? rejection : nil
            evidence.dns = Facts.dns([failure], servers: ["9.9.9.9"])
            let cause = Verdict(on: evidence).findings.first { $0.severity == .error }
            #expect(cause?.id == (isRejected ? "path.filtered" : "dns.server-closed"), "\(cause as Any)")
        }
    }

    @Test("the errors for queries to DNS servers are those of a resolution")
    func ofResolution() {
        var failure = Resolution.Failure(
            source: .dns, server: "192.0.2.1", type: "A", reason: .timeout, duration: .milliseconds(1))
        failure.refusal = Self.prohibition
        let silent = Resolution.Failure(
            source: .dns, server: "192.0.2.2", type: "A", reason: .timeout, duration: .milliseconds(1))
        let resolution = Resolution(name: "www.example", answers: [], failures: [failure, silent])
        #expect(resolution.rejections == [Self.gateway: Self.prohibition])
    }
}
