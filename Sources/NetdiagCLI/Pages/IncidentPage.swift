import NetworkModel

/// Incidents for people: the cause, since when, what it took down, what changed just before, the next step.
struct IncidentPage {
    let incidents: [StatusDocument.Incident]
    /// Whether all that are kept are shown.
    var isAll = true

    /// Targets and changes that are named; the others are counted.
    private static let maxTargets = 5
    private static let maxChanges = 5

    func write(to page: inout Page, in context: PageContext) {
        guard !incidents.isEmpty else {
            return page.line(Mark.up.text(page.glyphs) + Text(isAll ? " no incidents" : " no incidents in that time"))
        }
        for (place, incident) in incidents.enumerated() {
            if place > 0 { page.blank() }
            Self.write(incident, to: &page, in: context, indent: 0)
        }
    }

    static func write(
        _ incident: StatusDocument.Incident, to page: inout Page, in context: PageContext, indent: Int
    ) {
        let mark: Mark = incident.isOpen ? Mark(incident.cause.severity) : .idle
        page.line(
            mark.text(page.glyphs) + Text(" \(incident.cause.id.rawValue)", incident.isOpen ? mark.style : .plain)
                + Text(sentence: ": \(incident.cause.summary)"), indent: indent, hang: 2)
        if let scope = incident.cause.scope { page.line(Text(sentence: scope.summary), indent: indent + 2, hang: 2) }
        page.line(Text(times(incident, context), .dim), indent: indent + 2, hang: 2)
        page.line(targets(incident), indent: indent + 2, hang: 2)
        for change in incident.changes.suffix(maxChanges) {
            page.line(
                Text("before: \(context.localTime(change.at))  ", .dim) + Text(change.summary), indent: indent + 2,
                hang: 8)
        }
        guard incident.isOpen, let advice = incident.cause.advice.first else { return }
        page.line(Text(page.glyphs.arrow, .name) + Text(sentence: " \(advice)"), indent: indent + 2, hang: 2)
    }

    private static func times(_ incident: StatusDocument.Incident, _ context: PageContext) -> String {
        let start = context.localTime(incident.opened)
        let again =
            switch incident.reopened {
            case 0: ""
            case 1: "; came back once"
            default: "; came back \(incident.reopened) times"
            }
        guard let end = incident.closed else {
            return
                "#\(incident.id), open since \(start), for \(LocalTime.span(from: incident.opened, to: context.now))\(again)"
        }
        let span = LocalTime.span(from: incident.opened, to: end)
        let over = incident.ending == .unwatched ? "no longer watched" : "over"
        return "#\(incident.id), \(over); from \(start) to \(context.localTime(end)), lasted \(span)\(again)"
    }

    private static func targets(_ incident: StatusDocument.Incident) -> Text {
        guard incident.targetCount > 0 else { return Text("took down no target") }
        let named = incident.targets.prefix(maxTargets)
        let verb = incident.cause.severity == .error ? "took down" : "degraded"
        let noun = incident.targetCount == 1 ? "target" : "targets"
        let others = incident.targetCount - named.count
        return Text("\(verb) \(incident.targetCount) \(noun): ")
            + named.map { Text($0, .name) }.joined(separator: Text(", "))
            + Text(others > 0 ? " and \(others) more" : "")
    }
}
