/// Matches the output that a document shows: times, durations and bars of uptime match any others, `…` matches any text
/// within a line, and a line with only `…` matches any lines.
enum OutputPattern {
    /// - Returns: The first line of the document that does not match; `nil` if all match.
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

    /// Replaces each time, duration and bar of uptime by a placeholder; the blanks before them vary with their length.
    private static func masked(_ line: String) -> String {
        line.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+/#, with: "TIME")
            .replacing(#/ *\b\d+(\.\d+)? ?(µs|ms|s|min)\b/#, with: " SPAN")
            .replacing(#/[█▇▅▃▁·m]{20,}/#, with: "BAR")
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
