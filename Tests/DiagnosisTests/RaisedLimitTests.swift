import Diagnosis
import NetworkModel
import Testing

@Suite("Packets that a provider drops because of their hop limit")
struct RaisedLimitTests {
    private static let router = "203.0.113.9"
    private static let destination = PathDestination(PathVerdictTests.target, port: 443, .tcp)

    /// A host that is silent behind the provider's first router.
    private static func silent(raisedLimit: Int? = nil) throws -> Evidence {
        var evidence = try PathVerdictTests.failed(.timeout)
        var trace = PathVerdictTests.trace(.silent, hops: ["192.0.2.1", router])
        trace.raisedLimit = raisedLimit
        evidence.path = PathVerdictTests.path(trace)
        return evidence
    }

    @Test("a host that only answers packets with a greater hop limit is behind such a filter")
    func filtered() throws {
        let found = try #require(Verdict(on: Self.silent(raisedLimit: 65)).findings.first)
        #expect(found.id == "path.hop-limit" && found.facts["router"] == Self.router, "\(found)")
        #expect(found.summary.contains("64 they get no response, and with 65 they do"), "\(found.summary)")
        #expect(found.advice.contains { $0.hasSuffix("sysctl -w net.ipv4.ip_default_ttl=65") }, "\(found.advice)")
    }

    @Test("a host that answers no packets at all is not")
    func silent() throws {
        let verdict = try Verdict(on: Self.silent())
        #expect(!verdict.findings.contains { $0.id == "path.hop-limit" })
        // Without a DNS server that reaches the Internet, the uplink may be down.
        #expect(!verdict.followUps.contains(.path(.raisedLimit(Self.destination))))
    }
}
