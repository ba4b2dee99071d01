import NetworkModel
import Translations

/// A target as a picture: how it stands and why, its last results, and how long its checks took.
struct TargetPicture: Sendable {
    let title: String
    let host: String
    let status: StatusDocument.TargetStatus
    let results: [RecentResults.Result]
    /// The one that is shown; `nil` where there is no history.
    let chart: SmokeChart?

    var drawing: SharedDrawing {
        var drawing = SharedDrawing(title: title, host: host)
        drawing.add(status.cause?.translated().summary ?? "")
        drawing.add(ResultBar(results: results).svg, style: "results", height: 24)
        if let chart {
            drawing.add("\(SafeText.escaped(chart.title)): \(chart.summary)")
            drawing.add(chart.svg, style: "smoke", height: 130)
        }
        return drawing
    }
}
