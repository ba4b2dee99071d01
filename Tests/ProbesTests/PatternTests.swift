import NetworkModel
import Testing

@testable import Probes

@Suite("Patterns and bodies", .serialized)
struct PatternTests {
    @Test(
        "patterns match anywhere",
        arguments: [
            ("b+", "abbc", true), ("^a", "ba", false), ("(?m)^a", "b\na", true), ("é", "caf\u{e9}", true),
            ("(?i)OK", "ok", true), ("", "x", true), ("a$", "a\n", true), ("^$", "", true), ("x", "", false),
            ("(?<=a)b", String(repeating: "-", count: 100) + "ab", true), ("\\bend$", "the end", true),
        ])
    func matches(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try Pattern(pattern).matches(Array(text.utf8)) == (isMatch ? .yes : .no))
    }

    @Test("the end of the match, in bytes", arguments: [("é", 4), ("c", 2), ("$", 6)])
    func end(pattern: String, end: Int) throws {
        #expect(try Pattern(pattern).first(in: Array("acé 9".utf8)).end == end)
    }

    @Test("late in a long text, at every offset", arguments: [0, 15, 16, 17, 79, 80, 81, 1_000_000])
    func far(offset: Int) throws {
        for filler in ["x", "é"] {
            let text = Array(repeating: Array(filler.utf8), count: offset).flatMap(\.self) + Array("needle".utf8)
            let found = try Pattern("nee(d)le").first(in: text)
            #expect(found.match == .yes && found.end == text.count)
            #expect(try Pattern("needles").matches(text) == .no)
        }
    }

    @Test(
        "an invalid pattern is refused with the position",
        arguments: [("(", 1), ("a(b", 3), ("[a", 2), ("*", 0), ("\\", 1), ("(?<x", 4), ("\\C", 2)])
    func wrong(pattern: String, offset: Int) {
        let error = #expect(throws: SettingsError.self) { try Pattern(pattern) }
        #expect(error?.reason.contains("is wrong at character \(offset)") == true, "\(error?.reason ?? "")")
    }

    @Test("a pattern that is too long, or contains control characters, is refused in one line")
    func long() {
        #expect(throws: SettingsError.self) { try Pattern(String(repeating: "a", count: 4_097)) }
        let error = #expect(throws: SettingsError.self) { try Pattern("\u{1b}[2J(\n") }
        #expect(error?.reason.unicodeScalars.contains(where: SafeText.isUnsafe) == false)
    }

    @Test("bytes that are not UTF-8 are skipped, and text beside them is found")
    func invalid() throws {
        let text: [UInt8] = [0xff, 0xfe, 0x80, 0xc3] + Array("needle".utf8) + [0xf0, 0x80]
        #expect(try Pattern("needle").matches(text) == .yes)
        #expect(try Pattern("^needle$").matches(text) == .no)
        #expect(try Pattern("x").matches(Array(repeating: 0x80, count: 1 << 20)) == .no)
        #expect(try Pattern("x").matches(Array(repeating: 0xff, count: 10_000)) == .no)
    }

    @Test(
        "hostile texts cost little",
        arguments: [
            ("(a+)+$", "b"), ("(a|aa)+$", "b"), ("(a*)*b", "c"), ("^(a?){50}a{50}$", "c"), ("a*[0-9]", ""),
            ("(?:a*[0-9]|a*x)", ""), ("(.*)(.*)(.*)(.*)(.*)9", ""), ("((a*)*)*x", ""), ("(?R)?a(?R)?x", "b"),
            ("a.*b.*c.*d.*e", ""), ("(a)(?=.*\\1.*\\1x)", ""),
        ])
    func catastrophic(pattern: String, ending: String) throws {
        let text = Array(String(repeating: "a", count: 1 << 20).utf8) + Array(ending.utf8)
        let before = ThreadTime.now
        let match = try Pattern(pattern).matches(text)
        #expect(match != .yes)
        #expect(ThreadTime.now - before < .seconds(30), "\(match)")
    }

    // MARK: - Bodies

    private func broken(_ rules: [BodyRule], _ body: String) -> [String] {
        BodyExamination(rules: rules, body: Array(body.utf8)).brokenRules.map { "\($0.rule): \($0.found ?? "")" }
    }

    @Test("rules that are met report nothing")
    func kept() throws {
        let rules: [BodyRule] = [
            .contains("ok"), .contains(""), .lacks("error"), .matches("^\\{.*\\}$"),
            .json(path: try JSONPath("$.status"), equals: .string("ok")),
        ]
        #expect(broken(rules, #"{"status":"ok"}"#).isEmpty)
        #expect(broken([], "anything").isEmpty)
    }

    @Test("rules that are not met report what was found instead")
    func broken() throws {
        let status = try JSONPath("$.status")
        #expect(broken([.contains("ok")], "") == [#"contains "ok": an empty body"#])
        #expect(broken([.contains("longer than it")], "short") == [#"contains "longer than it": "short""#])
        #expect(broken([.lacks("err")], "an error") == [#"lacks "err": it is there"#])
        #expect(broken([.matches("^x")], "y") == [#"matches "^x": "y""#])
        #expect(
            broken([.json(path: status, equals: .bool(true))], "<p>") == [
                #"$.status is true: a body that is not JSON: "<p>""#
            ])
        #expect(broken([.json(path: status, equals: .null)], "{}") == ["$.status is null: nothing at that place"])
        #expect(broken([.json(path: status, equals: .number(1))], #"{"status":"1"}"#) == [#"$.status is 1: "1""#])
    }

    @Test("the reported part of a body is limited")
    func escaped() {
        let found = broken([.contains("x")], "a\u{1b}[2J\n\u{202e}" + String(repeating: "b", count: 5_000))
        #expect(found.count == 1 && found[0].count < 200)
        #expect(BodyExamination(rules: [.contains("x")], body: [0xff, 0]).brokenRules.count == 1)
    }

    @Test("a body with many brackets, and a costly one, are reported without delay")
    func hostile() throws {
        let before = ThreadTime.now
        let deep = String(repeating: "[", count: 1 << 20)
        #expect(broken([.json(path: try JSONPath("$[0]"), equals: .null)], deep).first?.contains("not JSON") == true)
        let costly = broken([.matches("(a+)+$")], String(repeating: "a", count: 1 << 20) + "b")
        #expect(costly.first?.contains("too many steps") == true, "\(costly)")
        #expect(ThreadTime.now - before < .seconds(25))
    }

    @Test("text that becomes costly only after a cheap beginning costs little as well")
    func late() throws {
        let text =
            [UInt8](repeating: UInt8(ascii: "-"), count: 1 << 19)
            + [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 19)
        let pattern = try Pattern("a[^x]*+y|-b")
        var budget = MatchBudget()
        #expect(budget.first(of: pattern, in: text).match == .tooCostly)
        #expect(budget.spent < MatchBudget.max, "one match has its own limit")
    }

    @Test("many costly rules of a body cost no more together than the budget, and the first ones are still evaluated")
    func sharedBudget() throws {
        let line = String(repeating: "<title>", count: 285) + "\n"
        let body = Array(String(repeating: line, count: 500).utf8)
        let rules: [BodyRule] =
            [.contains("<title><title>"), .matches("<title>$")]
            + (0..<20).map { .matches("<title>.*Shop\($0).*</title>") }
        let before = ThreadTime.now
        let broken = BodyExamination(rules: rules, body: body).brokenRules
        // Beside the budget, the body is made readable once.
        #expect(ThreadTime.now - before < .seconds(2))
        #expect(broken.count == 20 && broken.allSatisfy { $0.found?.contains("too many steps") == true })
    }

    @Test("a long text that is not UTF-8, and JSON of many values, are read once for all rules")
    func readOnce() throws {
        let odd = [0xff] + Array(String(repeating: "é", count: 2_000_000).utf8)
        let before = ThreadTime.now
        let patterns: [BodyRule] = (0..<10).map { .matches("Welcome \($0)") }
        #expect(BodyExamination(rules: patterns, body: odd).brokenRules.count == 10)
        #expect(ThreadTime.now - before < .seconds(2))
        let zeros = Array(("[" + String(repeating: "0,", count: 200_000) + "0]").utf8)
        func cost(_ count: Int) throws -> Duration {
            let rules: [BodyRule] = try (0..<count).map { .json(path: try JSONPath("$.k\($0)"), equals: .null) }
            let before = ThreadTime.now
            #expect(BodyExamination(rules: rules, body: zeros).brokenRules.count == count)
            return ThreadTime.now - before
        }
        _ = try cost(1)
        let one = try cost(1)
        #expect(try cost(20) < one * 5)
    }

    @Test("an index far behind in a long array ends in time")
    func farIndex() throws {
        let zeros = Array(("[" + String(repeating: "0,", count: 2_000_000) + "0]").utf8)
        let rules: [BodyRule] = try (0..<20).map {
            .json(path: try JSONPath("$[\(1_999_000 + $0)]"), equals: .number(1))
        }
        let before = ThreadTime.now
        #expect(BodyExamination(rules: rules, body: zeros).brokenRules.count == 20)
        #expect(ThreadTime.now - before < .seconds(20))
    }

    @Test("what the request contained is not shown of a body, also where it is cut")
    func sent() throws {
        let secret = Secret(.token("BodyPassword-one"))
        let body = Array((String(repeating: "x", count: 70) + "BodyPassword-one and more").utf8)
        let rules: [BodyRule] = [.contains("fine"), .json(path: try JSONPath("$.a"), equals: .null)]
        for broken in BodyExamination(rules: rules, body: body, secrets: [secret]).brokenRules {
            #expect(broken.found?.contains("BodyPass") == false && broken.found?.contains("…") == true)
        }
        let json = Array(#"{"a":"\#(String(repeating: "y", count: 70))BodyPassword-one"}"#.utf8)
        let found = BodyExamination(rules: [rules[1]], body: json, secrets: [secret]).brokenRules.first?.found
        #expect(found?.contains("yyy") == true && found?.contains("BodyPass") == false)
    }

    @Test("the total cost of a dialogue's matches is limited, however often a pattern is tried")
    func budget() throws {
        let pattern = try Pattern("b$")
        let text = [UInt8](repeating: UInt8(ascii: "b"), count: 65_536) + [UInt8(ascii: "c")]
        var budget = MatchBudget()
        while budget.first(of: pattern, in: text).match == .no {}
        #expect(budget.first(of: pattern, in: [UInt8(ascii: "b")]).match == .tooCostly)
    }
}
