public import Diagnosis
public import NetworkModel
import TargetKinds

extension Finding {
    /// The same in the language of the reader: its cause's words with its own facts.
    ///
    /// What differs from the catalogue's English stays as it is: sentences of other versions of netdiag, of kinds of targets that are
    /// not netdiag's own, and advice that was added for one case.
    public func translated(into language: Language = .current) -> Finding {
        guard let text = TranslationTable.of(language)?.causes[id], let entry = Catalogue.entry(id) else { return self }
        var finding = self
        let english = Template.filled(entry.summary, facts) ?? entry.meaning
        // The status puts the name of the target before it.
        let (whole, end) = (summary.unicodeScalars, english.unicodeScalars)
        if whole.suffix(end.count).elementsEqual(end) {
            let words = Template.filled(text.summary, facts) ?? text.meaning
            finding.summary = String(whole.dropLast(end.count)) + words
        }
        let words = facts.mapValues(Template.shellWord)
        let pairs = zip(entry.advice, text.advice).compactMap { english, translated in
            Template.filled(english, words).flatMap { english in
                Template.filled(translated, words).map { (english, $0) }
            }
        }
        let advice = Dictionary(pairs) { first, _ in first }
        finding.advice = self.advice.map { advice[$0] ?? $0 }
        return finding
    }
}

extension CauseEntry {
    /// What is true when the cause is named, in the language of the reader.
    public var localMeaning: String { text?.meaning ?? meaning }
    /// One sentence with `{fact}` in the places of the facts, in the language of the reader.
    public var localSummary: String { text?.summary ?? summary }
    /// Next steps, in the language of the reader.
    public var localAdvice: [String] { text?.advice ?? advice }

    private var text: CauseText? { TranslationTable.of(.current)?.causes[id] }
}
