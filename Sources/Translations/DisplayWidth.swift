/// The number of terminal columns of text (after UAX #11 and the behaviour of wcwidth(3)).
///
/// It is calculated by scalar, as terminals do: what Swift considers one character, twenty U+0D4E and a letter, takes 21
/// columns, and a line that is wider than calculated breaks a view that is redrawn in place.
package enum DisplayWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The longest prefix that fits.
    package static func prefix<Text: StringProtocol>(of text: Text, columns: Int) -> Text.SubSequence {
        var room = columns
        let end = text.unicodeScalars.firstIndex { scalar in
            room -= width(scalar)
            return room < 0
        }
        return text[..<(end ?? text.endIndex)]
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        // It selects the emoji presentation, which is one column wider.
        if scalar == "\u{fe0f}" { return 1 }
        // The vowels and finals of Hangul are part of the syllable.
        if 0x1160...0x11ff ~= scalar.value { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }

    /// East Asian Wide and Fullwidth, and the emoji with a default emoji presentation.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x231a...0x231b, 0x23e9...0x23ec, 0x2614...0x2615, 0x26a1...0x26a1, 0x2705...0x2705,
        0x274c...0x274c, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa000...0xa4cf,
        0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
        0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]
}
