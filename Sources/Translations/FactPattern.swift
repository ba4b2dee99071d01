import Diagnosis

/// A pattern that finds a phrase in English text: its fixed words, with any text in its placeholders.
struct FactPattern: Sendable {
    /// The name of the phrase in the tables of languages.
    let name: String
    /// The number of fixed characters.
    let weight: Int
    /// The text before the first placeholder, between placeholders, and after the last one.
    private let words: [Substring]
    private let places: [String]

    init(_ name: String, _ english: String) {
        self.name = name
        (words, places) = Template.parts(of: english[...])
        weight = words.map(\.count).reduce(0, +)
    }

    /// Returns the texts of the placeholders; `nil` if the text does not match.
    func match(_ text: Substring) -> [String: String]? {
        guard !places.isEmpty else { return text == words[0] ? [:] : nil }
        guard text.hasPrefix(words[0]), let last = words.last, text.count >= weight + places.count else { return nil }
        var facts: [String: String] = [:]
        var rest = text.dropFirst(words[0].count)
        for (place, next) in zip(places.dropLast(), words.dropFirst()) {
            guard let found = rest.dropFirst().firstRange(of: next) else { return nil }
            facts[place] = String(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        guard rest.hasSuffix(last), rest.count > last.count, let place = places.last else { return nil }
        facts[place] = String(rest.dropLast(last.count))
        return facts
    }

    /// The patterns of the phrases that all kinds share.
    static let shared =
        FactPhrase.allCases.map { FactPattern($0.name, $0.rawValue) }
        + MessagePhrase.allCases.map { FactPattern($0.name, $0.rawValue) }
}
