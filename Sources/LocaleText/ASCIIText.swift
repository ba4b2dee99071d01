/// Converts text for a locale that is not UTF-8: the symbols of netdiag are replaced by ASCII forms, and all other characters
/// are escaped.
public enum ASCIIText {
    /// Returns the text in ASCII.
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
