import CPCRE2
import NetworkModel

/// The evaluation of a body against its rules, within one budget for all of them.
struct BodyExamination {
    let rules: [BodyRule]
    let body: [UInt8]
    /// What was sent, which is not shown if the server repeats it.
    var secrets: [Secret] = []

    var brokenRules: [HTTPEvidence.BrokenRule] {
        guard !rules.isEmpty else { return [] }
        var budget = MatchBudget()
        // Once for all rules, since the server controls the length.
        let text = rules.contains(where: \.isPattern) ? MatchText(body) : MatchText([])
        var values = JSONPath.values(of: rules.compactMap(\.path), in: body)[...]
        return rules.compactMap { rule in
            switch rule {
            case .contains(let part):
                return holds(part) ? nil : .init(rule: "contains \(Self.quoted(part))", found: start)
            case .lacks(let part):
                return holds(part) ? .init(rule: "lacks \(Self.quoted(part))", found: "it is there") : nil
            case .matches(let pattern):
                return broken("matches", pattern, in: text, wants: .yes, &budget)
            case .lacksMatch(let pattern):
                return broken("lacks a match of", pattern, in: text, wants: .no, &budget)
            case .json(let path, let expected):
                return broken(path, expected, values.popFirst() ?? .success(nil))
            }
        }
    }

    private func holds(_ part: String) -> Bool {
        let needle = Array(part.utf8)
        return netdiag_text_holds(body, body.count, needle, needle.count) != 0
    }

    private func broken(
        _ words: String, _ pattern: String, in text: MatchText, wants wanted: Pattern.Match, _ budget: inout MatchBudget
    ) -> HTTPEvidence.BrokenRule? {
        let rule = "\(words) \(Self.quoted(pattern))"
        do {
            switch budget.first(of: try Pattern(pattern), in: text).match {
            case wanted: return nil
            case .yes: return .init(rule: rule, found: "it matches")
            case .no: return .init(rule: rule, found: start)
            case .tooCostly:
                return .init(rule: rule, found: "a body that takes too many steps to match; write a simpler pattern")
            }
        } catch {
            return .init(rule: rule, found: error.reason)
        }
    }

    private func broken(
        _ path: JSONPath, _ expected: JSONValue, _ result: Result<JSONValue?, JSONValue.ReadingError>
    ) -> HTTPEvidence.BrokenRule? {
        let rule = "\(path) is \(expected.shown)"
        switch result {
        case .success(nil): return .init(rule: rule, found: "nothing at that place")
        case .success(let value?):
            guard value != expected else { return nil }
            // Before it is cut, since a part of a secret would not be recognised.
            if case .string(let text) = value { return .init(rule: rule, found: JSONValue.string(masked(text)).shown) }
            return .init(rule: rule, found: value.shown)
        case .failure(let error): return .init(rule: rule, found: "\(error.reason): \(start)")
        }
    }

    /// The number of bytes of the body that are searched for secrets before its beginning is shown.
    private static let maxMasked = 8_192

    /// The beginning of the body as readable text.
    private var start: String {
        guard !body.isEmpty else { return "an empty body" }
        guard !secrets.isEmpty else { return Self.quoted(String(decoding: body.prefix(80), as: UTF8.self)) }
        return Self.quoted(masked(String(decoding: body.prefix(Self.maxMasked), as: UTF8.self)))
    }

    private func masked(_ text: String) -> String { secrets.reduce(text) { $1.masked($0) } }

    private static func quoted(_ text: String) -> String {
        "\"\(String(text.unicodeScalars.prefix(80)))\""
    }
}

extension BodyRule {
    /// Whether the rule is a regular expression, whose cost the body controls.
    var isPattern: Bool {
        switch self {
        case .matches, .lacksMatch: true
        case .contains, .lacks, .json: false
        }
    }

    fileprivate var path: JSONPath? {
        if case .json(let path, _) = self { return path }
        return nil
    }
}
