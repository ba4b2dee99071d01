import NetworkModel

/// A target: how it stands and why, what to do, the layers of its last check, its times, its incidents.
struct TargetDetailPage: Sendable {
    let status: StatusDocument.TargetStatus
    let report: Report?
    let results: [RecentResults.Result]
    let charts: [SmokeChart]
    /// Why there are no charts; `nil` where there are.
    let reason: String?
    /// The newest first.
    let incidents: [StatusDocument.Incident]
    /// Whether it is a file of its own, from which nothing leads elsewhere.
    var isShared = false

    /// Incidents and findings that are shown.
    static let maxIncidents = 20
    private static let maxFindings = 20

    var mark: StatusMark { StatusMark(status) }
    var title: String { "\(status.key): \(mark.word)" }

    var content: HTML {
        """
        <header class="\(mark.rawValue)"><h1>\(mark.icon) \(status.key) <small>\(mark.word)</small></h1>
        <p>\(facts)</p>
        \(ResultBar(results: results).svg)</header>
        \(HTML((report?.findings ?? []).prefix(Self.maxFindings).map { FindingSection(finding: $0).html }))<section><h2>Times</h2>
        \(times)</section>
        <section><h2>Layers of the last check</h2>
        \(layers)</section>
        <section><h2>Incidents</h2>
        \(IncidentLine.list(incidents.prefix(Self.maxIncidents), isLinked: !isShared, isShort: !isShared))</section>
        \(ways)
        """
    }

    private var facts: HTML {
        let labels = status.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parts = [status.name == nil ? nil : status.target, status.group].compactMap(\.self) + labels
        let last: HTML = status.last.map { "last checked \(PageTime.html($0))" } ?? "not checked yet"
        let pending: HTML = status.pending > 0 ? "; \(Quantity.text(status.pending, "check")) since say otherwise" : ""
        return "\(parts.map { $0 + "; " }.joined())\(last)\(pending)"
    }

    private var times: HTML {
        if let reason { return "<p class=\"idle\">There is no history: \(reason)</p>\n" }
        return HTML(charts.map(\.html))
    }

    private var layers: HTML {
        guard let report else { return "<p class=\"idle\">not checked yet</p>\n" }
        let rows: [HTML] = report.layers.map { layer in
            let mark = StatusMark(layer.status)
            let word = mark == .idle ? "not reached" : mark.word
            let time = layer.duration.duration > .zero ? Quantity.text(layer.duration) : ""
            // A server may send much; what is shown of it has an end.
            let summary = SafeText.cut(layer.evidence?.value.summary ?? "", to: 2_000)
            return """
                <tr><th scope="row">\(mark.icon) \(layer.layer.rawValue)</th><td>\(word)</td><td class="n">\(time)</td><td>\(summary)</td></tr>

                """
        }
        return """
            <table><thead><tr><th scope="col">Layer</th><th scope="col">State</th><th scope="col" class="n">Time</th><th scope="col">What was seen</th></tr></thead>
            <tbody>
            \(HTML(rows))</tbody></table>

            """
    }

    /// With the times of one span alone.
    private func spans(_ path: String) -> HTML {
        let links: [HTML] = SmokeRange.allCases.map {
            "<a href=\"\(path)?share=html&from=\($0.since)\" download>\($0.title)</a> (<a href=\"\(path)?share=svg&from=\($0.since)\" download>picture</a>)"
        }
        return "; of the last \(HTML(Array(links.map { [$0] }.joined(separator: [", "]))))"
    }

    private var ways: HTML {
        guard !isShared else { return "" }
        let path = PageID.target(status.key)
        return """
            <p class="idle"><a href="\(path)?share=html" download>Save as a file to pass on</a> · \
            <a href="\(path)?share=svg" download>as a picture</a>\(spans(path)) · \
            <a href="/badge/\(PercentEncoding.encoded(status.key)).svg">badge</a> · \
            <a href="/v1/reports/\(PercentEncoding.encoded(status.key))">the report as JSON</a></p>

            """
    }
}
