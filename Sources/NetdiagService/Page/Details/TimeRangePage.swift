import NetworkModel

/// What was between two moments, as the content of a file.
struct TimeRangePage: Sendable {
    let range: TimeRange

    var content: HTML {
        """
        <header class="\(range.mark.rawValue)"><h1>\(range.mark.icon) \(range.title)</h1>
        <p>\(range.summary)</p></header>
        <section><h2>Incidents</h2>
        \(IncidentLine.list(range.incidents, isLinked: false))</section>
        \(targets)
        """
    }

    private var targets: HTML {
        if let reason = range.reason { return "<p class=\"idle\">There is no history: \(reason)</p>\n" }
        let rows = range.targets.map { target -> (mark: StatusMark, cells: [HTML]) in
            let total = target.total
            let mark: StatusMark = total.uptime.map { $0 < 1 ? .down : .up } ?? .idle
            return (
                mark,
                [
                    "\(target.key)", "\(total.uptime.map(PageTime.percent) ?? "–")",
                    "\(total.times.map { SmokeChart.time($0.p50) } ?? "–")",
                    "\(total.times.map { SmokeChart.time($0.p90) } ?? "–")", "\(total.failures) of \(total.checks)",
                    "\(total.cause ?? "")",
                ]
            )
        }
        let table = PageTable(
            title: "Targets", columns: ["Target", "Up", "Median", "90 % within", "Failed", "Cause"], rows: rows)
        let charts: HTML =
            range.charts.isEmpty ? "" : "<section><h2>Times</h2>\n\(HTML(range.charts.map(\.html)))</section>\n"
        return "\(table.html)\(charts)"
    }
}
