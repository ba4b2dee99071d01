import NetdiagAlerts
import NetdiagConfiguration

extension AlertPlan {
    /// Reads the parts of a configuration that select incidents and receivers.
    init(_ configuration: Configuration) {
        let targets = configuration.targets.filter { $0.group != nil || !$0.labels.isEmpty }
        self.init(
            alerts: configuration.alerts,
            targets: Dictionary(
                targets.map { ($0.key, Subject(group: $0.group, labels: $0.labels)) },
                uniquingKeysWith: { first, _ in first }))
    }
}
