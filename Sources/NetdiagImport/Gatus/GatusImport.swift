import NetworkModel

/// Converts the endpoints of Gatus's config.yaml (<https://github.com/TwiN/gatus>).
struct GatusImport {
    let file: String

    /// Other settings of the file, and their counterparts in netdiag.
    private static let others = [
        ("alerting", "write alerts: (netdiag.yaml(5)); one message is sent for an incident, not for each endpoint"),
        ("storage", "netdiag keeps its history in the directory of its state (history:)"),
        ("web", "see listen:"), ("ui", "the page has no settings"), ("security", "see access:"),
        ("connectivity", "netdiag checks the uplink by itself"),
        ("remote", "netdiag shows what it checks itself"), ("metrics", "/metrics is always there"),
        ("external-endpoints", "netdiag does not accept reports; have it check the target itself"),
        ("suites", "netdiag has no sequences of requests"), ("tunneling", "netdiag does not tunnel"),
        ("announcements", "the page shows what is observed"),
    ]
    private static let known: Set<String> = [
        "name", "group", "url", "method", "body", "headers", "interval", "conditions", "enabled", "dns", "client",
        "grpc", "alerts", "extra-labels", "maintenance-windows",
    ]

    func read(_ root: ImportNode, into result: inout Import) {
        let place = ImportSourceLocation(file: file, line: 1)
        for (key, why) in Self.others {
            if let node = root[key] { result.omit("\(key):", why, at: place.at(node)) }
        }
        let common = Self.windows([root["maintenance"]].compactMap(\.self), "maintenance:", at: place, &result)
        for endpoint in root["endpoints"]?.items ?? root["services"]?.items ?? [] {
            read(endpoint, common, at: place.at(endpoint), into: &result)
        }
    }

    /// The maintenance windows, without those that are switched off or have no counterpart.
    private static func windows(
        _ nodes: [ImportNode], _ shown: String, at place: ImportSourceLocation, _ result: inout Import
    ) -> [ImportedValue] {
        nodes.compactMap { node in
            guard node.isSet, node["enabled"]?.flag != false else { return nil }
            let window = GatusMaintenance(node)
            if window == nil {
                let why = "it is not a start, a duration of less than a day and days; write maintenance:"
                result.omit(shown, why, at: place.at(node))
            }
            return window?.value
        }
    }

    /// - Parameter common: The maintenance windows of all endpoints.
    private func read(
        _ endpoint: ImportNode, _ common: [ImportedValue], at place: ImportSourceLocation, into result: inout Import
    ) {
        let name = endpoint["name"]?.text
        let shown =
            "the endpoint \((name ?? endpoint["url"]?.text).map { ImportSecrets.shown($0) } ?? "without a name")"
        guard endpoint["enabled"]?.flag != false else { return result.omit(shown, "it is disabled", at: place) }
        guard let url = endpoint["url"]?.text else { return result.omit(shown, "it has no url", at: place) }
        guard let text = Self.target(url, endpoint) else {
            let why = "netdiag has no kind of target for \(ImportSecrets.stripped(url).url)"
            return result.omit(shown, why, at: place.at(endpoint["url"]))
        }
        if url.contains("$") {
            result.omit(
                "the value of variables in \(ImportSecrets.stripped(url).url)",
                "netdiag.yaml has none; write the value", at: place)
        }
        var target = ImportedTarget(text, name: name, group: endpoint["group"]?.text, at: place)
        setPace(endpoint, &target)
        setRequest(endpoint, at: place, &target)
        setClient(endpoint["client"], of: shown, at: place, &target, &result)
        var conditions = GatusConditions(target: text)
        for condition in endpoint["conditions"]?.items ?? [] {
            guard let text = condition.text else { continue }
            if let why = conditions.convert(text, &target) {
                result.omit("\(text) of \(shown)", why, at: place.at(condition))
            }
        }
        if let why = conditions.finish(&target) {
            result.omit("the conditions for [STATUS] of \(shown)", why, at: place.at(endpoint["conditions"]))
        }
        for label in endpoint["extra-labels"]?.entries ?? [] {
            if let value = label.value.text { target.addLabel(label.key, value, at: place.at(label.value)) }
        }
        if Self.isStartTLS(url) { target.set("smtp", "starttls", .text("required")) }
        let own = Self.windows(
            endpoint["maintenance-windows"]?.items ?? [], "a maintenance window of \(shown)", at: place, &result)
        if !(common + own).isEmpty { target.set("maintenance", .list(common + own)) }
        if let alerts = endpoint["alerts"], alerts.isSet {
            setConfirmation(alerts.items ?? [], &target)
            result.omit("alerts of \(shown)", "write alerts: (netdiag.yaml(5))", at: place.at(alerts))
        }
        for (key, value) in endpoint.entries ?? [] where !Self.known.contains(key) && value.isSet {
            result.omit("\(key): of \(shown)", "netdiag has no counterpart", at: place.at(value))
        }
        result.add(target)
    }

