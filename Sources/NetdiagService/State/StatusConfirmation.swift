import NetdiagConfiguration
import NetworkModel

/// The shown report of a target whose status changes only after several checks, and the number of checks since then
/// that differ.
struct StatusConfirmation: Sendable {
    /// The last report that counted; `nil` before the first.
    private(set) var shown: StoredReport?
    /// The number of consecutive reports that differ from it and do not count yet.
    private(set) var pending = 0
    /// When the first of the checks began that together made the last report count; `nil` if one check was enough.
    private(set) var since: DualClockTime?
    /// When the first of the pending checks began.
    private var first: DualClockTime?

    /// Adds the next report.
    ///
    /// - Parameters:
    ///   - after: The number of consecutive failures after which the target counts as failed.
    ///   - recover: The number of consecutive successes after which it counts as working again.
    ///   - begun: When the check began.
    ///   - isInMaintenance: Whether failures are expected, so that no outage begins with this one.
    /// - Returns: Whether the report counts.
    mutating func add(
        _ report: StoredReport, after: Int, recover: Int, from begun: DualClockTime, isInMaintenance: Bool = false
    ) -> Bool {
        let works = report.status == .connectionUp
        since = nil
        // Before the first report that counts, the status is unknown, so that one success is enough.
        let isAsShown = shown.map { ($0.status == .connectionUp) == works } ?? works
        if !isAsShown {
            pending += 1
            if first == nil, works || !isInMaintenance { first = begun }
            guard pending >= (works ? recover : after) else { return false }
            if pending > 1 { since = first }
        }
        (pending, first) = (0, nil)
        shown = report
        return true
    }
}

extension [String: StatusConfirmation] {
    /// Adds the next report of a target.
    ///
    /// - Returns: Whether the report counts: enough consecutive reports of its target agree.
    mutating func add(
        _ report: StoredReport, of target: Configuration.TargetSettings, from begun: DualClockTime,
        isInMaintenance: Bool
    ) -> Bool {
        guard target.after > 1 || target.recover > 1 else {
            self[target.key] = nil
            return true
        }
        return self[target.key, default: .init()].add(
            report, after: target.after, recover: target.recover, from: begun, isInMaintenance: isInMaintenance)
    }
}
