import NetworkModel

extension SafeText {
    /// A text of the file in quotes, cut and escaped, for a message.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return "\"\(escaped(text))\"" }
        return "\"\(escaped(String(String.UnicodeScalarView(scalars.prefix(60)))))…\""
    }

    /// A file's name as it begins a line of output.
    static func escapedPath(_ path: String) -> String {
        escaped(String(String.UnicodeScalarView(path.unicodeScalars.prefix(4096))))
    }
}
