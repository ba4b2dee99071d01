import NetworkModel
import Translations

/// The last results of a target as a bar, coloured by severity, with their durations as a line above the same axis.
struct ResultBar: Sendable {
    let results: [RecentResults.Result]
    private static let width = 6
    private static let height = 20

    /// Results in a row of one kind: drawn as one stroke with gaps, since thousands of elements would keep browsers busy.
    private struct Run {
        var first: RecentResults.Result
        var last: RecentResults.Result
        var start: Int
        var count: Int
    }

    private var runs: [Run] {
        var runs: [Run] = []
        for (place, result) in results.enumerated() {
            if let last = runs.last, last.first.mark == result.mark, last.first.cause == result.cause {
                runs[runs.count - 1].last = result
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(first: result, last: result, start: place, count: 1))
            }
        }
        return runs
    }

    /// What is new is on the right, where the eye looks for now.
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

    /// What is wrong in it, in a line, for those who do not see it.
    var summary: String {
        guard let last = results.last else { return Phrase.noResults.text }
        let failed = results.filter { $0.mark != .up && $0.mark != .maintenance }
        guard !failed.isEmpty else { return Phrase.resultsAllUp.text(results.count) }
        let causes = Dictionary(failed.compactMap(\.cause).map { ($0, 1) }, uniquingKeysWith: +)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map {
                Phrase.causeTimes.text($0.value, ["cause": "\($0.key)"])
            }
        return
            ([Phrase.resultsNotUp.text(results.count, ["failed": LocalQuantity.text(failed.count)])] + causes
            + [Phrase.lastAt.text(["time": PageTime.clock(last.at)])]).joined(separator: ", ")
    }

    /// The latest runs that were not up, for those who point at the row or come to it by keyboard.
    var troubles: [String] {
        runs.filter { $0.first.mark != .up }.suffix(4).reversed().map(Self.words)
    }

    private static func words(_ run: Run) -> String {
        let span =
            run.count == 1
            ? PageTime.clock(run.first.at) : "\(PageTime.clock(run.first.at))–\(PageTime.clock(run.last.at))"
        let what = run.first.cause ?? run.first.mark.word
        return "\(span) UTC: \(what)" + (run.count > 1 ? ", \(Phrase.countChecks.text(run.count))" : "")
    }

    /// How long the checks took that found it working; nothing where fewer than two did.
    var sparkline: HTML {
        let times = results.enumerated().filter { $0.element.mark == .up || $0.element.mark == .degraded }
            .map { (place: $0.offset, time: $0.element.duration / .milliseconds(1)) }
        guard times.count > 1, let most = times.map(\.time).max() else { return "" }
        let points = times.map { point in
            let x = (offset + point.place) * Self.width + Self.width / 2
            let y = 18 - (most > 0 ? point.time / most * 16 : 0)
            return "\(x),\(Double(Int(y * 10)) / 10)"
        }
        let median = times.map(\.time).sorted()[times.count / 2]
        let words = Phrase.medianAndMost.text([
            "median": LocalQuantity.text(Milliseconds(.seconds(median / 1_000))),
            "most": LocalQuantity.text(Milliseconds(.seconds(most / 1_000))),
        ])
        return
            "<svg class=\"spark\" viewBox=\"0 0 360 20\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(words)\"><title>\(words)</title><polyline points=\"\(points.joined(separator: " "))\"/></svg>"
    }

    /// How long the last check took that found it working.
    var lastTime: String? {
        results.last { $0.mark == .up || $0.mark == .degraded }.map { LocalQuantity.text(Milliseconds($0.duration)) }
    }
}
