/// The text form of an entry in a TXT record (RFC 6763 section 6.3).
///
/// `key` is a key without a value, `key=` one with an empty value. In a value, `\xHH` is a byte, `\u{…}` a Unicode character
/// and `\\` a backslash, so that what is shown can be parsed again.
public enum TXTText {
    /// The value as shown after `key=`; `nil` for a key without a value.
    public static func shown(_ value: TXTValue) -> String? {
        switch value {
        case .flag: nil
        case .text(let text): quoted(text.unicodeScalars.reduce(into: "") { $0 += shown($1) })
        case .bytes(let bytes):
            quoted(bytes.reduce(into: "") { $0 += $1 < 0x80 ? shown(Unicode.Scalar($1)) : hexadecimal($1) })
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\\" { return "\\\\" }
        if scalar.value < 0x20 || scalar.value == 0x7f { return hexadecimal(UInt8(scalar.value)) }
        return SafeText.isUnsafe(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }

    /// A value with blanks is quoted, since entries are separated by blanks.
    private static func quoted(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: { $0 == " " || $0 == "\"" }) else { return value }
        return "\"" + replacing("\"", by: "\\x22", in: value) + "\""
    }

    private static func replacing(_ scalar: Unicode.Scalar, by other: String, in text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, next in
            if next == scalar { result += other } else { result.unicodeScalars.append(next) }
        }
    }

    /// Why a text is not a valid entry.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong with the text, and what would be right.
        public let description: String
    }

    /// Parses `KEY`, `KEY=` or `KEY=VALUE`.
    ///
    /// - Throws: ``Problem`` with what would be right.
    public static func entry(_ text: String) throws(Problem) -> (key: String, value: TXTValue) {
        let shown = "the TXT entry \"\(SafeText.escaped(SafeText.cut(text, to: 80)))\""
        let key = text[..<(text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex)]
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            throw Problem(
                description: "\(shown) has no key; write KEY, KEY= or KEY=VALUE with a key of printable ASCII")
        }
        guard key.endIndex != text.endIndex else { return (String(key), .flag) }
        let bytes: [UInt8]
        do {
            bytes = try TextEscapes.bytes(text[text.utf8.index(after: key.endIndex)...], .value)
        } catch {
            throw Problem(description: "\(shown) has a wrong escape: \(error.reason)")
        }
        let count = key.utf8.count + 1 + bytes.count
        guard count <= 255 else {
            throw Problem(description: "\(shown) has \(count) bytes with its value; 255 is the most")
        }
        return (String(key), String(validating: bytes, as: UTF8.self).map(TXTValue.text) ?? .bytes(bytes))
    }
}
