import Diagnosis

/// Facts that are prose (``Diagnosis/FactPhrase``), and quantities, in the language of the reader. What is neither stays as it is: names, addresses,
/// what a server has said.
public enum FactWords {
    /// Longer ones are no words of rules.
    private static let maxCount = 2_000
    /// A phrase in a phrase in a phrase.
    private static let maxDepth = 4

    /// - Parameter english: A fact of a finding, or the reason why something cannot be told.
    public static func local(_ english: String) -> String {
        guard let table = TranslationTable.of(.current), english.utf8.count <= maxCount else { return english }
        return whole(english[...], table, maxDepth) ?? listed(english, table) ?? LocalQuantity.local(english)
    }

    private static func whole(_ text: Substring, _ table: TranslationTable, _ depth: Int) -> String? {
        guard depth > 0, !text.isEmpty else { return nil }
        if let list = listed(String(text), table, depth, isWhole: true) { return list }
        for pattern in FactPattern.all {
            guard let facts = pattern.match(text), let template = table.facts[pattern.phrase.name] else { continue }
            let local = facts.mapValues {
                whole($0[...], table, depth - 1) ?? listed($0, table, depth - 1) ?? LocalQuantity.local($0)
            }
            // What has few words of its own is a phrase only around another one.
            if pattern.weight < minWeight, local == facts { continue }
            return Template.filled(template, local)
        }
        return nil
    }

    /// Of ` (`, `)`: anything may look so.
    private static let minWeight = 4

    /// Several of them, with semicolons or commas between.
    ///
    /// - Parameter isWhole: Whether each has to be a phrase.
    private static func listed(
        _ text: String, _ table: TranslationTable, _ depth: Int = maxDepth, isWhole: Bool = false
    ) -> String? {
        for separator in ["; ", ", "] {
            let parts = Self.parts(of: text, separator)
            guard parts.count > 1, parts.count <= 32 else { continue }
            let local = parts.map { whole($0, table, depth - 1) }
            let isFound = isWhole ? local.allSatisfy { $0 != nil } : local.contains { $0 != nil }
            guard isFound else { continue }
            return zip(parts, local).map { $1 ?? String($0) }.joined(separator: separator)
        }
        return nil
    }

    /// What stands between separators, of which those in parentheses are none: names of certificates have commas.
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
