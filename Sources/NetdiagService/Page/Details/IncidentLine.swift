import NetworkModel

/// An incident as a line of a list.
struct IncidentLine: Sendable {
    let incident: StatusDocument.Incident
    /// Whether it leads to the incident's page.
    var isLinked = true
    /// Whether its cause is told in words elsewhere on the page, or once for several of them.
    var isShort = false
    /// How its targets stand now.
    var affected = IncidentTargets()

    static func mark(_ incident: StatusDocument.Incident) -> StatusMark {
        guard incident.isOpen else { return .idle }
        return incident.cause.severity == .error ? .down : .degraded
    }

    var html: HTML {
        let end: HTML =
            incident.closed.map { closed in
                "to \(PageTime.html(closed)), \(PageTime.span(from: incident.opened, to: closed))"
            } ?? "open for \(PageTime.span(from: incident.opened, to: Timestamp()))"
        let targets = incident.targetCount > 0 ? ", \(affected.text(incident))" : ""
        let mark = Self.mark(incident)
        let words: HTML = isShort ? "Incident \(incident.id)" : HTML(sentence: incident.cause.summary)
        let title: HTML = isLinked ? "<a href=\"/incidents/\(incident.id)\">\(words)</a>" : words
        return """
            <li class="\(mark.rawValue)">\(title) <span class="detail"><code>\(incident.cause.id)</code>\(targets), \
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
        return lines.isEmpty ? "<p class=\"idle\">none</p>\n" : "<ul class=\"faults\">\n\(HTML(lines))</ul>\n"
    }
}
