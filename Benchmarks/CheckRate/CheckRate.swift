import ArgumentParser
import EventLoopKit
import Glibc
import NetworkDiagnostics
import NetworkModel
import Synchronization
import TargetKinds

/// Checks one target many times with the library's public interface, and prints the cost.
@main
struct CheckRate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-rate",
        abstract: "Checks one target many times, each over a connection of its own, and prints what that cost.")

    @Argument(help: "The target, as in http://127.0.0.1:8080/.")
    var target: String

    @Option(help: "Checks in total.")
    var count = 20_000

    @Option(help: "Checks at the same time.")
    var concurrency = 32

    @Option(help: ArgumentHelp("PEM certificates to trust instead of the system's.", valueName: "file"))
    var caFile: String?

    func validate() throws {
        guard count > 0, concurrency > 0 else { throw ValidationError("--count and --concurrency need 1 or more") }
    }

    func run() async throws {
        let target = try Target(target)
        let options = CheckOptions(certificateAuthorityFile: caFile)
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop)

        let tally = Tally()
        let before = Self.processorSeconds
        let begun = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<min(concurrency, count) {
                // As in the daemon's scheduler, checks run on the event loop.
                group.addTask(executorPreference: loop) {
                    while tally.begun.wrappingAdd(1, ordering: .relaxed).oldValue < count {
                        let report = try await engine.check(CheckRequest(target, settings: options))
                        if report.status != .connectionUp {
                            tally.failed.wrappingAdd(1, ordering: .relaxed)
                            tally.count(report.cause?.summary ?? report.status.rawValue)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let wall = begun.duration(to: .now) / .seconds(1)
        let processor = Self.processorSeconds - before
        if let reason = tally.reason {
            let line = "check-rate: \(reason)\n"
            _ = write(STDERR_FILENO, line, line.utf8.count)
        }
        print(
            "{\"checks\":\(count),\"failed\":\(tally.failed.load(ordering: .relaxed)),\"wall_seconds\":\(wall),"
                + "\"cpu_seconds\":\(processor),\"checks_per_cpu_second\":\(Double(count) / processor)}")
    }

    /// The processor time of all threads of this process so far, in user and kernel mode.
    private static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let whole = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(whole) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
    }
}

/// The shared state of the running checks.
private final class Tally: Sendable {
    let begun = Atomic(0)
    let failed = Atomic(0)
    private let first = Mutex<String?>(nil)

    /// The reason of the first failed check.
    var reason: String? { first.withLock { $0 } }

    func count(_ reason: String) {
        first.withLock { $0 = $0 ?? reason }
    }
}
