import Foundation
import NetworkModel
import Testing

@Suite("JSON values and paths")
struct JSONPathTests {
    private static let document =
        #"{"status":"ok","count":3,"big":9007199254740992,"flag":true,"none":null,"#
        + #""items":[{"name":"a"},{"name":"b","deep":[[1,2],[3]]}],"odd key":{"it's":1},"é":{"日":2},"":4,"a]b":5}"#

    private func value(_ path: String) throws -> JSONValue? {
        let root = try JSON.decode(JSONValue.self, from: Data(Self.document.utf8))
        return try JSONPath(path).value(in: root)
    }

    @Test(
        "a path leads to its place",
        arguments: [
            ("$.status", .string("ok")), ("$.count", .number(3)), ("$.flag", .bool(true)), ("$.none", .null),
            ("$.items[0].name", .string("a")), ("$.items[-1].name", .string("b")),
            ("$.items[1].deep[0][1]", .number(2)),
            ("$['odd key'][\"it's\"]", .number(1)), ("$.é.日", .number(2)), ("$['']", .number(4)),
            ("$['a]b']", .number(5)), ("$.items[2]", nil), ("$.items[-3]", nil), ("$.items.name", nil),
            ("$.status.x", nil), ("$.nothing", nil), ("$[0]", nil),
            ("$.items[9223372036854775807]", nil), ("$.items[-9223372036854775808]", nil),
        ] as [(String, JSONValue?)])
    func places(path: String, expected: JSONValue?) throws {
        #expect(try value(path) == expected)
    }

    @Test("the root itself, and a bare value")
    func root() throws {
        #expect(try JSONPath("$").value(in: .number(1)) == .number(1))
        #expect(try JSONPath("$.a").description == "$.a")
    }

    @Test(
        "what is no singular query is refused, in one line",
        arguments: [
            "", "status", ".status", "$.", "$..", "$..name", "$.*", "$[*]", "$[", "$[]", "$[1", "$['a", "$['a'",
            "$['a'x]",
            "$[a]", "$[1:2]", "$[?@.a]", "$.1a", "$ .a", "$.a b", "$.a\nb", "$x", "$[9223372036854775808]",
            "$." + String(repeating: "a", count: 600), "$\u{202e}",
        ])
    func refused(path: String) {
        let error = #expect(throws: SettingsError.self) { try JSONPath(path) }
        let reason = error?.reason ?? ""
        #expect(reason.contains("is no path") && reason.utf8.count < 400, "\(reason)")
        #expect(!reason.unicodeScalars.contains(where: SafeText.isUnsafe))
    }

    @Test(
        "values are told apart by what they are",
        arguments: [
            ("1", JSONValue.number(1)), ("true", .bool(true)), ("\"1\"", .string("1")), ("null", .null),
            ("1.5e2", .number(150)), ("[]", .array([])), ("{}", .object([:])), ("\"\\ud83d\\ude00\"", .string("😀")),
        ])
    func values(text: String, value: JSONValue) throws {
        #expect(try JSON.decode(JSONValue.self, from: Data(text.utf8)) == value)
    }

    @Test(
        "what is no JSON is none",
        arguments: ["", "{", "{\"a\":}", "nul", "1e400", "NaN", String(repeating: "[", count: 1 << 20)])
    func noValues(text: String) {
        #expect(throws: (any Error).self) { try JSON.decode(JSONValue.self, from: Data(text.utf8)) }
    }

    @Test("a value is shown within bounds, and cannot steer a terminal")
    func shown() {
        #expect(JSONValue.number(3).shown == "3")
        #expect(JSONValue.number(1e300).shown == "1e+300")
        #expect(JSONValue.number(.nan).shown == "nan")
        #expect(JSONValue.string("a\u{1b}b").shown == "\"a\\u{1b}b\"")
        #expect(JSONValue.string(String(repeating: "x", count: 9_999)).shown.count < 90)
        #expect(JSONValue.array([.null]).shown == "a list of 1")
    }
}
