/// Makes untrusted text safe to show. Characters that could control a terminal, forge a line or reverse the order of
/// characters are escaped; all others are kept.
public enum SafeText {
    /// Escapes control characters, line and paragraph separators, bidirectional controls (UAX #9), zero-width
    /// characters, fillers and tag characters as `\u{…}`, and a backslash as `\\` so that an escape cannot be forged.
    public static func escaped(_ text: String) -> String {
        // Most texts are plain ASCII, for which the tables of Unicode are not needed.
        if text.utf8.allSatisfy({ 0x20..<0x7f ~= $0 && $0 != UInt8(ascii: "\\") }) { return text }
        guard text.unicodeScalars.contains(where: { isUnsafe($0) || $0 == "\\" }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\\" {
                result += "\\\\"
            } else if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Escapes like ``escaped(_:)``, except for backslashes: for sentences whose parts are escaped already.
    public static func harmless(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The URL without everything before the last @ of its authority (RFC 3986 section 3.2.1), which may be a password.
    public static func withoutLogin(_ url: String) -> String {
        guard let start = url.range(of: "://")?.upperBound else { return url }
        let authority = url[start...].unicodeScalars.prefix { !"/?#\\".unicodeScalars.contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return url[..<start] + "…" + url[at...]
    }

    /// The beginning of a text, with an ellipsis if it was truncated. Scalars are counted, since a Swift character can have
    /// any number of bytes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The maximum number of Unicode scalars, each of which has at most four bytes.
    public static func cut(_ text: some StringProtocol, to count: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return String(text) }
        return text[..<end] + "…"
    }

    /// Whether a character could control a terminal or be invisible. Such characters are never shown unescaped.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: isBlank(scalar)
        }
    }

    /// Whether a character of another category shows nothing either: fillers, combining characters that join, and selectors
    /// of variants, except for the two of emoji (UTS #51), which ordinary text has; and the Braille pattern without dots.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x34f else { return false }
        if scalar == "\u{fe0e}" || scalar == "\u{fe0f}" { return false }
        return scalar == "\u{2800}" || scalar.properties.isDefaultIgnorableCodePoint
    }
}

extension String {
    /// The text in which a Unicode scalar is replaced. Characters would hide a quote with a combining mark, which programs that
    /// read bytes still see.
    package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
        unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false).map { String($0) }
            .joined(separator: text)
    }
}
