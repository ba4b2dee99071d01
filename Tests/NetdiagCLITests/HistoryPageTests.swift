import Foundation
import NetworkModel
import Testing
import Translations

@testable import NetdiagCLI

@Suite("The output of netdiag history")
struct HistoryPageTests {
    /// A column of sample data with all states: up, a short failure, down for an hour, maintenance, unknown, and
    /// increasing times.
    private static func column(_ place: Int, of count: Int) -> HistorySummary {
        let share = place * 20 / count
        let time = 10 + Double(place) * 80 / Double(count)
        let times = HistorySummary.Times(min: time - 5, p10: time - 3, p50: time, p90: time + 12, max: time + 40)
        return switch share {
        case 3: HistorySummary(unknown: 3_600)
        case 6: HistorySummary(maintenance: 3_600, checks: 60)
        case 9: HistorySummary(down: 3_600, checks: 60, failures: 60, cause: "tcp.refused")
        case 10: HistorySummary(up: 1_800, down: 1_800, checks: 60, failures: 30, times: times, cause: "tcp.refused")
        case 11: HistorySummary(up: 3_300, down: 300, checks: 60, failures: 5, times: times, cause: "http.timeout")
        case 12: HistorySummary(up: 3_590, down: 10, checks: 60, failures: 1, times: times, cause: "http.timeout")
        default: HistorySummary(up: 3_600, checks: 60, times: times)
        }
    }

    private static func page(
        _ columns: Int?, isOne: Bool, hasUnicode: Bool = true, isPlain: Bool = false, targets: Int = 1
    ) -> String {
        var terminal = Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: hasUnicode)
        terminal.isPlain = isPlain
        let count = HistoryPage.columns(terminal)
        let total = HistorySummary(
            up: 500_000, down: 600, maintenance: 7_200, unknown: 97_000, checks: 9_000, failures: 12,
            times: .init(min: 5, p10: 8, p50: 40.04, p90: 90, max: 1_200), cause: "tcp.refused")
        let all = (0..<targets).map { place in
            TargetHistory(
                target: "https://example.org/\(place)", name: place == 0 ? "Shop" : nil,
                total: place == 1 ? HistorySummary(unknown: 600_000) : total,
                causes: place == 0 ? [.init(id: "tcp.refused", checks: 10), .init(id: "http.timeout", checks: 2)] : [],
                columns: place == 1
                    ? (0..<count).map { _ in HistorySummary(unknown: 3_600) }
                    : (0..<count).map { column($0, of: count) })
        }
        var page = Page(for: terminal)
        let document = HistoryDocument(
            from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 604_800_000), step: 3_600,
            targets: all,
            trouble: targets == 2
                ? HistoryWriteFailure(reason: "the disk is full", since: .init(millisecondsSince1970: 0), lost: 3) : nil
        )
        HistoryPage(document: document, isOne: isOne).write(to: &page, in: PageContext(localTime: { "\($0)" }))
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test("no line is wider than the terminal, or ends with spaces", arguments: [80, 100, 200], [true, false])
    func widths(columns: Int, hasUnicode: Bool) {
        for text in [
            Self.page(columns, isOne: true, hasUnicode: hasUnicode),
            Self.page(columns, isOne: false, hasUnicode: hasUnicode, targets: 2),
        ] {
            for line in text.split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= columns && line.last != " ", "\(line)")
            }
            #expect(hasUnicode || text.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test("the causes of a target that never worked are shown")
    func neverWorked() {
        var page = Page(for: Terminal(isInteractive: true, columns: 80, hasColour: false, hasUnicode: true))
        let down = HistorySummary(down: 3_600, checks: 60, failures: 60, cause: "tcp.refused")
        let target = TargetHistory(
            target: "tcp://192.0.2.1:1", name: "Shop", total: down, causes: [.init(id: "tcp.refused", checks: 60)],
            columns: [down])
        let document = HistoryDocument(
            from: Timestamp(millisecondsSince1970: 0), to: Timestamp(millisecondsSince1970: 3_600_000), step: 3_600,
            targets: [target])
        HistoryPage(document: document, isOne: true).write(to: &page, in: PageContext(localTime: { "\($0)" }))
        #expect(String(decoding: page.bytes, as: UTF8.self).hasSuffix("\n  60 x tcp.refused\n"))
    }

    /// The output is reviewed by people: a change of the page also changes these files.
    @Test(
        "one target and all of them, at three widths, and without UTF-8",
        arguments: [(80, true), (80, false), (100, true), (200, true)])
    func golden(columns: Int, hasUnicode: Bool) throws {
        let end = "-\(columns)\(hasUnicode ? "" : "-ascii")"
        try Golden.expect(Self.page(columns, isOne: true, hasUnicode: hasUnicode), is: "history-one" + end)
        try Golden.expect(
            Self.page(columns, isOne: false, hasUnicode: hasUnicode, targets: 2), is: "history-all" + end)
    }

    @Test("a screen reader gets words, without bars")
    func plain() throws {
        for (name, isOne, targets) in [("one", true, 1), ("all", false, 2)] {
            let text = Self.page(nil, isOne: isOne, isPlain: true, targets: targets)
            #expect(!text.unicodeScalars.contains { "✓✗·→░█▁▃▅▇".unicodeScalars.contains($0) }, "\(text)")
            try Golden.expect(text, is: "history-\(name)-plain")
        }
    }
}
