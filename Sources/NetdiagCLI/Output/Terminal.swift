import Glibc
import LocaleText

/// What a stream can show: whether a person reads it, how wide it is, colours, characters beyond ASCII.
struct Terminal: Sendable {
    /// A terminal, not a pipe or a file.
    var isInteractive: Bool
    /// Columns; `nil` if nothing limits a line.
    var columns: Int?
    /// Lines of the window; `nil` if it has none, or its size is unknown.
    var rows: Int?
    /// The cursor can be moved: what is shown can be drawn anew in its place.
    var hasCursor = false
    var hasColour: Bool
    /// The locale's encoding is UTF-8.
    var hasUnicode: Bool
    /// The reader hears the lines one after the other: words stand in place of signs and bars, and nothing is aligned.
    var isPlain = false

    /// A pipe or file: no colour, no limit.
    static let plain = Terminal(isInteractive: false, columns: nil, hasColour: false, hasUnicode: true)

    init(isInteractive: Bool, columns: Int?, hasColour: Bool, hasUnicode: Bool) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.hasColour = hasColour
        self.hasUnicode = hasUnicode
    }

    /// Asks the kernel (`isatty(3)`, `TIOCGWINSZ`) and the environment (`NO_COLOR`, `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG`,
    /// `NETDIAG_PLAIN`, which `--plain` sets).
    init(descriptor: CInt, environment: (String) -> String? = Environment.value) {
        isInteractive = isatty(descriptor) == 1
        let term = environment("TERM") ?? "dumb"
        isPlain = !(environment("NETDIAG_PLAIN") ?? "").isEmpty
        hasCursor = isInteractive && term != "dumb" && !isPlain
        hasColour = hasCursor && (environment("NO_COLOR") ?? "").isEmpty
        hasUnicode = LocaleCharset.isUTF8(environment)
        guard !isPlain else { return }
        var size = winsize()
        if isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            // Narrower than this nothing is legible, and a line that wraps is better than one that is cut to nothing.
            columns = max(Int(size.ws_col), 40)
            rows = size.ws_row > 0 ? Int(size.ws_row) : nil
        } else {
            columns = isInteractive ? 80 : nil
        }
    }
}

/// The process's environment.
enum Environment {
    /// The value of a variable; `nil` if it is not set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
