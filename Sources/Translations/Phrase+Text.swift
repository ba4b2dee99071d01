import Diagnosis

extension Phrase {
    /// The name by which translations have it.
    package var name: String { String(describing: self) }

    /// The words in the language of the reader.
    public var text: String { text([:]) }

    /// The words with what is put in.
    public func text(_ facts: [String: String]) -> String {
        let template = template()
        return Template.filled(template, facts) ?? template
    }

    /// The words for one thing or for several.
    public func text(_ count: Int, _ facts: [String: String] = [:]) -> String {
        let template = template(count)
        return Template.filled(template, facts.merging(["count": LocalQuantity.text(count)]) { $1 }) ?? template
    }

    /// The words piece by piece, for what is put in with a style or a link of its own.
    ///
    /// - Parameters:
    ///   - count: How many things it is about; `nil` if that makes no difference.
    ///   - words: Makes a piece of what stands between the places.
    ///   - place: Makes a piece of a place, by its name.
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

    /// What is fixed words in the model's English, as in `no carrier`, in the language of the reader.
    public static func text(of english: String) -> String { Phrase(rawValue: english)?.text ?? english }

    /// What stands between two clauses of a line: in French with a blank before it.
    public static var clauseSeparator: String { twoClauses.text(["clause": "", "next": ""]) }

    private func template(_ count: Int? = nil) -> String {
        let language = Language.current
        let whole = TranslationTable.of(language)?.phrases[name] ?? rawValue
        guard let count, let bar = whole.firstRange(of: " | ") else { return whole }
        return String(language.isSingular(count) ? whole[..<bar.lowerBound] : whole[bar.upperBound...])
    }
}
