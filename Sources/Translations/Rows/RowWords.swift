import Diagnosis
public import NetworkModel

/// Translates the rows of layers, which are English in reports: `192.0.2.1:80 refused`. A row consists of clauses, separated by
/// commas and semicolons, which are recognised by patterns (``RowPhrase``).
///
/// What is not a phrase stays as it is: names, the words of servers, and rows of other versions.
public enum RowWords {
    /// The maximum length in bytes and the maximum number of clauses of a row; longer ones are lists, or not from this program.
    private static let maxBytes = 2_000
    private static let maxClauses = 64
    /// The maximum nesting of phrases.
    private static let maxDepth = 3
    /// The maximum number of parts between separators of one phrase.
    private static let maxParts = 16

    /// A part of a row.
    package struct Clause: Sendable {
        /// The separator before it; empty for the first one.
        var separator = ""
        /// The text in the report.
        package var english: String
        /// The text in the language of the reader; `nil` if it is not a phrase.
        package var local: String?
    }

    /// The row in the language of the reader.
    ///
    /// - Parameters:
    ///   - english: The row, as in `LayerEvidence.summary`.
    ///   - layer: The layer of the row. A kind of target has phrases of its own.
    public static func local(_ english: String, of layer: Layer) -> String {
        var isKnown = false
        return clauses(of: english, layer).reduce(into: "") { row, clause in
            // The separators within a name that contains commas are not those of the language.
            let isBetween = isKnown || clause.local != nil
            isKnown = clause.local != nil
            row += (isBetween ? separator(clause.separator) : clause.separator) + (clause.local ?? clause.english)
        }
    }

    private static func separator(_ english: String) -> String {
        switch english {
        case ", ": Phrase.partSeparator
        case "; ": Phrase.clauseSeparator
        default: english
        }
    }

    /// The clauses of a row. A phrase can contain separators, so that it can be several of the parts between them.
    package static func clauses(of english: String, _ layer: Layer) -> [Clause] {
        let whole = [Clause(english: english)]
        guard let table = TranslationTable.of(.current), english.utf8.count <= maxBytes else { return whole }
        let text = Array(english.utf8)
        let parts = parts(of: text)
        guard parts.count <= maxClauses else { return whole }
        let finder = Finder(table: table, patterns: .of(layer))
        var clauses: [Clause] = []
        var start = 0
        while start < parts.count {
            let separator =
                start == 0
                ? "" : String(decoding: text[parts[start - 1].upperBound..<parts[start].lowerBound], as: UTF8.self)
            let found = (start..<min(start + maxParts, parts.count)).reversed().lazy.compactMap { end in
                finder.phrase(text[parts[start].lowerBound..<parts[end].upperBound], maxDepth).map { (end, $0) }
            }.first
            let end = found?.0 ?? start
            let words = String(decoding: text[parts[start].lowerBound..<parts[end].upperBound], as: UTF8.self)
            clauses.append(Clause(separator: separator, english: words, local: found?.1 ?? message(words)))
            start = end + 1
        }
        return clauses
    }

    /// A quantity, or a known message of a library or the kernel; `nil` for other text.
    private static func message(_ english: String) -> String? {
        if LocalQuantity.isQuantity(english) { return LocalQuantity.local(english) }
        let local = FactWords.local(english)
        return local == english ? nil : local
    }

    /// The places of the parts between separators.
    private static func parts(of text: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in text.indices.dropLast() where index >= start {
            let isSeparator = text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ";")
            guard isSeparator, text[index + 1] == UInt8(ascii: " ") else { continue }
            parts.append(start..<index)
            start = index + 2
        }
        return parts + [start..<text.count]
    }

    private struct Finder {
        let table: TranslationTable
        let patterns: RowPatterns

        /// The translated phrase; `nil` if the text is none.
        func phrase(_ text: ArraySlice<UInt8>, _ depth: Int) -> String? {
            guard depth > 0, let first = text.first else { return nil }
            let isSpan = text.indices.dropLast().contains {
                (text[$0] == UInt8(ascii: ",") || text[$0] == UInt8(ascii: ";")) && text[$0 + 1] == UInt8(ascii: " ")
            }
            for pattern in patterns.possible(first, isSpan: isSpan) {
                if let words = pattern.match(text).flatMap({ filled(pattern, $0, depth) }) { return words }
            }
            return nil
        }

        private func filled(_ pattern: RowPattern, _ facts: [String: String], _ depth: Int) -> String? {
            guard let template = table.rows[pattern.name] else { return nil }
            var local: [String: String] = [:]
            for (name, text) in facts {
                let words = RowPlace(rawValue: name)?.local(text) { phrase(Array($0.utf8)[...], depth - 1) }
                guard let words else { return nil }
                local[name] = words
            }
            return Template.filled(form(template, facts["count"].flatMap { Int($0) }), local)
        }

        /// The singular or the plural form of a template that has both.
        private func form(_ template: String, _ count: Int?) -> String {
            guard let bar = template.firstRange(of: " | ") else { return template }
            let isSingular = count.map { Language.current.isSingular($0) } ?? false
            return String(isSingular ? template[..<bar.lowerBound] : template[bar.upperBound...])
        }
    }
}

extension LayerEvidence {
    /// A one-line summary of the observation in the language of the reader; in English it is `summary`.
    public var localSummary: String { RowWords.local(summary, of: Self.layer) }
}
