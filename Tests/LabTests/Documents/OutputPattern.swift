/// What a document says that a command prints: times and spans are any, `…` is any text within a line, and alone in its
/// line any lines.
enum OutputPattern {
    /// - Returns: The first line that does not fit, as the document has it; `nil`: all fit.
    static func difference(_ actual: [String], from expected: [String]) -> String? {
        var rest = actual[...].map(masked)[...]
        var mayskip = false
        for line in expected {
            let pattern = masked(line)
            if pattern.drop(while: { $0 == " " }) == "…" {
                mayskip = true
                continue
            }
            if mayskip {
                guard let found = rest.firstIndex(where: { fits($0, pattern) }) else { return line }
                rest = rest[(found + 1)...]
                mayskip = false
            } else {
                guard let first = rest.first, fits(first, pattern) else { return line }
                rest = rest.dropFirst()
            }
        }
        return mayskip || rest.isEmpty ? nil : "(nothing more) but there is: \(rest.first ?? "")"
    }

    /// With a placeholder for each moment and span; blanks before them differ with their length.
    private static func masked(_ line: String) -> String {
        line.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+/#, with: "TIME")
            .replacing(#/ *\b\d+(\.\d+)? ?(µs|ms|s|min)\b/#, with: " SPAN")
            .replacing(#/ +$/#, with: "")
    }

    private static func fits(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == pattern }
        guard line.hasPrefix(first), line.utf8.count >= first.utf8.count + last.utf8.count else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.ranges(of: part).first else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
