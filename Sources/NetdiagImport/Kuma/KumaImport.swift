import NetdiagConfiguration
import NetworkModel

/// Converts the monitors in a backup of Uptime Kuma 1 (Settings, Backup, Export).
struct KumaImport {
    let file: String

    private static let others = [
        ("notificationList", "write alerts: (netdiag.yaml(5)); secrets of notifications are files there"),
        ("proxyList", "write proxy: for all, a group or a target"),
        ("maintenanceList", "write maintenance:"), ("statusPageList", "netdiag has one page"),
    ]

    func read(_ root: ImportNode, into result: inout Import) {
        let place = ImportSourceLocation(file: file, line: 1, path: "$")
        for (key, why) in Self.others {
            if let node = root[key], node.isSet { result.omit(key, why, at: place.at(node, key)) }
        }
        let monitors = root["monitorList"]?.items ?? []
        let groups = monitors.reduce(into: [String: String]()) { groups, monitor in
            guard monitor["type"]?.text == "group", let id = monitor["id"]?.text else { return }
            groups[id] = monitor["name"]?.text
        }
        for (index, monitor) in monitors.enumerated() {
            let place = ImportSourceLocation(file: file, line: monitor.line, path: "$.monitorList[\(index)]")
            read(monitor, in: groups, at: place, into: &result)
        }
    }

    private func read(
        _ monitor: ImportNode, in groups: [String: String], at place: ImportSourceLocation, into result: inout Import
    ) {
        let type = monitor["type"]?.text ?? ""
        // A group is only the parent of its monitors.
        guard type != "group" else { return }
        let shown = "the monitor \(monitor["name"]?.text.map { ImportSecrets.shown($0) } ?? "without a name")"
        guard monitor["active"]?.flag != false else {
            return result.omit(shown, "it is paused", at: place.at(monitor["active"], "active"))
        }
        guard monitor["upsideDown"]?.flag != true else {
            let why = "netdiag has no targets that must be down"
            return result.omit(shown, why, at: place.at(monitor["upsideDown"], "upsideDown"))
        }
        guard let text = Self.target(type, monitor) else {
            let why = Self.missing[type] ?? "netdiag has no counterpart of monitors of the type \(type)"
            return result.omit(shown, why, at: place.at(monitor["type"], "type"))
        }
        if let schemes = Self.schemes[type], !schemes.contains(where: { text.lowercased().hasPrefix($0) }) {
            let why = "its URL does not begin with \(schemes.joined(separator: " or "))"
            return result.omit(shown, why, at: place.at(monitor["url"], "url"))
        }
        let group = monitor["parent"]?.text.flatMap { groups[$0] }
        var target = ImportedTarget(text, name: monitor["name"]?.text, group: group, at: place)
        setPace(monitor, &target)
        if ["http", "keyword", "json-query"].contains(type) { setPage(type, monitor, at: place, &target) }
        if type == "mqtt" {
            if let topic = monitor["mqttTopic"]?.text { target.set("mqtt", "topic", .text(topic)) }
            if let message = monitor["mqttSuccessMessage"]?.text { target.set("mqtt", "expect", .text(message)) }
        }
        for tag in monitor["tags"]?.items ?? [] {
            if let name = tag["name"]?.text {
                target.addLabel(name, tag["value"]?.text ?? "", at: place.at(tag, "tags"))
            }
        }
        if type == "postgres" {
            if let user = Self.postgresUser(monitor) { target.set("postgres", "user", .text(user)) }
            if let query = monitor["databaseQuery"], query.isSet {
                let why = "netdiag asks whether the server accepts connections, and sends no query"
                result.omit("databaseQuery of \(shown)", why, at: place.at(query, "databaseQuery"))
            }
        }
        if type == "dns", let servers = monitor["dns_resolve_server"], servers.text?.contains(",") == true {
            result.omit(
                "every server but the first of \(shown)", "a target queries one server; write a target for each",
                at: place.at(servers, "dns_resolve_server"))
        }
        omitTimes(type, monitor, of: shown, at: place, &result)
        omitSecrets(monitor, of: shown, at: place, &result)
        result.add(target)
    }

