import ArgumentParser
import EventLoopKit
import NetdiagHistory
import NetworkModel

/// Records results until it is killed, and prints the contents of the database after each transaction.
struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record until killed; print the number of results and of incidents after each transaction.")

    @Argument(help: "The database.")
    var path: String

    func run() async throws {
        let loop = try EventLoop(name: "history")
        let clock = LoadClock(Timestamp().millisecondsSince1970 / 1_000)
        let store = HistoryStore(path: path, settings: .init(), loop: loop, clock: { clock.now }) { news in
            if case .notice(let line) = news { LineOutput.complain(line) }
        }
        var (results, incidents) = (0, 0)
        while true {
            for target in 0..<40 {
                store.queue.add(
                    CheckResult(
                        key: "target \(target)", at: clock.now.wall, outcome: target % 7 == 0 ? .down : .up,
                        cause: target % 7 == 0 ? "tcp.refused" : nil, duration: .milliseconds(target)))
                results += 1
            }
            incidents += 1
            store.queue.add(.kept(incident(incidents, at: clock.now.wall)), isUrgent: false)
            await store.flush()
            LineOutput.say("\(results) \(incidents)")
            clock.set(clock.second + 30)
        }
    }

    private func incident(_ id: Int, at moment: Timestamp) -> StatusDocument.Incident {
        StatusDocument.Incident(
            id: id,
            cause: Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused", facts: [:],
                advice: []), targets: ["target 0"], opened: moment, closed: nil)
    }
}
