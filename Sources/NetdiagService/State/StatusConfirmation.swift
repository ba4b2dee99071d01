import NetworkModel

/// The shown report of a target whose status changes only after several checks, and the number of checks since then
/// that differ.
struct StatusConfirmation: Sendable {
    /// The last report that counted; `nil` before the first.
    private(set) var shown: StoredReport?
    /// The number of consecutive reports that differ from it and do not count yet.
    private(set) var pending = 0

    /// Adds the next report.
    ///
    /// - Parameters:
    ///   - after: The number of consecutive failures after which the target counts as failed.
    ///   - recover: The number of consecutive successes after which it counts as working again.
    /// - Returns: Whether the report counts.
    mutating func add(_ report: StoredReport, after: Int, recover: Int) -> Bool {
        let works = report.status == .connectionUp
        // Before the first report that counts, the status is unknown, so that one success is enough.
        let isAsShown = shown.map { ($0.status == .connectionUp) == works } ?? works
        if !isAsShown {
            pending += 1
            guard pending >= (works ? recover : after) else { return false }
        }
        pending = 0
        shown = report
        return true
    }
}
