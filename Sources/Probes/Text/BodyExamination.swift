import NetworkModel

/// The evaluation of a body against its rules.
struct BodyExamination {
    let rules: [BodyRule]
    let body: [UInt8]

    var brokenRules: [HTTPEvidence.BrokenRule] {
        guard !rules.isEmpty else { return [] }
        return rules.compactMap { rule in
            switch rule {
            case .contains(let text):
                return holds(text) ? nil : .init(rule: "contains \(Self.quoted(text))", found: start)
            case .lacks(let text):
                return holds(text) ? .init(rule: "lacks \(Self.quoted(text))", found: "it is there") : nil
            case .matches(let pattern):
                return broken(pattern)
            case .lacksMatch(let pattern):
                return found(pattern)
            case .json(let path, let expected):
                return broken(path, expected)
            }
        }
    }

    private func holds(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        guard let first = needle.first else { return true }
        guard body.count >= needle.count else { return false }
        return body.withUnsafeBufferPointer { body in
            (0...(body.count - needle.count)).contains { start in
                body[start] == first && body[start..<(start + needle.count)].elementsEqual(needle)
            }
        }
    }

    private func broken(_ pattern: String) -> HTTPEvidence.BrokenRule? {
        let rule = "matches \(Self.quoted(pattern))"
        do {
            switch try Pattern(pattern).matches(body) {
            case .yes: return nil
            case .no: return .init(rule: rule, found: start)
            case .tooCostly:
                return .init(rule: rule, found: "a body that takes too many steps to match; write a simpler pattern")
            }
        } catch {
            return .init(rule: rule, found: error.reason)
        }
    }

    private func found(_ pattern: String) -> HTTPEvidence.BrokenRule? {
        let rule = "lacks a match of \(Self.quoted(pattern))"
        do {
            switch try Pattern(pattern).matches(body) {
            case .yes: return .init(rule: rule, found: "it matches")
            case .no: return nil
            case .tooCostly:
                return .init(rule: rule, found: "a body that takes too many steps to match; write a simpler pattern")
            }
        } catch {
            return .init(rule: rule, found: error.reason)
        }
    }

    private func broken(_ path: JSONPath, _ expected: JSONValue) -> HTTPEvidence.BrokenRule? {
        let rule = "\(path) is \(expected.shown)"
        do {
            guard let value = try path.value(in: body) else { return .init(rule: rule, found: "nothing at that place") }
            return value == expected ? nil : .init(rule: rule, found: value.shown)
        } catch {
            return .init(rule: rule, found: "\(error.reason): \(start)")
        }
    }

    /// The beginning of the body as readable text.
    private var start: String {
        guard !body.isEmpty else { return "an empty body" }
        return Self.quoted(String(decoding: body.prefix(80), as: UTF8.self))
    }

    private static func quoted(_ text: String) -> String {
        "\"\(String(text.unicodeScalars.prefix(80)))\""
    }
}
