import NetworkModel
import Translations

/// Text that is safe in HTML, in elements and in quoted attributes.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    /// Text of the daemon's own that is HTML already.
    init(trusted text: String) { self.text = text }

    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// A sentence whose parts have been escaped already where it was put together, as a finding's.
    init(sentence text: String) { self.text = HTMLText.escaped(SafeText.harmless(SharedMask.applied(to: text))) }

    /// Words in the language of the reader, in whose places HTML is put.
    ///
    /// - Parameter count: How many things they are about; `nil` if that makes no difference.
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

    /// Every value that is put in is escaped, unless it is HTML itself, and masked in a file to pass on.
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
