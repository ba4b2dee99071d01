/// Text within HTML.
package enum HTMLText {
    /// The text with what has a meaning in HTML as references (HTML Living Standard section 13.1.4).
    ///
    /// By Unicode scalars, as browsers read it: to Swift, U+0D4E and a < behind it are one character, and so are a < and the
    /// U+0338 behind it, which is even equal to U+226E.
    package static func escaped(_ text: String) -> String {
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
