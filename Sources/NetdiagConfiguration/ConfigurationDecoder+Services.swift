import FoundationEssentials
import NetworkModel
import ServiceDiscovery
import TargetKinds

extension ConfigurationDecoder {
    /// The maximum number of services.
    static let maxServices = 64

    /// - Parameter own: The settings for the announcement of the daemon itself.
    mutating func services(
        _ setting: Setting, beside own: Configuration.Publish
    ) -> [Configuration.ServiceSettings] {
        guard !setting.node.isNull else { return [] }
        guard case .sequence(let nodes) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write a list of services, as in - {type: _http._tcp, port: 8080}")
            return []
        }
        guard nodes.count <= Self.maxServices else {
            refuse(setting, "has \(nodes.count) entries; the maximum is \(Self.maxServices)")
            return []
        }
        let daemon = ServiceRegistration(name: own.name, types: Configuration.Publish.types, port: 0)
        var taken: [(line: Int, registration: ServiceRegistration)] = []
        return nodes.compactMap { node in
            guard let service = service(Setting(name: "service", node: node)) else { return nil }
            let registration = service.registration
            let name = registration.name.map { "named \(SafeText.shown($0))" } ?? "without a name"
            if let (line, other) = taken.first(where: { $0.registration.collides(with: registration) }) {
                let type = registration.sharedTypes(with: other).first ?? ""
                problems.add(
                    "line \(line) already has a service \(name) of the type \(type); give this one another name",
                    line: node.mark.line)
                return nil
            }
            if own.isEnabled, registration.collides(with: daemon) {
                let type = registration.sharedTypes(with: daemon).first ?? ""
                problems.add(
                    "a service \(name) of the type \(type) is what netdiagd publishes itself as; "
                        + "give the service a name, or netdiagd another one (publish: name:)",
                    line: node.mark.line)
                return nil
            }
            taken.append((node.mark.line, registration))
            return service
        }
    }

    private static let serviceKeys = [
        "name", "type", "types", "port", "txt", "subtypes", "host", "check", "interval",
    ]

    private mutating func service(_ item: Setting) -> Configuration.ServiceSettings? {
        let before = problems.count
        guard let group = group(item, known: Self.serviceKeys) else { return nil }
        let types = self.types(group)
        let port = group["port"].flatMap { integer($0, in: 0...65_535) }
        // An unknown key was already reported, and may be a misspelling of this one.
        if problems.count == before {
            if types == nil { problems.add("service needs a type; write type: _http._tcp", line: item.line) }
            if group["port"] == nil { problems.add("service needs a port; write port: 8080", line: item.line) }
        }
        var registration = ServiceRegistration(name: nil, types: types ?? [], port: UInt16(port ?? 0))
        if let name = group["name"] { registration.name = text(name, "a name of 1 to 63 bytes") }
        if let host = group["host"] { registration.host = text(host, "a host's name in full, as in printer.local") }
        if let txt = group["txt"] { registration.txt = self.txt(txt) }
        if let subtypes = group["subtypes"] {
            registration.subtypes = texts(subtypes, of: "subtypes, as in _printer") ?? []
        }
        guard problems.count == before else { return nil }
        do throws(ServiceRegistration.Problem) {
            try registration.examine()
        } catch {
            let key = error.field == .types && group["types"] == nil ? "type" : error.field.rawValue
            refuse(group[key] ?? item, "cannot be published: \(error.reason)")
            return nil
        }
        let check = self.check(group, of: registration)
        guard problems.count == before else { return nil }
        return Configuration.ServiceSettings(registration: registration, check: check)
    }

    private mutating func types(_ group: Group) -> [String]? {
        if let one = group["type"], let several = group["types"] {
            problems.add("type and types are mutually exclusive; keep one of them", line: max(one.line, several.line))
            return nil
        }
        if let several = group["types"] { return texts(several, of: "types, as in _http._tcp") }
        return group["type"].flatMap { text($0, "a type, as in _http._tcp") }.map { [$0] }
    }

    /// A key without a value, or with `null`, is an attribute without a value; `""` is an empty value (RFC 6763 section
    /// 6.4).
    private mutating func txt(_ setting: Setting) -> [TXTEntry] {
        pairs(setting, "key: value, a line each, as in path: /").compactMap { entry in
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            if entry.value.isNull { return TXTEntry(key: entry.key, value: .flag) }
            guard case .mapping = entry.value.content else {
                return text(named, "a value, or {base64: …} for bytes").map {
                    TXTEntry(key: entry.key, value: .text($0))
                }
            }
            guard let group = group(named, known: ["base64"]), let encoded = group["base64"],
                let text = text(encoded, "bytes in base64, as in AAE=")
            else { return nil }
            guard let data = Data(base64Encoded: text) else {
                refuse(encoded, "\(SafeText.shown(text)) is not base64; write bytes like AAE=")
                return nil
            }
            return TXTEntry(key: entry.key, value: .bytes(Array(data)))
        }
    }

    /// The check of a service. By default, a service over TCP is checked by a connection to its port.
    private mutating func check(
        _ group: Group, of registration: ServiceRegistration
    ) -> Configuration.ServiceSettings.Check? {
        let interval = group["interval"].flatMap { duration($0, in: .seconds(1) ... .seconds(86_400)) }
        var target: Target?
        if let setting = group["check"] {
            guard let text = text(setting, "a target, as in http://localhost:8080/, or off") else { return nil }
            if SettingText.boolean(text) != false {
                do {
                    target = try Target(text)
                } catch {
                    refuse(setting, "cannot be checked: \(error.description)")
                    return nil
                }
            }
        } else if registration.port != 0, registration.types.contains(where: { $0.lowercased().hasSuffix("._tcp") }) {
            let port = "\(registration.host ?? "localhost"):\(registration.port)"
            target = try? Target("tcp://\(port)")
            if target == nil, let host = group["host"] {
                refuse(host, "\(SafeText.shown(port)) cannot be checked; write check: and a target, or check: off")
            }
        }
        guard let target else {
            if let setting = group["interval"] {
                refuse(setting, "has no effect for a service that is not checked; give it a check, or remove it")
            }
            return nil
        }
        return .init(target: target, interval: interval ?? .seconds(10))
    }

    /// The maximum number of entries in a list of types, or in a group of texts.
    private static let maxEntries = 64

    private mutating func texts(_ setting: Setting, of expected: String) -> [String]? {
        guard let items = list(setting, of: expected) else { return nil }
        guard items.count <= Self.maxEntries else {
            refuse(setting, "has \(items.count) entries; the maximum is \(Self.maxEntries)")
            return nil
        }
        return items.compactMap { text($0, expected) }
    }

    /// The entries of a group with arbitrary keys.
    private mutating func pairs(_ setting: Setting, _ expected: String) -> [YAMLNode.Entry] {
        guard case .mapping(let entries) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write \(expected)")
            return []
        }
        guard entries.count <= Self.maxEntries else {
            refuse(setting, "has \(entries.count) entries; the maximum is \(Self.maxEntries)")
            return []
        }
        return entries
    }
}
