import Diagnosis

/// A phrase of a kind, in English and in other languages: a clause of its rows, as in `clock {offset}`, or a partial sentence in
/// the facts of its findings, as in `showing its root DSE`.
///
/// Reports contain the English text, by which the phrase is recognised. In a row (`LayerEvidence.summary`), the names of placeholders
/// say what can be in them (`RowPlace` of Translations), and if there are singular and plural forms, the singular is before ` | `. In
/// facts, placeholders named `line`, `message` or `text` contain words of servers and programs, which are not translated.
public struct KindPhrase: Sendable, Hashable {
    /// The text in reports.
    public let english: String
    /// The text in other languages, by language tag (BCP 47) such as `de`.
    public let translations: [String: String]

    /// Creates a phrase.
    ///
    /// - Parameters:
    ///   - english: The text in reports, with placeholders such as `{reason}`.
    ///   - translations: The text in other languages, by language tag (BCP 47), with the same placeholders. It is English for readers
    ///     of languages that are missing.
    public init(_ english: String, _ translations: [String: String]) {
        self.english = english
        self.translations = translations
    }

    /// The English text of a phrase without placeholders, for a fact.
    public var text: String { english }

    /// The English text with values, for a fact.
    ///
    /// - Parameter facts: The values of all placeholders. Text from a server must be escaped (`SafeText.escaped`).
    /// - Returns: The phrase with its placeholders if one of the values is missing.
    public func text(_ facts: [String: String]) -> String { Template.filled(english, facts) ?? english }

    /// The name by which tables of languages refer to it.
    package func name(of kind: String) -> String { "\(kind): \(english)" }
}
