import NetworkModel
import Probes
import TargetKinds

extension ConfigurationDecoder {
    /// The keys of a target that say how it is asked.
    static let probeKeys =
        ["address", "http", "tls", "credentials", "proxy", "ftp", "websocket", "script", "records", "ping"] + kindKeys

    /// The groups of settings that registered kinds have.
    private static let kindKeys = TargetKinds.builtIn.all.filter { !$0.describedSettings.isEmpty }.map { $0.name }

    /// Most entries of a list of rules, fields, steps or records.
    static let mostEntries = 64

    /// Reads how a target is asked; what does not go with its kind is a problem.
    ///
    /// - Parameter proxy: The proxy of the whole configuration.
    mutating func probe(_ group: Group, for target: Target, proxy: ProxyChoice) -> ProbeSettings {
        var probe = ProbeSettings()
        probe.proxy = proxy
        for key in Self.probeKeys {
            guard let setting = group[key] else { continue }
            guard target.takes(key) else {
                refuse(setting, "is of no use for \(SafeText.shown(target.text)); leave it out")
                continue
            }
            switch key {
            case "address": probe.address = address(setting, of: target)
            case "http": if let http = http(setting) { probe.http = http }
            case "tls": if let tls = tls(setting) { probe.tls = tls }
            case "credentials": probe.authentication = credentials(setting)
            case "proxy": if let choice = self.proxy(setting) { probe.proxy = choice }
            case "ftp": if let ftp = ftp(setting) { probe.ftp = ftp }
            case "websocket": if let webSocket = webSocket(setting) { probe.webSocket = webSocket }
            case "script": probe.script = script(setting)
            case "records": probe.records = texts(setting, of: "records, as in 192.0.2.1") ?? []
            case "ping": if let echo = echo(setting) { probe.echo = echo }
            default: probe.kind = kind(setting, named: key)
            }
        }
        return probe
    }

    private mutating func kind(_ setting: Setting, named name: String) -> SettingValues {
        var values = SettingValues()
        guard let kind = TargetKinds.builtIn.kind(named: name),
            let group = group(setting, known: kind.describedSettings.map { $0.key })
        else { return values }
        for description in kind.describedSettings {
            guard let setting = group[description.key], let text = text(setting, description.typeWords) else {
                continue
            }
            do {
                try values.set(description, text)
            } catch {
                refuse(setting, error.reason)
            }
        }
        return values
    }

    private mutating func address(_ setting: Setting, of target: Target) -> IPAddress? {
        guard let text = text(setting, "one address of the target's name") else { return nil }
        guard let address = IPAddress(text) else {
            refuse(setting, "\(SafeText.shown(text)) is no address; write one like 192.0.2.1 or 2001:db8::1")
            return nil
        }
        return address
    }

    // MARK: - HTTP

    private mutating func http(_ setting: Setting) -> HTTPSettings? {
        let known = [
            "method", "headers", "body", "body_file", "version", "redirects", "compression", "status", "contains",
            "lacks", "matches", "json", "max_body", "read_body",
        ]
        guard let group = group(setting, known: known) else { return nil }
        var http = HTTPSettings()
        if let method = group["method"] { http.method = self.method(method) ?? http.method }
        if let headers = group["headers"] { http.fields = fields(headers) }
        http.body = body(group)
        if let version = group["version"] { http.version = choice(version, HTTPSettings.Version.self) }
        if let redirects = group["redirects"] { http.mostRedirects = self.redirects(redirects) ?? http.mostRedirects }
        if let compression = group["compression"] { http.acceptsCompression = boolean(compression) ?? true }
        if let status = group["status"] { http.expectedStatus = statuses(status) }
        http.rules = rules(group)
        if let size = group["read_body"], let bytes = bytes(size) { http.mostBodyBytes = bytes }
        if let size = group["max_body"], let bytes = bytes(size) {
            (http.mostBodyBytes, http.isLongBodyWrong) = (bytes, true)
        }
        return http
    }

    private mutating func method(_ setting: Setting) -> String? {
        guard let text = text(setting, "a method, as in POST") else { return nil }
        guard HTTPSettings.isMethod(text) else {
            refuse(setting, "\(SafeText.shown(text)) is no method that can be sent; write one like GET, HEAD or POST")
            return nil
        }
        return text
    }

    private mutating func fields(_ setting: Setting) -> [HTTPSettings.Field] {
        pairs(setting, "name: value, a line each").compactMap { entry in
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            // An empty value is one that a field may have.
            guard let value = entry.value.isNull ? "" : text(named, "a value") else { return nil }
            if HTTPSettings.isLogin(entry.key) {
                refuse(named, "would stand in reports and logs; use credentials: of the target")
                return nil
            }
            return self.value(named) { () throws(SettingsError) in
                do throws(SettingsError) {
                    return try HTTPSettings.Field(name: entry.key, value: value)
                } catch {
                    throw SettingsError("cannot be sent: \(error.reason)")
                }
            }
        }
    }

    private mutating func body(_ group: Group) -> HTTPSettings.Body? {
        if let text = group["body"], let file = group["body_file"] {
            problems.add("body and body_file exclude each other; keep one of the two", line: max(text.line, file.line))
            return nil
        }
        if let setting = group["body"], let text = text(setting, "what is sent") { return .bytes(Array(text.utf8)) }
        guard let setting = group["body_file"], let path = path(setting, "a file whose content is sent") else {
            return nil
        }
        return value(setting) { () throws(SettingsError) in
            do throws(ProbeError) {
                _ = try UploadFile(path)
            } catch {
                throw SettingsError("\(SafeText.escapedPath(path)) cannot be read: \(error.reason)")
            }
            return .file(path)
        }
    }

