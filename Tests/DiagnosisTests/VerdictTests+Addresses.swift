import NetworkModel
import Testing

@testable import Diagnosis

extension VerdictTests {
    @Test("an address that fails above its connection is a warning while another one of the name works")
    func failingAddress() throws {
        var evidence = try Facts.healthy()
        var second = Facts.attempt(.connected, "198.51.100.2")
        second.failure = .init(cause: "http.gateway-error", status: 503)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected), second])
        let found = Verdict(on: evidence)
        #expect(found.findings.map(\.id) == ["tcp.some-addresses-dead"] && found.status == .connectionUp)
        #expect(
            found.findings.first?.summary
                == "1 of the 2 addresses of www.example cannot be used: 198.51.100.2 (HTTP 503)")
        // The address that programs use decides. That another one works is worth knowing.
        evidence.tcp?.attempts.reverse()
        evidence.http?.status = 503
        let failing = Verdict(on: evidence)
        #expect(failing.findings.map(\.id) == ["http.gateway-error", "tcp.some-addresses-dead"])
        // If all fail alike, no address is to blame.
        evidence.tcp?.attempts[1].failure = second.failure
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.gateway-error"])
        evidence.tcp?.attempts[1].failure = .init(cause: "tls.expired")
        #expect(evidence.tcp?.attempts[1].failure?.words == "TLS expired")
    }
}
