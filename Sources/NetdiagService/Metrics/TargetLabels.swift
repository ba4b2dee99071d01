import NetdiagConfiguration
import NetworkModel

/// The labels of a target's series, from the target and the configuration.
enum TargetLabels {
    /// The labels that netdiag's series have themselves.
    private static let reserved: Set<String> = [
        "target", "name", "group", "status", "cause", "layer", "phase", "le", "quantile",
    ]

    /// - Returns: The text between the braces. A configured label with a name of netdiag's own becomes `exported_…`, as
    ///   in Prometheus's scrapes.
    static func text(_ target: Configuration.TargetSettings) -> String {
        var labels: [MetricText.Label] = [("target", target.target.text)]
        if let name = target.name { labels.append(("name", name)) }
        if let group = target.group { labels.append(("group", group)) }
        for (key, value) in target.labels.sorted(by: { $0.key < $1.key }) {
            // Names that begin with two underscores are reserved for Prometheus.
            let isTaken = reserved.contains(key) || key.hasPrefix("__")
            let name = isTaken ? "exported_" + key : key
            guard !isTaken || target.labels[name] == nil else { continue }
            labels.append((name, value))
        }
        return MetricText.text(labels)
    }
}
