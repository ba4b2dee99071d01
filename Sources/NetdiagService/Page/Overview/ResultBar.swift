import NetworkModel
import Translations

/// The last results of a target as a bar, coloured by severity, with their durations as a line above the same axis.
struct ResultBar: Sendable {
    let results: [RecentResults.Result]
    private let runs: [Run]
    private static let width = 6

    /// Consecutive results of one kind, drawn as one dashed stroke, since thousands of elements would slow down
    /// browsers.
    private struct Run {
        var first: RecentResults.Result
        var last: RecentResults.Result
        var start: Int
        var count: Int
    }

    init(results: [RecentResults.Result]) {
        self.results = results
        var runs: [Run] = []
        for (place, result) in results.enumerated() {
            if let last = runs.last, last.first.mark == result.mark, last.first.cause == result.cause {
                runs[runs.count - 1].last = result
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(first: result, last: result, start: place, count: 1))
            }
        }
        self.runs = runs
    }

    /// The offset that aligns the newest result to the right, where readers expect the present.
    private var offset: Int { RecentResults.maxCount - results.count }

    var svg: HTML {
        let strokes: [HTML] = runs.map { run in
            let title: HTML = run.first.mark == .up ? "" : "<title>\(Self.words(run))</title>"
            let start = (offset + run.start) * Self.width + 1
            return
                "<path class=\"\(run.first.mark.rawValue)\" d=\"M\(String(start)) 10h\(String(run.count * Self.width - 2))\">\(title)</path>"
        }
        let missing: HTML =
            offset > 0 ? "<path class=\"none\" d=\"M1 10h\(String(offset * Self.width - 2))\"/>" : ""
        return
            "<svg class=\"results\" viewBox=\"0 0 360 20\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(summary)\">\(missing)\(HTML(strokes))</svg>"
    }

    /// A line about the results for readers who do not see the bar.
    var summary: String {
        guard let last = results.last else { return Phrase.noResults.text }
        let failed = results.filter { $0.mark != .up && $0.mark != .maintenance }
        let maintained = results.count { $0.mark == .maintenance }
        let during = maintained > 0 ? [TargetState.maintenance.counted(maintained)] : []
        guard !failed.isEmpty else {
            return during.isEmpty
                ? Phrase.resultsAllUp.text(results.count)
                : ([Phrase.countChecks.text(results.count)] + during).joined(separator: Phrase.partSeparator)
        }
        let causes = Dictionary(failed.compactMap(\.cause).map { ($0, 1) }, uniquingKeysWith: +)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map {
                Phrase.causeTimes.text($0.value, ["cause": "\($0.key)"])
            }
        return
            ([Phrase.resultsNotUp.text(results.count, ["failed": LocalQuantity.text(failed.count)])] + causes + during
            + [Phrase.lastAt.text(["time": PageTime.clock(last.at)])]).joined(separator: Phrase.partSeparator)
    }

    /// The latest runs that were not up, shown when the row is hovered or focused.
    var troubles: [String] {
        runs.filter { $0.first.mark != .up }.suffix(4).reversed().map(Self.words)
    }

    private static func words(_ run: Run) -> String {
        let span =
            run.count == 1
            ? PageTime.clock(run.first.at) : "\(PageTime.clock(run.first.at))–\(PageTime.clock(run.last.at))"
        let what = run.first.cause ?? run.first.mark.word
        let checks = run.count > 1 ? Phrase.partSeparator + Phrase.countChecks.text(run.count) : ""
        return Phrase.wordAndDetail.text(["word": "\(span) UTC", "detail": what + checks])
    }

    /// The durations of the checks that found the target working; empty with fewer than two.
    var sparkline: HTML {
        let times = results.enumerated().filter { $0.element.mark == .up || $0.element.mark == .degraded }
            .map { (place: $0.offset, time: $0.element.microseconds) }
        guard times.count > 1, let longest = times.map(\.time).max() else { return "" }
        let median = times.map(\.time).sorted()[times.count / 2]
        let words = Phrase.medianAndMost.text(["median": Self.text(median), "most": Self.text(longest)])
        return
            "<svg class=\"spark\" viewBox=\"0 0 60 20\" preserveAspectRatio=\"none\" role=\"img\"><title>\(words)</title><path d=\"\(path(times, longest))\"/></svg>"
    }

    /// A line of integer steps, each relative to the previous one: with 500 targets, coordinates with decimals were
    /// half of the page.
    private func path(_ times: [(place: Int, time: Int)], _ longest: Int) -> String {
        func height(_ time: Int) -> Int { longest > 0 ? 18 - (time * 16 + longest / 2) / longest : 18 }
        var last = (place: times[0].place, height: height(times[0].time))
        var path = "M\(offset + last.place).5 \(last.height)l"
        // Combines steps without a change of height.
        var flat = 0
        for point in times.dropFirst() {
            let (step, change) = (point.place - last.place, height(point.time) - last.height)
            last = (point.place, last.height + change)
            if change == 0 {
                flat += step
                continue
            }
            if flat > 0 { path += "\(flat) 0 " }
            flat = 0
            path += change < 0 ? "\(step)\(change) " : "\(step) \(change) "
        }
        return flat > 0 ? path + "\(flat) 0" : String(path.dropLast())
    }

    private static func text(_ microseconds: Int) -> String {
        LocalQuantity.text(recorded: Milliseconds(.microseconds(Int64(microseconds))).value)
    }

    /// The duration of the last check that found the target working.
    var lastTime: String? {
        results.last { $0.mark == .up || $0.mark == .degraded }.map { Self.text($0.microseconds) }
    }
}
