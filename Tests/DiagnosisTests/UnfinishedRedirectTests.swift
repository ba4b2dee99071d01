import Diagnosis
import NetworkModel
import Testing

@Suite("Redirects for which no time was left")
struct UnfinishedRedirectTests {
    @Test("they are slow, and it is not known whether the page works")
    func unfinished() throws {
        var evidence = try Facts.healthy()
        var http = HTTPEvidence(
            url: "https://www.example/2", outcome: .response, status: 302,
            redirects: [.init(url: "https://www.example/", status: 302, location: "https://www.example/2")])
        http.phases = .init(
            redirects: .seconds(2), resolve: .zero, connect: .milliseconds(600), tls: .milliseconds(600),
            request: .zero, firstByte: .milliseconds(600), body: .zero)
        evidence.http = http
        #expect(Verdict(on: evidence).status == .connectionUp)
        evidence.http?.areRedirectsUnfinished = true
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionIndeterminate && verdict.findings.map(\.id) == ["http.slow"])
        let advice = verdict.findings.first?.advice ?? []
        let isTold = advice.contains { $0.contains("redirect 2,") && $0.hasSuffix("curl -sSIL https://www.example/") }
        #expect(isTold, "\(advice)")
    }
}
