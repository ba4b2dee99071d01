/// The event of an incident that an alert message reports.
public enum AlertEvent: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is open.
    case opened
    /// It is still open.
    case reminder
    /// It is over; that it was open has been told before.
    case closed
    /// It is over, and was not told of before: it says from when to when.
    case passed
    /// There is no incident: somebody tries the receiver out.
    case test
}
