import NetworkModel
import Probes

/// Decodes configuration files of blackbox_exporter. Each of their keys either works or is refused with a reason: a
/// probe that silently checks less than its module says would be worse than none.
extension ConfigurationDecoder {
    static let maxModules = 1_000

    /// Reads the file that a setting names. Problems in it are reported with its own name and lines.
    mutating func blackbox(_ setting: Setting) -> BlackboxConfiguration? {
        guard let path = text(setting, "a file of blackbox_exporter, as in /etc/prometheus/blackbox.yml") else {
            return nil
        }
        guard path.hasPrefix("/") else {
            refuse(setting, "\(SafeText.shown(path)) is not an absolute path; write one that begins with /")
            return nil
        }
        do throws(SettingsError) {
            let file = try RegularFile.read(path, maxBytes: ConfigurationText.maxBytes)
            do throws(ConfigurationError) {
                return try BlackboxConfiguration.parse(file.bytes, file: path)
            } catch {
                problems.add(contentsOf: error)
                return nil
            }
        } catch {
            refuse(setting, "\(SafeText.escapedPath(path)) \(error.reason)")
            return nil
        }
    }

    mutating func blackboxModules(_ root: YAMLNode?) -> [String: BlackboxModule] {
        guard let root, let group = group(Setting(name: "the file", node: root), known: ["modules"], prefix: ""),
            let modules = group["modules"], !modules.node.isNull
        else { return [:] }
        guard case .mapping(let entries) = modules.node.content else {
            refuse(modules, "is \(modules.node.kind); write a group of modules by their names")
            return [:]
        }
        guard entries.count <= Self.maxModules else {
            refuse(modules, "has \(entries.count) entries; the maximum is \(Self.maxModules)")
            return [:]
        }
        var result: [String: BlackboxModule] = [:]
        for entry in entries {
            let name = "modules.\(SafeText.escaped(SafeText.cut(entry.key, to: 60)))"
            result[entry.key] = module(Setting(name: name, node: entry.value))
        }
        return result
    }

    private static let probers = ["http", "tcp", "icmp", "dns", "grpc", "unix"]

    private mutating func module(_ setting: Setting) -> BlackboxModule? {
        guard let group = group(setting, known: ["prober", "timeout", "websocket"] + Self.probers) else { return nil }
        guard let named = group["prober"] else {
            refuse(setting, "has no prober; write prober: and one of \(Self.probers.joined(separator: ", "))")
            return nil
        }
        guard let prober = text(named, "one of \(Self.probers.joined(separator: ", "))") else { return nil }
        if let other = group["websocket"] {
            refuse(other, "is not supported; check ws:// as a target of netdiag's own, with websocket:")
        }
        var timeout: Duration?
        if let given = group["timeout"], let text = text(given, "a duration, as in 5s") {
            timeout = BlackboxDuration.parse(text)
            if timeout == nil {
                refuse(given, "\(SafeText.shown(text)) is not a duration of up to a day; write one like 5s")
            }
        }
        if timeout == .zero { timeout = nil }
        // Groups of other probers have no effect, but problems in them are reported.
        var (http, tcp, unix, icmp, dns, grpc) = (
            BlackboxModule?.none, BlackboxModule?.none, BlackboxModule?.none, BlackboxModule?.none,
            BlackboxModule?.none, BlackboxModule?.none
        )
        let nothing = Setting(name: setting.name, node: YAMLNode(content: .mapping([]), mark: named.node.mark))
        func part(_ key: String) -> Setting? { group[key] ?? (prober == key ? nothing : nil) }
        if let part = part("http") { http = blackboxHTTP(part) }
        if let part = part("tcp") { tcp = blackboxTCP(part) }
        if let part = part("unix") { unix = blackboxUnix(part) }
        if let part = part("icmp") { icmp = blackboxICMP(part) }
        if let part = part("dns") { dns = blackboxDNS(part) }
        if let part = part("grpc") { grpc = blackboxGRPC(part) }
        var module: BlackboxModule?
        switch prober {
        case "http": module = http
        case "tcp": module = tcp
        case "unix": module = unix
        case "icmp": module = icmp
        case "dns": module = dns
        case "grpc": module = grpc
        case "websocket":
            refuse(named, "websocket is not supported; check ws:// as a target of netdiag's own, with websocket:")
        default:
            let meant = KeySuggestion.nearest(to: prober, among: Self.probers).map { " did you mean \"\($0)\"?" } ?? ""
            refuse(
                named,
                "\(SafeText.shown(prober)) is unknown;\(meant) write one of \(Self.probers.joined(separator: ", "))")
        }
        module?.timeout = timeout
        return module
    }

    // MARK: - Shared by several probers

    /// Refuses keys of blackbox_exporter that netdiag does not support, each with an alternative.
    mutating func refuse(_ keys: [(key: String, advice: String)], in group: Group) {
        for (key, advice) in keys {
            if let setting = group[key] { refuse(setting, "is not supported; \(advice)") }
        }
    }

    static let selectionKeys = ["preferred_ip_protocol", "ip_protocol_fallback"]