    private mutating func redirects(_ setting: Setting) -> Int? {
        if case .scalar(let text, _) = setting.node.content, let follows = Self.boolean(text) {
            return follows ? 10 : 0
        }
        return whole(setting, in: 0...30, unit: "redirects")
    }

    private mutating func statuses(_ setting: Setting) -> [ClosedRange<Int>] {
        (entries(setting, of: "statuses, as in 204 or 200-299") ?? []).compactMap { item in
            guard let text = text(item, "a status, as in 204 or 200-299") else { return nil }
            guard let statuses = HTTPSettings.statuses(text) else {
                refuse(item, "\(SafeText.shown(text)) is no status; write one like 204, or a range like 200-299")
                return nil
            }
            return statuses
        }
    }

    private mutating func rules(_ group: Group) -> [BodyRule] {
        var rules: [BodyRule] = []
        if let setting = group["contains"] {
            rules += (texts(setting, of: "texts that have to stand in the body") ?? []).map(BodyRule.contains)
        }
        if let setting = group["lacks"] {
            rules += (texts(setting, of: "texts that must not stand in the body") ?? []).map(BodyRule.lacks)
        }
        if let setting = group["matches"] { rules += patterns(setting).map(BodyRule.matches) }
        if let setting = group["json"] { rules += values(setting) }
        return rules
    }

    private mutating func values(_ setting: Setting) -> [BodyRule] {
        pairs(setting, "path: value, a line each, as in $.status: ok").compactMap { entry in
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            guard case .scalar(let text, let style) = entry.value.content else {
                refuse(named, "is \(entry.value.kind); write a text, a number, true, false or null")
                return nil
            }
            return value(named) { () throws(SettingsError) in
                do throws(SettingsError) {
                    return .json(path: try JSONPath(entry.key), equals: JSONValue(text, isPlain: style == .plain))
                } catch {
                    throw SettingsError(error.reason)
                }
            }
        }
    }

    /// The keys and values of a group whose keys may be anything.
    mutating func pairs(_ setting: Setting, _ expected: String) -> [YAMLNode.Entry] {
        guard case .mapping(let entries) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write \(expected)")
            return []
        }
        guard entries.count <= Self.mostEntries else {
            refuse(setting, "has \(entries.count) entries; it takes at most \(Self.mostEntries)")
            return []
        }
        return entries
    }

    /// `64KiB`, `1MiB`, or a number of bytes.
    private mutating func bytes(_ setting: Setting) -> Int? {
        let expected = "a size of 1KiB to 16MiB, as in 64KiB"
        guard let text = text(setting, expected) else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20]
        let unit = text[digits.endIndex...].drop { $0 == " " }
        guard digits.count <= 8, let number = Int(digits), let factor = units[String(unit)],
            (1_024...(16 << 20)).contains(number * factor)
        else {
            refuse(setting, "\(SafeText.shown(text)) cannot be taken; write \(expected)")
            return nil
        }
        return number * factor
    }

    // MARK: - Kinds

    /// The items of a list that is not too long, or the one that stands in its place.
    private mutating func entries(_ setting: Setting, of expected: String) -> [Setting]? {
        guard let items = list(setting, of: expected) else { return nil }
        guard items.count <= Self.mostEntries else {
            refuse(setting, "has \(items.count) entries; it takes at most \(Self.mostEntries)")
            return nil
        }
        return items
    }

    mutating func texts(_ setting: Setting, of expected: String) -> [String]? {
        entries(setting, of: expected)?.compactMap { text($0, expected) }
    }

    mutating func patterns(_ setting: Setting) -> [String] {
        (entries(setting, of: "regular expressions") ?? []).compactMap { pattern($0) }
    }

    mutating func pattern(_ setting: Setting) -> String? {
        guard let text = text(setting, "a regular expression") else { return nil }
        return value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                _ = try Pattern(text)
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
            return text
        }
    }

    /// One of an enumeration's values.
    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(_ setting: Setting, _ type: Value.Type)
        -> Value?
    {
        let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = text(setting, "one of \(all)") else { return nil }
        guard let value = Value(rawValue: text.lowercased()) else {
            refuse(setting, "\(SafeText.shown(text)) is unknown; write one of \(all)")
            return nil
        }
        return value
    }
}

extension JSONValue {
    /// A YAML scalar as the value that it stands for; what is in quotes is a text.
    fileprivate init(_ text: String, isPlain: Bool) {
        guard isPlain else {
            self = .string(text)
            return
        }
        switch text {
        case "", "~", "null": self = .null
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        default:
            // Swift also reads what is no number of JSON (RFC 8259 section 6): inf, nan, 0x10.
            let isNumber = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            self = isNumber ? Double(text).map(JSONValue.number) ?? .string(text) : .string(text)
        }
    }
}

extension Target {
    /// Whether a setting can matter for what is asked of it.
    fileprivate func takes(_ key: String) -> Bool {
        switch key {
        case "address": question == nil
        case "proxy": mayUseProxy
        default: RegisteredScheme.SharedSettings(rawValue: key).map(takes) ?? (key == goal.rawValue)
        }
    }
}
