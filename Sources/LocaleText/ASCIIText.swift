/// Text for a locale that is not UTF-8: the signs that netdiag writes have their forms in ASCII, everything else is escaped.
public enum ASCIIText {
    /// A line in the forms of ASCII.
    public static func of(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else {
                result += signs[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    private static let signs: [Unicode.Scalar: String] = [
        "\u{b5}": "u", "\u{3bc}": "u", "…": "...", "–": "-", "—": "-", "×": "x", "→": "->", "≥": ">=", "≤": "<=",
        "°": " degrees", "·": ".", "“": "\"", "”": "\"", "‘": "'", "’": "'", "≠": "!=", "✓": "OK", "✗": "x",
    ]
}
