import NetworkModel

/// A module in blackbox.yml.
struct BlackboxModuleSource: Sendable {
    let node: ImportNode
    let place: ImportSourceLocation

    static func all(of root: ImportNode, file: String) -> [String: BlackboxModuleSource] {
        let entries = root["modules"]?.entries ?? []
        return Dictionary(
            entries.map { key, value in
                (key, BlackboxModuleSource(node: value, place: ImportSourceLocation(file: file, line: value.line)))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The probers of the modules in blackbox_exporter's example file, in case no file is given.
    static let usual = ["http_2xx": "http", "http_post_2xx": "http", "tcp_connect": "tcp", "icmp": "icmp"]

    /// Converts the settings of the module to those of a target.
    ///
    /// - Returns: What is omitted, with its position and the reason.
    func set(_ target: inout ImportedTarget) -> [(what: String, why: String, place: ImportSourceLocation)] {
        guard let prober = node["prober"]?.text, let settings = node[prober] else { return [] }
        var omitted: [(String, String, ImportSourceLocation)] = []
        if settings["preferred_ip_protocol"] != nil, settings["ip_protocol_fallback"]?.flag == false {
            target.set("family", .family(settings["preferred_ip_protocol"]?.text == "ip4" ? .ipv4 : .ipv6))
        }
        for (key, value) in settings.entries ?? [] where value.isSet || Self.usuallyOn.contains(key) {
            guard !Self.convert(key, value, at: place.at(value), &target) else { continue }
            omitted.append((key, Self.advice[key] ?? "a target has no counterpart; /probe has", place.at(value)))
        }
        return omitted
    }

    /// Settings that are on by default, so that switching them off has an effect.
    private static let usuallyOn: Set<String> = ["follow_redirects", "enable_http2", "recursion_desired"]

    private static let advice = [
        "basic_auth": "write name:password to a file, and name that with credentials: {file: PATH}",
        "authorization": "write the token to a file, and name that with credentials: {file: PATH}",
        "bearer_token": "write the token to a file, and name that with credentials: {file: PATH}",
        "bearer_token_file": "name the file with credentials: {file: PATH}",
        "query_response": "write script:",
    ]

    /// Converts a setting.
    ///
    /// - Returns: Whether it was converted, or is the same as the default of a target.
    private static func convert(
        _ key: String, _ value: ImportNode, at place: ImportSourceLocation, _ target: inout ImportedTarget
    ) -> Bool {
        let texts = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
        switch key {
        case "preferred_ip_protocol", "ip_protocol_fallback", "query_name", "query_type", "tls", "valid_http_versions",
            "service", "transport_protocol", "valid_rcodes":
            return key != "valid_http_versions" && key != "valid_rcodes"
        case "follow_redirects": if value.flag == false { target.set("http", "redirects", .number(0)) }
        case "enable_http2": if value.flag == false { target.set("http", "version", .text("1.1")) }
        case "recursion_desired": return value.flag == true
        case "method": target.set("http", "method", .text(texts.first ?? "GET"))
        case "body": target.setContent("http", "body", texts.first ?? "", at: place)
        case "body_file": target.set("http", "body_file", .text(texts.first ?? ""))
        case "headers":
            for entry in value.entries ?? [] {
                if let text = entry.value.text { target.addHeader(entry.key, text, at: place) }
            }
        case "valid_status_codes": target.setStatuses(texts, at: place)
        case "fail_if_body_not_matches_regexp": target.set("http", "matches", .list(texts.map { .text($0) }))
        case "no_follow_redirects": if value.flag == true { target.set("http", "redirects", .number(0)) }
        case "proxy_url": target.setProxy(texts.first ?? "", at: place)
        case "tls_config":
            let names = [
                ("ca_file", "ca_file"), ("server_name", "server_name"), ("cert_file", "certificate"),
                ("key_file", "key"),
            ]
            for (old, new) in names {
                if let text = value[old]?.text { target.set("tls", new, .text(text)) }
            }
            return value["insecure_skip_verify"]?.flag != true
        default: return false
        }
        return true
    }
}
