import NetworkModel
import Probes

extension SettingType where Value == String? {
    /// A regular expression of PCRE2 (pcre2pattern(3)).
    static var pattern: Self {
        Self("a regular expression") { text throws(SettingsError) in
            _ = try Pattern(text)
            return text
        } text: {
            $0
        }
    }

    /// Bytes, so many at least and at most, written as text with escapes (``EscapedBytes``).
    static func bytes(_ count: ClosedRange<Int>) -> Self {
        let words = "a text of \(count.lowerBound) to \(count.upperBound) bytes with \\n, \\r, \\t, \\\\ and \\xHH"
        return Self(words) { text throws(SettingsError) in
            guard let escaped = EscapedBytes(text) else {
                throw SettingsError("\(SafeText.shown(text)) has a \\ that begins no escape; it takes \(words)")
            }
            guard count.contains(escaped.bytes.count) else {
                throw SettingsError("has \(escaped.bytes.count) bytes; it takes \(words)")
            }
            return text
        } text: {
            $0
        }
    }
}

/// Bytes as people write them: text, in which `\n`, `\r`, `\t`, `\\` and `\xHH` stand for bytes.
struct EscapedBytes {
    let bytes: [UInt8]

    /// - Returns: `nil` where a backslash begins none of these.
    init?(_ text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): bytes.append(0x0a)
            case UInt8(ascii: "r"): bytes.append(0x0d)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "x"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: return nil
            }
        }
        self.bytes = bytes
    }
}
