import NetworkModel
import TargetKinds

extension ConfigurationDecoder {
    /// The interval and the time limit of checks, and whether the limit was given.
    struct CheckTiming {
        var interval: Duration
        var timeout: Duration
        var isTimeoutGiven: Bool
    }

    /// Reads the interval and the time limit. A default limit is reduced to the interval; one that was given is not.
    mutating func checkTiming(_ group: Group, default inherited: CheckTiming?) -> CheckTiming {
        let defaults = Configuration()
        var pace =
            inherited ?? CheckTiming(interval: defaults.interval, timeout: defaults.timeout, isTimeoutGiven: false)
        let interval = group["interval"].flatMap { duration($0, in: .seconds(1) ... .seconds(86_400)) }
        let timeout = group["timeout"].flatMap { duration($0, in: .milliseconds(100) ... .seconds(300)) }
        if let interval { pace.interval = interval }
        if let timeout { (pace.timeout, pace.isTimeoutGiven) = (timeout, true) }
        guard pace.timeout > pace.interval else { return pace }
        // The wrong setting is the one that this group contains.
        if pace.isTimeoutGiven, let wrong = timeout != nil ? group["timeout"] : group["interval"] {
            let (long, short) = (pace.timeout.settingText, pace.interval.settingText)
            problems.add(
                "the timeout of \(long) is longer than the interval of \(short); "
                    + "write a timeout of \(short) or less, or a longer interval",
                line: wrong.line)
        }
        pace.timeout = min(pace.timeout, pace.interval)
        return pace
    }

    /// The settings that all targets of a configuration share.
    struct TargetContext {
        var defaults: TargetDefaults
        /// The declared groups; `nil` if there are none, so that any name is valid.
        var groups: [String: TargetDefaults]?
        var proxy: ProxyChoice
        var thresholds: Thresholds
        /// The probe settings of targets that have none of their own, by their group and the settings that apply to
        /// them. They are read once and shared by thousands of targets.
        var inherited: [String: ProbeSettings] = [:]
        /// The place of each target in the files, by its key.
        var places: [String: (file: String, line: Int)] = [:]
    }

    /// Adds the targets of one file.
    mutating func targets(
        _ setting: Setting, _ context: inout TargetContext, to targets: inout [Configuration.TargetSettings]
    ) {
        guard !setting.node.isNull, let items = list(setting, of: "targets, as in - https://example.org/") else {
            return
        }
        guard targets.count + items.count <= Configuration.maxTargets else {
            refuse(
                setting,
                "has \(targets.count + items.count) entries; the maximum is \(Configuration.maxTargets)")
            return
        }
        for item in items {
            guard let settings = target(Setting(name: "target", node: item.node), &context) else { continue }
            if let first = context.places[settings.key] {
                let place = first.file == problems.file ? "line \(first.line)" : "\(first.file):\(first.line)"
                problems.add(
                    settings.name == nil
                        ? "\(place) already has the target \(SafeText.shown(settings.key)); "
                            + "keep one of the two, or give this one a name"
                        : "\(place) already has a target named \(SafeText.shown(settings.key)); "
                            + "give this one another name", line: item.line)
                continue
            }
            context.places[settings.key] = (problems.file, item.line)
            targets.append(settings)
        }
    }

