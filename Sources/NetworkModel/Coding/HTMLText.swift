/// Escaping of text for HTML.
package enum HTMLText {
    /// The text with character references for characters that have a meaning in HTML (HTML Living Standard section 13.1.4).
    ///
    /// It is read by Unicode scalars, as browsers do. For Swift, U+0D4E and a following < are one character, as are a < and a
    /// following U+0338, and the latter even equals U+226E.
    package static func escaped(_ text: String) -> String {
        // Most texts contain no such characters.
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

    /// Whether a byte is one of `"&'<>`.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x26, 0x27, 0x3c, 0x3e: true
        default: false
        }
    }
}
