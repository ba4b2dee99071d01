import Diagnosis
import EventLoopKit
import Logging
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks the configured targets on their intervals, and at once when the bell rings.
struct TargetSchedule: Sendable {
    /// Checks at the same time; what is due beyond that waits its turn.
    static let mostAtOnce = 1_024
    /// Targets that are due at the same moment, at the start and after a change of the network, begin one after the other
    /// in this time.
    static let spacing = Duration.milliseconds(1)
    /// Intervals vary by this part of them, so that many daemons do not beat on one server together.
    static let jitter = 0.1
    /// The part of its interval after which a target is checked again that was checked together with all others.
    private static let spread = 0.1...1.0
    /// A failure is looked at once more after this time, and up to half of it more or, with many targets, their spacing.
    static let recheck = Duration.seconds(1)
    /// Looks at one failure before the interval counts again.
    private static let mostRechecks = 3

    let engine: DiagnosticEngine
    let store: StatusStore
    let bell: Bell
    let logger: Logger

    /// Runs until its task is cancelled.
    func run(_ configuration: Configuration) async {
        let limiter = Limiter(Self.mostAtOnce)
        await withDiscardingTaskGroup { group in
            for (place, target) in configuration.targets.enumerated() {
                // On the loop, where the checks are at home: the way there and back costs no change of threads.
                group.addTask(executorPreference: engine.loop) {
                    await check(
                        target, at: place, of: configuration.targets.count, configuration.thresholds, limiter)
                }
            }
        }
    }

    private func check(
        _ settings: Configuration.TargetSettings, at place: Int, of count: Int, _ thresholds: Thresholds,
        _ limiter: Limiter
    ) async {
        // No longer than an interval, so that each target is checked once in the first one.
        let delay = min(Self.spacing * place, settings.interval)
        var isTogether = true
        var rechecks = 0
        while !Task.isCancelled {
            if isTogether, delay > .zero {
                do {
                    try await engine.loop.sleep(until: .now + delay)
                } catch {
                    return
                }
            }
            let rings = bell.rings
            let begun = ContinuousClock.now
            do {
                note(
                    try await limiter.withPermit {
                        try await engine.checkInTask(settings.target, settings.options(thresholds))
                    })
            } catch is CancellationError {
                return
            } catch {
                store.add(.failed(settings.target, reason: "\(error)"))
            }
            // What began together spreads over the interval: the load is even, and a fault is seen soon by one of many.
            let factor = Double.random(in: isTogether ? Self.spread : (1 - Self.jitter)...(1 + Self.jitter))
            var next = begun + settings.interval * factor
            let isSuspected = store.incidents.isSuspected(settings.target.text)
            rechecks = isSuspected ? rechecks + 1 : 0
            if isSuspected, rechecks <= Self.mostRechecks {
                let spread = max(Self.recheck / 2, Self.spacing * count)
                next = min(next, .now + Self.recheck + spread * Double.random(in: 0...1))
            }
            isTogether = await bell.wait(until: next, after: rings)
        }
    }

    private func note(_ report: Report) {
        let before = store.report(on: report.target)
        store.add(report)
        guard before?.status != report.status || before?.cause?.id != report.cause?.id else { return }
        let cause = report.cause.map { ": \($0.id) \($0.summary)" } ?? ""
        let level: Logger.Level = report.status == .connectionUp ? (report.degraded ? .warning : .info) : .error
        logger.log(level: level, "\(SafeText.escaped(report.target)) is \(report.status.rawValue)\(cause)")
    }
}

extension DiagnosticEngine {
    /// Checks in a task of its own, for one that goes on for ever: the memory that a check takes is the task's until its end.
    func checkInTask(_ target: Target, _ options: CheckOptions) async throws -> Report {
        try await withThrowingTaskGroup(of: Report.self) { group in
            group.addTask(executorPreference: loop) { [self] in try await check(target, options: options) }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }
}

extension Report {
    /// Of a check that could not be made at all.
    static func failed(_ target: Target, reason: String) -> Report {
        Report(
            target: target.text, started: Timestamp(), duration: .zero, status: .err,
            findings: [.machineFailure(reason)], layers: [])
    }
}
