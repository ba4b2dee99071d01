import Diagnosis

/// A fixed phrase of the output for users, with its English text as the raw value.
///
/// `{…}` is a placeholder. If there are singular and plural forms, the singular is before ` | `, and the number is `{count}`.
/// Names are unique among all types of phrases, since translations refer to a phrase by its name.
public protocol CataloguePhrase: RawRepresentable<String>, CaseIterable, Sendable {}

extension CataloguePhrase {
    /// The name that identifies the phrase in translations.
    package var name: String { String(describing: self) }

    /// The text in the language of the reader.
    public var text: String { text([:]) }

    /// The text in English with its placeholders filled, for output that programs read.
    public func english(_ facts: [String: String] = [:]) -> String { Template.filled(rawValue, facts) ?? rawValue }

    /// The text with its placeholders filled.
    public func text(_ facts: [String: String]) -> String {
        let template = template()
        return Template.filled(template, facts) ?? template
    }

    /// The text in the singular or plural form.
    public func text(_ count: Int, _ facts: [String: String] = [:]) -> String {
        let template = template(count)
        return Template.filled(template, facts.merging(["count": LocalQuantity.text(count)]) { $1 }) ?? template
    }

    /// The text in pieces, for placeholders with a style or a link of their own.
    ///
    /// - Parameters:
    ///   - count: The count that determines the form; `nil` if there is only one form.
    ///   - words: Creates a piece from the text between placeholders.
    ///   - place: Creates a piece for the placeholder with this name.
    public func pieces<Piece>(
        _ count: Int? = nil, words: (String) -> Piece, place: (String) -> Piece
    ) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template(count)[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(words(String(rest[..<open]))) }
            pieces.append(place(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(words(String(rest))) }
        return pieces
    }

    /// Translates a fixed phrase of the model's English, as in `no carrier`.
    public static func text(of english: String) -> String { Self(rawValue: english)?.text ?? english }

    private func template(_ count: Int? = nil) -> String {
        let language = Language.current
        let whole = TranslationTable.of(language)?.phrases[name] ?? rawValue
        guard let count, let bar = whole.firstRange(of: " | ") else { return whole }
        return String(language.isSingular(count) ? whole[..<bar.lowerBound] : whole[bar.upperBound...])
    }
}
