import FoundationEssentials
import NetdiagHistory
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The pages of targets and incidents")
struct DetailPageTests {
    private static func finding(_ id: CauseID, _ summary: String) -> Finding {
        Finding(id: id, layer: .tcp, severity: .error, confidence: 1, summary: summary, advice: ["look at it"])
    }

    private static func incident(_ id: Int, _ cause: Finding, closed: Int64? = nil) -> StatusDocument.Incident {
        .init(
            id: id, cause: cause, targets: ["Shop"], opened: Timestamp(millisecondsSince1970: 0),
            closed: closed.map { Timestamp(millisecondsSince1970: $0) })
    }

    private static func text(_ html: HTML) -> String { html.text.replacing(#/<[^>]*>/#, with: "") }

    @Test("the line of an open incident says since when it is open; that of another one, from when to when it was")
    func line() {
        let refused = Self.finding("tcp.refused", "192.0.2.1:1 refuses the connection")
        let open = Self.text(IncidentLine(incident: Self.incident(1, refused)).html)
        #expect(open.contains(", since 1970-01-01 00:00:00 UTC, open for "), "\(open)")
        let closed = Self.text(IncidentLine(incident: Self.incident(1, refused, closed: 5_000)).html)
        #expect(closed.contains(", 1970-01-01 00:00:00 UTC to 1970-01-01 00:00:05 UTC, 5 s"), "\(closed)")
    }

    @Test("the page of a target explains its current fault once, and says what earlier incidents were")
    func incidents() {
        let refused = Self.finding("tcp.refused", "192.0.2.1:1 refuses the connection")
        let late = Self.finding("tcp.timeout", "192.0.2.1:1 does not answer")
        let status = StatusDocument.TargetStatus(
            target: "tcp://192.0.2.1:1", status: .connectionDown, degraded: false, cause: refused, last: nil)
        let report = Report(
            target: "tcp://192.0.2.1:1", started: Timestamp(), duration: .milliseconds(1), status: .connectionDown,
            findings: [refused], layers: [])
        let page = TargetDetailPage(
            status: status, report: report, results: [], charts: [], reason: "off",
            incidents: [Self.incident(3, refused), Self.incident(2, late, closed: 5_000)])
        let text = page.content.text
        #expect(text.components(separatedBy: refused.summary).count == 2)
        #expect(text.contains("<a href=\"/incidents/3\">Incident 3</a>"), "\(text)")
        #expect(text.contains("<a href=\"/incidents/2\">192.0.2.1:1 does not answer</a>"), "\(text)")
    }

    @Test("the scale of a chart has a middle")
    func scale() {
        let column = HistorySummary(
            up: 60, checks: 2, times: .init(min: 1, p10: 1, p50: 2, p90: 40, max: 40))
        let history = TargetHistory(
            target: "tcp://192.0.2.1:1", name: nil, total: column, causes: [], columns: [column])
        let chart = SmokeChart(
            title: "3 h", label: "3 h",
            document: HistoryDocument(
                from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 60_000), step: 60,
                targets: [history]), history: history, span: 60)
        #expect(
            chart.html.text.contains("<span>40.0 ms</span><span>20.0 ms</span><span>0</span>"), "\(chart.html.text)")
    }
}
