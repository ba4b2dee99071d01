extension SafeText {
    /// An untrusted text in quotes for a message, truncated and escaped.
    package static func shown(_ text: String) -> String {
        "\"\(escaped(cut(text, to: 60)))\""
    }

    /// The name of a file at the beginning of a line of output, escaped.
    package static func escapedPath(_ path: String) -> String {
        escaped(String(String.UnicodeScalarView(path.unicodeScalars.prefix(4096))))
    }
}
