import Testing

@testable import NetdiagCLI

@Suite("Text for locales without UTF-8")
struct ASCIITextTests {
    @Test(
        "signs have their forms, what is no sign is escaped",
        arguments: [
            ("120 \u{b5}s", "120 us"), ("120 \u{3bc}s", "120 us"), ("a …", "a ..."), ("1–2 ×", "1-2 x"),
            ("plain", "plain"),
            ("Büro", "B\\u{fc}ro"), ("\u{202e}x", "\\u{202e}x"),
        ])
    func forms(text: String, expected: String) {
        #expect(
            ASCIIText.of(text) == expected
                && Text(text).ascii.spans.map(\.text).joined() == ASCIIText.of(Text(text).spans.map(\.text).joined()))
    }
}
