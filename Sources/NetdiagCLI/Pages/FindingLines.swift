import NetworkModel

/// Findings for people: what is wrong, and beneath it what to do.
extension Page {
    mutating func finding(_ finding: Finding, indent: Int, withMark: Bool = false) {
        let mark = Mark(finding.severity)
        let sign = withMark ? mark.text(glyphs) + " " : Text()
        let style: Style = mark == .idle ? .plain : mark.style
        line(sign + Text(finding.id.rawValue, style) + Text(sentence: ": \(finding.summary)"), indent: indent, hang: 2)
        let unsure = finding.confidence < 0.7 ? "  (likely, not certain)" : ""
        for (number, advice) in finding.advice.enumerated() {
            let note = number == 0 ? Text(unsure, .dim) : Text()
            line(Text(glyphs.arrow, .name) + Text(sentence: " \(advice)") + note, indent: indent + 2, hang: 2)
        }
    }
}

/// Numbers with their units, for people.
enum Quantity {
    /// `0.3 ms`, `41.2 ms`, `1204 ms`, `12.3 s`.
    static func text(_ duration: Milliseconds) -> String {
        let value = duration.value
        if value >= 10_000 { return "\(decimal(value / 1_000)) s" }
        return value >= 100 ? "\(Int(value.rounded())) ms" : "\(decimal(value)) ms"
    }

    /// `10 Gbit/s`, `2.5 Gbit/s`, `100 Mbit/s`.
    static func speed(megabits: Int) -> String {
        guard megabits >= 1_000 else { return "\(megabits) Mbit/s" }
        return megabits % 1_000 == 0 ? "\(megabits / 1_000) Gbit/s" : "\(decimal(Double(megabits) / 1_000)) Gbit/s"
    }

    private static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
