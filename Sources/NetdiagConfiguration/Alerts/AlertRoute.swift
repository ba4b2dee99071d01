package import NetworkModel

/// Which incidents are told to whom, and when.
public struct AlertRoute: Sendable, Hashable {
    /// Names of receivers; never empty.
    package var receivers: [String]
    /// Groups of which a target has to be; empty: any.
    package var groups: Set<String> = []
    /// Labels that one of the targets has to have, all of them.
    package var labels: [String: String] = [:]
    /// The least severity.
    package var severity: Severity = .warning
    /// Ids of causes, or `layer.*`; empty: any.
    package var causes: [String] = []
    /// How long an incident has to be open before it is told of; none to a day.
    package var after: Duration = .zero
    /// From one message on an open incident to the next; `nil`: it is told of once.
    package var remind: Duration?
    /// When nothing is sent.
    package var quiet: [MaintenanceWindow] = []

    package init(receivers: [String]) { self.receivers = receivers }

    /// Whether the id of a cause is among those.
    package func takes(_ cause: CauseID) -> Bool {
        causes.isEmpty
            || causes.contains { pattern in
                if pattern.hasSuffix(".*") { return cause.rawValue.hasPrefix(pattern.dropLast(1)) }
                return pattern == cause.rawValue
            }
    }
}
