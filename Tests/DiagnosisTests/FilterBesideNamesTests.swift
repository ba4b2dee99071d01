import NetworkModel
import Testing

@testable import Diagnosis

@Suite("This machine's own filter beside DNS servers that give no address")
struct FilterBesideNamesTests {
    /// A check of a page whose name was not resolved, in a network that works.
    private static func evidence(_ reason: Resolution.FailureReason) throws -> Evidence {
        var evidence = try Facts.healthy()
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.dns = Facts.dns([Facts.failure(reason)], servers: ["192.0.2.53", "192.0.2.54"])
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain)
        return evidence
    }

    private static func ids(_ evidence: Evidence) -> [String] {
        Verdict(on: evidence).findings.map { "\($0.severity.rawValue) \($0.id)" }
    }

    @Test("a check warns of connections that this machine resets itself, as the machine status does")
    func connections() throws {
        var evidence = try Self.evidence(.closed)
        #expect(Self.ids(evidence) == ["error dns.server-closed"])
        var trace = PathVerdictTests.trace(.silent, "203.0.113.9")
        evidence.uplink?.unsent = [trace]
        #expect(Self.ids(evidence) == ["error dns.server-closed"])
        trace.isAnsweredHere = true
        evidence.uplink?.unsent = [trace]
        #expect(Self.ids(evidence) == ["error dns.server-closed", "warning local.firewall"])
        #expect(Verdict(on: evidence).findings.last?.facts["destination"] == "hosts of the Internet on TCP port 443")
        // A rule of this machine rejects them.
        let rejected = PathVerdictTests.trace(
            .refused, "203.0.113.9", error: PathVerdictTests.error(3, 3, by: "192.0.2.2", isOwn: true))
        evidence.uplink?.unsent = [rejected]
        #expect(Self.ids(evidence) == ["error dns.server-closed", "warning local.firewall"])
        // Beside what fails above, the check has met the filter itself, or there is none for the target.
        evidence.dns = Facts.dns(answers: [Facts.answer])
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused)])
        #expect(!Self.ids(evidence).contains("warning local.firewall"))
    }

    @Test("a check warns of a filter that keeps queries from the other configured server")
    func queries() throws {
        var evidence = try Self.evidence(.nxdomain)
        var other = DNSEvidence.FollowUp(
            .other, name: "www.example", type: "A", server: "192.0.2.54", failure: .timeout,
            duration: .milliseconds(1))
        evidence.dns?.followUps = [other]
        #expect(Self.ids(evidence) == ["error dns.nxdomain"])
        other.isWithheld = true
        evidence.dns?.followUps = [other]
        #expect(Self.ids(evidence) == ["error dns.nxdomain", "warning local.firewall"])
        #expect(Verdict(on: evidence).findings.last?.summary.contains("192.0.2.54:53") == true)
        let read = try JSON.decode(DNSEvidence.FollowUp.self, from: JSON.line(other))
        #expect(read == other)
    }
}
