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
        // The address that programs use decides. That another one works is worth knowing, and no fault of its own.
        evidence.tcp?.attempts.reverse()
        evidence.http?.status = 503
        let failing = Verdict(on: evidence)
        let words = "(1 of the 2 addresses of the name: 198.51.100.2)"
        #expect(failing.findings.map(\.id) == ["http.gateway-error"] && failing.status == .connectionDown)
        #expect(failing.findings.first?.summary.hasSuffix(words) == true, "\(failing.findings)")
        #expect(failing.findings.first?.advice.first?.hasPrefix("Remove 198.51.100.2 from the name") == true)
        // An address that fails in another way is another fault.
        var other = Facts.attempt(.connected, "198.51.100.3")
        other.failure = .init(cause: "tls.expired")
        evidence.tcp?.attempts.append(other)
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.gateway-error", "tcp.some-addresses-dead"])
        evidence.tcp?.attempts.removeLast()
        // If all fail alike, no address is to blame.
        evidence.tcp?.attempts[1].failure = second.failure
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.gateway-error"])
        evidence.tcp?.attempts[1].failure = .init(cause: "tls.expired")
        #expect(evidence.tcp?.attempts[1].failure?.words == "TLS expired")
    }

    @Test("a server that resets the connections of both families has one fault, however soon each RST is seen")
    func resetOfBothFamilies() throws {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway?.hops.append(Facts.hop(gateway: "fe80::1%eth0"))
        for (outcome, causes) in [
            (.reset, ["tcp.reset"]), (.refused, ["tcp.reset", "tcp.ipv6-broken"]),
        ] as [(TCPEvidence.Outcome, Set<CauseID>)] {
            var used = Facts.attempt(.connected)
            used.failure = .init(cause: "tcp.reset")
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(outcome, "2001:db8:9::1"), used])
            evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .reset)
            #expect(Set(Verdict(on: evidence).findings.map(\.id)) == causes, "\(outcome)")
        }
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

extension VerdictTests {
    @Test("all addresses that fail are counted, of whichever family, with what silent ones cost programs")
    func countOfAddresses() throws {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway?.hops.append(Facts.hop(gateway: "fe80::1%eth0"))
        evidence.tcp = TCPEvidence(attempts: [
            Facts.attempt(.refused, "2001:db8:9::1"), Facts.attempt(.connected),
            Facts.attempt(.timeout, "198.51.100.2"),
        ])
        func found() throws -> Finding {
            try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.some-addresses-dead" })
        }
        let counted = try found()
        #expect(counted.summary.hasPrefix("2 of the 3 addresses of www.example cannot be used: "), "\(counted)")
        #expect(counted.summary.contains("2001:db8:9::1 (refused), 198.51.100.2 (timeout)"), "\(counted)")
        #expect(counted.summary.contains("wait up to two minutes"), "\(counted)")
        // The incident is that of the addresses beside which others of the family work.
        #expect(counted.facts["addresses"] == "198.51.100.2")
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.some-addresses-dead", "tcp.ipv6-broken"])
        // Nobody waits for an address that refuses.
        evidence.tcp?.attempts[2].outcome = .refused
        #expect(try !found().summary.contains("wait"))
        // With one address of each family, both are one finding.
        evidence.tcp?.attempts.append(Facts.attempt(.connected, "2001:db8:9::2"))
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tcp.some-addresses-dead"])
        #expect(try found().summary.hasPrefix("2 of the 4 addresses"))
    }
}
