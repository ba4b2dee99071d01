import NetworkModel
import Translations

/// Text that is safe in HTML, in elements and in quoted attributes.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    /// Creates HTML from the daemon's own text that already is HTML.
    init(trusted text: String) { self.text = text }

    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Creates HTML from a sentence, such as that of a finding, whose parts were already escaped when it was composed.
    init(sentence text: String) { self.text = HTMLText.escaped(SafeText.harmless(SharedMask.applied(to: text))) }

    /// Creates HTML from a phrase in the language of the reader, with HTML in its placeholders.
    ///
    /// - Parameter count: The number of things that the phrase describes; `nil` if it does not depend on a number.
    init(_ phrase: Phrase, _ count: Int? = nil, _ facts: [String: HTML] = [:]) {
        let number: [String: HTML] = count.map { ["count": "\(LocalQuantity.text($0))"] } ?? [:]
        let facts = facts.merging(number) { $1 }
        self.init(
            phrase.pieces(count) {
                HTML(sentence: $0)
            } place: {
                facts[$0] ?? ""
            })
    }

    /// Escapes every interpolated value that is not HTML itself, and masks it in a shared file.
    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ html: HTML) { text += html.text }

        mutating func appendInterpolation(_ phrase: Phrase) { text += HTMLText.escaped(phrase.text) }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += HTMLText.escaped(SafeText.escaped(SharedMask.applied(to: "\(value)")))
        }
    }
}
