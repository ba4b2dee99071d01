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

    @Test("the advice about an address is that for its state: tentative or deprecated")
    func stateOfAddress() throws {
        var evidence = try Facts.healthy()
        evidence.address?.usable[0].address.flags = [.deprecated]
        let aged = try #require(Verdict(on: evidence).findings.first)
        #expect(aged.id == "address.tentative" && aged.severity == .warning)
        #expect(aged.advice.count == 1 && aged.advice[0].hasPrefix("Deprecated: "), "\(aged.advice)")
        let usable = evidence.address?.usable ?? []
        evidence.address?.unusable = usable
        evidence.address?.usable = []
        evidence.address?.unusable[0].address.flags = [.tentative]
        let fresh = try #require(Verdict(on: evidence).findings.first)
        #expect(fresh.id == "address.tentative" && fresh.severity == .error)
        #expect(fresh.advice.count == 1 && fresh.advice[0].hasPrefix("Not usable yet: "), "\(fresh.advice)")
    }
}
