import Testing

@testable import NetdiagService

@Suite("The target of a request")
struct RequestTargetTests {
    private static let targets: [(target: String, hosts: [String], path: String?)] = [
        ("/", ["a"], "/"), ("/v1/status?x=http://b/", ["a"], "/v1/status?x=http://b/"), ("//b/", ["a"], "//b/"),
        ("/", [], "/"), ("http://a/x?y", ["a"], "/x?y"), ("HTTP://A/x", ["a"], "/x"), ("https://a:1/x", ["a:1"], "/x"),
        ("http://a", ["a"], "/"), ("http://a?y", ["a"], "/?y"), ("http://a/x#y", ["a"], "/x"),
        ("http://[::1]/x", ["[0::1]"], "/x"), ("http://a/\u{1f1e9}", ["a"], "/\u{1f1e9}"),
        ("http://b/x", ["a"], nil), ("http://a/x", ["b"], nil), ("http://a:1/x", ["a"], nil), ("http://a/x", [], nil),
        ("http://a/x", ["a", "a"], nil), ("http://u@a/x", ["a"], nil), ("http://a@b/x", ["a"], nil),
        ("http:///x", ["a"], nil), ("http:/x", ["a"], nil), ("b:/x", ["a"], nil), ("ftp://a/x", ["a"], nil),
        ("http://a\\@b/x", ["a"], nil), ("http://a\u{301}/x", ["a"], nil), ("http:/\u{338}/a/x", ["a"], nil),
        ("*", ["a"], nil), ("a:80", ["a:80"], nil), ("x", ["a"], nil), ("", ["a"], nil),
    ]

    @Test("it is a path, or a URL of the host that the Host field names", arguments: targets)
    func forms(target: String, hosts: [String], path: String?) {
        #expect(RequestTarget.originForm(of: target, hosts: hosts) == path)
    }

    @Test("separators of its query also count before a combining character")
    func query() throws {
        let (path, query) = try RequestTarget.split("/v1/check?\u{301}a=\u{301}b&\u{301}c=d")
        #expect(path == "/v1/check")
        #expect(query == ["\u{301}a": ["\u{301}b"], "\u{301}c": ["d"]])
    }
}
