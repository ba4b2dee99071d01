import Diagnosis
import NetworkDiagnostics
import NetworkModel
import NetdiagConfiguration

/// Checks a declared service at its interval, immediately when something has changed, and again soon after a failure.
///
/// Its reports are no news of the machine: they open no incident and stand among no targets.
struct HealthWatch: Sendable {
    /// What one check may take, where the interval is not shorter.
    private static let longest = Duration.seconds(5)

    let engine: DiagnosticEngine
    let changeSignal: ChangeSignal

    /// Runs until its task is cancelled.
    ///
    /// - Parameter tell: Told of each check what it said, and whether the service may be announced now.
    func run(_ check: Configuration.ServiceSettings.Check, tell: @Sendable (Report, HealthGate) -> Void) async {
        var request = CheckRequest(check.target, settings: CheckOptions(timeout: min(Self.longest, check.interval)))
        // A proxy says nothing of whether the service answers those who come over the link.
        request.proxy = .direct
        request.settings.followUps = .asBudgeted
        var gate = HealthGate()
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
            tell(report, gate)
            let factor = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            let pause = gate.isDoubtful ? TargetSchedule.recheck : check.interval * factor
            await changeSignal.wait(until: begun + pause, after: sent)
        }
    }
}
