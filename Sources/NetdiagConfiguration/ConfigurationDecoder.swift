import NetworkModel

/// Decodes a configuration from YAML nodes. Problems are collected, and the defaults used instead, so that all problems
/// are reported at once. Each group of settings has an extension in a file of its own.
package struct ConfigurationDecoder: Sendable {
    package var problems: ConfigurationProblems
    /// The line of each file in which the list of known keys was reported, so that it is reported once.
    private var listed: [String: Int] = [:]
    /// Whether a colon precedes a reason that begins with a quoted value, as in `port: "abc" is not valid`.
    package var separatesValues = false
    /// What is suspicious, but may be as it should be when it is needed.
    var warnings: [ConfigurationError.Problem] = []
    /// The time zones that were already read.
    var zones: [String: ZoneOffsets] = [:]

    package init(problems: ConfigurationProblems) { self.problems = problems }

    /// The name of a setting for messages, and its value.
    package struct Setting {
        package let name: String
        package let node: YAMLNode
        package var line: Int { node.mark.line }

        package init(name: String, node: YAMLNode) {
            self.name = name
            self.node = node
        }
    }

    /// The known settings of a group, by key.
    package typealias Group = [String: Setting]

    mutating func configuration(_ root: YAMLNode?) -> Configuration {
        var configuration = Configuration()
        guard let root else { return configuration }
        let known = [
            "interval", "timeout", "proxy", "captive_portal_url", "uplink", "defaults", "groups", "targets", "include",
            "maintenance", "history", "listen", "publish", "services", "access", "discovery", "thresholds",
            "blackbox", "alerts",
        ]
        guard let group = group(Setting(name: "the file", node: root), known: known, prefix: "") else {
            return configuration
        }
        let pace = checkTiming(group, default: nil)
        (configuration.interval, configuration.timeout) = (pace.interval, pace.timeout)
        if let proxy = group["proxy"], let choice = self.proxy(proxy) { configuration.proxy = choice }
        if let thresholds = group["thresholds"] { configuration.thresholds = self.thresholds(thresholds) }
        configuration.targets = self.targets(
            group, pace: pace, proxy: configuration.proxy, thresholds: configuration.thresholds)
        if let history = group["history"] { configuration.history = self.history(history) }
        if let url = group["captive_portal_url"] { configuration.portalURL = portalURL(url) }
        if let uplink = group["uplink"], let isOn = boolean(uplink) { configuration.probesUplink = isOn }
        for index in configuration.targets.indices {
            let probe = configuration.targets[index].probe
            configuration.targets[index].probe.portalURL = configuration.portalURL
            if probe.proxy == .direct, case .through(let proxy) = configuration.proxy {
                configuration.targets[index].probe.spareProxy = proxy
            }
        }
        if let listen = group["listen"] { configuration.listen = self.listen(listen) }
        if let publish = group["publish"] { configuration.publish = self.publish(publish) }
        if let services = group["services"] {
            configuration.services = self.services(services, beside: configuration.publish)
        }
        if let access = group["access"] { configuration.access = self.access(access) }
        if let discovery = group["discovery"] { configuration.discovery = self.discovery(discovery) }
        if let blackbox = group["blackbox"] { configuration.blackbox = self.blackbox(blackbox) }
        if let alerts = group["alerts"] {
            // A target with a problem is not in the list, and may be the only one of its group.
            let groups = problems.count == 0 ? groups(of: configuration.targets, declared: group["groups"]) : nil
            configuration.alerts = self.alerts(alerts, groups: groups)
        }
        configuration.warnings = warnings
        return configuration
    }

    private func groups(of targets: [Configuration.TargetSettings], declared: Setting?) -> Set<String> {
        var groups = Set(targets.compactMap(\.group))
        if case .mapping(let entries)? = declared?.node.content { groups.formUnion(entries.map(\.key)) }
        return groups
    }

    // MARK: - Kinds

    /// The known key that was probably meant: for `url`, as other monitors call it, not the one with the nearest letters.
    private static func meant(by key: String, among known: [String]) -> String? {
        let isTarget = ["url", "host", "address"].contains(key) && known.contains("target")
        return isTarget ? "target" : KeySuggestion.nearest(to: key, among: known)
    }

    /// The settings of a group; unknown keys are problems. A key without a value is a group of defaults.
    ///
    /// - Parameter prefix: The prefix of the keys in messages; `nil` for the group's name and a dot.
    package mutating func group(_ setting: Setting, known: [String], prefix: String? = nil) -> Group? {
        if setting.node.isNull { return [:] }
        guard case .mapping(let entries) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write key: value, with one of \(known.joined(separator: ", "))")
            return nil
        }
        var group = Group()
        for entry in entries {
            guard known.contains(entry.key) else {
                let meant = Self.meant(by: entry.key, among: known).map { " did you mean \"\($0)\"?" } ?? ""
                let list = known.joined(separator: ", ")
                let first = listed[problems.file + "\0" + list]
                if first == nil { listed[problems.file + "\0" + list] = entry.mark.line }
                problems.add(
                    "unknown key \(SafeText.shown(entry.key));\(meant) "
                        + (first.map { "the known keys are those listed for line \($0)" } ?? "allowed here: \(list)"),
                    line: entry.mark.line)
                continue
            }
            var node = entry.value
            // Without a value, libyaml's mark is after the blank lines that follow.
            if node.isNull { node.mark = entry.mark }
            let prefix = prefix ?? setting.name + "."
            // A group that is named after its main key, such as `route.route`, is the key itself.
            let name = prefix == entry.key + "." ? entry.key : prefix + entry.key
            group[entry.key] = Setting(name: name, node: node)
        }
        return group
    }

    /// The items of a list, or a single item in place of a list.
    package mutating func list(_ setting: Setting, of expected: String) -> [Setting]? {
        switch setting.node.content {
        case .sequence(let nodes): return nodes.map { Setting(name: setting.name, node: $0) }
        case .scalar where !setting.node.isNull: return [setting]
        default:
            refuse(setting, "is \(setting.node.kind); write a list of \(expected)")
            return nil
        }
    }

    /// - Parameter expected: What would be correct, for the text after "write".
    package mutating func text(_ setting: Setting, _ expected: String) -> String? {
        guard case .scalar(let text, _) = setting.node.content, !setting.node.isNull else {
            refuse(setting, "is \(setting.node.kind); write \(expected)")
            return nil
        }
        return text
    }

    // MARK: - Values

    package mutating func duration(_ setting: Setting, in range: ClosedRange<Duration>) -> Duration? {
        let bounds = "\(range.lowerBound.settingText) to \(range.upperBound.settingText)"
        guard let text = text(setting, "a duration of \(bounds), as in 30s") else { return nil }
        return value(setting) { () throws(SettingsError) in
            let duration = try Duration(setting: text)
            guard range.contains(duration) else {
                throw SettingsError("\(SafeText.shown(text)) is out of range; expected \(bounds)")
            }
            return duration
        }
    }

    /// - Parameter unit: The unit of the number; `nil` for none.
    package mutating func integer(_ setting: Setting, in range: ClosedRange<Int>, unit: String? = nil) -> Int? {
        let expected = "a whole number\(unit.map { " of \($0)" } ?? "") from \(range.lowerBound) to \(range.upperBound)"
        guard let text = text(setting, expected) else { return nil }
        let digits = text.utf8
        guard (1...9).contains(digits.count), digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text), range.contains(number)
        else {
            refuse(setting, "\(SafeText.shown(text)) is not valid; write \(expected)")
            return nil
        }
        return number
    }

    package mutating func boolean(_ setting: Setting) -> Bool? {
        guard let text = text(setting, "on or off") else { return nil }
        guard let value = SettingText.boolean(text) else {
            refuse(setting, "\(SafeText.shown(text)) is neither on nor off; write one of the two")
            return nil
        }
        return value
    }

    /// The result of a parser for a setting. An error that it throws becomes a problem.
    mutating func value<Value>(_ setting: Setting, _ parse: () throws(SettingsError) -> Value) -> Value? {
        do {
            return try parse()
        } catch {
            refuse(setting, error.reason)
            return nil
        }
    }

    /// Adds a warning, which does not keep the configuration from being used.
    mutating func warn(_ setting: Setting, _ text: String) {
        guard warnings.count < ConfigurationError.maxProblems else { return }
        warnings.append(.init(file: problems.file, line: setting.line, text: "\(setting.name) \(text)"))
    }

    package mutating func refuse(_ setting: Setting, _ reason: String) {
        let hasColon = separatesValues && (reason.hasPrefix("\"") || reason.hasPrefix("there is "))
        problems.add("\(setting.name)\(hasColon ? ":" : "") \(reason)", line: setting.line)
    }
}
