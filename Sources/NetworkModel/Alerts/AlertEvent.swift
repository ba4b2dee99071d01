/// The event of an incident that an alert message reports.
public enum AlertEvent: String, Sendable, Hashable, Codable, CaseIterable {
    /// The incident is open.
    case opened
    /// The incident is still open.
    case reminder
    /// The incident is over, and a message reported it as open before.
    case closed
    /// The incident is over, and no message reported it before. The message states its beginning and end.
    case passed
    /// There is no incident: the message is a test of the receiver.
    case test
}
