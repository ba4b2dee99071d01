import NetworkModel

/// An incident as a picture: its cause, its course on a line, what it took down, what changed just before, and what to do.
struct IncidentPicture: Sendable {
    let incident: StatusDocument.Incident
    let host: String
    var now = Timestamp()

    private var end: Timestamp { incident.closed ?? now }

    var drawing: SharedDrawing {
        let page = IncidentDetailPage(incident: incident, known: [], affected: IncidentTargets())
        var drawing = SharedDrawing(title: page.title, host: host)
        drawing.add(incident.cause.summary)
        drawing.add(
            "\(page.state); since \(PageTime.text(incident.opened)), \(PageTime.span(from: incident.opened, to: end))"
                + (incident.isOpen ? " so far" : ", until \(PageTime.text(end))"))
        drawing.add(course, style: "course", height: 20)
        let rest = incident.targetCount - incident.targets.count
        drawing.add(incident.targets + (rest > 0 ? ["and \(rest) more"] : []), under: "Affected targets")
        drawing.add(
            incident.changes.map { "\(PageTime.text($0.at))  \($0.summary)" }, under: "Just before, on this machine")
        drawing.add(incident.cause.advice, under: "What to do")
        return drawing
    }

    /// From the first change, or a tenth of the time before the beginning, to the end.
    private var course: HTML {
        let (opened, closed) = (incident.opened.millisecondsSince1970, end.millisecondsSince1970)
        let lead = max((closed - opened) / 10, 1_000)
        let begin = min(incident.changes.map(\.at.millisecondsSince1970).min() ?? opened, opened) - lead
        let span = Double(max(closed + lead - begin, 1))
        func x(_ moment: Int64) -> Int { Int(Double(moment - begin) / span * Double(SharedDrawing.inner)) }
        let ticks: [HTML] = incident.changes.map {
            "<rect class=\"change\" x=\"\(String(x($0.at.millisecondsSince1970)))\" y=\"0\" width=\"2\" height=\"20\"/>"
        }
        let style = incident.cause.severity == .error ? "down" : "degraded"
        return """
            <rect x="0" y="4" width="\(String(SharedDrawing.inner))" height="12"/>\
            <rect class="\(style)" x="\(String(x(opened)))" y="4" width="\(String(max(x(closed) - x(opened), 2)))" height="12"/>\(HTML(ticks))
            """
    }
}
