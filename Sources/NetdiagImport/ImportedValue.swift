import NetworkModel

/// A value that is written to netdiag.yaml.
///
/// By their types, values without quotes are numbers or words of netdiag. Texts from a file are always quoted.
indirect enum ImportedValue: Sendable, Hashable {
    case number(Int)
    /// Any finite number of JSON.
    case decimal(Double)
    case flag(Bool)
    case null
    case duration(milliseconds: Int)
    /// HTTP statuses, as in `204` or `200-299`.
    case statuses(ClosedRange<Int>)
    case family(AddressFamily)
    /// A text from the file, which is quoted.
    case text(String)
    case list([ImportedValue])
    case group([Entry])

    struct Entry: Sendable, Hashable {
        var key: String
        var value: ImportedValue
    }

    /// The lines of YAML after a key, which ends with the colon.
    func lines(indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        switch self {
        case .number(let number): return [" \(number)"]
        case .decimal(let number):
            return number == number.rounded() && abs(number) < 1e15 ? [" \(Int(number))"] : [" \(number)"]
        case .flag(let flag): return [" \(flag)"]
        case .null: return [" null"]
        case .duration(let whole): return whole % 1_000 == 0 ? [" \(whole / 1_000)s"] : [" \(whole)ms"]
        case .statuses(let range):
            return range.count == 1 ? [" \(range.lowerBound)"] : [" \(range.lowerBound)-\(range.upperBound)"]
        case .family(let family): return [" \(family.rawValue)"]
        case .text(let text): return [" " + Self.quoted(text)]
        case .list(let values):
            return [" [" + values.map(\.inLine).joined(separator: ", ") + "]"]
        case .group(let entries):
            guard !entries.isEmpty else { return [" {}"] }
            return entries.reduce(into: [""]) { lines, entry in
                let inner = entry.value.lines(indent: indent + 2)
                lines.append("\(space)\(Self.key(entry.key)):\(inner.first ?? "")")
                lines += inner.dropFirst()
            }
        }
    }

    /// The value within a line, as in a list.
    private var inLine: String {
        guard case .group(let entries) = self else { return String(lines(indent: 0).joined().dropFirst()) }
        return "{" + entries.map { "\(Self.key($0.key)): \($0.value.inLine)" }.joined(separator: ", ") + "}"
    }

    /// A JSON number (RFC 8259 section 6); `nil` for other texts.
    static func number(of text: String) -> ImportedValue? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite
        else { return nil }
        return .decimal(number)
    }

    private static func key(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a) || $0 == 0x5f }
        return isPlain ? text : quoted(text)
    }

    /// The text in double quotes (YAML 1.2 section 7.3.1), escaped so that nothing can end it or control a terminal.
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
