import NetworkModel
import Translations

/// Open incidents, and the last that are over.
struct IncidentListPage: Sendable {
    /// Open ones first, then the newest.
    let incidents: [StatusDocument.Incident]

    /// Of either.
    private static let maxCount = 200

    var content: HTML {
        let open = incidents.filter(\.isOpen)
        let closed = incidents.filter { !$0.isOpen }
        return """
            <section><h1>\(Phrase.openIncidents)</h1>
            \(IncidentLine.list(open.prefix(Self.maxCount)))\(more(open.count))</section>
            <section><h2>\(Phrase.over)</h2>
            \(IncidentLine.list(closed.prefix(Self.maxCount)))\(more(closed.count))</section>

            """
    }

    private func more(_ count: Int) -> HTML {
        count > Self.maxCount
            ? "<p><a href=\"/v1/incidents\">\(HTML(.moreAsJSON, count - Self.maxCount))</a></p>\n" : ""
    }
}
