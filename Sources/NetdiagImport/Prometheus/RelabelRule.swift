/// A rule of `relabel_configs:`
/// (https://prometheus.io/docs/prometheus/latest/configuration/configuration/#relabel_config).
struct RelabelRule {
    let node: ImportNode

    private var action: String { node["action"]?.text?.lowercased() ?? "replace" }
    private var label: String { node["target_label"]?.text ?? "" }
    private var sources: [String] { node["source_labels"]?.items?.compactMap(\.text) ?? [] }
    private var replacement: String { node["replacement"]?.text ?? "$1" }

    /// Whether this is one of the three rules that each job for blackbox_exporter has: they copy the target to a
    /// parameter and to the label `instance`, and replace the address by the exporter's. A target of netdiag does not
    /// need them.
    var isUsual: Bool {
        guard action == "replace" else { return false }
        if label == "__address__", sources.isEmpty { return true }
        let isCopy = ["$1", "${1}"].contains(replacement) && ["(.*)", nil].contains(node["regex"]?.text)
        switch (sources, label) {
        case (["__address__"], "__param_target"), (["__address__"], "instance"), (["__param_target"], "instance"):
            return isCopy
        default: return false
        }
    }

    /// The name of the rule in the list of omissions.
    var name: String { label.isEmpty ? "the rule \(action)" : "the rule \(action) of \(label)" }

    /// What to do instead.
    var advice: String {
        switch (action, label) {
        case ("keep", _), ("drop", _), ("keepequal", _), ("dropequal", _):
            "all targets of the job are converted; remove those that it would drop"
        case ("replace", "__param_target"), ("replace", "__address__"):
            "targets are converted as they are in static_configs:; write the result of the rule to target:"
        case ("replace", let label) where label.hasPrefix("__"):
            "it is a setting of Prometheus; netdiag has no counterpart"
        default: "netdiag makes no labels by rules; write them to labels: of the targets"
        }
    }
}
