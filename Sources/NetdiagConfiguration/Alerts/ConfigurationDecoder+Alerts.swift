import NetworkModel

extension ConfigurationDecoder {
    private static let maxReceivers = 100
    private static let maxRoutes = 100
    private static let maxPatterns = 256
    static let routeDefaultKeys = ["severity", "after", "remind", "quiet"]

    mutating func alerts(_ setting: Setting) -> Configuration.Alerts {
        var alerts = Configuration.Alerts()
        let known = ["receivers", "routes", "queue", "settle"] + Self.routeDefaultKeys
        guard let group = group(setting, known: known) else { return alerts }
        if let queue = group["queue"], let count = whole(queue, in: 10...100_000, unit: "messages") {
            alerts.maxWaiting = count
        }
        if let settle = group["settle"], let time = duration(settle, in: .zero ... .seconds(3_600)) {
            alerts.settle = time
        }
        if let receivers = group["receivers"] {
            let items = items(receivers, of: "receivers, as in - name: ops", most: Self.maxReceivers)
            alerts.receivers = items.compactMap { receiver($0) }
            report(sameNamesIn: items, of: alerts.receivers)
        }
        var defaults = AlertRoute(receivers: alerts.receivers.map(\.name))
        rhythm(group, &defaults)
        guard let routes = group["routes"] else {
            let isSaid = Self.routeDefaultKeys.contains { group[$0] != nil }
            if isSaid, !alerts.receivers.isEmpty { alerts.routes = [defaults] }
            return alerts
        }
        alerts.routes = items(routes, of: "routes, as in - receivers: [ops]", most: Self.maxRoutes)
            .compactMap { route($0, defaults) }
        return alerts
    }

    private mutating func items(_ setting: Setting, of what: String, most: Int) -> [Setting] {
        if setting.node.isNull { return [] }
        guard case .sequence(let nodes) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write a list of \(what)")
            return []
        }
        guard nodes.count <= most else {
            refuse(setting, "has \(nodes.count) entries; it takes up to \(most)")
            return []
        }
        return nodes.map { Setting(name: setting.name, node: $0) }
    }

    private mutating func report(sameNamesIn items: [Setting], of receivers: [AlertReceiver]) {
        var names: Set<String> = []
        for receiver in receivers where !names.insert(receiver.name).inserted {
            problems.add(
                "alerts.receivers has \(SafeText.shown(receiver.name)) twice; give each a name of its own",
                line: items.first?.line ?? 1)
        }
    }

    // MARK: - Routes

    private mutating func route(_ item: Setting, _ defaults: AlertRoute) -> AlertRoute? {
        let known = ["receivers", "groups", "labels", "causes"] + Self.routeDefaultKeys
        guard let group = group(item, known: known) else { return nil }
        var route = defaults
        let expected = "names of receivers, as in [ops]"
        if let receivers = group["receivers"], let names = words(receivers, of: expected) {
            for name in names where !defaults.receivers.contains(name) {
                let meant =
                    KeySuggestion.nearest(to: name, among: defaults.receivers).map { " did you mean \"\($0)\"?" } ?? ""
                refuse(
                    receivers,
                    "\(SafeText.shown(name)) is no receiver;\(meant) alerts.receivers has "
                        + (defaults.receivers.isEmpty ? "none" : defaults.receivers.prefix(10).joined(separator: ", ")))
            }
            route.receivers = names
        } else if group["receivers"] == nil {
            problems.add("\(item.name) lacks receivers; write \(expected)", line: item.line)
            return nil
        }
        guard !route.receivers.isEmpty else {
            if let receivers = group["receivers"] { refuse(receivers, "is empty; write \(expected)") }
            return nil
        }
        if let groups = group["groups"], let names = words(groups, of: "groups of targets, as in [web]") {
            route.groups = Set(names)
        }
        if let labels = group["labels"] { route.labels = targetLabels(labels) }
        if let causes = group["causes"], let patterns = words(causes, of: "ids of causes, as in [dns.*, tls.expired]") {
            for pattern in patterns where !Self.isPattern(pattern) {
                refuse(
                    causes,
                    "\(SafeText.shown(pattern)) is no id of a cause; write one as netdiag explain lists them, or all of a layer as dns.*"
                )
            }
            route.causes = patterns
        }
        rhythm(group, &route)
        return route
    }

    private mutating func rhythm(_ group: Group, _ route: inout AlertRoute) {
        if let severity = group["severity"], let text = text(severity, "warning or error") {
            switch text {
            case "warning": route.severity = .warning
            case "error": route.severity = .error
            default: refuse(severity, "\(SafeText.shown(text)) is unknown; write warning or error")
            }
        }
        if let after = group["after"], let time = duration(after, in: .zero ... .seconds(86_400)) { route.after = time }
        if let remind = group["remind"] {
            if case .scalar(let text, _) = remind.node.content, SettingText.boolean(text) == false {
                route.remind = nil
            } else if let time = duration(remind, in: .seconds(60) ... .seconds(30 * 86_400)) {
                route.remind = time
            }
        }
        if let quiet = group["quiet"] { route.quiet = maintenance(quiet) }
    }

    private static func isPattern(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 64, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        func isWord(_ part: Substring.UTF8View) -> Bool {
            part.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
        }
        return isWord(parts[0]) && (isWord(parts[1]) || parts[1].elementsEqual("*".utf8))
    }

    mutating func words(_ setting: Setting, of expected: String) -> [String]? {
        guard let items = list(setting, of: expected) else { return nil }
        guard items.count <= Self.maxPatterns else {
            refuse(setting, "has \(items.count) entries; it takes up to \(Self.maxPatterns)")
            return nil
        }
        return items.compactMap { text($0, expected) }
    }
}
