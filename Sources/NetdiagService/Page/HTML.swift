import NetworkModel

/// Text that is safe in HTML, in elements and in quoted attributes.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    /// Text of the daemon's own that is HTML already.
    init(trusted text: String) { self.text = text }

    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// A sentence whose parts have been escaped already where it was put together, as a finding's.
    init(sentence text: String) { self.text = Self.escaped(SafeText.harmless(text)) }

    /// Every value that is put in is escaped, unless it is HTML itself.
    struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ html: HTML) { text += html.text }

        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += HTML.escaped(SafeText.escaped("\(value)"))
        }
    }

    /// The text with what has a meaning in HTML as references (HTML Living Standard section 13.1.4).
    ///
    /// By Unicode scalars, as browsers read it: to Swift, U+0D4E and a < behind it are one character, and so are a < and the
    /// U+0338 behind it, which is even equal to U+226E.
    static func escaped(_ text: String) -> String {
        // Most texts have none of them.
        guard text.utf8.contains(where: isSpecial) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// One of `"&'<>`.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x27, 0x3c, 0x3e: true
        default: false
        }
    }
}
