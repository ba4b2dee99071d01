import NIOCore
import NIOHTTP1
import Testing

@testable import NetworkFaults

struct TemplateTests {
    private func filled(_ text: String, _ request: ServedRequest, escape: (String) -> String = { $0 }) -> String {
        ResponseTemplate(text).filled(
            TemplateValues(request: request, path: ["id": "7"], session: [:], count: 3), escape: escape)
    }

    private let request = ServedRequest(
        method: "POST", target: "/a?q=x%20y&e", headers: ["X-One": "1", "Cookie": "a=b; c=d"],
        body: ByteBuffer(string: #"{"user": {"name": "Ann \"A\"", "n": [1, 2.5]}}"#))

    @Test(arguments: [
        ("{path.id}-{query.q}-{header.x-one}-{cookie.c}-{count}", "7-x y-1-d-3"),
        ("{body.$.user.n[1]} {body.$.user.n.0}", "2.5 1"), ("{query.e}{query.missing}{body.$.no.such}", ""),
        // Text that is not a placeholder is kept, so that JSON needs no escapes.
        (
            #"{"a": {"b": 1}} {} {x} {path} {path.} {eval.x} {{count}}"#,
            #"{"a": {"b": 1}} {} {x} {path} {path.} {eval.x} {3}"#
        ),
    ])
    func fills(_ text: String, _ expected: String) {
        #expect(filled(text, request) == expected)
    }

    @Test func valuesAreNotReadAgain() {
        let request = ServedRequest(method: "GET", target: "/?q=%7Bcount%7D")
        #expect(filled("{query.q}", request) == "{count}")
    }

    @Test func escapesValuesWithinJSON() {
        #expect(filled(#"{"n": "{body.$.user.name}"}"#, request, escape: JSONText.escaped) == #"{"n": "Ann \"A\""}"#)
    }

    @Test func hostileBodiesAreNoValue() {
        for text in ["", "[", String(repeating: "[", count: 100_000), "\"\\ud800\""] {
            let request = ServedRequest(method: "POST", target: "/", body: ByteBuffer(string: text))
            #expect(filled("<{body.$.a.b}>", request) == "<>", "\(text.prefix(10))")
        }
    }

    @Test func paths() throws {
        let pattern = try #require(PathPattern("/a/{id}/*"))
        #expect(pattern.match(["a", "7", "x", "y"]) == ["id": "7"])
        #expect(pattern.match(["a", "7"]) == ["id": "7"])
        #expect(pattern.match(["a", ""]) == nil)
        #expect(pattern.match(["b", "7"]) == nil)
        for text in ["", "a", "/{}", "/{a}/{a}", "/*/b", "/x{a}", "/a*"] {
            #expect(PathPattern(text) == nil, "\(text)")
        }
        let whole = try #require(PathPattern("/*"))
        #expect(whole.covers(pattern))
        #expect(!pattern.covers(whole))
    }

    @Test(arguments: [
        ("/a", "/a", true), ("/a", "/b", false), ("/a", "/a/b", false), ("/a/{x}", "/a/b", true), ("/{x}", "/", false),
        ("/a/*", "/a", true), ("/a/*", "/a/b/c", true), ("/a/*", "/b/c", false), ("/{x}/b", "/a/{y}", true),
        ("/{x}/b", "/a/c", false), ("/*", "/a/{x}", true), ("/a/*", "/{x}/b/*", true),
    ])
    func patternsOverlap(_ first: String, _ second: String, _ isSo: Bool) throws {
        let (first, second) = (try #require(PathPattern(first)), try #require(PathPattern(second)))
        #expect(first.overlaps(second) == isSo && second.overlaps(first) == isSo)
    }
}
