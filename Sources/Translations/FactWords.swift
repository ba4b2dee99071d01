import Diagnosis

/// Translates facts that are prose (``Diagnosis/FactPhrase``, `factPhrases` of kinds), known messages of libraries and the kernel
/// (``Diagnosis/MessagePhrase``), and quantities. All other text stays as it is: names, addresses, messages of servers.
public enum FactWords {
    /// The maximum length in bytes; longer texts are not from rules.
    private static let maxCount = 2_000
    /// The maximum nesting of phrases.
    private static let maxDepth = 4

    /// - Parameter english: A fact of a finding, or the reason why something is not known.
    public static func local(_ english: String) -> String { local(english, in: TranslationTable.of(.current)) }

    /// - Parameter table: The table of the current language, which may have phrases of more kinds; `nil` for English.
    static func local(_ english: String, in table: TranslationTable?) -> String {
        guard let table, english.utf8.count <= maxCount else { return english }
        return whole(english[...], table, maxDepth) ?? listed(english, table) ?? LocalQuantity.local(english)
    }

    private static func whole(_ text: Substring, _ table: TranslationTable, _ depth: Int) -> String? {
        guard depth > 0, !text.isEmpty else { return nil }
        if let list = listed(String(text), table, depth, isWhole: true) { return list }
        for pattern in table.patterns {
            guard let facts = pattern.match(text), let template = table.facts[pattern.name] else { continue }
            let local = Dictionary(
                uniqueKeysWithValues: facts.map { place, text in
                    guard !quotations.contains(place) else { return (place, text) }
                    let words = whole(text[...], table, depth - 1) ?? listed(text, table, depth - 1)
                    return (place, words ?? LocalQuantity.local(text))
                })
            // A pattern with few fixed characters is only a phrase if it contains another one.
            if pattern.weight < minWeight, local == facts { continue }
            return Template.filled(template, local)
        }
        return nil
    }

    /// Placeholders for the words of servers and programs.
    private static let quotations: Set<String> = ["line", "message", "text"]

    /// The minimum number of fixed characters: any text could match ` (`, `)`.
    private static let minWeight = 4

    /// Translates several phrases, separated by semicolons or commas.
    ///
    /// - Parameter isWhole: Whether each part must be a phrase.
    private static func listed(
        _ text: String, _ table: TranslationTable, _ depth: Int = maxDepth, isWhole: Bool = false
    ) -> String? {
        for separator in ["; ", ", "] {
            let parts = Self.parts(of: text, separator)
            guard parts.count > 1, parts.count <= 32 else { continue }
            let local = parts.map { whole($0, table, depth - 1) }
            let isFound = isWhole ? local.allSatisfy { $0 != nil } : local.contains { $0 != nil }
            guard isFound else { continue }
            return zip(parts, local).map { $1 ?? String($0) }
                .joined(separator: separator == "; " ? Phrase.clauseSeparator : Phrase.partSeparator)
        }
        return nil
    }

    /// The parts between separators. Separators in parentheses do not count: names of certificates contain commas.
    private static func parts(of text: String, _ separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        var open = 0
        for piece in text.split(separator: separator, omittingEmptySubsequences: false) {
            if open == 0 { rest = piece }
            open += piece.count { $0 == "(" } - piece.count { $0 == ")" }
            rest = text[rest.startIndex..<piece.endIndex]
            if open <= 0 {
                parts.append(rest)
                open = 0
            }
        }
        return open > 0 ? parts + [rest] : parts
    }
}
