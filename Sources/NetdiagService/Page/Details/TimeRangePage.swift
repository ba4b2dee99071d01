import NetworkModel
import Translations

/// What was between two moments, as the content of a file.
struct TimeRangePage: Sendable {
    let range: TimeRange

    /// Incidents that are listed.
    private static let maxIncidents = 200

    var content: HTML {
        """
        <header class="\(range.mark.rawValue)"><h1>\(range.mark.icon) \(range.title)</h1>
        <p>\(range.summary)</p></header>
        <section><h2>\(Phrase.incidents)</h2>
        \(IncidentLine.list(range.incidents.prefix(Self.maxIncidents), isLinked: false))\(more)</section>
        \(targets)
        """
    }

    /// Targets that are listed, the worst.
    private static let maxTargets = 200

    private var more: HTML { Self.more(range.incidents.count - Self.maxIncidents) }

    private static func more(_ rest: Int) -> HTML {
        rest > 0 ? "<p class=\"idle\">\(HTML(.andMore, rest))</p>\n" : ""
    }

    private var targets: HTML {
        if let reason = range.reason { return "<p class=\"idle\">\(Phrase.noHistory.text(["reason": reason]))</p>\n" }
        let rows = range.targets.prefix(Self.maxTargets).map { target -> (mark: StatusMark, cells: [HTML]) in
            let total = target.total
            let mark: StatusMark = total.uptime.map { $0 < 1 ? .down : .up } ?? .idle
            return (
                mark,
                [
                    "\(target.key)", "\(total.uptime.map(PageTime.percent) ?? "–")",
                    "\(total.times.map { SmokeChart.time($0.p50) } ?? "–")",
                    "\(total.times.map { SmokeChart.time($0.p90) } ?? "–")",
                    "\(Phrase.partOf.text(total.checks, ["part": LocalQuantity.text(total.failures)]))",
                    "\(total.cause ?? "")",
                ]
            )
        }
        let table = PageTable(
            title: .targets, columns: [.target, .shareOfTime, .median, .mostWithin, .failed, .cause], rows: rows)
        let charts: HTML =
            range.charts.isEmpty
            ? "" : "<section><h2>\(Phrase.timesOfTarget)</h2>\n\(HTML(range.charts.map(\.html)))</section>\n"
        return "\(table.html)\(Self.more(range.targets.count - Self.maxTargets))\(charts)"
    }
}
