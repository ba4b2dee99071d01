import NetworkModel
import TargetKinds

extension ConfigurationDecoder {
    /// The groups of settings for the probes of targets, as declared by the kinds.
    private static let settingGroups = TargetKinds.builtIn.settingGroups

    /// The keys of these groups.
    static let probeKeys = settingGroups.map(\.key)

    /// Reads the probe settings of a target. Settings that do not apply to its kind are problems, unless they are
    /// inherited.
    ///
    /// - Parameters:
    ///   - inherited: The settings of the target's group and of all targets.
    ///   - proxy: The proxy of the whole configuration.
    mutating func probe(
        _ group: Group, on inherited: TargetDefaults, for target: Target, proxy: ProxyChoice
    ) -> ProbeSettings {
        var probe = ProbeSettings()
        probe.proxy = proxy
        for settings in Self.settingGroups {
            let isTaken = settings.isTaken(by: target)
            if let own = group[settings.key], !isTaken {
                refuse(own, "does not apply to \(SafeText.shown(target.text)); remove it")
            }
            guard isTaken, let setting = Self.merged(settings, group[settings.key], inherited.probe[settings.key])
            else { continue }
            read(setting) { settings.read($0, into: &probe, with: &$1) }
        }
        return probe
    }

    /// The probe settings of a target that has none of its own.
    mutating func inheritedProbe(
        _ target: Target, _ inherited: TargetDefaults, _ context: inout TargetContext
    ) -> ProbeSettings {
        let taken = Self.settingGroups.filter { inherited.probe[$0.key] != nil && $0.isTaken(by: target) }
        // A line feed separates them, since names of groups have no control characters.
        let key = ([inherited.group.map { "group \($0)" } ?? ""] + taken.map(\.key)).joined(separator: "\n")
        if let known = context.inherited[key] { return known }
        let probe = probe([:], on: inherited, for: target, proxy: context.proxy)
        context.inherited[key] = probe
        return probe
    }

    /// The probe settings of a group of targets, or of all targets. Problems in them are reported here, once, and the
    /// settings are omitted.
    mutating func probeDefaults(_ group: Group, on inherited: [String: YAMLNode]) -> [String: YAMLNode] {
        var defaults = inherited
        for settings in Self.settingGroups {
            guard let own = group[settings.key],
                let merged = Self.merged(settings, own, inherited[settings.key])
            else { continue }
            let before = problems.count
            var scratch = ProbeSettings()
            read(merged) { settings.read($0, into: &scratch, with: &$1) }
            if problems.count == before { defaults[settings.key] = merged.node }
        }
        return defaults
    }

    /// A group of settings in which the target's own settings replace inherited ones.
    private static func merged(_ settings: SettingGroup, _ own: Setting?, _ inherited: YAMLNode?) -> Setting? {
        guard let inherited else { return own }
        guard let own else { return Setting(name: settings.key, node: inherited) }
        guard !settings.isSingle, case .mapping(let rest) = inherited.content else { return own }
        let entries: [YAMLNode.Entry]
        switch own.node.content {
        case .mapping(let some): entries = some
        // A key without a value is a group without settings of its own.
        case .scalar where own.node.isNull: entries = []
        case .scalar, .sequence: return own
        }
        let keys = Set(entries.map(\.key))
        let replaced = settings.excluded(by: keys).union(keys)
        var node = own.node
        node.content = .mapping(entries + rest.filter { !replaced.contains($0.key) })
        return Setting(name: own.name, node: node)
    }

    /// The proxy of the whole configuration.
    mutating func proxy(_ setting: Setting) -> ProxyChoice? {
        read(setting) { SettingGroup.proxyChoice($0, with: &$1) }
    }

    mutating func certificateAuthority(_ setting: Setting) -> String? {
        read(setting) { SettingGroup.certificateAuthority($0, with: &$1) }
    }

    mutating func portalURL(_ setting: Setting) -> Target? {
        if case .scalar(let text, _) = setting.node.content, SettingText.boolean(text) == false { return nil }
        guard
            let text = text(setting, "a page that answers 204, as in http://portal-check.example/generate_204, or off")
        else { return nil }
        return value(setting) { () throws(SettingsError) in
            do throws(SettingsError) {
                return try ProbeSettings.portalURL(text)
            } catch {
                throw SettingsError("cannot be used: \(error.reason)")
            }
        }
    }

    /// Reads a setting with the reader from its declaration.
    private mutating func read<Value>(
        _ setting: Setting, _ read: (SettingInput, inout SettingReader) -> Value
    ) -> Value {
        var reader = SettingReader(.configuration)
        defer {
            for problem in reader.problems {
                problems.add(
                    problem.name.isEmpty ? problem.reason : "\(problem.name) \(problem.reason)", line: problem.line)
            }
        }
        return read(SettingInput(setting.node, name: setting.name), &reader)
    }
}

extension SettingInput {
    fileprivate init(_ node: YAMLNode, name: String) {
        let content: Content
        switch node.content {
        case _ where node.isNull: content = .nothing
        case .scalar(let text, let style): content = .text(text, isQuoted: style != .plain)
        case .sequence(let nodes): content = .list(nodes.map { SettingInput($0, name: name) })
        case .mapping(let entries):
            content = .group(
                entries.map { entry in
                    .init(key: entry.key, line: entry.mark.line, value: SettingInput(entry.value, name: name))
                })
        }
        self.init(name: name, content, line: node.mark.line)
    }
}
