import NetworkModel

/// Converts the targets that Prometheus probes through blackbox_exporter: jobs of `scrape_configs:` with `metrics_path:
/// /probe`.
struct PrometheusImport {
    let file: String
    /// The modules of blackbox.yml, if it was given.
    let modules: [String: BlackboxModuleSource]

    func read(_ root: ImportNode, into result: inout Import) {
        let place = ImportSourceLocation(file: file, line: 1)
        for (key, why) in Self.others {
            if let node = root[key], node.isSet { result.omit("\(key):", why, at: place.at(node)) }
        }
        for job in root["scrape_configs"]?.items ?? [] {
            read(job, global: root["global"], at: place.at(job), into: &result)
        }
    }

    /// Other settings of the file.
    private static let others = [
        ("scrape_config_files", "the jobs of other files are not read; give these files, too, each with --import"),
        ("rule_files", "netdiag alerts on incidents, not by rules; see alerts: in netdiag.yaml(5)"),
        ("alerting", "netdiag sends alerts by itself; see alerts: in netdiag.yaml(5)"),
    ]

    private func read(_ job: ImportNode, global: ImportNode?, at place: ImportSourceLocation, into result: inout Import)
    {
        let name = job["job_name"]?.text ?? "without a name"
        let shown = "the job \(name)"
        guard job["metrics_path"]?.text == "/probe" else {
            return result.omit(
                shown, "it scrapes metrics, and probes nothing (metrics_path: /probe)", at: place)
        }
        let module = job["params"]?["module"]?.items?.first?.text ?? "http_2xx"
        let source = modules[module]
        guard let prober = source?.node["prober"]?.text ?? BlackboxModuleSource.usual[module] else {
            return result.omit(
                shown,
                "its module \(module) is not known; give the file with it, too: --import blackbox.yml --import prometheus.yml",
                at: place.at(job["params"]))
        }
        for (key, value) in job.entries ?? [] where key.hasSuffix("_sd_configs") && value.isSet {
            result.omit(
                "\(key): of \(shown)", "netdiag has static targets, and files with more (include:)", at: place.at(value)
            )
        }
        omitRules(of: job, shown, at: place, into: &result)
        for part in job["static_configs"]?.items ?? [] {
            for node in part["targets"]?.items ?? [] {
                guard let text = node.text else { continue }
                guard let target = Self.target(text, prober, source) else {
                    result.omit(
                        "the target \(ImportSecrets.stripped(text).url) of \(shown)",
                        "netdiag has no target for the prober \(prober)",
                        at: place.at(node))
                    continue
                }
                var imported = ImportedTarget(target, group: name, at: place.at(node))
                setPace(job, global, source, &imported)
                for label in part["labels"]?.entries ?? [] {
                    if let value = label.value.text { imported.addLabel(label.key, value, at: place.at(label.value)) }
                }
                for (what, why, place) in source?.set(&imported) ?? [] {
                    result.omit("\(what) of \(module), for \(imported.target)", why, at: place)
                }
                if module == "http_post_2xx", source == nil { imported.set("http", "method", .text("POST")) }
                result.add(imported)
            }
        }
    }

    /// Lists the rules and parameters that are omitted. They change what is probed, and its name.
    private func omitRules(
        of job: ImportNode, _ shown: String, at place: ImportSourceLocation, into result: inout Import
    ) {
        for node in job["relabel_configs"]?.items ?? [] {
            let rule = RelabelRule(node: node)
            guard !rule.isUsual else { continue }
            result.omit("\(rule.name) in relabel_configs: of \(shown)", rule.advice, at: place.at(node))
        }
        if let node = job["metric_relabel_configs"], node.isSet {
            result.omit(
                "metric_relabel_configs: of \(shown)", "netdiag has series of its own; see /metrics in netdiagd(8)",
                at: place.at(node))
        }
        for (name, node) in job["params"]?.entries ?? [] where name != "module" {
            result.omit(
                "the parameter \(name) of \(shown)", "only the parameter module is converted", at: place.at(node))
        }
        if let node = job["params"]?["module"], (node.items?.count ?? 1) > 1 {
            result.omit(
                "the second module of \(shown)", "a target is checked only with the first one", at: place.at(node))
        }
    }

    private func setPace(
        _ job: ImportNode, _ global: ImportNode?, _ source: BlackboxModuleSource?, _ target: inout ImportedTarget
    ) {
        let interval = target.milliseconds(
            job["scrape_interval"] ?? global?["scrape_interval"], "scrape_interval", else: 60_000)
        target.set("interval", ImportDuration.setting(interval, in: ImportDuration.interval))
        let usual = target.milliseconds(source?.node["timeout"], "timeout", else: 10_000, in: source?.place)
        let limit = target.milliseconds(
            job["scrape_timeout"] ?? global?["scrape_timeout"], "scrape_timeout", else: usual)
        let timeout = min(limit, max(interval, 1_000))
        target.set("timeout", ImportDuration.setting(timeout, in: ImportDuration.timeout))
    }

    /// The target of a prober in the syntax of netdiag; `nil` if there is no kind for it.
    private static func target(_ text: String, _ prober: String, _ source: BlackboxModuleSource?) -> String? {
        let bare = text.contains("://") ? nil : text
        switch prober {
        // This is the default of blackbox_exporter.
        case "http": return bare.map { "http://\($0)" } ?? text
        case "tcp":
            let scheme = source?.node["tcp"]?["tls"]?.flag == true ? "tls" : "tcp"
            return bare.map { "\(scheme)://\($0)" }
        case "icmp":
            return bare.map { $0.contains(":") && !$0.hasPrefix("[") ? "icmp://[\($0)]" : "icmp://\($0)" }
        case "dns":
            guard let question = source?.node["dns"], let name = question["query_name"]?.text else { return nil }
            let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
            return bare.map { "dns://\($0)/\(plain)?type=\(question["query_type"]?.text ?? "ANY")" }
        case "grpc":
            let settings = source?.node["grpc"]
            let scheme = settings?["tls"]?.flag == true ? "grpcs" : "grpc"
            return bare.map { "\(scheme)://\($0)/\(settings?["service"]?.text ?? "")" }
        default: return nil
        }
    }
}
