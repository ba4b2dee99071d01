package import SQLite
import NetworkModel

/// Parses and validates values from requests and files.
extension FieldDefinition {
    /// A value, or all reasons why it is refused, each as a clause.
    package enum Outcome: Sendable {
        case value(SQLiteValue)
        case refused([String])
    }

    /// Returns the value of a JSON node for this field.
    package func value(of node: JSONNode, within allowance: inout MatchAllowance) -> Outcome {
        let value: SQLiteValue
        switch (kind, node.content) {
        case (_, .null): value = .null
        case (.text, .string(let text)): value = .text(text)
        case (.integer, .integer(let number)): value = .integer(number)
        case (.integer, .number(let number)):
            // In JSON Schema, 7.0 is an integer too.
            guard let whole = Int64(exactly: number) else { return .refused(["is not whole; write a whole number"]) }
            value = .integer(whole)
        case (.number, .integer(let number)): value = .real(Double(number))
        case (.number, .number(let number)): value = .real(number)
        case (.boolean, .boolean(let isTrue)): value = .integer(isTrue ? 1 : 0)
        case (_, .boolean), (_, .integer), (_, .number), (_, .string), (_, .array), (_, .object):
            return .refused(["is \(node.kind); write \(kind.expected)"])
        }
        let reasons = refusals(of: value, within: &allowance)
        return reasons.isEmpty ? .value(value) : .refused(reasons)
    }

    /// Returns the value of a text, as in CSV. An empty text is not a value, except in quotes for a field of texts.
    package func value(
        ofText text: String, isQuoted: Bool = false, within allowance: inout MatchAllowance
    ) -> Outcome {
        guard !text.isEmpty || isQuoted && kind == .text else {
            let reasons = refusals(of: .null, within: &allowance)
            return reasons.isEmpty ? .value(.null) : .refused(reasons)
        }
        guard let value = read(text) else {
            return .refused(["\(SafeText.shown(text)) is not \(kind.expected); write \(kind.expected)"])
        }
        let reasons = refusals(of: value, within: &allowance)
        return reasons.isEmpty ? .value(value) : .refused(reasons)
    }

    /// Parses a text as a value of this kind, without other conditions; the result is `nil` if it is invalid.
    package func read(_ text: String) -> SQLiteValue? {
        switch kind {
        case .text: return text.utf8.contains(0) ? nil : .text(text)
        case .integer:
            guard text.utf8.count <= 20, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2d }) else {
                return nil
            }
            return Int64(text).map { .integer($0) }
        case .number:
            let isNumber =
                text.utf8.count <= 400
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
            guard isNumber, let value = Double(text), value.isFinite else { return nil }
            return .real(value)
        case .boolean:
            switch text {
            case "true", "1": return .integer(1)
            case "false", "0": return .integer(0)
            default: return nil
            }
        }
    }

    /// Returns the reasons to refuse a value of the right kind.
    private func refusals(of value: SQLiteValue, within allowance: inout MatchAllowance) -> [String] {
        var reasons: [String] = []
        switch value {
        case .null:
            if isRequired { reasons.append("is missing; write \(expectation)") }
            return reasons
        case .integer(let number): reasons += bounds(Double(number))
        case .real(let number): reasons += bounds(number)
        case .text(let text): reasons += textRefusals(text, within: &allowance)
        case .blob: break
        }
        if !choices.isEmpty, !choices.contains(value) {
            reasons.append("is not one of \(choices.map(Self.shown).joined(separator: ", "))")
        }
        return reasons
    }

    /// The expected value, after the word "write".
    private var expectation: String {
        if let format { return "one like \(format.example)" }
        if !choices.isEmpty { return "one of \(choices.map(Self.shown).joined(separator: ", "))" }
        return kind.expected
    }

    private func bounds(_ number: Double) -> [String] {
        if let min, number < min { return ["is below \(Self.shown(.real(min)))"] }
        if let max, number > max { return ["is above \(Self.shown(.real(max)))"] }
        return []
    }

    private func textRefusals(_ text: String, within allowance: inout MatchAllowance) -> [String] {
        var reasons: [String] = []
        if text.utf8.contains(0) { reasons.append("holds U+0000, which no text may") }
        let count = text.unicodeScalars.count
        if !length.contains(count) {
            reasons.append(
                "has \(Quantity.text(count, "character")); write \(length.lowerBound) to \(length.upperBound)")
        }
        if let format, !format.fits(text) {
            reasons.append("is not a valid \(format.name); write one like \(format.example)")
        }
        // A text that is too long is refused anyway, and need not be matched.
        if let pattern, count <= length.upperBound, let reason = allowance.refusal(of: text, by: pattern) {
            reasons.append(reason)
        }
        return reasons
    }

    static func shown(_ value: SQLiteValue) -> String {
        switch value {
        case .null: "null"
        case .integer(let number): "\(number)"
        case .real(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .text(let text): text
        case .blob: "bytes"
        }
    }
}
