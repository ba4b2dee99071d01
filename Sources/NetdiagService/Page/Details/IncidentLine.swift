import NetworkModel
import Translations

/// An incident as a line of a list.
struct IncidentLine: Sendable {
    let incident: StatusDocument.Incident
    /// Whether the line links to the incident's page.
    var isLinked = true
    /// Whether the cause is explained elsewhere on the page.
    var isShort = false
    /// The current states of its targets.
    var affected = IncidentTargets()

    static func targetState(_ incident: StatusDocument.Incident) -> TargetState {
        guard incident.isOpen else { return .idle }
        return incident.cause.severity == .error ? .down : .degraded
    }

    var html: HTML {
        let opened = PageTime.html(incident.opened)
        let course: HTML =
            if let closed = incident.closed {
                """
                \(opened) \
                \(HTML(.toTime, nil, ["time": PageTime.html(closed), "span": "\(PageTime.span(from: incident.opened, to: closed))"]))
                """
            } else {
                """
                \(HTML(.since, nil, ["time": opened]))\(Phrase.partSeparator)\
                \(HTML(.openFor, nil, ["span": "\(PageTime.span(from: incident.opened, to: Timestamp()))"]))
                """
            }
        let targets = incident.targetCount > 0 ? Phrase.partSeparator + affected.text(incident) : ""
        let mark = Self.targetState(incident)
        let words: HTML =
            isShort
            ? "\(Phrase.incidentNumber.text(["id": "\(incident.id)"]))"
            : HTML(sentence: incident.cause.translated().summary)
        let title: HTML = isLinked ? "<a href=\"/incidents/\(incident.id)\">\(words)</a>" : words
        return """
            <li class="\(mark.rawValue)">\(title) <span class="detail"><code>\(incident.cause.id)</code>\(targets)\(Phrase.partSeparator)\
            \(course)</span></li>

            """
    }

    static func list(
        _ incidents: some Sequence<StatusDocument.Incident>, isLinked: Bool = true,
        affected: IncidentTargets = IncidentTargets(),
        isShort: (StatusDocument.Incident) -> Bool = { _ in false }
    ) -> HTML {
        let lines = incidents.map {
            IncidentLine(incident: $0, isLinked: isLinked, isShort: isShort($0), affected: affected).html
        }
        return lines.isEmpty
            ? "<p class=\"idle\">\(Phrase.noneOfThem)</p>\n" : "<ul class=\"faults\">\n\(HTML(lines))</ul>\n"
    }
}
