import Glibc

/// Where messages for people go.
enum StandardError {
    /// Writes each line with the program's name before it.
    static func write(_ text: String) {
        let lines = text.split(separator: "\n").map { "netdiagd: \($0)\n" }.joined()
        let bytes = Array(lines.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
