/// Where a line may be broken within a run without blanks: Chinese has none (after UAX #14, classes ID, OP and CL).
enum LineBreaks {
    /// What must not begin a line, and what must not end one.
    private static let closing: Set<Unicode.Scalar> = [
        "，", "。", "、", "；", "：", "！", "？", "）", "》", "」", "』", "】", "”", "’", "…", ",", ".", ";", ":", "!", "?", ")",
        "]",
        "}", "%",
    ]
    private static let opening: Set<Unicode.Scalar> = ["（", "《", "「", "『", "【", "“", "‘", "(", "[", "{"]

    /// The parts between which a line may be broken; most runs are one.
    static func parts(of run: Substring) -> [Substring] {
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

    private static func width(_ scalar: Unicode.Scalar) -> Int { DisplayWidth.of(String(scalar)) }
}
