import NetworkModel
import TargetKinds

extension ConfigurationDecoder {
    /// How often and how long is checked, and whether somebody said how long.
    struct Pace {
        var interval: Duration
        var timeout: Duration
        var isTimeoutGiven: Bool
    }

    /// Reads interval and timeout. A timeout that nobody gave is cut to the interval; one that was given is not.
    mutating func pace(_ group: Group, default inherited: Pace?) -> Pace {
        let defaults = Configuration()
        var pace = inherited ?? Pace(interval: defaults.interval, timeout: defaults.timeout, isTimeoutGiven: false)
        let interval = group["interval"].flatMap { duration($0, in: .seconds(1) ... .seconds(86_400)) }
        let timeout = group["timeout"].flatMap { duration($0, in: .milliseconds(100) ... .seconds(300)) }
        if let interval { pace.interval = interval }
        if let timeout { (pace.timeout, pace.isTimeoutGiven) = (timeout, true) }
        guard pace.timeout > pace.interval else { return pace }
        // The setting that this group gives is the one that is wrong here.
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

    mutating func targets(_ setting: Setting, pace: Pace, proxy: ProxyChoice) -> [Configuration.TargetSettings] {
        guard !setting.node.isNull else { return [] }
        guard let items = list(setting, of: "targets, as in - https://example.org/") else { return [] }
        guard items.count <= Configuration.maximumTargets else {
            refuse(setting, "has \(items.count) entries; it takes at most \(Configuration.maximumTargets)")
            return []
        }
        var lines: [String: Int] = [:]
        return items.compactMap { item in
            guard let settings = target(Setting(name: "target", node: item.node), pace: pace, proxy: proxy) else {
                return nil
            }
            let text = settings.target.text
            if let first = lines[text] {
                problems.add(
                    "the target \(SafeText.shown(text)) stands in line \(first) already; keep one of the two",
                    line: item.line)
                return nil
            }
            lines[text] = item.line
            return settings
        }
    }

    private mutating func target(
        _ item: Setting, pace: Pace, proxy: ProxyChoice
    ) -> Configuration.TargetSettings? {
        guard case .mapping(let entries) = item.node.content else {
            guard let target = parsedTarget(item) else { return nil }
            var settings = Configuration.TargetSettings(target: target, interval: pace.interval, timeout: pace.timeout)
            settings.probe.proxy = proxy
            return settings
        }
        let known = ["target", "interval", "timeout", "family", "ca_file"] + Self.probeKeys
        guard let group = group(item, known: known, prefix: "") else { return nil }
        let pace = self.pace(group, default: pace)
        var (families, authority) = (Set(AddressFamily.allCases), String?.none)
        if let family = group["family"], let chosen = self.families(family) { families = chosen }
        if let file = group["ca_file"] { authority = certificateAuthority(file) }
        guard let named = group["target"] else {
            // An unknown key has been told, and may be the one that was meant.
            if group.count == entries.count {
                problems.add("the target itself is missing; write target: https://example.org/", line: item.line)
            }
            return nil
        }
        guard let target = parsedTarget(named) else { return nil }
        if case .address(let address) = target.host, !families.contains(address.family), let family = group["family"] {
            refuse(family, "leaves nothing to try, \(address) is another; leave it out")
        }
        if let family = group["family"], !target.isOnNetwork {
            refuse(family, "is of no use, \(SafeText.shown(target.text)) has no address; leave it out")
        }
        if let file = group["ca_file"], !target.takes(.tls) {
            refuse(file, "is of no use, \(SafeText.shown(target.text)) has no certificate; leave it out")
        }
        var settings = Configuration.TargetSettings(
            target: target, interval: pace.interval, timeout: pace.timeout, families: families)
        settings.probe = probe(group, for: target, proxy: proxy)
        if let authority { settings.probe.tls.certificateAuthorityFile = authority }
        return settings
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

    private mutating func families(_ setting: Setting) -> Set<AddressFamily>? {
        guard let text = text(setting, "ipv4, ipv6 or both") else { return nil }
        if text.lowercased() == "both" { return Set(AddressFamily.allCases) }
        guard let family = AddressFamily(rawValue: text.lowercased()) else {
            refuse(setting, "\(SafeText.shown(text)) is unknown; write ipv4, ipv6 or both")
            return nil
        }
        return [family]
    }
}
