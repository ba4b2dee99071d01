import NetworkModel

/// Targets that Prometheus has blackbox_exporter probe: jobs of `scrape_configs:` with `metrics_path: /probe`.
struct PrometheusImport {
    let file: String
    /// Of blackbox.yml, where it was given.
    let modules: [String: BlackboxModuleSource]

    func read(_ root: ImportNode, into result: inout Import) {
        let place = ImportPlace(file: file, line: 1)
        let pace = root["global"]?["scrape_interval"]
        for job in root["scrape_configs"]?.items ?? [] { read(job, pace: pace, at: place.at(job), into: &result) }
    }

    private func read(_ job: ImportNode, pace: ImportNode?, at place: ImportPlace, into result: inout Import) {
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
                setPace(job, pace, source, &imported)
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

    private func setPace(
        _ job: ImportNode, _ pace: ImportNode?, _ source: BlackboxModuleSource?, _ target: inout ImportedTarget
    ) {
        let interval = target.milliseconds(job["scrape_interval"] ?? pace, "scrape_interval", else: 60_000)
        target.set("interval", ImportDuration.setting(interval, in: ImportDuration.interval))
        let usual = target.milliseconds(source?.node["timeout"], "timeout", else: 10_000, in: source?.place)
        let limit = target.milliseconds(job["scrape_timeout"], "scrape_timeout", else: usual)
        let timeout = min(limit, max(interval, 1_000))
        target.set("timeout", ImportDuration.setting(timeout, in: ImportDuration.timeout))
    }

    /// What netdiag calls the target of a prober; `nil` where it has no kind for it.
    private static func target(_ text: String, _ prober: String, _ source: BlackboxModuleSource?) -> String? {
        let bare = text.contains("://") ? nil : text
        switch prober {
        // As blackbox_exporter does.
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
