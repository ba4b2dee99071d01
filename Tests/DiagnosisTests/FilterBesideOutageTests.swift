import NetworkModel
import Testing

@testable import Diagnosis

@Suite("This machine's own filter beside an outage")
struct FilterBesideOutageTests {
    /// A check of a page whose name was not resolved, since the provider is gone.
    private static func evidence() throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(.timeout)])
        evidence.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        return evidence
    }

    private static func trace(_ failure: String?) -> PathEvidence.Trace {
        var trace = PathEvidence.Trace(
            address: Facts.address("203.0.113.9"), port: 443, transport: .tcp, outcome: .unsent)
        trace.failure = failure
        return trace
    }

    @Test("a check warns of it after the outage, as the machine status does")
    func warning() throws {
        var evidence = try Self.evidence()
        #expect(Verdict(on: evidence).findings.map(\.id) == ["path.upstream-down"])
        evidence.uplink?.unsent = [Self.trace("EPERM")]
        let findings = Verdict(on: evidence).findings
        #expect(findings.map(\.id) == ["path.upstream-down", "local.firewall"])
        #expect(findings.map(\.severity) == [.error, .warning])
        #expect(findings[1].facts["destination"] == "hosts of the Internet on TCP port 443")
        // A lack of resources of this process says nothing about programs.
        evidence.uplink?.unsent = [Self.trace("EMFILE")]
        #expect(Verdict(on: evidence).findings.map(\.id) == ["path.upstream-down"])
    }

    @Test("it is kept in the report")
    func report() throws {
        var uplink = try #require(try Self.evidence().uplink)
        uplink.unsent = [Self.trace("EPERM")]
        let read = try JSON.decode(UplinkEvidence.self, from: JSON.line(uplink))
        #expect(read == uplink)
    }
}