    /// The target in the syntax of netdiag; `nil` if there is no kind for it.
    private static func target(_ url: String, _ endpoint: ImportNode) -> String? {
        if let dns = endpoint["dns"], let name = dns["query-name"]?.text {
            let server = url.replacing("dns://", with: "").replacing("udp://", with: "")
            let type = dns["query-type"]?.text ?? "A"
            return "dns://\(server)/\(name.hasSuffix(".") ? String(name.dropLast()) : name)?type=\(type)"
        }
        if endpoint["grpc"] != nil, !url.contains("://") { return "grpc://\(url)" }
        guard let separator = url.firstRange(of: "://") else { return nil }
        switch url[..<separator.lowerBound].lowercased() {
        case "http", "https", "tcp", "tls", "udp", "icmp", "ws", "wss", "ssh", "grpc", "grpcs": return url
        // Gatus only supports STARTTLS for mail servers.
        case "starttls": return "smtp" + url[separator.lowerBound...]
        default: return nil
        }
    }

    private static func isStartTLS(_ url: String) -> Bool { url.lowercased().hasPrefix("starttls://") }

    /// Sets the numbers of failures and successes that count: the smallest of those of several alerts, which are 3 and 2 by
    /// default in Gatus.
    private func setConfirmation(_ alerts: [ImportNode], _ target: inout ImportedTarget) {
        for (key, setting, usual) in [("failure-threshold", "after", 3.0), ("success-threshold", "recover", 2.0)] {
            let counts = alerts.filter { $0["enabled"]?.flag != false }.map { target.number($0[key], key) ?? usual }
            if let least = counts.min() { target.set(setting, .number(Int(least, within: 1...100))) }
        }
    }

    private func setPace(_ endpoint: ImportNode, _ target: inout ImportedTarget) {
        let interval = target.milliseconds(endpoint["interval"], "interval", else: 60_000)
        let timeout = target.milliseconds(endpoint["client"]?["timeout"], "client.timeout", else: 10_000)
        target.set("interval", ImportDuration.setting(interval, in: ImportDuration.interval))
        target.set(
            "timeout", ImportDuration.setting(min(timeout, max(interval, 1_000)), in: ImportDuration.timeout))
    }

    private func setRequest(_ endpoint: ImportNode, at place: ImportSourceLocation, _ target: inout ImportedTarget) {
        let body = endpoint["body"]?.text
        let bodyPlace = place.at(endpoint["body"])
        if target.target.hasPrefix("ws") {
            if let body { target.setContent("websocket", "send", body, at: bodyPlace) }
            return
        }
        if let method = endpoint["method"]?.text { target.set("http", "method", .text(method)) }
        if let body { target.setContent("http", "body", body, at: bodyPlace) }
        for header in endpoint["headers"]?.entries ?? [] {
            if let value = header.value.text { target.addHeader(header.key, value, at: place.at(header.value)) }
        }
    }

    private func setClient(
        _ client: ImportNode?, of shown: String, at place: ImportSourceLocation, _ target: inout ImportedTarget,
        _ result: inout Import
    ) {
        for (key, value) in client?.entries ?? [] where value.isSet {
            switch key {
            case "timeout": break
            case "ignore-redirect": target.set("http", "redirects", .number(0))
            case "proxy-url": if let url = value.text { target.setProxy(url, at: place.at(value)) }
            case "tls":
                if let path = value["certificate-file"]?.text { target.set("tls", "certificate", .text(path)) }
                if let path = value["private-key-file"]?.text { target.set("tls", "key", .text(path)) }
            case "insecure":
                result.omit(
                    "client.insecure of \(shown)", "certificates are always examined; name the authority with ca_file:",
                    at: place.at(value))
            default:
                result.omit("client.\(key) of \(shown)", "netdiag has no counterpart", at: place.at(value))
            }
        }
    }
}
