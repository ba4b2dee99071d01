package import NetworkModel
package import TargetKinds

/// All texts in one language, which are parsed on first use. A program with English output needs no table.
package struct TranslationTable: Sendable {
    package private(set) var causes: [CauseID: CauseText] = [:]
    package private(set) var phrases: [String: String] = [:]
    /// The phrases of facts, by the names of ``Diagnosis/FactPhrase``, ``Diagnosis/MessagePhrase`` and ``TargetKinds/KindPhrase``.
    package private(set) var facts: [String: String] = [:]
    /// The clauses of rows, by the names of ``RowPhrase`` and of ``TargetKinds/KindPhrase``.
    package private(set) var rows: [String: String] = [:]
    /// The patterns of the phrases of facts, those with the most fixed characters first: if two match, they are more specific.
    private(set) var patterns = FactPattern.shared
    /// Invalid lines, as `1: text`; a test ensures that there are none.
    package private(set) var strayLines: [String] = []

    /// The table of a language; `nil` for English, the language of the catalogue and ``Phrase``.
    package static func of(_ language: Language) -> TranslationTable? {
        switch language {
        case .english: nil
        case .german: german
        case .french: french
        case .spanish: spanish
        case .simplifiedChinese: simplifiedChinese
        }
    }

    /// The same with the texts of kinds of other packages.
    package static func of(_ language: Language, with kinds: TargetKinds) -> TranslationTable? {
        let others = kinds.all.filter { !TargetKinds.isBuiltIn($0) }
        guard !others.isEmpty, var table = of(language) else { return of(language) }
        table.add(others, language)
        return table
    }

    private static let german = TranslationTable(
        GermanTexts.causes, phrases: GermanTexts.phrases,
        facts: GermanTexts.factTexts, rows: [GermanTexts.rows], ofKinds: .german)
    private static let french = TranslationTable(
        FrenchTexts.causes, phrases: FrenchTexts.phrases,
        facts: FrenchTexts.factTexts, rows: [FrenchTexts.rows], ofKinds: .french)
    private static let spanish = TranslationTable(
        SpanishTexts.causes, phrases: SpanishTexts.phrases,
        facts: SpanishTexts.factTexts, rows: [SpanishTexts.rows], ofKinds: .spanish)
    private static let simplifiedChinese = TranslationTable(
        SimplifiedChineseTexts.causes, phrases: SimplifiedChineseTexts.phrases,
        facts: SimplifiedChineseTexts.factTexts, rows: [SimplifiedChineseTexts.rows], ofKinds: .simplifiedChinese)

    /// - Parameters:
    ///   - causes: Texts that contain `[id]` and lines `meaning:`, `summary:` and `advice:` for each cause.
    ///   - phrases: Texts that contain a line `name: text` for each phrase.
    ///   - facts: The same for facts; a leading blank of a text is written as `\s`.
    ///   - rows: The same for clauses of rows.
    ///   - language: The language of the texts of netdiag's kinds of targets; `nil` for none.
    package init(
        _ causes: [String], phrases: [String], facts: [String] = [], rows: [String] = [],
        ofKinds language: Language? = nil
    ) {
        for text in causes { read(causes: text) }
        for text in phrases { read(text, into: \.phrases) }
        for text in facts { read(text, into: \.facts) }
        for text in rows { read(text, into: \.rows) }
        if let language { add(TargetKinds.builtIn.all, language) }
    }

    private mutating func add(_ kinds: [any TargetKind.Type], _ language: Language) {
        for kind in kinds {
            if let text = kind.translations[language.tag] { read(causes: text) }
            for phrase in kind.rowPhrases { rows[phrase.name(of: kind.name)] = phrase.translations[language.tag] }
            for phrase in kind.factPhrases {
                let name = phrase.name(of: kind.name)
                facts[name] = phrase.translations[language.tag]
                patterns.append(FactPattern(name, phrase.english))
            }
        }
        patterns.sort { $0.weight > $1.weight }
    }

    private mutating func read(causes text: String) {
        var id: CauseID?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                let next = CauseID(rawValue: String(line.dropFirst().dropLast()))
                if causes.updateValue(CauseText(), forKey: next) != nil { strayLines.append("twice: \(line)") }
                id = next
                continue
            }
            guard let id, let (key, value) = Self.entry(line) else {
                strayLines.append(String(line))
                continue
            }
            switch key {
            case "meaning": causes[id]?.meaning = value
            case "summary": causes[id]?.summary = value
            case "advice": causes[id]?.advice.append(value)
            default: strayLines.append("\(id): \(line)")
            }
        }
    }

    private mutating func read(_ text: String, into table: WritableKeyPath<Self, [String: String]>) {
        for line in text.split(separator: "\n") {
            guard let (key, value) = Self.entry(line),
                self[keyPath: table].updateValue(value, forKey: String(key)) == nil
            else {
                strayLines.append(String(line))
                continue
            }
        }
    }

    private static func entry(_ line: Substring) -> (key: Substring, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        let text = value.hasPrefix(#"\s"#) ? " \(value.dropFirst(2))" : String(value)
        return text.isEmpty ? nil : (line[..<colon], text)
    }
}
