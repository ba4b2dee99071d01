public import Diagnosis
public import NetworkModel
public import TargetKinds

extension Finding {
    /// The finding in the language of the reader: the translated texts of its cause with its facts.
    ///
    /// Text that differs from the catalogue's English is not translated: sentences of other versions of netdiag, of kinds of
    /// targets that are not given, and advice that was added for a single case.
    ///
    /// If peers on the link reach a target that this machine does not, the first step is to find what rejects this machine.
    ///
    /// - Parameters:
    ///   - language: The language of the reader.
    ///   - kinds: The kinds of targets whose texts are used, including those of other packages.
    public func translated(into language: Language = .current, with kinds: TargetKinds = .builtIn) -> Finding {
        var finding = catalogueTexts(in: language, with: kinds)
        guard let scope, scope.verdict == .onlyHere, scope.subject == .target, scope.byStatus == 0,
            (side ?? layer.side) == .remote
        else { return finding }
        let step = Language.$current.withValue(language) { Phrase.findOwnRejection.text }
        if finding.advice.first != step { finding.advice.insert(step, at: 0) }
        return finding
    }

    private func catalogueTexts(in language: Language, with kinds: TargetKinds) -> Finding {
        guard let table = TranslationTable.of(language, with: kinds), let text = table.causes[id],
            let entry = Catalogue.entry(id) ?? kinds.causes.first(where: { $0.id == id })
        else { return self }
        var finding = self
        func added(_ facts: [String: String]) -> String {
            Self.addedFacts.compactMap { facts[$0] }.map { " " + $0 }.joined()
        }
        let english = (Template.filled(entry.summary, facts) ?? entry.meaning) + added(facts)
        // The status adds the name of the target before it.
        let (whole, end) = (summary.unicodeScalars, english.unicodeScalars)
        if whole.suffix(end.count).elementsEqual(end) {
            let local = Language.$current.withValue(language) { facts.localValues(table) }
            let words = (Template.filled(text.summary, local) ?? text.meaning) + added(local)
            finding.summary = Self.prefix(String(whole.dropLast(end.count)), in: language) + words
        }
        let words = Template.shellWords(facts)
        // Quantities are not translated, since steps contain values of settings. A phrase is not a word of a command.
        let localWords = Language.$current.withValue(language) {
            words.mapValues { $0.contains(" ") && LocalQuantity.local($0) == $0 ? FactWords.local($0, in: table) : $0 }
        }
        let pairs = zip(entry.advice, text.advice).compactMap { english, translated in
            Template.filled(english, words).flatMap { english in
                Template.filled(translated, localWords).map { (english, $0) }
            }
        }
        let advice = Dictionary(pairs) { first, _ in first }
        // The step for a redirect, or for some addresses, is not of the cause, but of its place.
        let hasAdded = Self.addedFacts.contains { facts[$0] != nil }
        finding.advice = Language.$current.withValue(language) {
            self.advice.map { advice[$0] ?? (hasAdded ? FactWords.local($0, in: table) : $0) }
        }
        return finding
    }

    /// Facts that quote other sources. Phrases in them are not translated.
    fileprivate static let quotations: Set<String> = ["found", "text", "message", "network"]

    /// Translates what the status adds before a sentence: the name of a target, and how many others are affected
    /// (`OverallStatus`).
    private static func prefix(_ english: String, in language: Language) -> String {
        guard english.hasSuffix(": ") else { return english }
        return Language.$current.withValue(language) {
            Phrase.wordAndDetail.text(["word": names(english.dropLast(2)), "detail": ""])
        }
    }

    private static func names(_ english: Substring) -> String {
        let end = " more"
        let head = english.dropLast(end.count)
        let digits = head.reversed().prefix { ("0"..."9").contains($0) }.count
        let (name, count) = (head.dropLast(digits), Int(head.suffix(digits)))
        guard english.hasSuffix(end), let count, name.hasSuffix(" and ") else { return String(english) }
        return Phrase.nameAndMore.text(count, ["name": String(name.dropLast(5))])
    }
}

extension CauseEntry {
    /// The meaning of the cause in the language of the reader.
    public var localMeaning: String { text?.meaning ?? meaning }
    /// One sentence with placeholders `{fact}`, in the language of the reader.
    public var localSummary: String { text?.summary ?? summary }
    /// The next steps in the language of the reader.
    public var localAdvice: [String] { text?.advice ?? advice }
    /// Where the fault is, or that it depends on what was observed, as a clause in the language of the reader.
    public var localSide: String { side?.localWords ?? Phrase.dependsOnObservation.text }

    private var text: CauseText? { TranslationTable.of(.current)?.causes[id] }
}

extension [String: String] {
    /// The facts in the current language.
    fileprivate func localValues(_ table: TranslationTable) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: map { ($0, Finding.quotations.contains($0) ? $1 : FactWords.local($1, in: table)) })
    }
}
