import NetworkModel
import Translations

/// An incident as an image: its cause, its course on a timeline, the affected targets, what changed just before, and
/// what to do.
struct IncidentImage: Sendable {
    let incident: StatusDocument.Incident
    let host: String
    var now = Timestamp()

    private var end: Timestamp { incident.closed ?? now }

    var drawing: StandaloneImage {
        let page = IncidentDetailPage(incident: incident, known: [], affected: IncidentTargets())
        let cause = incident.cause.translated()
        var drawing = StandaloneImage(title: page.title, host: host)
        drawing.add(cause.summary)
        let (start, span) = (PageTime.text(incident.opened), PageTime.span(from: incident.opened, to: end))
        let times =
            incident.isOpen
            ? Phrase.since.text(["time": start]) + Phrase.partSeparator + Phrase.spanSoFar.text(["span": span])
            : Phrase.fromTo.text(["from": start, "to": PageTime.text(end)]) + Phrase.partSeparator + span
        drawing.add(page.state + Phrase.clauseSeparator + times)
        drawing.add(course, style: "course", height: 20)
        let rest = incident.targetCount - incident.targets.count
        drawing.add(
            incident.targets.map(SafeText.escaped) + (rest > 0 ? [Phrase.andMore.text(rest)] : []),
            under: Phrase.affectedTargets.text)
        drawing.add(
            incident.changes.map { "\(PageTime.text($0.at))  \($0.summary)" }, under: Phrase.justBeforeHere.text)
        drawing.add(cause.advice, under: Phrase.whatToDo.text)
        return drawing
    }

    /// The timeline from the first change or the start of the incident to its end, with a tenth of its duration on both sides.
    private var course: HTML {
        let (opened, closed) = (incident.opened.millisecondsSince1970, end.millisecondsSince1970)
        let lead = max((closed - opened) / 10, 1_000)
        let begin = min(incident.changes.map(\.at.millisecondsSince1970).min() ?? opened, opened) - lead
        let span = Double(max(closed + lead - begin, 1))
        func x(_ moment: Int64) -> Int { Int(Double(moment - begin) / span * Double(StandaloneImage.inner)) }
        let ticks: [HTML] = incident.changes.map {
            "<rect class=\"change\" x=\"\(String(x($0.at.millisecondsSince1970)))\" y=\"0\" width=\"2\" height=\"20\"/>"
        }
        let style = incident.cause.severity == .error ? "down" : "degraded"
        return """
            <rect x="0" y="4" width="\(String(StandaloneImage.inner))" height="12"/>\
            <rect class="\(style)" x="\(String(x(opened)))" y="4" width="\(String(max(x(closed) - x(opened), 2)))" height="12"/>\(HTML(ticks))
            """
    }
}
