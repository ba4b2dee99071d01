import Diagnosis
import NetworkModel
import TargetKinds

/// A pattern that finds a phrase of a row in English text: its fixed words, with text of the right form in its placeholders.
struct RowPattern: Sendable {
    /// The name of the phrase in the tables of languages.
    let name: String
    /// The number of fixed bytes.
    let weight: Int
    /// The text before the first placeholder, between placeholders, and after the last one.
    private let words: [[UInt8]]
    private let places: [String]

    /// Whether a text with commas or semicolons can match.
    var canSpan: Bool {
        words.contains { words in
            words.indices.dropLast().contains { [0x2c, 0x3b].contains(words[$0]) && words[$0 + 1] == 0x20 }
        } || places.contains { RowPlace(rawValue: $0)?.canSpan == true }
    }

    /// Whether a text that begins with this byte can match.
    func canBegin(with byte: UInt8) -> Bool {
        if let first = words.first?.first { return first == byte }
        return places.first.flatMap { RowPlace(rawValue: $0) }?.canBegin(with: byte) ?? false
    }

    init(_ name: String, _ english: Substring) {
        self.name = name
        let parts = Template.parts(of: english)
        words = parts.words.map { Array($0.utf8) }
        places = parts.places
        weight = words.map(\.count).reduce(0, +)
    }

    /// Returns the texts of the placeholders; `nil` if the fixed words do not match.
    func match(_ text: ArraySlice<UInt8>) -> [String: String]? {
        guard let first = words.first, let last = words.last, text.count >= weight + places.count,
            text.starts(with: first)
        else { return nil }
        guard let place = places.last else { return text.count == weight ? [:] : nil }
        var facts: [String: String] = [:]
        var rest = text.dropFirst(first.count)
        for (place, next) in zip(places.dropLast(), words.dropFirst()) {
            guard let found = Self.index(of: next, in: rest) else { return nil }
            facts[place] = String(decoding: rest[..<found], as: UTF8.self)
            rest = rest[(found + next.count)...]
        }
        guard rest.count > last.count, rest.suffix(last.count).elementsEqual(last) else { return nil }
        facts[place] = String(decoding: rest.dropLast(last.count), as: UTF8.self)
        return facts
    }

    /// The first place of the words behind at least one byte.
    private static func index(of words: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard text.count > words.count else { return nil }
        guard let first = words.first else { return text.startIndex + 1 }
        // Most places differ in the first byte. Without optimization, as in tests, slices and closures take much longer.
        let last = text.endIndex - words.count
        var index = text.startIndex + 1
        while index <= last {
            if text[index] == first, text[index...].starts(with: words) { return index }
            index += 1
        }
        return nil
    }
}

/// The patterns of the rows of a layer, by the byte with which a text begins: most texts are compared with few of them.
///
/// Those with the most fixed bytes are first: if two match, they are more specific.
struct RowPatterns: Sendable {
    private let ofBytes: [[RowPattern]]
    private let spanning: [[RowPattern]]

    private init(_ patterns: [RowPattern]) {
        // The sort is stable.
        let sorted = patterns.sorted { $0.weight > $1.weight }
        let spanning = sorted.filter(\.canSpan)
        ofBytes = (UInt8.min...UInt8.max).map { byte in sorted.filter { $0.canBegin(with: byte) } }
        self.spanning = (UInt8.min...UInt8.max).map { byte in spanning.filter { $0.canBegin(with: byte) } }
    }

    /// The patterns that a text can match.
    ///
    /// - Parameters:
    ///   - byte: The first byte of the text.
    ///   - isSpan: Whether the text contains separators of clauses.
    func possible(_ byte: UInt8, isSpan: Bool) -> [RowPattern] { (isSpan ? spanning : ofBytes)[Int(byte)] }

    /// The patterns of a layer: those of its kind, and those that all layers share.
    static func of(_ layer: Layer) -> RowPatterns { ofKinds[layer] ?? shared }

    private static let sharedPatterns = RowPhrase.allCases.flatMap { patterns($0.name, $0.rawValue) }
    private static let shared = RowPatterns(sharedPatterns)

    private static let ofKinds = Dictionary(
        TargetKinds.builtIn.all.filter { !$0.rowPhrases.isEmpty }.map { kind in
            let own = kind.rowPhrases.flatMap { patterns($0.name(of: kind.name), $0.english) }
            return (kind.evidenceType.layer, RowPatterns(sharedPatterns + own))
        }, uniquingKeysWith: { first, _ in first })

    /// A pattern for each form of a phrase: the singular and the plural.
    private static func patterns(_ name: String, _ english: String) -> [RowPattern] {
        english.split(separator: " | ").map { RowPattern(name, $0) }
    }
}
