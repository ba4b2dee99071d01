extension DNSZone {
    private static let maxTextBytes = 4_096

    /// Returns the strings of a TXT record in wire format; `nil` if they are invalid. Each quoted text is a string (RFC 1035
    /// section 5.1), and words without quotes are one string together.
    static func textData(_ text: Substring) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        guard text.utf8.first == quote else {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.utf8.count <= 255 ? [UInt8(words.utf8.count)] + Array(words.utf8) : nil
        }
        var data: [UInt8] = []
        var rest = text.utf8
        while let first = rest.popFirst() {
            guard first == quote, let string = quoted(&rest), data.count <= maxTextBytes else { return nil }
            data += [UInt8(string.count)] + string
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
        return data
    }

    /// Reads up to the closing quote, with the escapes `\X` and `\DDD`.
    private static func quoted(_ rest: inout Substring.UTF8View) -> [UInt8]? {
        var string: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return string.count <= 255 ? string : nil
            case UInt8(ascii: "\\"):
                let digits = rest.prefix(3)
                if digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
                    guard let value = UInt8(String(Substring(digits))) else { return nil }
                    rest = rest.dropFirst(3)
                    string.append(value)
                } else if let next = rest.popFirst() {
                    string.append(next)
                }
            default: string.append(byte)
            }
        }
        return nil
    }
}
