extension SafeText {
    /// A text of somebody's in quotes, cut and escaped, for a message.
    package static func shown(_ text: String) -> String {
        "\"\(escaped(cut(text, to: 60)))\""
    }

    /// A file's name as it begins a line of output.
    package static func escapedPath(_ path: String) -> String {
        escaped(String(String.UnicodeScalarView(path.unicodeScalars.prefix(4096))))
    }
}
