package import NetworkModel

/// A rule that selects incidents and times for receivers.
public struct AlertRoute: Sendable, Hashable {
    /// The names of the receivers; never empty.
    package var receivers: [String]
    /// The groups to which a target must belong; empty for any.
    package var groups: Set<String> = []
    /// The labels of which one of the targets must have all.
    package var labels: [String: String] = [:]
    /// The minimum severity.
    package var severity: Severity = .warning
    /// IDs of causes, or `layer.*`; empty for any.
    package var causes: [String] = []
    /// How long an incident must be open before the first message, up to a day.
    package var after: Duration = .zero
    package static let maxAfter = Duration.seconds(86_400)
    /// The time between two messages about an open incident; `nil` for a single message.
    package var remind: Duration?
    /// The times in which no messages are sent.
    package var quiet: [MaintenanceWindow] = []

    package init(receivers: [String]) { self.receivers = receivers }

    /// Whether the route selects a cause.
    package func takes(_ cause: CauseID) -> Bool {
        causes.isEmpty
            || causes.contains { pattern in
                if pattern.hasSuffix(".*") { return cause.rawValue.hasPrefix(pattern.dropLast(1)) }
                return pattern == cause.rawValue
            }
    }
}
