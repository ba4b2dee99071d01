import Diagnosis
import NetworkModel
import TargetKinds

extension ConfigurationDecoder {
    private static let maxReceivers = 100
    private static let maxRoutes = 100
    private static let maxPatterns = 256
    static let routeDefaultKeys = ["severity", "after", "remind", "quiet"]

    /// - Parameter groups: The groups that routes can select; `nil` if they are not known.
    mutating func alerts(_ setting: Setting, groups: Set<String>?) -> Configuration.Alerts {
        var alerts = Configuration.Alerts()
        let known = ["receivers", "routes", "queue", "settle"] + Self.routeDefaultKeys
        guard let group = group(setting, known: known) else { return alerts }
        if let queue = group["queue"], let count = integer(queue, in: 10...100_000, unit: "messages") {
            alerts.maxWaiting = count
        }
        if let settle = group["settle"], let time = duration(settle, in: .zero ... .seconds(3_600)) {
            alerts.settle = time
        }
        if let receivers = group["receivers"] {
            let items = items(receivers, of: "receivers, as in - name: ops", maxCount: Self.maxReceivers)
            alerts.receivers = items.compactMap { receiver($0) }
            report(sameNamesIn: items, of: alerts.receivers)
        }
        var defaults = AlertRoute(receivers: alerts.receivers.map(\.name))
        timing(group, &defaults)
        guard let routes = group["routes"] else {
            let isSaid = Self.routeDefaultKeys.contains { group[$0] != nil }
            if isSaid, !alerts.receivers.isEmpty { alerts.routes = [defaults] }
            return alerts
        }
        alerts.routes = items(routes, of: "routes, as in - receivers: [ops]", maxCount: Self.maxRoutes)
            .compactMap { route($0, defaults, groups) }
        return alerts
    }

    private mutating func items(_ setting: Setting, of what: String, maxCount: Int) -> [Setting] {
        if setting.node.isNull { return [] }
        guard case .sequence(let nodes) = setting.node.content else {
            refuse(setting, "is \(setting.node.kind); write a list of \(what)")
            return []
        }
        guard nodes.count <= maxCount else {
            refuse(setting, "has \(nodes.count) entries; the maximum is \(maxCount)")
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

    private mutating func route(
        _ item: Setting, _ defaults: AlertRoute, _ groups: Set<String>?
    ) -> AlertRoute? {
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
                    "\(SafeText.shown(name)) is not a receiver;\(meant) alerts.receivers has "
                        + (defaults.receivers.isEmpty ? "none" : defaults.receivers.prefix(10).joined(separator: ", ")))
            }
            route.receivers = names
        } else if group["receivers"] == nil {
            problems.add("\(item.name) needs receivers; write \(expected)", line: item.line)
            return nil
        }
        guard !route.receivers.isEmpty else {
            if let receivers = group["receivers"] { refuse(receivers, "is empty; write \(expected)") }
            return nil
        }
        if let setting = group["groups"], let names = words(setting, of: "groups of targets, as in [web]") {
            if let groups { refuse(names.filter { !groups.contains($0) }, setting, groups) }
            route.groups = Set(names)
        }
        if let labels = group["labels"] { route.labels = targetLabels(labels) }
        if let causes = group["causes"], let patterns = words(causes, of: "ids of causes, as in [dns.*, tls.expired]") {
            for pattern in patterns {
                if let reason = Self.mistake(in: pattern) { refuse(causes, reason) }
            }
            route.causes = patterns
        }
        timing(group, &route)
        return route
    }

    private mutating func timing(_ group: Group, _ route: inout AlertRoute) {
        if let severity = group["severity"], let text = text(severity, "warning or error") {
            switch text {
            case "warning": route.severity = .warning
            case "error": route.severity = .error
            default: refuse(severity, "\(SafeText.shown(text)) is unknown; write warning or error")
            }
        }
        if let after = group["after"], let time = duration(after, in: .zero...AlertRoute.maxAfter) {
            route.after = time
        }
        if let remind = group["remind"] {
            if case .scalar(let text, _) = remind.node.content, SettingText.boolean(text) == false {
                route.remind = nil
            } else if let time = duration(remind, in: .seconds(60) ... .seconds(30 * 86_400)) {
                route.remind = time
            }
        }
        if let quiet = group["quiet"] { route.quiet = maintenance(quiet) }
    }

    /// Refuses groups that no target belongs to: the route would never match.
    private mutating func refuse(_ unknown: [String], _ setting: Setting, _ groups: Set<String>) {
        let known = groups.sorted()
        for name in unknown {
            let meant = NearestName.of(name, among: known).map { "; did you mean \(SafeText.shown($0))?" } ?? ""
            let list =
                known.isEmpty
                ? "; no target has a group"
                : meant.isEmpty
                    ? "; the groups are \(known.prefix(10).map { SafeText.shown($0) }.joined(separator: ", "))" : meant
            refuse(setting, "select nothing: there is no group \(SafeText.shown(name))\(list)")
        }
    }

    /// The layers of which causes exist.
    private static let layers = Set(Catalogue.entries.compactMap { $0.id.layer?.rawValue })

    /// Why a pattern would match no cause; `nil` if it matches one.
    private static func mistake(in pattern: String) -> String? {
        let shown = SafeText.shown(pattern)
        if pattern.hasSuffix(".*") {
            let layer = String(pattern.dropLast(2))
            if layers.contains(layer) { return nil }
            let meant = KeySuggestion.nearest(to: layer, among: layers.sorted()).map { "did you mean \($0).*?" }
            return "match nothing: there is no layer \(SafeText.shown(layer)); "
                + (meant ?? "the layers are \(layers.sorted().joined(separator: ", "))")
        }
        if Catalogue.entry(CauseID(rawValue: pattern)) != nil { return nil }
        if layers.contains(pattern) {
            return "match nothing: there is no cause \(shown); for all of this layer, write \(pattern).*"
        }
        let meant = KeySuggestion.nearest(to: pattern, among: Catalogue.entries.map(\.id.rawValue))
        return "match nothing: there is no cause \(shown); "
            + (meant.map { "did you mean \($0)?" } ?? "see them all with: netdiag explain")
    }

    mutating func words(_ setting: Setting, of expected: String) -> [String]? {
        guard let items = list(setting, of: expected) else { return nil }
        guard items.count <= Self.maxPatterns else {
            refuse(setting, "has \(items.count) entries; the maximum is \(Self.maxPatterns)")
            return nil
        }
        return items.compactMap { text($0, expected) }
    }
}
