import NetworkModel
import Translations

/// The history of targets as text: bars of uptime, a band of times, the total.
struct HistoryPage {
    let document: HistoryDocument
    /// Whether a single target was requested. It is shown with a band of times and its causes.
    var isOne = false

    private static let indent = 2
    /// The width of the labels before the band, which show the times.
    private static let axis = 9
    /// The number of lines of the band.
    private static let height = 6

    /// The number of columns that fit the terminal.
    static func columns(_ terminal: Terminal) -> Int {
        min(max((terminal.columns ?? 80) - indent - axis, 20), HistoryDocument.maxColumns)
    }

    func write(to page: inout Page, in context: PageContext) {
        let step = LocalQuantity.span(seconds: Int64(document.step), .two)
        let words = Phrase.fromToColumns.text([
            "from": context.localTime(document.from),
            // The last column ends in the future.
            "to": context.localTime(min(document.to, context.now)), "step": step,
        ])
        page.line(Text(words, .dim))
        if let trouble = document.trouble {
            page.line(
                TargetState.degraded.text(page.glyphs)
                    + Text(" \(Phrase.notRecorded.text(["reason": FactWords.local(trouble.reason)]))"),
                hang: 2)
        }
        if document.targets.isEmpty { page.line(Text(Phrase.noTargets.text, .dim)) }
        for target in document.targets {
            page.blank()
            write(target, to: &page)
        }
    }

    private func write(_ target: TargetHistory, to page: inout Page) {
        let bars = HistoryBars(isUnicode: page.terminal.hasUnicode)
        page.line(Text(target.key, .name) + Text("  ") + headline(target.total), hang: Self.indent)
        // Bars are useless in a screen reader. It reads the total and the causes instead.
        if page.terminal.isPlain {
            for cause in target.causes {
                page.line(Text("\(Phrase.countTimes.text(cause.checks)) ") + Text(cause.id), indent: Self.indent)
            }
            return
        }
        page.cutLine(Text("  ") + label(Phrase.uptime.text) + bars.uptime(target.columns))
        guard let scale = HistoryBars.Scale(target.columns) else {
            // Without a success, there are no times.
            if isOne { writeCauses(of: target, to: &page) }
            return
        }
        if isOne {
            for line in 0..<Self.height {
                // Times that are all the same have no second label.
                let time =
                    line == 0 && scale.most > scale.least
                    ? Self.time(scale.most) : line == Self.height - 1 ? Self.time(scale.least) : ""
                page.cutLine(
                    Text("  ") + label(time) + bars.band(target.columns, scale, line: line, of: Self.height))
            }
            page.line(Text(Phrase.percentiles.text, .dim), indent: 2 + Self.axis)
            writeCauses(of: target, to: &page)
        } else {
            page.cutLine(Text("  ") + label(Self.time(scale.most)) + bars.medians(target.columns, scale))
        }
    }

    private func writeCauses(of target: TargetHistory, to page: inout Page) {
        for cause in target.causes {
            page.line(Text("\(cause.checks) x ", .dim) + Text(cause.id, .bad), indent: Self.indent)
        }
    }

    private func label(_ text: String) -> Text {
        Text(text + String(repeating: " ", count: max(Self.axis - DisplayWidth.of(text), 1)), .dim)
    }

    private func headline(_ total: HistorySummary) -> Text {
        guard let uptime = total.uptime else {
            guard total.maintenance > 0 else { return Text(Phrase.nothingKnown.text, .dim) }
            return Text(Phrase.onlyMaintenance.text, .dim) + Text(notCounted(total), .dim)
        }
        let percent = LocalQuantity.percent(uptime, places: Self.places(total.checks))
        let times = total.times.map {
            Phrase.partSeparator + Phrase.medianWithin.text(["median": Self.time($0.p50), "p90": Self.time($0.p90)])
        }
        return Text(Phrase.percentUp.text(["percent": percent]), uptime == 1 ? .good : uptime >= 0.99 ? .warning : .bad)
            + Text((times ?? "") + Phrase.partSeparator + Phrase.countChecks.text(total.checks))
            + Text(notCounted(total), .dim)
    }

    /// The number of digits after the decimal point that this number of checks supports.
    private static func places(_ checks: Int) -> Int {
        switch checks {
        case ..<100: 0
        case ..<1_000: 1
        case ..<10_000: 2
        default: 3
        }
    }

    private func notCounted(_ total: HistorySummary) -> String {
        [(total.unknown, Phrase.spanUnknown), (total.maintenance, .spanMaintenance)].filter { $0.0 >= 60 }
            .map { Phrase.clauseSeparator + $0.1.text(["span": LocalQuantity.span(seconds: Int64($0.0), .two)]) }
            .joined()
    }

    private static func time(_ milliseconds: Double) -> String { LocalQuantity.text(recorded: milliseconds) }
}
