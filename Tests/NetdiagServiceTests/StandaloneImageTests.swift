import NetworkModel
import Testing
import Translations

@testable import NetdiagService

@Suite("Pictures for sharing")
struct StandaloneImageTests {
    /// The lines of a drawing from top to bottom: their positions and their texts.
    private static func lines(_ drawing: StandaloneImage) throws -> [(y: Int, text: String)] {
        try drawing.svg.text.split(separator: "<text ").dropFirst().map { part in
            let y = try #require(part.split(separator: " y=\"").last?.prefix { $0 != "\"" })
            let text = try #require(part.split(separator: ">", maxSplits: 1).last?.prefix { $0 != "<" })
            return (try #require(Int(y)), String(text))
        }
    }

    @Test("a sentence is not escaped twice, and a hostile title is escaped")
    func escapes() throws {
        var drawing = StandaloneImage(title: "a\\b\u{202e}<b>", host: "host")
        drawing.add("run: ping 'a'\\''b' & see\u{1b}[1m")
        let lines = try Self.lines(drawing)
        #expect(lines[0].text.hasPrefix("a\\\\b\\u{202e}&lt;b"), "\(lines)")
        #expect(lines[1].text == "run: ping &#39;a&#39;\\&#39;&#39;b&#39; &amp; see\\u{1b}[1m", "\(lines)")
    }

    @Test(
        "screen readers read the name of a picture once, as its title: with a label as well, the title would be a description"
    )
    func names() {
        let badge = StatusBadge(name: "shop", mark: .up).svg.text
        #expect(badge.contains("<title>shop: ") && !badge.contains("aria-label"), "\(badge)")
        let drawing = StandaloneImage(title: "shop", host: "host").svg.text
        #expect(drawing.contains("<title>shop</title>") && !drawing.contains("aria-label"), "\(drawing)")
    }

    @Test(
        "a long sentence is wrapped within the width, and the content below moves down",
        arguments: [
            String(repeating: "one word after another, ", count: 12) + "then: journalctl -u netdiagd",
            String(repeating: "目标的名称服务器没有回答，", count: 20) + "journalctl -u netdiagd",
            "https://" + String(repeating: "x", count: 400) + "/end",
        ])
    func wrapping(sentence: String) throws {
        var drawing = StandaloneImage(title: String(repeating: "很长的目标名称", count: 12), host: "host")
        drawing.add([sentence, sentence], under: "What to do")
        let lines = try Self.lines(drawing)
        #expect(lines.allSatisfy { DisplayWidth.of($0.text) <= 96 }, "\(lines)")
        #expect(lines.map(\.y) == Set(lines.map(\.y)).sorted(), "no two lines stand in one place, nor out of turn")
        let text = lines.map(\.text).joined().replacing(" ", with: "")
        #expect(text.split(separator: sentence.replacing(" ", with: ""), omittingEmptySubsequences: false).count == 3)
        let height = try #require(
            drawing.svg.text.split(separator: " height=\"").dropFirst().first?.prefix { $0 != "\"" })
        #expect(try #require(Int(height)) > lines[lines.count - 1].y)
    }
}
