/// Finds line breaks in text without blanks, which Chinese does not have (after UAX #14, classes ID, OP and CL).
package enum LineBreaks {
    /// Characters that must not begin a line, and those that must not end one.
    private static let closing: Set<Unicode.Scalar> = [
        "，", "。", "、", "；", "：", "！", "？", "）", "》", "」", "』", "】", "”", "’", "…", ",", ".", ";", ":", "!", "?", ")",
        "]",
        "}", "%",
    ]
    private static let opening: Set<Unicode.Scalar> = ["（", "《", "「", "『", "【", "“", "‘", "(", "[", "{"]

    /// The parts between which a line may be broken; most texts have only one.
    package static func parts(of run: Substring) -> [Substring] {
        guard run.utf8.contains(where: { $0 >= 0xe1 }) else { return [run] }
        var parts: [Substring] = []
        var start = run.startIndex
        var previous: Unicode.Scalar?
        for index in run.unicodeScalars.indices {
            let scalar = run.unicodeScalars[index]
            if let previous, width(previous) == 2 || width(scalar) == 2, width(scalar) > 0,
                !opening.contains(previous), !closing.contains(scalar)
            {
                parts.append(run[start..<index])
                start = index
            }
            previous = scalar
        }
        return parts + [run[start...]]
    }

    /// Wraps a text at blanks and between wide characters, and within a word only if it is longer than a line.
    ///
    /// - Parameter columns: The maximum width; at least 2, the width of a wide character.
    package static func lines(of text: String, columns: Int) -> [String] {
        let columns = max(columns, 2)
        var lines: [String] = []
        var line = ""
        var room = columns
        for run in text.split(separator: " ") {
            for (place, part) in parts(of: run).enumerated() {
                let gap = place == 0 && !line.isEmpty ? " " : ""
                var rest = part
                if DisplayWidth.of(part) + gap.count <= room {
                    line += gap
                } else {
                    if !line.isEmpty { lines.append(line) }
                    while DisplayWidth.of(rest) > columns {
                        let head = DisplayWidth.prefix(of: rest, columns: columns)
                        lines.append(String(head))
                        rest = rest[head.endIndex...]
                    }
                    line = ""
                }
                line += rest
                room = columns - DisplayWidth.of(line)
            }
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int { DisplayWidth.of(String(scalar)) }
}
