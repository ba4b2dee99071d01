import Diagnosis
import NetworkModel
import Testing

@Suite("A public name that resolves to its DNS server")
struct SelfAnswerTests {
    private static func finding(
        _ name: String, _ address: String, scheme: String = "https", _ change: (inout Evidence) -> Void
    ) throws -> Finding? {
        var evidence = try Facts.healthy("\(scheme)://\(name)/")
        let answer = DNSVerdictTests.answer(address, server: address)
        evidence.dns = Facts.dns(answers: [answer], servers: [address])
        evidence.dns?.resolution.name = name
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, address)])
        change(&evidence)
        return Verdict(on: evidence).findings.first
    }

    private static func untrusted(_ evidence: inout Evidence) {
        evidence.tls = TLSEvidence(serverName: "www.site.example", outcome: .certificate, problem: .selfSigned)
        evidence.http = nil
    }

    private static func plain(_ evidence: inout Evidence) {
        evidence.tls = nil
        evidence.http = HTTPEvidence(url: evidence.target.text, outcome: .response, status: 200)
    }

    @Test("a page of the router in place of a public one is a false answer, over TLS as well")
    func blocked() throws {
        let secure = try #require(try Self.finding("www.site.example", "192.168.1.1", Self.untrusted))
        #expect(secure.id == "dns.blocked-answer" && secure.severity == .error && secure.side == .network, "\(secure)")
        #expect(secure.summary.contains("the server's own private address"), "\(secure.summary)")
        let page = try #require(try Self.finding("www.site.example", "192.168.1.1", scheme: "http", Self.plain))
        #expect(page.id == "dns.blocked-answer" && page.severity == .warning, "\(page)")
    }

    @Test("a router's own name, a trusted certificate and a public address are no false answers")
    func meant() throws {
        #expect(try Self.finding("fritz.box", "192.168.1.1", Self.untrusted)?.id == "tls.self-signed")
        #expect(try Self.finding("fritz.box", "192.168.1.1", scheme: "http", Self.plain) == nil)
        #expect(try Self.finding("cloud.site.example", "192.168.1.1") { _ in } == nil)
        #expect(try Self.finding("dns.site.example", "198.51.100.53", Self.untrusted)?.id == "tls.self-signed")
    }

    @Test("a server that gives its address for every name makes names up")
    func everyName() throws {
        let found = try Self.finding("www.site.example", "192.168.1.1") { evidence in
            Self.untrusted(&evidence)
            evidence.dns?.followUps = [
                DNSVerdictTests.followUp(
                    .control, "xxxxxxxxxxxxxxxxxxxx.invalid", server: "192.168.1.1", ["192.168.1.1"])
            ]
        }
        #expect(found?.id != "dns.blocked-answer", "\(String(describing: found))")
    }
}
