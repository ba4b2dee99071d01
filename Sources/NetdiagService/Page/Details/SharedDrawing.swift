import HTTPTypes
import NetworkModel

/// A picture as one file that needs nothing else, for a ticket or a message: a title, what is drawn and written below it, and
/// who has seen it when.
struct SharedDrawing: Sendable {
    let title: String
    let host: String
    private var parts: [HTML] = []
    /// Where the next line stands.
    private var y = 56

    static let width = 760
    /// From each side to what is drawn.
    static let margin = 20
    static let inner = width - 2 * margin
    /// As many scalars as fit into a line.
    private static let lineLength = 110
    /// Of the style sheet of the page, what the drawings need, in fixed colours: a picture knows no reader's preference.
    private static let style = """
        text { font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2328; } .title { font-size: 18px; font-weight: 600; } \
        .head { font-weight: 600; } .dim { fill: #59636e; font-size: 11px; } \
        .results path { fill: none; stroke: #818b98; stroke-width: 20; stroke-dasharray: 4 2; } \
        .results path.none { stroke: #d1d9e0; } .results path.up { stroke: #4ac26b; } .results path.degraded { stroke: #d4a72c; } \
        .results path.down { stroke: #cf222e; } .results path.unknown { stroke: #8250df; } .results path.maintenance { stroke: #0969da; } \
        .smoke path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke: #1a7f37; } \
        .smoke path.band { stroke: none; fill: #54aeff; fill-opacity: .4; } .smoke path.degraded { stroke: #d4a72c; } \
        .smoke path.down { stroke: #cf222e; } .smoke rect.down { fill: #cf222e; fill-opacity: .35; } \
        .smoke rect.degraded { fill: #d4a72c; fill-opacity: .35; } .smoke rect.unknown { fill: #818b98; fill-opacity: .15; } \
        .smoke rect.maintenance { fill: #0969da; fill-opacity: .25; } \
        .course rect { fill: #d1d9e0; } .course rect.down { fill: #cf222e; } .course rect.degraded { fill: #d4a72c; } \
        .course rect.change { fill: #0969da; }
        """

    init(title: String, host: String) {
        self.title = title
        self.host = host
    }

    /// A line of text; what is too long for it is cut.
    mutating func add(_ text: String, style: String = "") {
        parts.append(
            "<text class=\"\(style)\" x=\"\(String(Self.margin))\" y=\"\(String(y))\">\(SafeText.cut(text, to: Self.lineLength))</text>"
        )
        y += 20
    }

    /// Lines of text under a headline, the first few of them; nothing where there are none.
    mutating func add(_ lines: [String], under headline: String, most: Int = 8) {
        guard !lines.isEmpty else { return }
        y += 6
        add(headline, style: "head")
        for line in lines.prefix(most) { add(line) }
        if lines.count > most { add("and \(lines.count - most) more", style: "dim") }
    }

    /// A drawing of its own coordinates, as wide as the lines.
    mutating func add(_ drawing: HTML, style: String, height: Int) {
        parts.append(
            "<svg x=\"\(String(Self.margin))\" y=\"\(String(y - 12))\" width=\"\(String(Self.inner))\" height=\"\(String(height))\" class=\"\(style)\">\(drawing)</svg>"
        )
        y += height + 10
    }

    var svg: HTML {
        let (width, height) = (String(Self.width), String(y + 20))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" aria-label="\(title)">\
            <title>\(title)</title><style>\(HTML(trusted: Self.style))</style><rect width="100%" height="100%" fill="#fff"/>\
            <text class="title" x="20" y="32">\(SafeText.cut(title, to: 70))</text>\(HTML(parts))\
            <text class="dim" x="20" y="\(String(y + 10))">as seen from \(host), \(PageTime.text(Timestamp())), netdiag \(Version.text)</text></svg>

            """
    }

    /// Sent as a file, and never shown as a page of the daemon.
    var answer: APIAnswer {
        var answer = APIAnswer(text: svg.text, type: "image/svg+xml")
        answer.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        answer.fields[.contentDisposition] = "attachment; filename=\"\(SharedFile.fileName(title)).svg\""
        return answer
    }
}
