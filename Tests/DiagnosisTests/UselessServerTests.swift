import Diagnosis
import NetworkModel
import Testing

@Suite("A first DNS server that says that it is of no use")
struct UselessServerTests {
    /// The failure of the first server, the time until it, and whether programs go on to the second one without a delay.
    private static let failures: [(Resolution.FailureReason, Int, Bool)] = [
        (.closed, 3, true), (.closed, 900, true), (.refused, 20, true), (.refused, 900, false), (.servfail, 20, true),
        (.servfail, 3_000, false), (.timeout, 2_000, false), (.malformed, 20, false),
    ]

    @Test("a first server that says at once that it is of no use delays no program", arguments: failures)
    func useless(_ failure: Resolution.FailureReason, took: Int, isNoticed: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        let second = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [MachineDiagnosisTests.resolver, second])
        let first = StatusDocument.ResolverStatus(
            resolver: MachineDiagnosisTests.resolver, status: .connectionDown,
            duration: Milliseconds(.milliseconds(took)), failure: failure)
        observation.resolvers = [first, .init(resolver: second, status: .connectionUp)]
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isNoticed ? .info : .warning), "\(found)")
        // Without another server, it is the fault.
        observation.snapshot.resolvers.servers.removeLast()
        observation.resolvers.removeLast()
        #expect(MachineDiagnosis.verdict(on: observation).status == .connectionDown)
    }

    /// The answers for the name that no cache has, and what is said of the server.
    private static let fromCache: [(UplinkEvidence.Query.Outcome, Resolution.FailureReason?)] = [
        (.timeout, .timeout), (.refused, .refused), (.servfail, .servfail), (.nxdomain, nil),
    ]

    @Test("a server that answers from its cache alone does not work beside a dead uplink", arguments: fromCache)
    func cache(_ outcome: UplinkEvidence.Query.Outcome, failure: Resolution.FailureReason?) {
        var observation = MachineDiagnosisTests.healthy()
        let server = MachineDiagnosisTests.resolver.address
        // The gateway answers that it has no route.
        let packets = [UplinkAssessmentTests.packet("192.0.2.1", 3, 0), UplinkAssessmentTests.packet()]
        observation.uplink = UplinkAssessmentTests.uplink(packets: packets)
        observation.uplink?.queries = [UplinkAssessmentTests.query(outcome, at: .gateway, server: server)]
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.resolvers.map(\.failure) == [failure], "\(verdict)")
        #expect((verdict.resolvers.first?.status == .connectionUp) == (failure == nil))
    }

    @Test("a host that reports its closed port for one of two queries has no server", arguments: [true, false])
    func closedOnce(isReported: Bool) throws {
        var silent = Facts.failure(.timeout, server: "198.51.100.53")
        var other = Facts.failure(isReported ? .closed : .timeout, server: "198.51.100.53")
        (silent.type, other.type) = ("A", "AAAA")
        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns([silent, other], answers: [Facts.answer], servers: ["198.51.100.53", "192.0.2.53"])
        evidence.dns?.patience = Milliseconds(.seconds(5))
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isReported ? .info : .warning), "\(found)")
        #expect(found.summary.contains("up to 5 s") != isReported, "\(found.summary)")
    }
}
