import Foundation
import NetworkModel
import Testing

@Suite("JSON values and paths")
struct JSONPathTests {
    private static let document =
        #"{"status":"ok","count":3,"big":9007199254740992,"flag":true,"none":null,"#
        + #""items":[{"name":"a"},{"name":"b","deep":[[1,2],[3]]}],"odd key":{"it's":1},"é":{"日":2},"":4,"a]b":5}"#

    private func value(_ path: String) throws -> JSONValue? {
        try JSONPath(path).value(in: Array(Self.document.utf8))
    }

    @Test(
        "a path selects its value",
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

    @Test("the root itself, and a single value")
    func root() throws {
        #expect(try JSONPath("$").value(in: Array(" 1\n".utf8)) == .number(1))
        #expect(try JSONPath("$.a").description == "$.a")
    }

    @Test(
        "a query that is not singular is refused, in one line",
        arguments: [
            "", "status", ".status", "$.", "$..", "$..name", "$.*", "$[*]", "$[", "$[]", "$[1", "$['a", "$['a'",
            "$['a'x]",
            "$[a]", "$[1:2]", "$[?@.a]", "$.1a", "$ .a", "$.a b", "$.a\nb", "$x", "$[9223372036854775808]",
            "$." + String(repeating: "a", count: 600), "$\u{202e}",
        ])
    func refused(path: String) {
        let error = #expect(throws: SettingsError.self) { try JSONPath(path) }
        let reason = error?.reason ?? ""
        #expect(reason.contains("is not a path") && reason.utf8.count < 400, "\(reason)")
        #expect(!reason.unicodeScalars.contains(where: SafeText.isUnsafe))
    }

    @Test(
        "values of different types differ",
        arguments: [
            ("1", JSONValue.number(1)), ("true", .bool(true)), ("\"1\"", .string("1")), ("null", .null),
            ("1.5e2", .number(150)), ("[]", .array([])), ("{}", .object([:])),
            ("\u{feff}[ -0.5E-1 ]", .array([.number(-0.05)])), ("\"\\ud83d\\ude00\"", .string("😀")),
        ])
    func values(text: String, value: JSONValue) throws {
        #expect(try JSONValue(reading: Array(text.utf8)) == value)
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", "{", "{\"a\":}", "nul", "1e400", "NaN", "01", "1.", "-", "+1", ".5", "1e", "[,1]",
            "{1:2}", "[1}",
            "{\"a\" 1}", "1 2", "\"", "\"\n\"", "\"\\x\"", "\"\\ud83d\"", "\"\\udc00\"", "\"\\u12\"", "nulll", "[1 2]",
            String(repeating: "[", count: 1 << 20),
            String(repeating: "[", count: 1 << 19) + String(repeating: "]", count: 1 << 19),
        ])
    func noValues(text: String) {
        #expect(throws: JSONValue.ReadingError.self) { try JSONPath("$").value(in: Array(text.utf8)) }
        #expect(throws: (any Error).self) { try JSONValue(reading: Array(text.utf8)) }
    }

    /// In the past, this took minutes: each value was decoded as all types that it does not have, and each attempt
    /// created an error with the line and the column.
    @Test(
        "a long body of small values is read without delay, and a place in it is found",
        .timeLimit(.minutes(1)),
        arguments: [("{}", "$.a[-1]"), ("[]", "$.a[0]"), ("\"\"", "$.a[30000]"), ("{\"b\":[{}]}", "$.a[7].b")])
    func large(item: String, path: String) throws {
        let items = Array(repeating: item, count: (1 << 18) / (item.utf8.count + 1)).joined(separator: ",")
        let text = "{\"ok\":true,\"a\":[\(items)]}"
        let body = Array(text.utf8)
        #expect(try JSONPath("$.ok").value(in: body) == .bool(true))
        #expect(try JSONPath(path).value(in: body) != nil)
        // A value that would need many times its size in memory is not kept.
        let many = #expect(throws: JSONValue.ReadingError.self) { try JSONPath("$.a").value(in: body) }
        #expect(many?.reason == "more than 16384 values")
        #expect(throws: JSONValue.ReadingError.self) { try JSONValue(reading: body) }
    }

    @Test("up to 128 levels are read")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[{\"a\":", count: levels / 2) + "1" + String(repeating: "}]", count: levels / 2))
                    .utf8)
        }
        #expect(throws: Never.self) { try JSONValue(reading: nested(128)) }
        let deep = #expect(throws: JSONValue.ReadingError.self) { try JSONValue(reading: nested(130)) }
        #expect(deep?.reason == "JSON of more than 128 levels")
        #expect(try JSONPath("$[0].a[0].a").value(in: nested(4)) == .number(1))
        #expect(throws: JSONValue.ReadingError.self) { try JSONPath("$").value(in: nested(130)) }
    }

    @Test("a value is shown within limits, and cannot control a terminal")
    func shown() {
        #expect(JSONValue.number(3).shown == "3")
        #expect(JSONValue.number(1e300).shown == "1e+300")
        #expect(JSONValue.number(.nan).shown == "nan")
        #expect(JSONValue.string("a\u{1b}b").shown == "\"a\\u{1b}b\"")
        #expect(JSONValue.string(String(repeating: "x", count: 9_999)).shown.count < 90)
        #expect(JSONValue.array([.null]).shown == "a list of 1")
    }
}
