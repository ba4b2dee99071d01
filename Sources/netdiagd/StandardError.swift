import LocaleText

/// Messages for users on standard error.
enum StandardError {
    /// Writes each line with the program's name as its prefix.
    static func write(_ text: String) {
        LocaleStandardError.write(text.split(separator: "\n").map { "netdiagd: \($0)\n" }.joined())
    }
}
