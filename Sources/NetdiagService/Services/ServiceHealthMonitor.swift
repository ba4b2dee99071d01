import Diagnosis
import NetworkDiagnostics
import NetworkModel
import NetdiagConfiguration

/// Checks a declared service at its interval, immediately when something has changed, and again soon after a failure.
///
/// Its reports do not concern the machine: they open no incidents, and are not listed among the targets.
struct ServiceHealthMonitor: Sendable {
    /// The time limit of one check, if the interval is not shorter.
    private static let maxTimeout = Duration.seconds(5)

    let engine: DiagnosticEngine
    let changeSignal: ChangeSignal

    /// Runs until its task is cancelled.
    ///
    /// - Parameter record: Receives the report of each check, and the current gate.
    func run(_ check: Configuration.ServiceSettings.Check, record: @Sendable (Report, ServiceHealthReducer) -> Void)
        async
    {
        var request = CheckRequest(check.target, settings: CheckOptions(timeout: min(Self.maxTimeout, check.interval)))
        // A check over a proxy does not show whether the service responds to clients on the link.
        request.proxy = .direct
        request.settings.followUps = .asBudgeted
        var gate = ServiceHealthReducer()
        while !Task.isCancelled {
            let sent = changeSignal.sent
            let begun = ContinuousClock.now
            let report: Report
            do {
                report = try await engine.checkInTask(request)
            } catch is CancellationError {
                return
            } catch {
                report = .failed(check.target, reason: "\(error)")
            }
            gate.record(isUp: report.status == .connectionUp, from: begun, to: .now)
            record(report, gate)
            let factor = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            let pause = gate.isDoubtful ? TargetSchedule.recheck : check.interval * factor
            await changeSignal.wait(until: begun + pause, after: sent)
        }
    }
}
