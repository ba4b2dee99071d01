import LocaleText
import Testing

@Suite("Text for locales without UTF-8")
struct ASCIITextTests {
    @Test(
        "symbols have ASCII forms, and other characters are escaped",
        arguments: [
            ("120 \u{b5}s", "120 us"), ("120 \u{3bc}s", "120 us"), ("a …", "a ..."), ("1–2 ×", "1-2 x"),
            ("plain", "plain"),
            ("Büro", "B\\u{fc}ro"), ("\u{202e}x", "\\u{202e}x"),
        ])
    func forms(text: String, expected: String) {
        #expect(ASCIIText.of(text) == expected)
    }

    @Test(
        "the encoding is that of the first variable that is set",
        arguments: [
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "C.utf8"], true),
            (["LANG": "en_US.UTF-8"], true), (["LANG": "de_DE@euro"], false), ([:], false),
        ])
    func charset(environment: [String: String], isUTF8: Bool) {
        #expect(LocaleCharset.isUTF8 { environment[$0] } == isUTF8)
    }
}
