import ArgumentParser
import EventLoopKit
import Glibc
import NetdiagHistory
import NetworkModel

/// Records results of a past period as fast as possible.
struct Fill: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record days of results, ten seconds a transaction, and say what that took.")

    @Argument(help: "The database.")
    var path: String
    @Option(help: "Targets, each checked every 30 s.")
    var targets = 100
    @Option(help: "Days that end now.")
    var days = 365
    @Option(help: "The last of these days, in which checks are every 30 s; before, they are every 5 min.")
    var fineDays = 365
    @Option(help: "Ten seconds are a transaction; more of them for a database that is only to be asked.")
    var batch = 1

    func run() async throws {
        let loop = try EventLoop(name: "history")
        let end = Timestamp().millisecondsSince1970 / 1_000
        let clock = LoadClock(end - Int64(days) * 86_400)
        let store = HistoryStore(path: path, settings: .init(), loop: loop, clock: { clock.now }) { news in
            if case .notice(let line) = news { LineOutput.complain(line) }
        }
        let keys = (0..<targets).map { "https://target-\($0).example/" }
        await store.configure(.init(), intervals: Dictionary(uniqueKeysWithValues: keys.map { ($0, .seconds(30)) }))
        var generator = LoadGenerator(seed: 7)
        var (transactions, results) = (0, 0)
        let begun = ContinuousClock.now
        let cpu = Self.processorSeconds
        var ticks = 0
        while clock.second < end {
            let isFine = clock.second >= end - Int64(fineDays) * 86_400
            for (place, key) in keys.enumerated() where !isFine || place % 3 == ticks % 3 {
                let isDown = generator.next(below: 500) == 0
                store.queue.add(
                    CheckResult(
                        key: key, at: clock.now.wall, outcome: isDown ? .down : .up,
                        cause: isDown
                            ? ["tcp.refused", "http.server-error", "tls.expired"][generator.next(below: 3)] : nil,
                        duration: .microseconds(5_000 + place * 300 + generator.next(below: 20_000)),
                        phases: .init(
                            resolve: Int32(generator.next(below: 50)), connect: Int32(generator.next(below: 200)),
                            tls: Int32(generator.next(below: 300)), answer: Int32(generator.next(below: 400)))))
                results += 1
            }
            ticks += 1
            if ticks % batch == 0 || !isFine {
                await store.flush()
                transactions += 1
            }
            clock.set(clock.second + (isFine ? 10 : 300))
        }
        let seconds = begun.duration(to: .now).components.seconds
        let used = Self.processorSeconds - cpu
        // The share of one processor if the results are recorded in real time.
        let share = used / (Double(days) * 86_400) * 100
        await store.finish()
        print("transactions \(transactions)  results \(results)  wall \(seconds) s  processor \(used) s")
        print("share of one processor: \((share * 10_000).rounded() / 10_000) %")
    }

    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
