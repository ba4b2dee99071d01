import NetworkModel
import Probes
import TargetKinds

/// A configuration that can be passed on: its structure, and only those values that are known not to be secret.
/// Comments are omitted, since they may contain settings that were disabled.
///
/// The settings to show are listed, and not those to mask, so that a new setting is masked by default.
package struct MaskedConfiguration: Sendable {
    /// The replacement for a masked value.
    package static let mask = "(masked)"

    /// The text as YAML; `nil` if the file cannot be parsed. The reason is not kept, since it might quote the line.
    package private(set) var text: String?
    /// The values that were masked, without those of labels.
    package private(set) var secrets: Set<String> = []
    /// The values of labels, which were masked as well.
    package private(set) var labels: Set<String> = []

    /// - Parameter bytes: The contents of a configuration file, or of an included one.
    package init(_ bytes: [UInt8]) {
        var problems = ConfigurationProblems(file: "")
        let root: YAMLNode?
        do {
            root = try YAMLReader.read(ConfigurationText(bytes, file: ""), problems: &problems)
        } catch {
            return
        }
        guard let root else {
            text = "{}\n"
            return
        }
        var lines: [String] = []
        render(root, key: "", depth: 0, prefix: "", to: &lines)
        text = lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Known settings

    /// The groups of settings whose keys are defined by netdiag.
    private static let groups: Set<String> = Set(
        [
            "", "defaults", "targets", "maintenance", "history", "listen", "publish", "services", "check", "access",
            "discovery", "thresholds", "alerts", "receivers", "routes", "quiet", "proxy", "credentials",
        ] + TargetKinds.builtIn.settingGroups.filter { !$0.isSingle }.map(\.key))

    /// For each group of settings of targets, the keys of those that are declared not to be secret: they are neither sent nor
    /// quote the content of a response.
    private static let shownKeys = Dictionary(
        uniqueKeysWithValues: TargetKinds.builtIn.settingGroups.filter { !$0.isSingle }.map { group in
            (group.key, Set(group.members.map(\.description).filter(isShown).map(\.key)))
        })

    private static func isShown(_ setting: any KindSettingDescription) -> Bool {
        setting.recipient == .nobody && !setting.quotesContent
    }

    /// Replaces the key of a group that is masked as a whole.
    private static let unknown = "(unknown)"
    /// Replaces the key of a group of labels.
    private static let label = "(label)"

    /// Settings that only describe how, how often and where something is done, so that they contain no secrets. Those of targets are
    /// declared by their kinds.
    private static let shown: Set<String> = Set(
        [
            "interval", "timeout", "uplink", "after", "recover", "family", "name", "group", "type", "types", "port",
            "subtypes", "host", "enabled", "peers", "include", "blackbox", "zone", "weekly", "from", "until", "results",
            "minutes", "hours", "max", "file", "http", "https", "certificate", "key", "socket", "networks", "read",
            "token_file", "owner", "trust_proxy", "hosts", "certificate_days", "connect", "resolve", "page",
            "gateway_round_trip", "gateway_loss", "signal", "carrier_changes", "packet_errors", "ca_file", "email",
            "sendmail", "format", "severity", "remind", "settle", "queue", "receivers", "causes", "local", "service",
            "scheme", "history", "publish", "discovery", "secret_path",
        ]
            + TargetKinds.builtIn.settingGroups.flatMap(\.members).map(\.description).filter(isShown).map(\.key))

    /// Settings that contain a place: it is shown up to its host and port, that of a target with its path.
    private static let places: Set<String> = [
        "target", "targets", "check", "proxy", "url", "captive_portal_url", "webhook", "alertmanager", "ntfy", "smtp",
    ]
    private static let paths: Set<String> = ["target", "targets", "check"]

    /// The keys of settings. A value that is one of these words is not a secret.
    package static let words: Set<String> = Set(
        TargetKinds.builtIn.settingGroups.flatMap(\.members).map(\.description.key)
    )
    .union(groups).union(shown).union(places)

    // MARK: - Rendering

    private mutating func render(
        _ node: YAMLNode, key: String, depth: Int, prefix: String, to lines: inout [String]
    ) {
        let indent = String(repeating: "  ", count: depth)
        switch node.content {
        case .scalar(let text, _):
            lines.append("\(prefix) \(node.isNull ? "" : Self.quoted(value(text, of: key)))")
        case .sequence(let nodes):
            lines.append(nodes.isEmpty ? "\(prefix) []" : prefix)
            for (index, node) in nodes.enumerated() {
                // The arguments of a program may be secrets.
                let key = key == "exec" ? (index == 0 ? "file" : "exec") : key
                render(node, key: key, depth: depth + 1, prefix: "\(indent)-", to: &lines)
            }
        case .mapping(let entries):
            if !prefix.isEmpty { lines.append(entries.isEmpty ? "\(prefix) {}" : prefix) }
            // The names of groups of targets are arbitrary, but the keys in them are netdiag's.
            let isOpen = Self.groups.contains(key) || key == "groups"
            let inner = prefix.isEmpty ? "" : indent
            let hidesPath = entries.contains { entry in
                guard entry.key == "secret_path", case .scalar(let text, _) = entry.value.content else { return false }
                return SettingText.boolean(text) != false
            }
            for entry in entries {
                let isSecret = !isOpen || Self.shownKeys[key]?.contains(entry.key) == false
                var child = key == "groups" ? "defaults" : isSecret ? Self.hidden(key) : entry.key
                if child == "target", hidesPath { child = "url" }
                render(
                    entry.value, key: child, depth: depth + 1, prefix: "\(inner)\(Self.quoted(entry.key)):", to: &lines)
            }
        }
    }

    private static func hidden(_ key: String) -> String { key == "labels" || key == label ? label : unknown }

    private mutating func value(_ text: String, of key: String) -> String {
        // Booleans are not secret in any setting.
        if SettingText.boolean(text) != nil { return text }
        if Self.places.contains(key) { return place(text, withPath: Self.paths.contains(key)) }
        guard Self.shown.contains(key) else {
            if key == Self.label { labels.insert(text) } else { secrets.insert(text) }
            return Self.mask
        }
        return text
    }

    /// A URL without its parts that may be secret: the login, the query, and the path. Of a target's path, only the
    /// part from the first token on is removed.
    private mutating func place(_ text: String, withPath: Bool) -> String {
        let start = Self.authority(of: text)
        let scheme = text[..<start].dropLast("://".count)
        func tail(_ text: Substring) -> Substring.Index? {
            let end = text.unicodeScalars.firstIndex {
                withPath ? $0 == "?" || $0 == "#" : "/?#".unicodeScalars.contains($0)
            }
            let token = withPath && SecretPath.isResource(scheme) ? SecretPath.start(in: text) : nil
            return [end, token].compactMap(\.self).min()
        }
        let rest = text[start...]
        guard let at = rest.unicodeScalars.lastIndex(of: "@") else {
            guard let end = tail(rest), rest[end...].utf8.count > 1 else { return text }
            // The type of a DNS query is part of the target.
            if SecretPath.isQuery(scheme), rest[end...].hasPrefix("?type=") { return text }
            secrets.insert(String(rest[end...].unicodeScalars.dropFirst()))
            return text[...end] + Self.mask
        }
        // A user may have written a login before the last @, with any characters in the password.
        let login = rest[..<at]
        secrets.formUnion([text, String(login)])
        if let colon = login.unicodeScalars.firstIndex(of: ":") {
            secrets.formUnion([String(login[..<colon]), String(login.unicodeScalars[colon...].dropFirst())])
        }
        // If a slash precedes it, it may also be part of a path or of a query.
        if let end = tail(rest), end < at {
            secrets.insert(String(rest[end...].unicodeScalars.dropFirst()))
            return text[..<start] + Self.mask
        }
        if login.unicodeScalars.contains(where: { "/?#\\".unicodeScalars.contains($0) }) {
            return text[..<start] + Self.mask
        }
        let place = rest[at...]
        guard let end = tail(place), place[end...].utf8.count > 1 else { return text[..<start] + "…" + place }
        secrets.insert(String(place[end...].unicodeScalars.dropFirst()))
        return text[..<start] + "…" + place[...end] + Self.mask
    }

    /// The end of a URL's scheme. Text that is not a valid scheme may be part of a password.
    private static func authority(of text: String) -> String.Index {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let isScheme = parts[0].utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || "+.-".utf8.contains(byte)
        }
        return parts.count == 2 && isScheme ? parts[1].startIndex : text.startIndex
    }

    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                    || "_.-".utf8.contains(byte)
            }
        if isPlain, text.utf8.first != UInt8(ascii: "-") { return text }
        return "\"" + SafeText.escaped(text).replacing(scalar: "\"", with: "\\\"") + "\""
    }
}
