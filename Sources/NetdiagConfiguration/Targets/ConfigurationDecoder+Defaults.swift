import NetworkModel

/// Settings that can be given for all targets, for a group, and for a single target.
extension ConfigurationDecoder {
    private static let paceKeys = [
        "interval", "timeout", "family", "ca_file", "after", "recover", "labels", "maintenance", "thresholds",
    ]
    /// All settings of a target except for the target itself, its name and its group.
    static let defaultKeys = paceKeys + probeKeys
    /// The maximum number of groups in a configuration.
    private static let maxGroups = 1_000
    private static let maxLabels = 32
    static let maxNameBytes = 100

    /// Reads the settings of a group that replace the defaults.
    ///
    /// - Parameter thresholds: The thresholds of the configuration, which are the defaults for the target's own.
    mutating func defaults(_ group: Group, on inherited: TargetDefaults, thresholds: Thresholds) -> TargetDefaults {
        var defaults = inherited
        defaults.pace = checkTiming(group, default: inherited.pace)
        if let family = group["family"], let chosen = families(family) { defaults.families = chosen }
        if let file = group["ca_file"], let path = certificateAuthority(file) {
            defaults.certificateAuthorityFile = path
        }
        if let after = group["after"], let count = integer(after, in: 1...100, unit: "failures") {
            defaults.after = count
        }
        if let recover = group["recover"], let count = integer(recover, in: 1...100, unit: "successes") {
            defaults.recover = count
        }
        if let labels = group["labels"] { defaults.labels.merge(targetLabels(labels)) { $1 } }
        if let windows = group["maintenance"] { defaults.maintenance += maintenance(windows) }
        if let own = group["thresholds"] {
            defaults.thresholds = self.thresholds(own, on: inherited.thresholds ?? thresholds)
        }
        return defaults
    }

    /// Reads settings as ``defaults(_:on:thresholds:)`` does, together with probe settings, for several targets.
    mutating func sharedDefaults(
        _ group: Group, of name: String? = nil, on inherited: TargetDefaults, thresholds: Thresholds
    ) -> TargetDefaults {
        var defaults = defaults(group, on: inherited, thresholds: thresholds)
        defaults.group = name
        defaults.probe = probeDefaults(group, on: inherited.probe)
        return defaults
    }

    /// Reads `groups:`, each with the same keys as `defaults:`.
    mutating func groups(
        _ setting: Setting, on inherited: TargetDefaults, thresholds: Thresholds
    ) -> [String: TargetDefaults] {
        if setting.node.isNull { return [:] }
        guard case .mapping(let entries) = setting.node.content else {
            refuse(
                setting, "is \(setting.node.kind); write name: and below it what its targets have, as in interval: 1m")
            return [:]
        }
        guard entries.count <= Self.maxGroups else {
            refuse(setting, "has \(entries.count) groups; the maximum is \(Self.maxGroups)")
            return [:]
        }
        var groups: [String: TargetDefaults] = [:]
        for entry in entries {
            guard name(entry.key, line: entry.mark.line, of: "a group") else { continue }
            let item = Setting(name: "groups.\(entry.key)", node: entry.value)
            guard let group = group(item, known: Self.defaultKeys) else { continue }
            groups[entry.key] = sharedDefaults(group, of: entry.key, on: inherited, thresholds: thresholds)
        }
        return groups
    }

    /// Whether a name is valid: 1 to ``maxNameBytes`` bytes without control characters.
    mutating func name(_ text: String, line: Int, of what: String) -> Bool {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, (1...Self.maxNameBytes).contains(text.utf8.count), text.first != " ", text.last != " " else {
            problems.add(
                "\(SafeText.shown(text)) is not a valid name of \(what); "
                    + "write 1 to \(Self.maxNameBytes) bytes, without control characters and without leading or trailing blanks",
                line: line)
            return false
        }
        return true
    }

    mutating func targetLabels(_ setting: Setting) -> [String: String] {
        let expected = "key: value, as in team: web"
        guard case .mapping(let entries) = setting.node.content else {
            if !setting.node.isNull { refuse(setting, "is \(setting.node.kind); write \(expected)") }
            return [:]
        }
        guard entries.count <= Self.maxLabels else {
            refuse(setting, "has \(entries.count) labels; the maximum is \(Self.maxLabels)")
            return [:]
        }
        var labels: [String: String] = [:]
        for entry in entries {
            // The syntax is that of Prometheus.
            let isKey = entry.key.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
                    || (0x30...0x39).contains(byte)
            }
            guard isKey, (1...64).contains(entry.key.utf8.count), !(0x30...0x39).contains(entry.key.utf8.first ?? 0)
            else {
                problems.add(
                    "\(SafeText.shown(entry.key)) is not a valid label name; write letters, digits and _, not beginning with a digit",
                    line: entry.mark.line)
                continue
            }
            let item = Setting(name: "\(setting.name).\(entry.key)", node: entry.value)
            guard let text = text(item, "a string, as in web") else { continue }
            guard text.utf8.count <= 200, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else {
                refuse(item, "is not valid; write up to 200 bytes without control characters")
                continue
            }
            labels[entry.key] = text
        }
        return labels
    }
}
