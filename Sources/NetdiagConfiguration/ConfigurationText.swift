/// The text of a configuration file, checked before it is parsed as YAML: its lines are the same in every editor, and
/// nothing can be hidden in a comment or by a control character.
package struct ConfigurationText {
    /// The maximum size of a file, in bytes.
    static let maxBytes = 8 << 20

    /// UTF-8 without a byte order mark.
    let bytes: [UInt8]

    package init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
        guard bytes.count <= Self.maxBytes else {
            throw ConfigurationProblems.one("is longer than 8 MiB; a configuration is shorter", file: file)
        }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            throw ConfigurationProblems.one("is UTF-16; save it as UTF-8", file: file, line: 1)
        }
        // libyaml counts the byte order mark as a column, so that the next line would seem to have the wrong
        // indentation.
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        try Self.check(text, file)
        self.bytes = text
    }

    private static func check(_ bytes: [UInt8], _ file: String) throws(ConfigurationError) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var (line, offset) = (1, 0)
        var followsReturn = false
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput:
                if followsReturn { throw ConfigurationProblems.one(loneReturn, file: file, line: line) }
                return
            case .error:
                // The length of the malformed sequence is not known, so that its start is searched from the last valid
                // position.
                throw ConfigurationProblems.one(
                    "is not UTF-8: the byte 0x\(String(bytes[offset], radix: 16)) is not part of a character here; "
                        + "save it as UTF-8", file: file, line: line)
            case .scalarValue(let scalar):
                if followsReturn, scalar != "\n" {
                    throw ConfigurationProblems.one(loneReturn, file: file, line: line)
                }
                followsReturn = scalar == "\r"
                if let reason = refusal(of: scalar) {
                    throw ConfigurationProblems.one(reason, file: file, line: line)
                }
                if scalar == "\n" { line += 1 }
                offset += UTF8.width(scalar)
            }
        }
    }

    private static let loneReturn = "a carriage return without a line feed; lines end with a line feed"

    private static func refusal(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0: "contains a NUL; the file is damaged, or not text"
        case 0x09, 0x0a, 0x0d: nil
        case 0x01..<0x20, 0x7f..<0xa0, 0xfeff: "contains the control character \(name(scalar)); remove it"
        // YAML 1.1 reads these as line breaks, and would end a comment at them; editors do not.
        case 0x2028, 0x2029: "contains the line separator \(name(scalar)); lines end with a line feed"
        default: nil
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
