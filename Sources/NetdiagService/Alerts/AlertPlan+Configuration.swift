import NetdiagAlerts
import NetdiagConfiguration
import NetworkModel

extension AlertPlan {
    /// Reads the parts of a configuration that select incidents and receivers.
    init(_ configuration: Configuration) {
        let targets = configuration.alerts.receivers.isEmpty ? [] : configuration.targets
        self.init(
            alerts: configuration.alerts,
            targets: Dictionary(
                targets.map { ($0.key, Subject(target: $0.target.text, group: $0.group, labels: $0.labels)) },
                uniquingKeysWith: { first, _ in first }))
    }
}
