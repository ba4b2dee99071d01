import Testing
import Translations

@Suite("Line breaks")
struct LineBreaksTests {
    @Test(
        "lines are broken at spaces, between wide characters, and within a word that is longer than a line",
        arguments: [
            ("", [""]), ("ab cd", ["ab cd"]), ("abc defgh hi", ["abc", "defgh hi"]),
            ("abcdefghijklmnopq", ["abcdefgh", "ijklmnop", "q"]),
            ("网关没有回答", ["网关没有", "回答"]), ("网关没有。", ["网关没", "有。"]), ("a 网关没有", ["a 网关没", "有"]),
            ("ab abcdefghij k", ["ab", "abcdefgh", "ij k"]), ("  a   b  ", ["a b"]),
        ])
    func lines(text: String, lines: [String]) {
        #expect(LineBreaks.lines(of: text, columns: 8) == lines)
    }
}