    mutating func selection(_ group: Group) -> BlackboxAddressSelection {
        var selection = BlackboxAddressSelection()
        if let setting = group["preferred_ip_protocol"], let text = text(setting, "ip4 or ip6") {
            switch text {
            case "ip4": selection.preferred = .ipv4
            case "ip6", "": selection.preferred = .ipv6
            default: refuse(setting, "\(SafeText.shown(text)) is unknown; write ip4 or ip6")
            }
        }
        if let setting = group["ip_protocol_fallback"] { selection.fallsBack = boolean(setting) ?? true }
        if let setting = group["source_ip_address"], let text = text(setting, "an address of this machine") {
            selection.source = IPAddress(text)
            if selection.source == nil {
                refuse(setting, "\(SafeText.shown(text)) is not an address; write one like 192.0.2.1")
            }
        }
        return selection
    }

    /// The items of a list; none if the key has no value.
    mutating func items(_ setting: Setting?, of expected: String) -> [Setting] {
        guard let setting, !setting.node.isNull else { return [] }
        guard case .sequence(let nodes) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write a list of \(expected)")
            return []
        }
        return nodes.map { Setting(name: setting.name, node: $0) }
    }

    mutating func texts(_ setting: Setting?, of expected: String) -> [(text: String, setting: Setting)] {
        items(setting, of: expected).compactMap { item in text(item, expected).map { ($0, item) } }
    }

    /// Regular expressions, translated for PCRE2. A pattern that PCRE2 does not accept is a problem.
    mutating func patterns(_ setting: Setting?) -> [String] {
        items(setting, of: "regular expressions").compactMap { pattern($0) }
    }

    mutating func pattern(_ setting: Setting) -> String? {
        guard let text = text(setting, "a regular expression") else { return nil }
        let translated = BlackboxPattern.translated(text)
        return value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                _ = try Pattern(translated)
                return translated
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }

    mutating func flag(_ setting: Setting?, default value: Bool) -> Bool {
        guard let setting, !setting.node.isNull else { return value }
        return boolean(setting) ?? value
    }

    /// The path of a file. A relative path is relative to the directory of the file that contains the setting.
    mutating func path(_ setting: Setting) -> String? {
        guard let text = text(setting, "the path of a file") else { return nil }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            refuse(setting, "is not a path; write one like /etc/ssl/ca.pem")
            return nil
        }
        return text.hasPrefix("/") ? text : FilePath.prefix(of: problems.file) + text
    }

    private static let versions: [String: TLSSettings.Version] = [
        "TLS10": .tls10, "TLS11": .tls11, "TLS12": .tls12, "TLS13": .tls13,
    ]

    mutating func tls(_ setting: Setting?) -> TLSSettings {
        var tls = TLSSettings()
        let inline = "name a file"
        let refused = [
            (key: "ca", advice: "\(inline) with ca_file"), (key: "cert", advice: "\(inline) with cert_file"),
            (key: "key", advice: "\(inline) with key_file"), (key: "ca_ref", advice: "\(inline) with ca_file"),
            (key: "cert_ref", advice: "\(inline) with cert_file"), (key: "key_ref", advice: "\(inline) with key_file"),
        ]
        let known = [
            "ca_file", "cert_file", "key_file", "server_name", "insecure_skip_verify", "min_version", "max_version",
        ]
        guard let setting, let group = group(setting, known: known + refused.map(\.key)) else { return tls }
        refuse(refused, in: group)
        if let file = group["ca_file"] { tls.certificateAuthorityFile = path(file) }
        if let file = group["cert_file"] { tls.clientCertificateFile = path(file) }
        if let file = group["key_file"] { tls.clientKeyFile = path(file) }
        if let lone = group["cert_file"] ?? group["key_file"], (group["cert_file"] == nil) != (group["key_file"] == nil)
        {
            refuse(lone, "is incomplete; write both cert_file and key_file")
        }
        if let name = group["server_name"], let text = text(name, "the name that the certificate must be for") {
            if !text.isEmpty {
                tls.serverName = value(name) { () throws(SettingsError) in try HostSetting.parse(text) }
            }
        }
        tls.isVerified = !flag(group["insecure_skip_verify"], default: false)
        if !tls.isVerified, let certificate = group["cert_file"] {
            refuse(
                certificate,
                "is not sent to a server whose certificate is not verified; remove it or insecure_skip_verify")
        }
        tls.minVersion = version(group["min_version"])
        tls.maxVersion = version(group["max_version"])
        return tls
    }

    private mutating func version(_ setting: Setting?) -> TLSSettings.Version? {
        guard let setting, let text = text(setting, "one of TLS10, TLS11, TLS12, TLS13") else { return nil }
        guard let version = Self.versions[text] else {
            refuse(setting, "\(SafeText.shown(text)) is unknown; write one of TLS10, TLS11, TLS12, TLS13")
            return nil
        }
        return version
    }
}

extension BlackboxConfiguration {
    /// - Throws: ``ConfigurationError`` with all problems.
    package static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> BlackboxConfiguration {
        let text = try ConfigurationText(bytes, file: file)
        var problems = ConfigurationProblems(file: file)
        let root = try YAMLReader.read(text, problems: &problems, extensions: [.binary, .aliases])
        var decoder = ConfigurationDecoder(problems: problems)
        let modules = decoder.blackboxModules(root)
        if let error = decoder.problems.error { throw error }
        return BlackboxConfiguration(file: file, modules: modules)
    }
}
