import ArgumentParser
import EventLoopKit
import NetdiagHistory
import NetworkModel

/// Runs the queries of the views, and prints the duration of each.
struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask what each view asks, twenty times, and print the median and the longest time.")

    @Argument(help: "The database.")
    var path: String
    @Option(help: "Targets.")
    var targets = 100

    func run() async throws {
        let loop = try EventLoop(name: "history")
        let store = HistoryStore(path: path, settings: .init(), loop: loop) { news in
            if case .notice(let line) = news { LineOutput.complain(line) }
        }
        let keys = (0..<targets).map { "https://target-\($0).example/" }
        await store.configure(.init(), intervals: Dictionary(uniqueKeysWithValues: keys.map { ($0, .seconds(30)) }))
        let now = Int(Timestamp().millisecondsSince1970 / 1_000)
        let spans = [("hour", 3_600), ("day", 86_400), ("week", 604_800), ("month", 2_592_000), ("year", 31_536_000)]
        for (name, span) in spans {
            for (what, asked) in [("one target ", [keys[keys.count / 2]]), ("all targets", keys)] {
                for columns in [100, 1_000] where asked.count == 1 || columns == 100 {
                    let query = HistoryQuery(
                        keys: asked, from: now - span, to: now, step: HistoryQuery.step(for: span, columns: columns))
                    var times: [Double] = []
                    var length = 0
                    for _ in 0..<20 {
                        let begun = ContinuousClock.now
                        let document = try await store.history(query)
                        length = try JSON.line(document).count
                        times.append(Milliseconds(begun.duration(to: .now)).value)
                    }
                    times.sort()
                    print(
                        "\(name)\t\(what)\t\(columns) columns\tmedian \((times[10] * 10).rounded() / 10) ms\tlongest \((times[19] * 10).rounded() / 10) ms\t\(length) bytes"
                    )
                }
            }
        }
        await store.finish()
    }
}
