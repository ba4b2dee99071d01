import NetworkModel
import TargetKinds

extension ConfigurationDecoder {
    /// The groups of settings that say how a target is asked; kinds declare them.
    private static let settingGroups = TargetKinds.builtIn.settingGroups

    /// Their keys.
    static let probeKeys = settingGroups.map(\.key)

    /// Reads how a target is asked; what does not go with its kind is a problem.
    ///
    /// - Parameter proxy: The proxy of the whole configuration.
    mutating func probe(_ group: Group, for target: Target, proxy: ProxyChoice) -> ProbeSettings {
        var probe = ProbeSettings()
        probe.proxy = proxy
        for settings in Self.settingGroups {
            guard let setting = group[settings.key] else { continue }
            guard settings.isTaken(by: target) else {
                refuse(setting, "is of no use for \(SafeText.shown(target.text)); leave it out")
                continue
            }
            read(setting) { settings.read($0, into: &probe, with: &$1) }
        }
        return probe
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

    /// Has a setting read by its declaration.
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
