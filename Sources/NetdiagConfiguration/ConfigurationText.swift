/// The text of a configuration file, checked before YAML sees it: what is counted as a line here is one in every
/// editor, and nothing can hide in a comment or behind a control character.
package struct ConfigurationText {
    /// Bytes of a file that are read.
    static let maximumBytes = 8 << 20

    /// UTF-8 without byte order mark.
    let bytes: [UInt8]

    package init(_ bytes: [UInt8], file: String) throws(ConfigurationError) {
        guard bytes.count <= Self.maximumBytes else {
            throw ConfigurationProblems.one("is longer than 8 MiB; a configuration is shorter", file: file)
        }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            throw ConfigurationProblems.one("is UTF-16; save it as UTF-8", file: file, line: 1)
        }
        // libyaml counts the mark as a column, and would find the next line indented wrongly.
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
                // The length of what is malformed is not told, so the byte is looked for from where decoding was good.
                throw ConfigurationProblems.one(
                    "is not UTF-8: the byte 0x\(String(bytes[offset], radix: 16)) is no part of a character here; "
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

    private static let loneReturn = "a carriage return stands alone; lines end with a line feed"

    private static func refusal(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0: "holds a NUL; the file is damaged, or not text"
        case 0x09, 0x0a, 0x0d: nil
        case 0x01..<0x20, 0x7f..<0xa0, 0xfeff: "holds the control character \(name(scalar)); remove it"
        // Line breaks for YAML 1.1, and for no editor: a comment would end at them.
        case 0x2028, 0x2029: "holds the line separator \(name(scalar)); lines end with a line feed"
        default: nil
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
