public import NetworkModel

/// Something that listeners are told of: over server-sent events, and inside the daemon.
public enum Event: Sendable {
    case status(StatusDocument)
    case report(Report)
    case change(NetworkChange)

    /// The event's name on the wire.
    public var name: String {
        switch self {
        case .status: "status"
        case .report: "report"
        case .change: "change"
        }
    }
}