    /// How the URLs of monitors begin, by their type. Uptime Kuma reports others as down.
    private static let schemes = [
        "http": ["http://", "https://"], "keyword": ["http://", "https://"], "json-query": ["http://", "https://"],
        "websocket-upgrade": ["ws://", "wss://"],
    ]

    /// Alternatives for types that netdiag does not support.
    private static let missing = [
        "push": "netdiag does not accept reports; have it check the service itself",
        "docker": "netdiag checks what can be asked over the network",
        "real-browser": "netdiag has no browser; check its page as an http target",
        "steam": "netdiag does not query game servers", "gamedig": "netdiag does not query game servers",
    ]

    /// The target in the syntax of netdiag; `nil` if there is no kind for it.
    private static func target(_ type: String, _ monitor: ImportNode) -> String? {
        let host = monitor["hostname"]?.text.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
        let port = monitor["port"]?.text
        switch type {
        case "http", "keyword", "json-query": return monitor["url"]?.text
        case "port": return host.flatMap { host in port.map { "tcp://\(host):\($0)" } }
        case "ping", "tailscale-ping": return host.map { "icmp://\($0)" }
        case "dns":
            // Only the first of several servers is used.
            let servers = monitor["dns_resolve_server"]?.text ?? "1.1.1.1"
            let server = servers.prefix { $0 != "," }
            let place = port.map { $0 == "53" ? "" : ":\($0)" } ?? ""
            return host.map { "dns://\(server)\(place)/\($0)?type=\(monitor["dns_resolve_type"]?.text ?? "A")" }
        case "mqtt":
            let name = host?.replacing("mqtt://", with: "").replacing("mqtts://", with: "")
            let scheme = host?.hasPrefix("mqtts://") == true ? "mqtts" : "mqtt"
            return name.map { "\(scheme)://\($0)" + (port.map { ":\($0)" } ?? "") }
        case "grpc-keyword":
            let scheme = monitor["grpcEnableTls"]?.flag == true ? "grpcs" : "grpc"
            return monitor["grpcUrl"]?.text.map { "\(scheme)://\($0)" }
        case "websocket-upgrade": return monitor["url"]?.text
        case "postgres": return postgresURL(monitor)
        default: return nil
        }
    }

    /// The server and the database of a connection string, as in `postgres://alice:…@db.example:5432/orders?sslmode=disable`.
    private static func postgresURL(_ monitor: ImportNode) -> String? {
        postgresParts(monitor).flatMap { $0.place.isEmpty ? nil : "postgres://\($0.place)" }
    }

    /// The user of a connection string, without the password; `nil` if there is none.
    private static func postgresUser(_ monitor: ImportNode) -> String? {
        guard let user = postgresParts(monitor)?.login?.unicodeScalars.prefix(while: { $0 != ":" }) else { return nil }
        return user.isEmpty || user.contains("%") ? nil : String(user)
    }

