import NetworkModel
import Translations

/// Writes findings: the fault, and below it what to do.
extension Page {
    mutating func finding(_ finding: Finding, indent: Int, withMark: Bool = false) {
        let finding = finding.translated()
        let mark = TargetState(finding.severity)
        let sign = withMark ? mark.text(glyphs) + " " : Text()
        let style: Style = mark == .idle ? .plain : mark.style
        line(
            sign + Text(finding.id.rawValue, style) + Text(sentence: "\(Phrase.detailSeparator)\(finding.summary)"),
            indent: indent, hang: 2)
        if let scope = finding.scope { line(Text(sentence: scope.localSummary), indent: indent + 2, hang: 2) }
        steps(of: finding, indent: indent + 2)
    }

    /// Adds the next steps of a finding.
    ///
    /// - Parameter finding: The finding in the language of the reader.
    mutating func steps(of finding: Finding, indent: Int) {
        let unsure = finding.confidence < 0.7 ? "  \(Phrase.likely.text)" : ""
        for (number, advice) in finding.advice.enumerated() {
            let note = number == 0 ? Text(unsure, .dim) : Text()
            self.advice(Text(glyphs.arrow, .name) + Text(sentence: " \(advice)") + note, indent: indent, hang: 2)
        }
    }
}
