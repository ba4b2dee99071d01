import Diagnosis
import NetworkModel
import Translations

/// A finding: what is wrong, who has to fix it, and what to do.
struct FindingSection: Sendable {
    let finding: Finding

    var mark: TargetState {
        switch finding.severity {
        case .error: .down
        case .warning: .degraded
        case .info: .idle
        }
    }

    var html: HTML {
        let finding = finding.translated()
        let advice: [HTML] = finding.advice.map { "<li>\(HTML(sentence: $0))</li>" }
        let scope: HTML = finding.scope.map { "<p>\(HTML(sentence: $0.localSummary))</p>" } ?? ""
        let side = finding.side.map { $0.localWords + Phrase.clauseSeparator } ?? ""
        let list: HTML = advice.isEmpty ? "" : "<h3>\(Phrase.whatToDo)</h3><ol>\(HTML(advice))</ol>"
        return """
            <section class="finding"><h2>\(mark.icon) \(HTML(sentence: finding.summary))</h2>
            <p class="idle">\(side)<code>\(finding.id)</code></p>
            \(scope)\(list)</section>

            """
    }
}
