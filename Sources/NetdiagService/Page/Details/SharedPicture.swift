import HTTPTypes
import NetworkModel
import Translations

/// A target as one picture that needs nothing else, for a ticket or a message: how it stands and why, its last results, and
/// how long its checks took.
struct SharedPicture: Sendable {
    let title: String
    let host: String
    let status: StatusDocument.TargetStatus
    let results: [RecentResults.Result]
    /// The one that is shown; `nil` where there is no history.
    let chart: SmokeChart?

    private static let width = 760
    /// Of the style sheet of the page, what the drawings need, in fixed colours: a picture knows no reader's preference.
    private static let style = """
        text { font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2328; } .title { font-size: 18px; font-weight: 600; } \
        .dim { fill: #59636e; font-size: 11px; } .results path { fill: none; stroke: #818b98; stroke-width: 20; stroke-dasharray: 4 2; } \
        .results path.none { stroke: #d1d9e0; } .results path.up { stroke: #4ac26b; } .results path.degraded { stroke: #d4a72c; } \
        .results path.down { stroke: #cf222e; } .results path.unknown { stroke: #8250df; } .results path.maintenance { stroke: #0969da; } \
        .smoke path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke: #1a7f37; } \
        .smoke path.band { stroke: none; fill: #54aeff; fill-opacity: .4; } .smoke path.degraded { stroke: #d4a72c; } \
        .smoke path.down { stroke: #cf222e; } .smoke rect.down { fill: #cf222e; fill-opacity: .35; } \
        .smoke rect.degraded { fill: #d4a72c; fill-opacity: .35; } .smoke rect.unknown { fill: #818b98; fill-opacity: .15; } \
        .smoke rect.maintenance { fill: #0969da; fill-opacity: .25; }
        """

    var svg: HTML {
        let cause = status.cause.map { SafeText.cut($0.translated().summary, to: 110) } ?? ""
        let bar: HTML =
            "<svg x=\"20\" y=\"72\" width=\"720\" height=\"24\" class=\"results\">\(ResultBar(results: results).svg)</svg>"
        let height = chart == nil ? 130 : 300
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(String(Self.width))" height="\(String(height))" viewBox="0 0 \(String(Self.width)) \(String(height))" role="img" aria-label="\(title)">\
            <title>\(title)</title><style>\(HTML(trusted: Self.style))</style><rect width="100%" height="100%" fill="#fff"/>\
            <text class="title" x="20" y="32">\(SafeText.cut(title, to: 70))</text><text x="20" y="56">\(cause)</text>\(bar)\(times)\
            <text class="dim" x="20" y="\(String(height - 10))">\(Phrase.asSeenFrom.text(["host": host])), \(PageTime.text(Timestamp())), netdiag \(Version.text)</text></svg>

            """
    }

    private var times: HTML {
        guard let chart else { return "" }
        return """
            <text x="20" y="122">\(SafeText.cut("\(chart.title): \(chart.summary)", to: 110))</text>\
            <svg x="20" y="134" width="720" height="130" class="smoke">\(chart.svg)</svg>
            """
    }

    var answer: APIAnswer {
        var answer = APIAnswer(text: svg.text, type: "image/svg+xml")
        answer.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        answer.fields[.contentDisposition] = "attachment; filename=\"\(SharedFile.fileName(title)).svg\""
        return answer
    }
}
