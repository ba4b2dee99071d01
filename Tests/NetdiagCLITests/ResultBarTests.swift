import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("Bars of the latest results")
struct ResultBarTests {
    private static func text(_ bars: ResultBars, _ key: String, _ glyphs: Glyphs = .ascii) -> String {
        bars.bar(of: key, glyphs).spans.map(\.text).joined()
    }

    @Test("the daemon's results come first, then new ones; the newest is on the right, within the width")
    func bars() {
        var bars = ResultBars()
        bars.replace(
            withRecent: Array(
                #"{"schema":"netdiag.recent/1","targets":[{"target":"tcp://h:1","name":"Shop","results":"uwdcmx"},{"target":"h","results":""}]}"#
                    .utf8))
        #expect(Self.text(bars, "Shop") == "#=_?m?" && Self.text(bars, "h") == "" && Self.text(bars, "other") == "")
        bars.append(
            report: Array(#"{"target":"tcp://h:1","name":"Shop","status":"connectionDown","degraded":false}"#.utf8))
        bars.append(report: Array(#"{"target":"h","status":"connectionUp","degraded":true}"#.utf8))
        bars.append(report: Array(#"{"target":"other","status":"connectionUp","degraded":true}"#.utf8))
        #expect(Self.text(bars, "Shop", .unicode) == "█▆▂?m?▂")
        #expect(Self.text(bars, "h") == "=" && Self.text(bars, "other") == "")
        for _ in 0..<100 {
            bars.append(report: Array(#"{"target":"h","status":"connectionUp","degraded":false}"#.utf8))
        }
        #expect(Self.text(bars, "h") == String(repeating: "#", count: ResultBars.count))
    }

    @Test("unreadable messages change nothing", arguments: ["", "[]", "{}", "{\"targets\":[{}]}"])
    func nonsense(json: String) {
        var bars = ResultBars()
        bars.replace(withRecent: Array(json.utf8))
        bars.append(report: Array(json.utf8))
        #expect(Self.text(bars, "h") == "")
    }
}
