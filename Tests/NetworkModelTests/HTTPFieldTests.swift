import NetworkModel
import Testing

@Suite("HTTP fields that are sent")
struct HTTPFieldTests {
    @Test(
        "names and values are valid as in RFC 9110 section 5",
        arguments: [("Accept", "text/html"), ("X-Empty", ""), ("x-!#$%&'*+.^_`|~", "a\tb"), ("X-Text", "Grüße")])
    func taken(name: String, value: String) throws {
        let field = try HTTPSettings.Field(name: name, value: value)
        #expect(field.name == name && field.value == value)
    }

    @Test(
        "values that could inject a field are refused",
        arguments: [
            ("", "x"), ("A B", "x"), ("A:", "x"), ("A\r\nB", "x"), ("Ä", "x"), ("A\0", "x"), ("A", "x\r\nB: y"),
            ("A", "x\nB: y"), ("A", "x\r"), ("A", "x\0"), ("A", "\u{1b}"), ("A", "\u{7f}"),
            (String(repeating: "a", count: 257), "x"), ("A", String(repeating: "x", count: 8_193)),
        ])
    func refused(name: String, value: String) {
        let error = #expect(throws: SettingsError.self) { try HTTPSettings.Field(name: name, value: value) }
        #expect(error?.reason.unicodeScalars.contains(where: SafeText.isUnsafe) == false)
        #expect((error?.reason.utf8.count ?? 0) < 400)
    }

    @Test("tokens", arguments: [("GET", true), ("M-SEARCH", true), ("", false), ("G T", false), ("G\n", false)])
    func tokens(text: String, isToken: Bool) {
        #expect(Token.isToken(text) == isToken)
    }

    @Test(
        "a login in a URL is left out",
        arguments: [
            ("http://alice:secret@host/", "http://…@host/"), ("http://host/?mail=a@b", "http://host/?mail=a@b"),
            ("http://a@b@host", "http://…@host"), ("nothing@all", "nothing@all"), ("http://", "http://"),
        ])
    func withoutLogin(url: String, shown: String) {
        #expect(SafeText.withoutLogin(url) == shown)
    }
}
