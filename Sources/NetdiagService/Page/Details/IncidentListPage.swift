import NetworkModel

/// Open incidents, and the last that are over.
struct IncidentListPage: Sendable {
    /// Open ones first, then the newest.
    let incidents: [StatusDocument.Incident]
    /// How their targets stand now.
    let affected: IncidentTargets

    /// Of either.
    private static let maxCount = 200

    var content: HTML {
        let open = incidents.filter(\.isOpen)
        let closed = incidents.filter { !$0.isOpen }
        return """
            <section><h1>Open incidents</h1>
            \(IncidentLine.list(open.prefix(Self.maxCount), affected: affected))\(more(open.count))</section>
            <section><h2>Over</h2>
            \(IncidentLine.list(closed.prefix(Self.maxCount)))\(more(closed.count))</section>
            \(ways)
            """
    }

    private var ways: HTML {
        let links: [HTML] = SmokeRange.allCases.map {
            "<li>\($0.title): <a href=\"/share?from=\($0.since)\" download>as a file</a> · <a href=\"/share?from=\($0.since)&share=svg\" download>as a picture</a></li>"
        }
        return "<section><h2>Save what was, to pass on</h2><ul>\(HTML(links))</ul></section>\n"
    }

    private func more(_ count: Int) -> HTML {
        count > Self.maxCount
            ? "<p><a href=\"/v1/incidents\">and \(count - Self.maxCount) more, as JSON</a></p>\n" : ""
    }
}
