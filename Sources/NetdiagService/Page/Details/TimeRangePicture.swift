import NetworkModel

/// What was between two moments, as a picture.
struct TimeRangePicture: Sendable {
    let range: TimeRange

    /// Targets that are drawn.
    private static let maxCharts = 10

    var drawing: SharedDrawing {
        var drawing = SharedDrawing(title: range.title, host: range.host)
        drawing.add(range.summary)
        drawing.add(
            range.incidents.map { incident in
                let end = incident.closed.map { PageTime.span(from: incident.opened, to: $0) } ?? "not over"
                return "\(PageTime.text(incident.opened)), \(end): \(incident.cause.summary)"
            }, under: "Incidents")
        if let reason = range.reason { drawing.add("There is no history: \(reason)") }
        if !range.charts.isEmpty { drawing.add("Targets", style: "head") }
        for chart in range.charts.prefix(Self.maxCharts) {
            drawing.add("\(chart.title): \(chart.summary)")
            drawing.add(chart.svg, style: "smoke", height: 40)
        }
        if range.targets.count > Self.maxCharts { drawing.add("and \(range.targets.count - Self.maxCharts) more") }
        return drawing
    }
}
