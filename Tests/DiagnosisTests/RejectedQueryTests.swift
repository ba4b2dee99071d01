import Diagnosis
import NetworkModel
import Testing

/// Queries to the first of two servers, which a router rejects with an ICMP error. The system resolver gets the error as well, and
/// goes on to the next server.
@Suite("Rejected queries")
struct RejectedQueryTests {
    private static let rejection = ICMPError(
        family: .ipv4, type: 3, code: 13, reporter: Facts.address("192.0.2.1"))

    @Test(
        "an error that arrives at once delays no program, unlike a late one",
        arguments: [(1_004, true), (4_100, false)])
    func ofTarget(took: Int, isPrompt: Bool) throws {
        var failure = Facts.failure(.timeout, server: "198.51.100.53")
        failure.duration = Milliseconds(.milliseconds(took))
        failure.refusal = Self.rejection
        var evidence = try Facts.healthy()
        evidence.dns = Facts.dns([failure], answers: [Facts.answer], servers: ["198.51.100.53", "192.0.2.53"])
        evidence.dns?.patience = Milliseconds(.seconds(5))
        let found = try #require(Verdict(on: evidence).findings.first)
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isPrompt ? .info : .warning), "\(found)")
        #expect(found.summary.contains("192.0.2.1 reports \"administratively prohibited\"") == isPrompt)
        #expect(found.summary.contains("delays look-ups by up to 5 s") != isPrompt, "\(found.summary)")
    }

    @Test("the machine's status promises no delay either", arguments: [true, false])
    func ofMachine(isRejected: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        let second = Resolver(address: Facts.address("192.0.2.54"), source: .resolvConf)
        observation.snapshot.resolvers = .init(servers: [MachineDiagnosisTests.resolver, second])
        var first = StatusDocument.ResolverStatus(
            resolver: MachineDiagnosisTests.resolver, status: .connectionDown,
            duration: Milliseconds(.milliseconds(1_003)), failure: .timeout)
        first.refusal = isRejected ? Self.rejection : nil
        observation.resolvers = [first, .init(resolver: second, status: .connectionUp)]
        let found = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isRejected ? .info : .warning), "\(found)")
        #expect(found.summary.contains("delays look-ups") != isRejected, "\(found.summary)")
    }
}