    private static func postgresParts(_ monitor: ImportNode) -> (login: Substring?, place: Substring)? {
        guard let text = monitor["databaseConnectionString"]?.text, let start = text.firstRange(of: "://")?.upperBound,
            ["postgres", "postgresql"].contains(text.prefix { $0 != ":" }.lowercased())
        else { return nil }
        // By scalars: a password may begin with a combining one.
        let tail = text.unicodeScalars[start...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        let rest = text[start..<tail]
        // A password may contain an @.
        if let at = rest.unicodeScalars.lastIndex(of: "@") {
            return (rest[..<at], rest[rest.unicodeScalars.index(after: at)...])
        }
        // A login whose password has a ? or #: its parts must not be taken for a server.
        if !rest.unicodeScalars.contains("/"), text[tail...].unicodeScalars.contains("@") { return nil }
        return (nil, rest)
    }

    private func setPace(_ monitor: ImportNode, _ target: inout ImportedTarget) {
        let interval = (target.number(monitor["interval"], "interval") ?? 60) * 1_000
        target.set("interval", ImportDuration.setting(interval, in: ImportDuration.interval))
        if let timeout = target.number(monitor["timeout"], "timeout"), timeout > 0 {
            let limit = min(timeout * 1_000, max(interval, 1_000))
            target.set("timeout", ImportDuration.setting(limit, in: ImportDuration.timeout))
        }
        if let retries = target.number(monitor["maxretries"], "maxretries"), retries > 0 {
            target.set("after", .number(Int(retries, within: 0...99) + 1))
        }
    }

    private func setPage(
        _ type: String, _ monitor: ImportNode, at place: ImportSourceLocation, _ target: inout ImportedTarget
    ) {
        if let method = monitor["method"]?.text, method != "GET" { target.set("http", "method", .text(method)) }
        if let body = monitor["body"]?.text, !body.isEmpty {
            target.setContent("http", "body", body, at: place.at(monitor["body"], "body"))
        }
        if let redirects = target.number(monitor["maxredirects"], "maxredirects"), redirects != 10 {
            target.set("http", "redirects", .number(Int(redirects, within: 0...30)))
        }
        let statuses = (monitor["accepted_statuscodes"]?.items ?? []).compactMap(\.text)
        if !statuses.isEmpty, statuses != ["200-299"] {
            target.setStatuses(statuses, at: place.at(monitor["accepted_statuscodes"], "accepted_statuscodes"))
        }
        if type == "keyword", let keyword = monitor["keyword"]?.text {
            target.set("http", monitor["invertKeyword"]?.flag == true ? "lacks" : "contains", .text(keyword))
        }
        if type == "json-query", let path = monitor["jsonPath"]?.text {
            let query = path.hasPrefix("$") ? path : "$." + path
            let value = monitor["expectedValue"]?.text ?? ""
            target.add("http", "json", .init(key: query, value: ImportedValue.number(of: value) ?? .text(value)))
        }
        guard let headers = monitor["headers"]?.text, !headers.isEmpty else { return }
        var problems = ConfigurationProblems(file: file)
        let node = try? YAMLReader.read(ConfigurationText(Array(headers.utf8), file: file), problems: &problems)
        let field = place.at(monitor["headers"], "headers")
        guard let entries = node.flatMap({ ImportNode($0).entries }) else {
            return target.recordOmission("headers", "they are not a JSON object", at: field)
        }
        for entry in entries {
            if let value = entry.value.text { target.addHeader(entry.key, value, at: field) }
        }
    }

    private func omitTimes(
        _ type: String, _ monitor: ImportNode, of shown: String, at place: ImportSourceLocation, _ result: inout Import
    ) {
        func number(_ key: String) -> Double? { monitor[key]?.text.flatMap { Double($0) } }
        func omit(_ key: String, _ why: String) {
            result.omit("\(key) of \(shown)", why, at: place.at(monitor[key], key))
        }
        // 0 stands for the interval.
        if let retry = number("retryInterval"), retry > 0, number("maxretries") ?? 0 > 0,
            retry != number("interval") ?? 60
        {
            omit("retryInterval", "a target that failed is checked again after its interval")
        }
        if number("resendInterval") ?? 0 > 0 { omit("resendInterval", "write remind: for a receiver of alerts") }
        if type == "ping", let bytes = number("packetSize"), bytes != Self.usualPacketSize {
            omit("packetSize", "netdiag chooses the sizes of echo requests itself")
        }
    }

    /// The bytes of an echo request in Uptime Kuma, unless it is configured.
    private static let usualPacketSize = 56.0

    private func omitSecrets(
        _ monitor: ImportNode, of shown: String, at place: ImportSourceLocation, _ result: inout Import
    ) {
        let login = "write it to a file, and name that with credentials: {file: PATH}"
        let database =
            monitor["type"]?.text == "postgres"
            ? "only its server, database and user are taken, since netdiag does not log in to databases"
            : "netdiag does not log in to databases"
        let keys: [(String, String)] = [
            ("basic_auth_user", login), ("mqttUsername", login), ("oauth_client_id", login),
            ("tlsCert", "write it to a file, and name that with tls: {certificate: PATH, key: PATH}"),
            ("ignoreTls", "certificates are always examined; name the authority with ca_file:"),
            ("proxyId", "write proxy:"), ("databaseConnectionString", database),
        ]
        for (key, why) in keys {
            if let node = monitor[key], node.isSet { result.omit("\(key) of \(shown)", why, at: place.at(node, key)) }
        }
    }
}
