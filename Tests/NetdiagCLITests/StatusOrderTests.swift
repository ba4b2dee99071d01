import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("The order of a status")
struct StatusOrderTests {
    @Test("a cause that has no incident yet precedes the incidents of targets")
    func unconfirmed() throws {
        var document = try Fixtures.status()
        let lost = Finding(
            id: "path.upstream-down", layer: .path, severity: .error, confidence: 0.9,
            summary: "the Internet does not answer", facts: [:], advice: [], side: .upstream)
        document.findings.insert(lost, at: 0)
        document.cause = lost
        var page = Page(for: Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true))
        document.write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.contains("beyond the router") == true)
        let places = ["path.upstream-down", "dns.servfail"].map { id in
            lines.firstIndex { $0.contains("✗ \(id)") } ?? lines.endIndex
        }
        #expect(places[0] == 1 && places[1] > 1 && places[1] < lines.endIndex, "\(lines.prefix(8))")
    }
}
