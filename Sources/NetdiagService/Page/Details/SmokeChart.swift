import NetworkModel
import Translations

/// The durations of a target's checks over time: the band from the 10th to the 90th percentile, the median, and loss as colour.
struct SmokeChart: Sendable {
    let title: String
    /// A description for readers who do not see the chart.
    let label: String
    let document: HistoryDocument
    let history: TargetHistory
    /// The length of the period in seconds that was asked for. The columns may begin earlier, so that they are whole.
    let span: Int

    /// The width of a column in the chart's units.
    private static let width = 4
    private static let height = 100.0
    /// The limits above which a median is drawn as loss, and as heavy loss.
    private static let someLoss = 0.0
    private static let muchLoss = 0.1

    private var columns: [HistorySummary] { history.columns }

    /// The top of the scale in milliseconds: a number with one digit, which is easy to read.
    private var most: Double {
        let most = columns.compactMap(\.times).map { max($0.p90, $0.p50) }.max() ?? 0
        // The history keeps tenths of a millisecond.
        guard most > 0 else { return 0.1 }
        var unit = 0.001
        while unit * 10 < most { unit *= 10 }
        return [1, 2, 3, 4, 5, 6, 8, 10].map { $0 * unit }.first { $0 >= most } ?? most
    }

    private static func loss(_ column: HistorySummary) -> Double {
        column.checks > 0 ? Double(column.failures) / Double(column.checks) : 0
    }

    private static func targetState(_ column: HistorySummary) -> TargetState {
        let loss = loss(column)
        return loss >= muchLoss ? .down : loss > someLoss ? .degraded : .up
    }

    /// A line for readers who do not see the chart.
    var summary: String {
        let total = history.total
        let times = total.times.map {
            Phrase.medianWithin.text(["median": Self.time($0.p50), "p90": Self.time($0.p90)])
        }
        let uptime = total.uptime.map { Phrase.shareUp.text(["share": PageTime.percent($0)]) }
        let loss =
            total.failures > 0
            ? Phrase.failedChecks.text(total.checks, ["failed": LocalQuantity.text(total.failures)]) : nil
        let parts = [uptime, times, loss].compactMap(\.self) + notCounted(total)
        return parts.isEmpty ? Phrase.nothingIsKnown.text : parts.joined(separator: Phrase.partSeparator)
    }

    /// The times that count neither as up nor as down, if they are at least a minute. Shorter ones occur in every
    /// period, since a result is only valid for its interval.
    private func notCounted(_ total: HistorySummary) -> [String] {
        // If nothing else is known, the summary already says so.
        let unknown = total.uptime == nil && total.maintenance == 0 ? 0 : total.unknown
        return [(unknown, Phrase.spanUnknown), (total.maintenance, .spanMaintenance)].filter { $0.0 >= 60 }
            .map { $0.1.text(["span": PageTime.span(seconds: min($0.0, span))]) }
    }

    static func time(_ milliseconds: Double) -> String {
        LocalQuantity.text(recorded: milliseconds)
    }

    /// The chart with its scale; no size in it depends on text. Screen readers read the caption, which says the same as the
    /// drawing.
    var html: HTML {
        let end = Timestamp(
            millisecondsSince1970: document.from.millisecondsSince1970 + Int64(columns.count * document.step) * 1_000)
        // Without durations, there is no scale.
        let scale: HTML =
            columns.contains { $0.times != nil }
            ? "<span>\(Self.time(most))</span><span>\(Self.time(most / 2))</span><span>0</span>" : ""
        return """
            <figure class="chart" aria-label="\(label)"><figcaption><strong>\(title)</strong> \(summary)</figcaption>
            <div class="smoke" aria-hidden="true"><div class="axis">\(scale)</div>\(svg)
            <div class="times">\(PageTime.html(document.from))\(PageTime.html(min(end, Timestamp())))</div></div></figure>

            """
    }

    var svg: HTML {
        let size = "\(columns.count * Self.width) 100"
        return """
            <svg viewBox="0 0 \(size)" preserveAspectRatio="none" role="img" aria-label="\(title)\(Phrase.detailSeparator)\(summary)">\
            \(HTML(blocks))\(band)\(HTML([TargetState.up, .degraded, .down].map(median)))</svg>
            """
    }

    private func y(_ milliseconds: Double) -> Double {
        let y = Self.height * (1 - min(milliseconds / most, 1))
        return (y * 10).rounded() / 10
    }

    /// The columns without durations: down, or in maintenance.
    private var blocks: [HTML] {
        var blocks: [HTML] = []
        var place = 0
        while place < columns.count {
            guard let kind = Self.block(columns[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < columns.count, Self.block(columns[place]) == kind { place += 1 }
            let (x, width) = (start * Self.width, (place - start) * Self.width)
            blocks.append(
                "<rect class=\"\(kind.rawValue)\" x=\"\(String(x))\" y=\"0\" width=\"\(String(width))\" height=\"100\"/>"
            )
        }
        return blocks
    }

    private static func block(_ column: HistorySummary) -> TargetState? {
        if column.failures > 0 { return targetState(column) }
        guard column.times == nil else { return nil }
        if column.maintenance > 0 { return .maintenance }
        return column.checks > 0 ? .unknown : nil
    }

    private var band: HTML {
        let parts = columns.enumerated().compactMap { place, column in
            column.times.map { times -> String in
                let (top, bottom) = (y(times.p90), y(times.p10))
                return "M\(place * Self.width) \(min(top, bottom - 0.8))h\(Self.width)V\(bottom)h-\(Self.width)z"
            }
        }
        return "<path class=\"band\" d=\"\(parts.joined())\"/>"
    }

    private func median(_ mark: TargetState) -> HTML {
        let parts = columns.enumerated().compactMap { place, column in
            Self.targetState(column) == mark
                ? column.times.map { "M\(place * Self.width) \(y($0.p50))h\(Self.width)" } : nil
        }
        return parts.isEmpty ? "" : "<path class=\"\(mark.rawValue)\" d=\"\(parts.joined())\"/>"
    }
}
