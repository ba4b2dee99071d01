import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("Web filters that answer in place of single hosts")
struct WebFilterTests {
    private static let destination = PathDestination(Facts.address("198.51.100.1"), port: 443, .tcp)

    /// Adds the traces of a connection that is accepted at a hop limit, and of echo requests that end at routers before
    /// the host.
    private static func trace(_ evidence: inout Evidence, acceptedAt limit: Int, isHere: Bool? = nil) {
        var trace = PathVerdictTests.trace(.answered)
        (trace.answeredAt, trace.isAnsweredHere) = (limit, isHere)
        evidence.path = PathVerdictTests.path(
            trace, PathVerdictTests.trace(.answered, "198.51.100.1", .icmp, hops: ["192.0.2.1", "203.0.113.9"]))
    }

    private static func untrusted(_ problem: TLSEvidence.CertificateProblem) throws -> Evidence {
        var evidence = try Facts.healthy()
        let leaf = TLSEvidence.Certificate(
            subject: "CN=www.example", issuer: "CN=Corp Root", names: ["www.example"], notBefore: nil, notAfter: nil)
        evidence.tls = TLSEvidence(
            serverName: "www.example", outcome: .certificate, problem: problem, chain: [leaf])
        evidence.http = nil
        return evidence
    }

    @Test(
        "the gateway's certificate is not the server's, if the gateway accepts the connection",
        arguments: [.untrustedIssuer, .selfSigned, .incompleteChain] as [TLSEvidence.CertificateProblem])
    func certificate(problem: TLSEvidence.CertificateProblem) throws {
        var evidence = try Self.untrusted(problem)
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.id != "tls.intercepted")
        #expect(verdict.followUps.contains(.path(.origin(Self.destination))))
        Self.trace(&evidence, acceptedAt: 1)
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "tls.intercepted" && finding.severity == .error && finding.side == .network)
        #expect(finding.summary.contains("192.0.2.1") && finding.summary.contains("CN=Corp Root"), "\(finding.summary)")
        // A load balancer or an accelerator farther away may accept connections to a server with such a certificate.
        for (limit, isHere) in [(2, nil), (3, nil), (1, true)] as [(Int, Bool?)] {
            Self.trace(&evidence, acceptedAt: limit, isHere: isHere)
            #expect(Verdict(on: evidence).findings.first?.id != "tls.intercepted", "\(limit)")
        }
    }

    @Test("an expired certificate raises no such question, since it is the server's")
    func others() throws {
        let question = FollowUp.path(.origin(Self.destination))
        #expect(!Verdict(on: try Self.untrusted(.expired)).followUps.contains(question))
        #expect(Verdict(on: try Self.untrusted(.wrongHost)).followUps.contains(question))
    }

    @Test("a page that the gateway forbids in place of the server is a fault of this network")
    func forbidden() throws {
        var evidence = try Facts.healthy("http://www.example/")
        evidence.tls = nil
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .response, status: 403)
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.first?.side == .remote)
        #expect(verdict.followUps.contains(.path(.origin(Self.destination))))
        for (limit, side) in [(1, Side.network), (2, .remote)] {
            Self.trace(&evidence, acceptedAt: limit)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "http.forbidden" && finding.side == side, "\(limit)")
            #expect(finding.advice.contains { $0.hasPrefix("The router 192.0.2.1 ") } == (limit == 1))
        }
    }
}
