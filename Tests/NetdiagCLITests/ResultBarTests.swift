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
        func append(_ json: String, in document: StatusDocument? = nil) {
            bars.append(report: Array(json.utf8), in: document)
        }
        append(#"{"target":"tcp://h:1","name":"Shop","status":"connectionDown","degraded":false}"#)
        append(#"{"target":"h","status":"connectionUp","degraded":true}"#)
        append(#"{"target":"other","status":"connectionUp","degraded":true}"#)
        #expect(Self.text(bars, "Shop", .unicode) == "█▆▂?m?▂")
        #expect(Self.text(bars, "h") == "=" && Self.text(bars, "other") == "")
        for _ in 0..<100 {
            append(#"{"target":"h","status":"connectionUp","degraded":false}"#)
        }
        #expect(Self.text(bars, "h") == String(repeating: "#", count: ResultBars.count))
    }

    @Test("a result in maintenance is no failure, as in the daemon's own results")
    func maintenance() {
        var bars = ResultBars()
        bars.replace(
            withRecent: Array(
                #"{"schema":"netdiag.recent/1","targets":[{"target":"tcp://h:1","name":"Gone","results":"m"}]}"#.utf8))
        let report = Array(#"{"target":"tcp://h:1","name":"Gone","status":"connectionDown","degraded":false}"#.utf8)
        var target = StatusDocument.TargetStatus(
            target: "tcp://h:1", status: .connectionDown, degraded: false, cause: nil, last: nil)
        target.name = "Gone"
        for isInMaintenance in [true, false] {
            target.isInMaintenance = isInMaintenance
            let document = StatusDocument(
                status: .connectionUp, findings: [], host: "h", since: Timestamp(), links: [], resolvers: [],
                gateways: [], incidents: [], targets: [target], publication: Publication(state: .off))
            bars.append(report: report, in: document)
        }
        #expect(Self.text(bars, "Gone") == "mm_")
    }

    @Test("unreadable messages change nothing", arguments: ["", "[]", "{}", "{\"targets\":[{}]}"])
    func nonsense(json: String) {
        var bars = ResultBars()
        bars.replace(withRecent: Array(json.utf8))
        bars.append(report: Array(json.utf8), in: nil)
        #expect(Self.text(bars, "h") == "")
    }
}
