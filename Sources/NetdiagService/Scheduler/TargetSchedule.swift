import Diagnosis
import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel
import Synchronization
import NetdiagConfiguration

/// Checks the configured targets at their intervals, and immediately when something has changed.
struct TargetSchedule: Sendable {
    /// The maximum number of simultaneous checks; further ones wait. A failing check takes about 75 KB while it runs,
    /// and all may fail: this many fit into the unit's `MemoryMax` beside 20,000 targets.
    static let maxAtOnce = 512
    /// The time between the starts of checks that are due at the same moment: at the start, and after a change of the
    /// network.
    static let spacing = Duration.milliseconds(1)
    /// The random part of intervals, so that many daemons do not send their requests to a server at the same time.
    static let jitter = 0.1
    /// The part of its interval after which a target is checked again that was checked together with all others.
    private static let spread = 0.1...1.0
    /// The time after which a failure is examined again, plus up to half of it or, with many targets, their total
    /// spacing.
    static let recheck = Duration.seconds(1)
    /// The maximum number of additional checks of one failure, before the interval counts again.
    private static let maxRechecks = 3
    /// One day; the change signal ends the wait earlier.
    private static let maxWait = Duration.seconds(86_400)

    let engine: DiagnosticEngine
    let store: StatusStore
    let changeSignal: ChangeSignal
    let logger: Logger

    /// Runs until its task is cancelled.
    func run(_ configuration: Configuration) async {
        // Runs on the loop of the checks, so that starting a check needs no change of threads.
        await withTaskExecutorPreference(engine.loop) { await check(configuration.targets, configuration.thresholds) }
    }

    private func check(_ targets: [Configuration.TargetSettings], _ thresholds: Thresholds) async {
        let turns = TargetScheduler(count: targets.count, maxAtOnce: Self.maxAtOnce, from: .now) { place in
            // The delay is at most one interval, so that each target is checked once within the first interval.
            min(Self.spacing * place, targets[place].interval)
        }
        let wake = ChangeSignal(loop: engine.loop)
        let heap = HeapTrim()
        let heard = changeSignal.sent
        await withDiscardingTaskGroup { group in
            group.addTask {
                var sent = heard
                while !Task.isCancelled {
                    guard await changeSignal.wait(until: .now + Self.maxWait, after: sent) else { continue }
                    sent = changeSignal.sent
                    turns.send(at: .now)
                    wake.send()
                }
            }
            while !Task.isCancelled {
                let sent = wake.sent
                switch turns.next(at: .now) {
                case .wait(let moment): await wake.wait(until: moment, after: sent)
                case .check(let place, let isTogether):
                    // Each check runs in a task of its own, since its memory is only released when the task ends.
                    group.addTask(executorPreference: engine.loop) {
                        let begun = ContinuousClock.now
                        guard let report = await check(targets[place], thresholds) else { return }
                        // A fault directly after a change may be temporary: IPv6 needs another second.
                        let isSuspected =
                            store.incidents.isSuspected(report.key)
                            || (isTogether && report.cause != nil && targets[place].after == 1)
                        let next = next(
                            targets[place], begun: begun, isTogether: isTogether, of: targets.count,
                            rechecks: turns.rechecks(of: place, isSuspected: isSuspected))
                        if turns.end(place, next: next, at: .now) { wake.send() }
                        heap.countCheck()
                    }
                }
            }
        }
    }

    /// - Returns: `nil` if the task is cancelled.
    private func check(_ settings: Configuration.TargetSettings, _ thresholds: Thresholds) async -> Report? {
        do {
            var report = try await engine.check(settings.scheduledRequest(thresholds))
            report.name = settings.name
            record(report)
            return report
        } catch is CancellationError {
            return nil
        } catch {
            var report = Report.failed(settings.target, reason: "\(error)")
            report.name = settings.name
            store.add(report)
            return report
        }
    }

    /// When a target should be checked again.
    ///
    /// - Parameter rechecks: The number of checks of its failure so far; `nil` if no fault is pending.
    private func next(
        _ settings: Configuration.TargetSettings, begun: ContinuousClock.Instant, isTogether: Bool, of count: Int,
        rechecks: Int?
    ) -> ContinuousClock.Instant {
        // Targets that were checked together spread over the interval, so that the load is even, and one of many finds
        // a fault early.
        let factor = Double.random(in: isTogether ? Self.spread : (1 - Self.jitter)...(1 + Self.jitter))
        let next = begun + settings.interval * factor
        guard let rechecks, rechecks <= Self.maxRechecks else { return next }
        let spread = max(Self.recheck / 2, Self.spacing * count)
        return min(next, .now + Self.recheck + spread * Double.random(in: 0...1))
    }

    /// Stores a report, and logs a change of the target's status. A result that does not count yet (`after:`, `recover:`) is
    /// only for debugging.
    private func record(_ report: Report) {
        let before = (last: store.report(on: report.key), shown: store.shownReport(on: report.key))
        store.add(report)
        let name = SafeText.escaped(report.key)
        if Self.isNews(report.status, report.cause, after: before.last) {
            logger.debug("\(name), as checked: \(Self.words(report.status, report.cause))")
        }
        guard let shown = store.shownReport(on: report.key), shown !== before.shown,
            Self.isNews(shown.status, shown.cause, after: before.shown)
        else { return }
        let level: Logger.Level = shown.status == .connectionUp ? (shown.degraded ? .warning : .info) : .error
        logger.log(level: level, "\(name) is \(Self.words(shown.status, shown.cause))")
    }

    private static func isNews(_ status: ConnectionStatus, _ cause: Finding?, after last: StoredReport?) -> Bool {
        last?.status != status || last?.cause?.id != cause?.id
    }

    private static func words(_ status: ConnectionStatus, _ cause: Finding?) -> String {
        status.rawValue + (cause.map { ": \($0.id) \($0.summary)" } ?? "")
    }
}

extension DiagnosticEngine {
    /// Runs the check in a separate task, for callers that never end, since the memory of a check is only released at
    /// the end of its task.
    func checkInTask(_ request: CheckRequest) async throws -> Report {
        try await withThrowingTaskGroup(of: Report.self) { group in
            group.addTask(executorPreference: loop) { [self] in try await check(request) }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }
}
