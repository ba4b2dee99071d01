import Diagnosis
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

    @Test("the reason why the status is not known precedes warnings")
    func doubt() throws {
        var document = try Fixtures.status()
        let warning = Finding(
            id: "dns.some-servers-dead", layer: .dns, severity: .warning, confidence: 0.9,
            summary: "one server does not answer", facts: [:], advice: [], side: .network)
        (document.status, document.cause, document.findings) = (.connectionIndeterminate, warning, [warning])
        (document.incidents, document.targets) = ([], [])
        document.uplink = .init(status: .connectionIndeterminate, detail: "nothing answers", evidence: nil)
        var page = Page(for: Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true))
        document.write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        let places = ["nothing answers", "! dns.some-servers-dead"].map { text in
            lines.firstIndex { $0.contains(text) } ?? lines.endIndex
        }
        #expect(places[0] < places[1] && places[1] < lines.endIndex, "\(lines.prefix(8))")
    }

    @Test("below a lost uplink, incidents of targets behind it are counted; those of other targets are listed")
    func cutOff() throws {
        func finding(_ id: CauseID, _ side: Side) -> Finding {
            Finding(
                id: id, layer: .path, severity: .error, confidence: 0.9, summary: "the summary of \(id)", facts: [:],
                advice: [], side: side)
        }
        let lost = finding("path.upstream-down", .upstream)
        let refused = finding("tcp.refused", .remote)
        func lines(_ causeOfA: Finding) throws -> [Substring] {
            var document = try Fixtures.status()
            (document.status, document.cause, document.findings) = (.connectionDown, lost, [])
            document.targets = [
                .init(target: "a", status: .connectionIndeterminate, degraded: false, cause: causeOfA, last: nil),
                .init(target: "b", status: .connectionDown, degraded: false, cause: refused, last: nil),
            ]
            document.incidents = [(lost, "a"), (refused, "a"), (refused, "b")].enumerated().map { place, item in
                .init(
                    id: place + 1, cause: item.0, targets: [item.1], opened: Fixtures.moment(0), closed: nil)
            }
            var page = Page(for: Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true))
            document.write(to: &page, in: PageContext(now: Fixtures.moment(9)) { _ in "the hour" })
            return String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        }
        let hidden = try lines(lost)
        #expect(hidden.count { $0.contains("✗ tcp.refused") } == 1 && hidden.contains { $0.contains("#3, open") })
        #expect(hidden.contains { $0.contains("1 more incident: netdiag incidents") })
        // It was found again since.
        let shown = try lines(refused)
        #expect(shown.count { $0.contains("✗ tcp.refused") } == 2 && !shown.contains { $0.contains("more incident") })
    }

    @Test("without avahi-daemon, the announcement waits for it, and the reason is in the finding alone")
    func waiting() throws {
        let reason = "avahi-daemon does not run; start it with: service avahi-daemon start"
        var document = try Fixtures.status()
        document.publication = Publication(state: .waiting, types: ["_http._tcp"], port: 8053, reason: reason)
        document.findings.append(.multicastUnavailable(reason))
        var page = Page(for: Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true))
        document.write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.last == "    !  waiting for avahi-daemon", "\(lines)")
        #expect(lines.count { $0.contains("service avahi-daemon start") } == 1, "\(lines)")
    }
}
