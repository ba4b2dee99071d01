import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@testable import NetworkDiagnostics

@Suite("Questions about a DNS server that has not responded yet")
struct SilentServerTests {
    @Test("they are those that the check asks in the end", arguments: [UInt16(53), 5_353])
    func questions(port: UInt16) throws {
        let server = SocketAddress(try #require(IPAddress("192.0.2.53")), port: port)
        let target = try Target("dns://\(server)/www.example?type=AAAA")
        let evidence = Evidence(target: target, now: Timestamp())
        let early = evidence.ended(beforeResponseOf: server, for: target)
        var finished = evidence
        let silence = Resolution.Failure(
            source: .dns, server: port == 53 ? "192.0.2.53" : "\(server)", type: "AAAA", reason: .timeout,
            duration: .seconds(5))
        finished.dns = DNSEvidence(
            resolution: Resolution(name: "www.example", answers: [], failures: [silence]), servers: ["\(server)"])
        #expect(early.dns?.resolution.failures.map(\.server) == [silence.server])
        #expect(Verdict(on: early).findings.map(\.id) == Verdict(on: finished).findings.map(\.id))
        #expect(Verdict(on: early).followUps == Verdict(on: finished).followUps)
    }
}
