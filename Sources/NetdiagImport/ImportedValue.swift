/// A value as it is written to netdiag.yaml.
indirect enum ImportedValue: Sendable, Hashable {
    /// A number, a duration or a word, as it is.
    case plain(String)
    /// A text, which is quoted.
    case text(String)
    case list([ImportedValue])
    case group([Entry])

    struct Entry: Sendable, Hashable {
        var key: String
        var value: ImportedValue
    }

    /// As lines of YAML behind a key, which ends at the colon.
    func lines(indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        switch self {
        case .plain(let text): return [" " + text]
        case .text(let text): return [" " + Self.quoted(text)]
        case .list(let values):
            let parts = values.map { $0.lines(indent: 0).joined().dropFirst() }
            return [" [" + parts.joined(separator: ", ") + "]"]
        case .group(let entries):
            guard !entries.isEmpty else { return [" {}"] }
            return [""]
                + entries.flatMap { entry in
                    let inner = entry.value.lines(indent: indent + 2)
                    return [space + Self.key(entry.key) + ":" + (inner.first ?? "")] + inner.dropFirst()
                }
        }
    }

    private static func key(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) || $0 == 0x5f }
        return isPlain ? text : quoted(text)
    }

    /// In double quotes (YAML 1.2 section 7.3.1): nothing of it can end the text, or steer a terminal.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _
            where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) || scalar.properties.isBidiControl
                || [0x2028, 0x2029, 0xfeff].contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
