import NetworkModel

/// For a target whose status changes only after several checks: the report that is shown, and the number of checks since then
/// that disagree.
struct StatusConfirmation: Sendable {
    /// The last report that counts; `nil` before the first.
    private(set) var shown: StoredReport?
    /// Reports in a row that differ from it and do not count yet.
    private(set) var pending = 0

    /// Takes in the next report.
    ///
    /// - Parameters:
    ///   - after: Failures in a row that make it fail.
    ///   - recover: Successes in a row that make it work again.
    /// - Returns: Whether the report counts.
    mutating func add(_ report: StoredReport, after: Int, recover: Int) -> Bool {
        let works = report.status == .connectionUp
        // Before the first that counts, it is not known to work, nor to fail: a success is enough.
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
