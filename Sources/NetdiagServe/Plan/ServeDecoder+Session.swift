import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes sessions of serve.yaml.
extension ServeDecoder {
    /// A session rule: `start`, `required` or `end`, or a mapping with `start:` and `set:`.
    mutating func session(_ setting: Setting, _ path: PathPattern) -> SessionRule? {
        guard case .mapping = setting.node.content else {
            switch settings.text(setting, "start, required or end") {
            case "start": return SessionRule(.start(expiry: .seconds(1_800)))
            case "required": return SessionRule(.required)
            case "end": return SessionRule(.end)
            case .some(let other):
                settings.refuse(setting, "\(SafeText.shown(other)) is not one of start, required and end")
                return nil
            case nil: return nil
            }
        }
        guard let group = settings.group(setting, known: ["start", "set"]) else { return nil }
        guard group["start"] != nil || group["set"] != nil else {
            settings.refuse(setting, "is empty; write start: 10m, set: and values, or both")
            return nil
        }
        // Values belong to a session: without start:, requests need one.
        var rule = SessionRule(.required)
        if let start = group["start"] {
            guard let expiry = duration(start, in: .seconds(1) ... .seconds(2_592_000)) else { return nil }
            rule.action = .start(expiry: expiry)
        }
        if let set = group["set"] { rule.values = sessionValues(set, path) }
        return rule
    }

    private mutating func sessionValues(_ setting: Setting, _ path: PathPattern) -> [SessionRule.Value] {
        guard case .mapping(let entries) = setting.node.content else {
            settings.refuse(setting, "is \(setting.node.kind); write name: value, as in user: '{body.$.name}'")
            return []
        }
        guard (1...SessionRule.maxValues).contains(entries.count) else {
            settings.refuse(setting, "has \(entries.count) values; write 1 to \(SessionRule.maxValues)")
            return []
        }
        return entries.compactMap { entry in
            let named = Setting(name: "\(setting.name).\(SafeText.escaped(entry.key))", node: entry.value)
            guard SessionRule.isName(entry.key) else {
                settings.refuse(
                    named,
                    entry.key == "number"
                        ? "is what every session has already; choose another name"
                        : "is not a valid name; write 1 to \(SessionRule.maxNameBytes) letters, digits, hyphens and underscores"
                )
                return nil
            }
            sessionNames.insert(entry.key)
            return template(named, path).map { SessionRule.Value(entry.key, $0) }
        }
    }

    /// Rejects `{session.x}` if no route of the listener sets x, and resets the names for the next listener.
    mutating func checkSessionNames() {
        for (setting, name) in sessionUses where name != "number" && !sessionNames.contains(name) {
            let known = ["number"] + sessionNames.sorted()
            settings.refuse(
                setting,
                "has {session.\(SafeText.escaped(name))}, which no route of the listener sets; sessions have: "
                    + known.joined(separator: ", "))
        }
        (sessionNames, sessionUses) = ([], [])
    }
}
