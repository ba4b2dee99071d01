package import NetdiagConfiguration
import NetworkModel

/// The part of a configuration that selects receivers and times for alerts.
package struct AlertPlan: Sendable, Hashable {
    /// A configured target: itself, and the properties that routes select by.
    package struct Subject: Sendable, Hashable {
        /// The target, as in `https://example.org/`.
        package var target: String
        package var group: String?
        package var labels: [String: String]

        package init(target: String, group: String?, labels: [String: String]) {
            self.target = target
            self.group = group
            self.labels = labels
        }
    }

    /// Alertmanager considers an alert resolved if it is not repeated.
    static let refresh = Duration.seconds(120)

    package var alerts: Configuration.Alerts
    /// The configured targets by their keys.
    package var targets: [String: Subject]
    private var routes: [AlertRoute]
    private let refreshed: Set<String>
    /// The receivers that identify alerts by labels.
    private let labelled: Set<String>

    package init(alerts: Configuration.Alerts, targets: [String: Subject]) {
        self.alerts = alerts
        self.targets = targets
        routes = alerts.effectiveRoutes
        refreshed = Set(
            alerts.receivers.compactMap { receiver in
                if case .alertmanager = receiver.kind { receiver.name } else { nil }
            })
        labelled = Set(
            alerts.receivers.compactMap { receiver in
                switch receiver.kind {
                case .alertmanager, .webhook(_, .alertmanager): receiver.name
                case .webhook, .exec, .ntfy, .email: nil
                }
            })
    }

    /// The group and the labels that all configured targets of an incident share; `nil` for a receiver that has no use for
    /// them.
    func sharedLabels(of incident: StatusDocument.Incident, for receiver: String) -> [String: String]? {
        guard labelled.contains(receiver) else { return nil }
        let all = incident.targets.compactMap { targets[$0] }.map { subject in
            var labels = subject.labels
            if let group = subject.group { labels["group"] = group }
            return labels
        }
        guard let first = all.first else { return [:] }
        return all.dropFirst().reduce(first) { shared, labels in shared.filter { labels[$0.key] == $0.value } }
    }

    package static let none = AlertPlan(alerts: .init(), targets: [:])

    func route(at place: Int) -> AlertRoute { routes[place] }

    /// The time between two messages about an open incident.
    func reminder(_ place: Int, for receiver: String) -> Duration? {
        let wanted = routes[place].remind
        return refreshed.contains(receiver) ? min(wanted ?? Self.refresh, Self.refresh) : wanted
    }

    /// The index of the first route that leads an incident to a receiver.
    ///
    /// - Parameter isTold: Whether the receiver was told that it is open: it is also told of the end, although the incident may be less
    ///   severe by then.
    func route(of incident: StatusDocument.Incident, to receiver: String, isTold: Bool = false) -> Int? {
        let severities = isTold ? [incident.cause.severity, .error] : [incident.cause.severity]
        return severities.lazy.compactMap { severity in
            routes.firstIndex { $0.receivers.contains(receiver) && matches($0, incident, severity) }
        }.first
    }

    private func matches(_ route: AlertRoute, _ incident: StatusDocument.Incident, _ severity: Severity) -> Bool {
        guard severity >= route.severity, route.takes(incident.cause.id) else { return false }
        guard !route.groups.isEmpty || !route.labels.isEmpty else { return true }
        return incident.targets.contains { name in
            guard let subject = targets[name] else { return false }
            return (route.groups.isEmpty || subject.group.map(route.groups.contains) == true)
                && route.labels.allSatisfy { subject.labels[$0.key] == $0.value }
        }
    }
}
