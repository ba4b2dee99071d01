import NetworkModel
import Testing

@testable import Diagnosis

@Suite("An expired certificate of an authority")
struct ExpiredAuthorityTests {
    private static func expired(_ chain: [TLSEvidence.Certificate]) throws -> Evidence {
        var evidence = try Facts.healthy()
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .certificate, problem: .expired, chain: chain)
        evidence.http = nil
        return evidence
    }

    @Test("an expired certificate of an intermediate authority is replaced, and that of the server is not renewed")
    func expiredIntermediate() throws {
        let (valid, old) = (
            Timestamp(millisecondsSince1970: 1_700_001_000_000), Timestamp(millisecondsSince1970: 1_699_999_900_000)
        )
        let leaf = TLSEvidence.Certificate(
            subject: "CN=www.example", issuer: "CN=Issuing CA", names: ["www.example"], notBefore: nil, notAfter: valid)
        let authority = TLSEvidence.Certificate(
            subject: "CN=Issuing CA", issuer: "CN=Root", names: [], notBefore: nil, notAfter: old)
        let found = try #require(Verdict(on: try Self.expired([leaf, authority])).findings.first)
        #expect(found.id == "tls.expired")
        #expect(
            found.summary.hasPrefix("the certificate of the intermediate authority of www.example:443 (CN=Issuing CA)"))
        #expect(!found.advice.contains { $0.contains("certbot") }, "\(found.advice)")
        #expect(found.advice.contains { $0.hasSuffix("-servername www.example -showcerts") }, "\(found.advice)")
        // If both have expired, the server's is renewed, which replaces the other one as well.
        var expired = leaf
        expired.notAfter = old
        let both = try #require(Verdict(on: try Self.expired([expired, authority])).findings.first)
        #expect(both.summary.hasPrefix("the certificate of www.example:443 (CN=www.example)"), "\(both.summary)")
        #expect(both.advice.contains { $0.contains("certbot renew") } && both.advice.count == 2, "\(both.advice)")
    }

    @Test("if the certificates from the server are within their dates, that of the authority in the trust store is not")
    func expiredStored() throws {
        let (begin, end) = (
            Timestamp(millisecondsSince1970: 1_699_999_900_000), Timestamp(millisecondsSince1970: 1_700_001_000_000)
        )
        let leaf = TLSEvidence.Certificate(
            subject: "CN=www.example", issuer: "CN=Own CA; O=Lab", names: ["www.example"], notBefore: begin,
            notAfter: end)
        for problem in [TLSEvidence.CertificateProblem.expired, .notYetValid] {
            var evidence = try Self.expired([leaf])
            evidence.tls?.problem = problem
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == (problem == .expired ? "tls.expired" : "tls.not-yet-valid") && found.side == .machine)
            let words = "the authority of www.example:443 in this machine's trust store (CN=Own CA, O=Lab)"
            #expect(found.summary.hasPrefix("the certificate of \(words)"), "\(found.summary)")
            #expect(found.facts["fingerprint"] == "CN=Own CA, O=Lab")
            #expect(found.advice.contains { $0.contains("update-ca-certificates") }, "\(found.advice)")
            #expect(!found.advice.contains { $0.contains("certbot") || $0.contains("operator") }, "\(found.advice)")
            // Without the dates of a certificate, it may be that one.
            evidence.tls?.chain[0].notBefore = nil
            evidence.tls?.chain[0].notAfter = nil
            #expect(Verdict(on: evidence).findings.first?.side != .machine)
        }
    }
}
