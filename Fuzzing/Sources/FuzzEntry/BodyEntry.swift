import NetworkModel

@testable import Probes

/// Bodies beside rules, patterns and paths.
enum BodyEntry: FuzzEntry {
    static let name = "body"
    static let kinds = ["HTTPKind", "UnixKind"]

    static func run(_ input: [UInt8]) throws {
        // The first line is the pattern and the path, the rest the body.
        let end = input.firstIndex(of: 10) ?? input.endIndex
        let first = String(decoding: input[..<end], as: UTF8.self)
        let body = Array(input[end...].dropFirst())
        var rules: [BodyRule] = [.contains(first), .lacks(first), .matches(first)]
        if let path = try? JSONPath(first) { rules.append(.json(path: path, equals: .string(first))) }
        let broken = BodyExamination(rules: rules, body: body).brokenRules
        try require(broken.count <= rules.count, "more broken rules than rules")
        for rule in broken { try require((rule.found ?? "").utf8.count < 2_048, "a long text is shown") }
    }
}
