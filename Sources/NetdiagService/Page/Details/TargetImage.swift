import NetworkModel
import Translations

/// A target as an image: its state with the reason, its last results, and the durations of its checks.
struct TargetImage: Sendable {
    let title: String
    let host: String
    let status: StatusDocument.TargetStatus
    let results: [RecentResults.Result]
    /// The chart; `nil` if there is no history.
    let chart: SmokeChart?

    var drawing: StandaloneImage {
        var drawing = StandaloneImage(title: title, host: host)
        drawing.add(status.cause?.translated().summary ?? "")
        drawing.add(ResultBar(results: results).svg, style: "results", height: 24)
        if let chart {
            drawing.add(SafeText.escaped(chart.title) + Phrase.detailSeparator + chart.summary)
            drawing.add(chart.svg, style: "smoke", height: 130)
        }
        return drawing
    }
}
