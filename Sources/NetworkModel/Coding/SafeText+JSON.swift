extension SafeText {
    /// Escapes the characters that ``escaped(_:)`` escapes, as `\uXXXX` of JSON, so that the meaning stays the same. White
    /// space between tokens becomes blanks, so that the document is on one line.
    ///
    /// - Parameter json: A valid JSON text (RFC 8259), in which such characters occur in strings only.
    /// - Returns: `nil` if the bytes are not UTF-8.
    public static func escapedJSON(_ json: [UInt8]) -> [UInt8]? {
        guard json.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return json }
        guard let text = String(validating: json, as: UTF8.self) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(json.count)
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 {
                result.append(UInt8(ascii: " "))
            } else if !scalar.isASCII || scalar.value == 0x7f, isUnsafe(scalar) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += Array("\\u".utf8) + repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
                    result += Array(digits.utf8)
                }
            } else {
                result += Array(String(scalar).utf8)
            }
        }
        return result
    }
}
