import NetworkModel
import Translations

/// A target: its state with the reason, what to do, the layers of its last check, durations and incidents.
struct TargetDetailPage: Sendable {
    let status: StatusDocument.TargetStatus
    let report: Report?
    let results: [RecentResults.Result]
    let charts: [SmokeChart]
    /// Why there are no charts; `nil` if there are any.
    let reason: String?
    /// The incidents, newest first.
    let incidents: [StatusDocument.Incident]
    /// Whether it is a separate file, without links.
    var isShared = false

    /// The maximum numbers of incidents and of findings.
    static let maxIncidents = 20
    private static let maxFindings = 20

    var mark: TargetState { TargetState(status) }
    var title: String { Phrase.wordAndDetail.text(["word": status.key, "detail": mark.word]) }

    var content: HTML {
        """
        <header class="\(mark.rawValue)"><h1>\(mark.icon) \(status.key) <small>\(mark.word)</small></h1>
        <p>\(facts)</p>
        \(ResultBar(results: results).svg)</header>
        \(HTML((report?.findings ?? []).prefix(Self.maxFindings).map { FindingSection(finding: $0).html }))<section><h2>\(Phrase.timesOfTarget)</h2>
        \(times)</section>
        <section><h2>\(Phrase.layersOfLastCheck)</h2>
        \(layers)</section>
        <section><h2>\(Phrase.incidents)</h2>
        \(incidentList)</section>
        \(downloads)
        """
    }

    /// The incidents. An open incident whose cause is explained above is shown by its number, without the sentence.
    private var incidentList: HTML {
        let explained = Set((report?.findings ?? []).prefix(Self.maxFindings).map(\.id))
        return IncidentLine.list(incidents.prefix(Self.maxIncidents), isLinked: !isShared) { incident in
            !isShared && incident.isOpen && explained.contains(incident.cause.id)
        }
    }

    private var facts: HTML {
        // Labels are internal to the operator, and may contain anything.
        let labels = isShared ? [] : status.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parts = [status.name == nil ? nil : status.target, status.group].compactMap(\.self) + labels
        let last: HTML =
            status.last.map { HTML(.lastChecked, nil, ["time": PageTime.html($0)]) } ?? HTML(.notCheckedYet)
        let pending: HTML =
            status.pending > 0 ? "\(Phrase.clauseSeparator)\(HTML(.checksSayOtherwise, status.pending))" : ""
        return "\(parts.map { $0 + Phrase.clauseSeparator }.joined())\(last)\(pending)"
    }

    private var times: HTML {
        if let reason { return "<p class=\"idle\">\(Phrase.noHistory.text(["reason": FactWords.local(reason)]))</p>\n" }
        return HTML(charts.map(\.html))
    }

    private var layers: HTML {
        guard let report else { return "<p class=\"idle\">\(Phrase.notCheckedYet)</p>\n" }
        let rows: [HTML] = report.layers.map { layer in
            let mark = TargetState(layer.status)
            let word = mark == .idle ? Phrase.notReached.text : mark.word
            let time = layer.duration.duration > .zero ? LocalQuantity.text(layer.duration) : ""
            // The length is limited, since a server may send any amount of text.
            let row = RowWords.local(SharedMask.applied(to: layer.evidence?.value.summary ?? ""), of: layer.layer)
            let summary = SafeText.cut(row, to: 2_000)
            return """
                <tr role="row"><th scope="row" role="rowheader">\(mark.icon)&nbsp;\(layer.layer.localName)</th><td role="cell">\(word)</td>\
                <td role="cell" class="n">\(time)</td><td role="cell">\(summary)</td></tr>

                """
        }
        return """
            <table class="layers" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">\(Phrase.layer)</th>\
            <th scope="col" role="columnheader">\(Phrase.state)</th><th scope="col" role="columnheader" class="n">\(Phrase.time)</th>\
            <th scope="col" role="columnheader">\(Phrase.whatWasSeen)</th></tr></thead>
            <tbody role="rowgroup">
            \(HTML(rows))</tbody></table>

            """
    }

    /// The links to files with the durations of a single period.
    private func spans(_ path: String) -> HTML {
        let links: [HTML] = SmokeRange.allCases.map {
            HTML(
                .withRemark, nil,
                [
                    "text": "<a href=\"\(path)?share=html&from=\($0.since)\" download>\($0.title)</a>",
                    "remark": "<a href=\"\(path)?share=svg&from=\($0.since)\" download>\(Phrase.picture)</a>",
                ])
        }
        let separator: HTML = "\(Phrase.itemSeparator)"
        let list = HTML(Array(links.map { [$0] }.joined(separator: [separator])))
        return "\(Phrase.clauseSeparator)\(HTML(.ofTheLast, nil, ["spans": list]))"
    }

    private var downloads: HTML {
        guard !isShared else { return "" }
        let path = PageID.target(status.key)
        return """
            <p class="idle"><a href="\(path)?share=html" download>\(Phrase.saveAsFile)</a> · \
            <a href="\(path)?share=svg" download>\(Phrase.asPicture)</a>\(spans(path)) · \
            <a href="/badge/\(PercentEncoding.encoded(status.key)).svg">\(Phrase.badge)</a> · \
            <a href="/v1/reports/\(PercentEncoding.encoded(status.key))">\(Phrase.reportAsJSON)</a></p>

            """
    }
}
