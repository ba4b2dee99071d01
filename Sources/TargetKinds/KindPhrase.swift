/// A clause of the rows of a kind, as in `clock {offset}`, in English and in the other languages.
///
/// The English text is that of `LayerEvidence.summary`, by which the clause is recognised. The names of placeholders say what can
/// be in them (`RowPlace` of Translations). If there are singular and plural forms, the singular is before ` | `.
public struct KindPhrase: Sendable, Hashable {
    /// The text in reports.
    public let english: String
    /// The text in other languages, by language tag (BCP 47) such as `de`.
    public let translations: [String: String]

    /// Creates a clause.
    public init(_ english: String, _ translations: [String: String]) {
        self.english = english
        self.translations = translations
    }

    /// The name by which tables of languages refer to it.
    package func name(of kind: String) -> String { "\(kind): \(english)" }
}
