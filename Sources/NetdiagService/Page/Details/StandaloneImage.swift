import HTTPTypes
import NetworkModel
import Translations

/// An image as one self-contained file for a ticket or a message: a title, the drawing, text below it, and its origin
/// and time.
struct StandaloneImage: Sendable {
    let title: String
    let host: String
    private var parts: [HTML] = []
    /// The vertical position of the next line.
    private var y = 32

    static let width = 760
    /// The margin on both sides.
    static let margin = 20
    static let inner = width - 2 * margin
    /// The number of narrow characters that fit into a line in the widest common font; wide characters, for example
    /// Chinese ones, count twice.
    private static let columns = 96
    /// The same for the line of the title.
    private static let titleColumns = 68
    /// The maximum number of scalars of one text, which exceeds that of any sentence, and limits texts from a hostile
    /// server.
    private static let maxLength = 2_000
    /// The parts of the pages' style sheet that drawings need, with fixed colours, since an image has no access to the
    /// reader's preferences.
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
        .course rect.change { fill: #0969da; } .frame { fill: none; stroke: #d1d9e0; }
        """

    init(title: String, host: String) {
        // Masked before it is cut, since a part of a secret would not be found.
        let title = SharedMask.applied(to: title)
        self.title = title
        self.host = host
        write(
            SafeText.escaped(SafeText.cut(title, to: 300)), style: "title", columns: Self.titleColumns, below: 24,
            between: 22)
    }

    /// Adds a heading for what follows.
    mutating func add(headline: String) {
        y += 6
        add(headline, style: "head")
    }

    /// Adds a sentence, in as many lines as it needs.
    ///
    /// - Parameter sentence: Its parts were escaped when it was composed, as in ``HTML/init(sentence:)``.
    mutating func add(_ sentence: String, style: String = "") {
        let sentence = SharedMask.applied(to: sentence)
        write(SafeText.cut(sentence, to: Self.maxLength), style: style, columns: Self.columns, below: 20, between: 17)
    }

    /// - Parameters:
    ///   - below: The distance from the last line to what follows.
    ///   - between: The distance between two lines of the text.
    private mutating func write(_ text: String, style: String, columns: Int, below: Int, between: Int) {
        let lines = LineBreaks.lines(of: SafeText.harmless(text), columns: columns)
        for (place, line) in lines.enumerated() {
            parts.append(
                "<text class=\"\(style)\" x=\"\(String(Self.margin))\" y=\"\(String(y))\">\(HTML(sentence: line))</text>"
            )
            y += place == lines.count - 1 ? below : between
        }
    }

    /// Adds the first sentences under a heading; nothing if there are none.
    mutating func add(_ lines: [String], under headline: String, maxLines: Int = 8) {
        guard !lines.isEmpty else { return }
        add(headline: headline)
        for line in lines.prefix(maxLines) { add(line) }
        if lines.count > maxLines { add(Phrase.andMore.text(lines.count - maxLines), style: "dim") }
    }

    /// Adds a drawing with its own coordinates, as wide as the lines.
    mutating func add(_ drawing: HTML, style: String, height: Int) {
        let frame: HTML = style == "smoke" ? "<rect class=\"frame\" width=\"100%\" height=\"100%\"/>" : ""
        parts.append(
            "<svg x=\"\(String(Self.margin))\" y=\"\(String(y - 12))\" width=\"\(String(Self.inner))\" height=\"\(String(height))\" class=\"\(style)\">\(frame)\(drawing)</svg>"
        )
        y += height + 10
    }

    var svg: HTML {
        let (width, height) = (String(Self.width), String(y + 20))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">\
            <title>\(title)</title><style>\(HTML(trusted: Self.style))</style><rect width="100%" height="100%" fill="#fff"/>\
            \(HTML(parts))\
            <text class="dim" x="20" y="\(String(y + 10))">\(Phrase.asSeenFrom.text(["host": host])), \(PageTime.text(Timestamp())), netdiag \(Version.text)</text></svg>

            """
    }

    /// The response as a file, which browsers must not show as a page of the daemon.
    var response: APIResponse {
        var response = APIResponse(text: svg.text, type: "image/svg+xml")
        response.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.fields[.contentDisposition] = "attachment; filename=\"\(SharedFile.fileName(title)).svg\""
        return response
    }
}
