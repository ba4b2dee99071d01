import NetworkModel
import Translations

/// An incident as a line of a list.
struct IncidentLine: Sendable {
    let incident: StatusDocument.Incident
    /// Whether the line links to the incident's page.
    var isLinked = true
    /// Whether the cause is explained elsewhere on the page, or once for several incidents.
    var isShort = false
    /// The current states of its targets.
    var affected = IncidentTargets()

    static func targetState(_ incident: StatusDocument.Incident) -> TargetState {
        guard incident.isOpen else { return .idle }
        return incident.cause.severity == .error ? .down : .degraded
    }

    var html: HTML {
        let end: HTML =
            incident.closed.map { closed in
                HTML(
                    .toTime, nil,
                    ["time": PageTime.html(closed), "span": "\(PageTime.span(from: incident.opened, to: closed))"])
            } ?? HTML(.openFor, nil, ["span": "\(PageTime.span(from: incident.opened, to: Timestamp()))"])
        let targets = incident.targetCount > 0 ? Phrase.partSeparator + affected.text(incident) : ""
        let mark = Self.targetState(incident)
        let words: HTML =
            isShort
            ? "\(Phrase.incidentNumber.text(["id": "\(incident.id)"]))"
            : HTML(sentence: incident.cause.translated().summary)
        let title: HTML = isLinked ? "<a href=\"/incidents/\(incident.id)\">\(words)</a>" : words
        return """
            <li class="\(mark.rawValue)">\(title) <span class="detail"><code>\(incident.cause.id)</code>\(targets)\(Phrase.partSeparator)\
            \(PageTime.html(incident.opened)) \(end)</span></li>

            """
    }

    static func list(
        _ incidents: some Sequence<StatusDocument.Incident>, isLinked: Bool = true, isShort: Bool = false,
        affected: IncidentTargets = IncidentTargets()
    ) -> HTML {
        let lines = incidents.map {
            IncidentLine(incident: $0, isLinked: isLinked, isShort: isShort, affected: affected).html
        }
        return lines.isEmpty
            ? "<p class=\"idle\">\(Phrase.noneOfThem)</p>\n" : "<ul class=\"faults\">\n\(HTML(lines))</ul>\n"
    }
}
