/// Strings in JSON (RFC 8259 section 7).
package enum JSONText {
    /// Returns the text as a JSON string with quotes.
    package static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Returns the text escaped for a JSON string, without quotes.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7f {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