    private mutating func target(_ item: Setting, _ context: inout TargetContext) -> Configuration.TargetSettings? {
        guard case .mapping(let entries) = item.node.content else {
            guard let target = parsedTarget(item) else { return nil }
            var settings = settings(target, context.defaults)
            settings.probe = inheritedProbe(target, context.defaults, &context)
            trust(context.defaults.certificateAuthorityFile, &settings)
            return settings
        }
        let known = ["target", "name", "group", "secret_path"] + Self.defaultKeys
        guard let group = group(item, known: known, prefix: "") else { return nil }
        // Only `netdiag report` uses this setting, from the text (MaskedConfiguration).
        if let setting = group["secret_path"] { _ = boolean(setting) }
        let (groupName, inherited) = groupDefaults(group["group"], context)
        let defaults = defaults(group, on: inherited, thresholds: context.thresholds)
        guard let named = group["target"] else {
            // An unknown key was already reported, and may be a misspelling of this one.
            if group.count == entries.count {
                problems.add("the target itself is missing; write target: https://example.org/", line: item.line)
            }
            return nil
        }
        guard let target = parsedTarget(named) else { return nil }
        if case .address(let address) = target.host, let family = group["family"],
            !defaults.families.contains(address.family)
        {
            refuse(family, "leaves nothing to check, since \(address) is of the other family; remove it")
        }
        if let family = group["family"], !target.isOnNetwork {
            refuse(family, "has no effect, since \(SafeText.shown(target.text)) has no address; remove it")
        }
        if let file = group["ca_file"], !target.takes(.tls) {
            refuse(file, "has no effect, since \(SafeText.shown(target.text)) has no certificate; remove it")
        }
        var settings = settings(target, defaults)
        settings.group = groupName
        if let setting = group["name"], let text = text(setting, "a name, as in Shop") {
            guard name(text, line: setting.line, of: "a target") else { return nil }
            settings.name = text
        }
        settings.probe =
            Self.probeKeys.contains { group[$0] != nil }
            ? probe(group, on: inherited, for: target, proxy: context.proxy)
            : inheritedProbe(target, inherited, &context)
        trust(defaults.certificateAuthorityFile, &settings)
        return settings
    }

    /// The group of a target, and its settings.
    private mutating func groupDefaults(
        _ setting: Setting?, _ context: TargetContext
    ) -> (name: String?, defaults: TargetDefaults) {
        guard let setting, let text = text(setting, "a group's name, as in web"),
            name(text, line: setting.line, of: "a group")
        else { return (nil, context.defaults) }
        guard let groups = context.groups else { return (text, context.defaults) }
        guard let defaults = groups[text] else {
            let known = groups.keys.sorted()
            let meant = KeySuggestion.nearest(to: text, among: known).map { " did you mean \"\($0)\"?" } ?? ""
            let list = known.prefix(10).joined(separator: ", ")
            refuse(
                setting,
                "\(SafeText.shown(text)) is not a group;\(meant) groups: has \(list); to add it, write \(text): {} there"
            )
            return (nil, context.defaults)
        }
        return (text, defaults)
    }

    private func settings(_ target: Target, _ defaults: TargetDefaults) -> Configuration.TargetSettings {
        var families = defaults.families
        // The shared settings must not leave a target without an address.
        if case .address(let address) = target.host { families.insert(address.family) }
        var settings = Configuration.TargetSettings(
            target: target, interval: defaults.pace.interval, timeout: defaults.pace.timeout, families: families)
        (settings.after, settings.recover) = (defaults.after, defaults.recover)
        (settings.labels, settings.maintenance) = (defaults.labels, defaults.maintenance)
        settings.thresholds = defaults.thresholds
        return settings
    }

    private func trust(_ file: String?, _ settings: inout Configuration.TargetSettings) {
        if let file, settings.target.takes(.tls) { settings.probe.tls.certificateAuthorityFile = file }
    }

    private mutating func parsedTarget(_ setting: Setting) -> Target? {
        guard let text = text(setting, "what is to be checked, as in https://example.org/ or example.org:22") else {
            return nil
        }
        do {
            return try Target(text)
        } catch {
            problems.add(error.description, line: setting.line)
            return nil
        }
    }

    mutating func families(_ setting: Setting) -> Set<AddressFamily>? {
        guard let text = text(setting, "ipv4, ipv6 or both") else { return nil }
        if text.lowercased() == "both" { return Set(AddressFamily.allCases) }
        guard let family = AddressFamily(rawValue: text.lowercased()) else {
            refuse(setting, "\(SafeText.shown(text)) is unknown; write ipv4, ipv6 or both")
            return nil
        }
        return [family]
    }
}
