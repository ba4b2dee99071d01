import NetworkModel
import Translations

/// A period, as the content of a file.
struct TimeRangePage: Sendable {
    let range: TimeRange

    /// The maximum number of incidents that are listed.
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

    /// The maximum number of targets that are listed, worst first.
    private static let maxTargets = 200

    private var more: HTML { Self.more(range.incidents.count - Self.maxIncidents) }

    private static func more(_ rest: Int) -> HTML {
        rest > 0 ? "<p class=\"idle\">\(HTML(.andMore, rest))</p>\n" : ""
    }

    private var targets: HTML {
        if let reason = range.reason {
            return "<p class=\"idle\">\(Phrase.noHistory.text(["reason": FactWords.local(reason)]))</p>\n"
        }
        let rows = range.targets.prefix(Self.maxTargets).map { target -> (mark: TargetState, cells: [HTML]) in
            let total = target.total
            return (
                TimeRange.targetState(total),
                [
                    "\(target.key)", Self.uptime(total),
                    "\(total.times.map { SmokeChart.time($0.p50) } ?? "–")",
                    "\(total.times.map { SmokeChart.time($0.p90) } ?? "–")",
                    // Checks without a verdict do not count as successes.
                    "\(total.uptime == nil ? "–" : Phrase.partOf.text(total.checks, ["part": LocalQuantity.text(total.failures)]))",
                    "\(total.cause ?? "")",
                ]
            )
        }
        let table = PageTable(
            title: .targets, columns: [.target, .shareOfTime, .median, .mostWithin, .failed, .cause], rows: rows)
        let note: HTML =
            range.targets.contains { Self.isTold($0.total) } ? "<p class=\"idle\">\(Phrase.notKnownMeans)</p>\n" : ""
        let charts: HTML =
            range.charts.isEmpty
            ? "" : "<section><h2>\(Phrase.timesOfTarget)</h2>\n\(HTML(range.charts.map(\.html)))</section>\n"
        return "\(table.html)\(Self.more(range.targets.count - Self.maxTargets))\(note)\(charts)"
    }

    /// The uptime, with the unknown time below it, since another column would not fit on a telephone.
    private static func uptime(_ total: HistorySummary) -> HTML {
        let unknown: HTML =
            isTold(total)
            ? "<span class=\"detail\">\(Phrase.spanUnknown.text(["span": PageTime.span(seconds: total.unknown)]))</span>"
            : ""
        return "\(total.uptime.map(PageTime.percent) ?? "–")\(unknown)"
    }

    /// Whether the unknown time is shown. Every period contains a little of it, before its first check ends.
    private static func isTold(_ total: HistorySummary) -> Bool { total.uptime == nil || total.unknown >= 60 }
}
