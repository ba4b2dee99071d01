import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Pages that may come from a portal")
struct PortalPageTests {
    private static func met(_ status: Int) -> UplinkEvidence {
        var uplink = UplinkAssessmentTests.uplink()
        uplink.interception = .init(destination: Facts.address("192.0.2.9"), isAccepted: true, status: status)
        return uplink
    }

    @Test("a plain HTTP page proves nothing if some host answers for an unassigned address")
    func everybodysPage() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.uplink = Self.met(200)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate)
        #expect(verdict.findings.map(\.id) == ["http.captive-portal"] && verdict.findings[0].severity == .warning)
        #expect(verdict.findings[0].facts["portal"] == "http://192.0.2.1/")
        // A transparent proxy responds that it cannot reach that address; with TLS, the responding host is known.
        evidence.uplink = Self.met(503)
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
        evidence.uplink = Self.met(200)
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .established)
        #expect(Verdict(on: evidence).findings.isEmpty && Verdict(on: evidence).status == .connectionUp)
    }

    @Test(
        "a DNS server that resolves every name to a host of this network belongs to a portal, as in the machine status")
    func everyName() throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, "192.0.2.1")])
        var answer = Facts.answer
        answer.address = Facts.address("192.0.2.1")
        evidence.dns = Facts.dns(answers: [answer])
        func made(_ address: String) -> DNSEvidence.FollowUp {
            DNSVerdictTests.followUp(.control, "abcdefgh.invalid", [address])
        }
        evidence.dns?.followUps = [made("192.0.2.1")]
        #expect(Verdict(on: evidence).findings.first?.id == "http.captive-portal")
        #expect(Verdict(on: evidence).findings.first?.facts["portal"] == "http://192.0.2.1/")
        // Where the page would be, nothing listens.
        var plain = try Facts.healthy("http://www.example/")
        (plain.tls, plain.http, plain.tcp, plain.dns) = (nil, nil, evidence.tcp, evidence.dns)
        #expect(Verdict(on: plain).findings.first?.id != "http.captive-portal")
        // Another address is that of a search page with advertisements.
        evidence.dns?.followUps = [made("203.0.113.7")]
        #expect(Verdict(on: evidence).findings.first?.id != "http.captive-portal")
    }
}
