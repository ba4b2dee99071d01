import NetworkModel
import Translations

/// A period as an image.
struct TimeRangeImage: Sendable {
    let range: TimeRange

    /// The maximum number of charts.
    private static let maxCharts = 10

    var drawing: StandaloneImage {
        var drawing = StandaloneImage(title: range.title, host: range.host)
        drawing.add(range.summary)
        drawing.add(
            range.incidents.map { incident in
                let end = incident.closed.map { PageTime.span(from: incident.opened, to: $0) } ?? Phrase.notOver.text
                return Phrase.wordAndDetail.text([
                    "word": PageTime.text(incident.opened) + Phrase.partSeparator + end,
                    "detail": incident.cause.translated().summary,
                ])
            }, under: Phrase.incidents.text)
        if let reason = range.reason { drawing.add(Phrase.noHistory.text(["reason": FactWords.local(reason)])) }
        if !range.charts.isEmpty { drawing.add(headline: Phrase.targets.text) }
        for chart in range.charts.prefix(Self.maxCharts) {
            drawing.add(SafeText.escaped(chart.title) + Phrase.detailSeparator + chart.summary)
            drawing.add(chart.svg, style: "smoke", height: 40)
        }
        if range.targets.count > Self.maxCharts {
            drawing.add(Phrase.andMore.text(range.targets.count - Self.maxCharts))
        }
        return drawing
    }
}
