import LocaleText

/// Where messages for people go.
enum StandardError {
    /// Writes each line with the program's name before it.
    static func write(_ text: String) {
        LocaleStandardError.write(text.split(separator: "\n").map { "netdiagd: \($0)\n" }.joined())
    }
}
