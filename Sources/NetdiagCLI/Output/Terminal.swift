import Glibc
import LocaleText

/// The capabilities of an output stream: whether it is a terminal, its width, colours, non-ASCII characters.
struct Terminal: Sendable {
    /// Whether it is a terminal, and not a pipe or a file.
    var isInteractive: Bool
    /// The number of columns; `nil` if lines are not limited.
    var columns: Int?
    /// The number of lines of the window; `nil` if there is no window, or its size is unknown.
    var rows: Int?
    /// Whether the cursor can be moved, so that output can be redrawn in place.
    var hasCursor = false
    var hasColour: Bool
    /// Whether the locale's encoding is UTF-8.
    var hasUnicode: Bool
    /// Whether a screen reader reads the output: words replace symbols and bars, and nothing is aligned.
    var isPlain = false

    /// A pipe or file, without colours and line limits.
    static let plain = Terminal(isInteractive: false, columns: nil, hasColour: false, hasUnicode: true)

    init(isInteractive: Bool, columns: Int?, hasColour: Bool, hasUnicode: Bool) {
        self.isInteractive = isInteractive
        self.columns = columns
        self.hasColour = hasColour
        self.hasUnicode = hasUnicode
    }

    /// Determines the capabilities from the kernel (`isatty(3)`, `TIOCGWINSZ`) and the environment (`NO_COLOR`, `TERM`,
    /// `LC_ALL`, `LC_CTYPE`, `LANG`, and `NETDIAG_PLAIN`, which `--plain` sets).
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
            // Below this width, output is not legible: wrapped lines are better than lines that are truncated to nothing.
            columns = max(Int(size.ws_col), 40)
            rows = size.ws_row > 0 ? Int(size.ws_row) : nil
        } else {
            columns = isInteractive ? 80 : nil
        }
    }
}

/// The environment of the process.
enum Environment {
    /// The value of a variable; `nil` if it is not set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
