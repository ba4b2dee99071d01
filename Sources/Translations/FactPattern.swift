import Diagnosis

/// A phrase of facts as it is found again in English text: its fixed words, with anything in its places.
struct FactPattern: Sendable {
    let phrase: FactPhrase
    /// How much of it is fixed, in characters.
    let weight: Int
    /// What stands before the first place, between two, and behind the last one.
    private let words: [Substring]
    private let places: [String]

    init(_ phrase: FactPhrase) {
        self.phrase = phrase
        var (words, places): ([Substring], [String]) = ([], [])
        var rest = phrase.rawValue[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            words.append(rest[..<open])
            places.append(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        words.append(rest)
        (self.words, self.places) = (words, places)
        weight = words.map(\.count).reduce(0, +)
    }

    /// What stands in the places; `nil` if the text is something else.
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

    /// All phrases, those with the most fixed words first: of two that fit, they say more.
    static let all = FactPhrase.allCases.map { FactPattern($0) }.sorted { $0.weight > $1.weight }
}
