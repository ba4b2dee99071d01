import NetworkModel
import Translations

/// The open incidents, and the latest closed ones.
struct IncidentListPage: Sendable {
    /// The incidents, open ones first, then the newest.
    let incidents: [StatusDocument.Incident]
    /// The current states of their targets.
    let affected: IncidentTargets

    /// The maximum number of open, and of closed incidents.
    private static let maxCount = 200

    var content: HTML {
        let open = incidents.filter(\.isOpen)
        let closed = incidents.filter { !$0.isOpen }
        return """
            <section><h1>\(Phrase.openIncidents)</h1>
            \(IncidentLine.list(open.prefix(Self.maxCount), affected: affected))\(more(open.count))</section>
            <section><h2>\(Phrase.over)</h2>
            \(IncidentLine.list(closed.prefix(Self.maxCount)))\(more(closed.count))</section>
            \(downloads)
            """
    }

    private var downloads: HTML {
        let links: [HTML] = SmokeRange.allCases.map {
            "<li>\($0.title): <a href=\"/share?from=\($0.since)\" download>\(Phrase.asFile)</a> · <a href=\"/share?from=\($0.since)&share=svg\" download>\(Phrase.asPicture)</a></li>"
        }
        return "<section><h2>\(Phrase.saveWhatWas)</h2><ul>\(HTML(links))</ul></section>\n"
    }

    private func more(_ count: Int) -> HTML {
        count > Self.maxCount
            ? "<p><a href=\"/v1/incidents\">\(HTML(.moreAsJSON, count - Self.maxCount))</a></p>\n" : ""
    }
}
