/// Decodes backslash escapes in user input to bytes.
///
/// It is read by Unicode scalars, since a backslash before a combining mark is still a backslash.
enum TextEscapes {
    /// The escapes that are valid, in addition to `u{…}` for a Unicode character.
    enum Syntax {
        /// `DDD` denotes a byte in decimal, any other character itself (RFC 1035 section 5.1).
        case name
        /// `xHH` denotes a byte in hexadecimal, a second backslash itself.
        case value
    }

    /// The reason why a text is invalid, which completes a sentence.
    struct Problem: Error { let reason: String }

    static func bytes(_ text: Substring, _ syntax: Syntax) throws(Problem) -> [UInt8] {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        var rest = text.unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                bytes += String(scalar).utf8
                continue
            }
            switch (syntax, rest.first) {
            case (_, "u") where rest.dropFirst().first == "{":
                let digits = rest.dropFirst(2).prefix { $0 != "}" }
                guard digits.endIndex != rest.endIndex, digits.count <= 6,
                    let value = number(digits, radix: 16), let named = Unicode.Scalar(UInt32(value))
                else { throw Problem(reason: "\\u{…} must contain the number of a Unicode character, as in \\u{e9}") }
                bytes += String(named).utf8
                rest = rest[digits.endIndex...].dropFirst()
            case (.value, "x"):
                let digits = rest.dropFirst().prefix(2)
                guard digits.count == 2, let byte = number(digits, radix: 16) else {
                    throw Problem(reason: "\\xHH takes two hexadecimal digits")
                }
                bytes.append(UInt8(byte))
                rest = rest.dropFirst(3)
            case (.name, let digit?) where ("0"..."9").contains(digit):
                let digits = rest.prefix(3)
                guard digits.count == 3, let byte = number(digits, radix: 10).flatMap({ UInt8(exactly: $0) }) else {
                    throw Problem(reason: "\\DDD is a decimal number from 000 to 255")
                }
                bytes.append(byte)
                rest = rest.dropFirst(3)
            case (.name, let itself?):
                bytes += String(itself).utf8
                rest = rest.dropFirst()
            case (.value, "\\"):
                bytes.append(UInt8(ascii: "\\"))
                rest = rest.dropFirst()
            case (.name, _): throw Problem(reason: "a backslash by itself is written \\\\")
            case (.value, _): throw Problem(reason: "a backslash must be followed by xHH, u{…} or another backslash")
            }
        }
        return bytes
    }

    private static func number(_ digits: Substring.UnicodeScalarView, radix: Int) -> Int? {
        digits.allSatisfy(\.properties.isASCIIHexDigit) ? Int(String(digits), radix: radix) : nil
    }
}
