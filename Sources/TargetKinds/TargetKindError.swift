import Diagnosis
import NetworkModel

/// The reason why a kind of target cannot be registered.
public struct TargetKindError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the name of the kind.
    public let description: String

    /// Checks a kind.
    ///
    /// - Returns: `nil` if nothing is wrong with it.
    package init?<Kind: TargetKind>(_ kind: Kind.Type, beside others: [any TargetKind.Type]) {
        guard let problem = Self.problem(kind, beside: others) else { return nil }
        description = "the kind \"\(SafeText.escaped(kind.name))\" cannot be registered: \(problem)"
    }

    private static func problem<Kind: TargetKind>(_ kind: Kind.Type, beside others: [any TargetKind.Type]) -> String? {
        guard case .kind = Kind.Evidence.layer, Layer(rawValue: kind.name) == Kind.Evidence.layer else {
            return
                "the name of a layer has 2 to 15 lower-case letters, digits and hyphens, and is not one of the shared layers"
        }
        if others.contains(where: { $0.name == kind.name }) { return "there is a kind of this name" }
        let taken = others.flatMap { $0.schemes.map(\.name) }
        return problem(kind.schemes, of: Kind.Evidence.layer, taken) ?? problem(kind.probe, kind.schemes) ?? problem(
            kind.causes, kind.name)
            ?? problem(kind.describedSettings) ?? problem(Kind.Settings.self)
    }

    private static func problem(_ schemes: [RegisteredScheme], of layer: Layer, _ taken: [String]) -> String? {
        guard !schemes.isEmpty else { return "it has no scheme" }
        var taken = taken
        for scheme in schemes {
            let isName =
                scheme.name.utf8.first.map { (0x61...0x7a).contains($0) } == true
                && scheme.name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
            guard isName, (2...15).contains(scheme.name.utf8.count) else {
                return
                    "\(SafeText.escaped(scheme.name)):// is not a scheme of 2 to 15 lower-case letters and digits, beginning with a letter"
            }
            if taken.contains(scheme.name) { return "\(scheme.name):// is taken" }
            if scheme.proxyVariable != nil, scheme.transport == .udp || scheme.transport == .icmp {
                return "\(scheme.name):// names a proxy, which carries no datagrams"
            }
            if scheme.layer != layer { return "\(scheme.name):// names another layer" }
            taken.append(scheme.name)
        }
        return nil
    }

    private static func problem<Settings, Evidence>(
        _ probe: KindProbe<Settings, Evidence>, _ schemes: [RegisteredScheme]
    ) -> String? {
        let wrong = schemes.first { scheme in
            switch (probe, scheme.transport) {
            case (.datagrams, .udp), (.stream, .tcp), (.stream, .tls), (.connection, .tcp), (.connection, .tls),
                (.exchange, _):
                false
            case (.datagrams, _), (.stream, _), (.connection, _): true
            }
        }
        if let wrong { return "its probe does not go with the transport of \(wrong.name)://" }
        // TLS that begins later needs the socket a second time (``ProxyTunnel``).
        guard case .stream = probe else { return nil }
        let late = schemes.first {
            $0.proxyVariable != nil && $0.transport == .tcp && $0.sharedSettings.contains(.tls)
        }
        return late.map { "\($0.name):// uses a proxy and switches to TLS later, which cannot be combined" }
    }

    private static func problem(_ causes: [CauseEntry], _ name: String) -> String? {
        guard !causes.isEmpty else { return "it has no causes" }
        for entry in causes {
            let parts = entry.id.rawValue.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name, !parts[1].isEmpty else {
                return "the cause \(entry.id) is not named \(name).something"
            }
            guard !entry.meaning.isEmpty, !entry.summary.isEmpty, !entry.advice.isEmpty, !entry.evidence.isEmpty else {
                return "the cause \(entry.id) lacks its meaning, summary, advice or evidence"
            }
            if causes.count(where: { $0.id == entry.id }) > 1 { return "the cause \(entry.id) is there twice" }
        }
        return nil
    }

    /// A setting that is read but not listed can be set by nobody, and one that is listed but not read has no effect: neither
    /// shows otherwise.
    private static func problem<Settings: KindSettings>(_ settings: Settings.Type) -> String? {
        let listed = Set(Settings.settings.map(\.key))
        let read = SettingValues.keysRead(by: settings)
        if let key = read.subtracting(listed).min() { return "it reads the setting \(key), which its `settings` lack" }
        if let key = listed.subtracting(read).min() { return "its `settings` contain \(key), which it does not read" }
        return nil
    }

    private static func problem(_ settings: [any KindSettingDescription]) -> String? {
        for setting in settings {
            let isKey =
                setting.key.utf8.first.map { (0x61...0x7a).contains($0) } == true
                && setting.key.utf8.allSatisfy {
                    (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f
                }
            guard isKey else {
                return "the setting \"\(setting.key)\" is not a key of lower-case letters, digits and _"
            }
            guard !setting.sentence.isEmpty else { return "the setting \(setting.key) has no description" }
            if settings.count(where: { $0.key == setting.key }) > 1 {
                return "the setting \(setting.key) is there twice"
            }
        }
        return nil
    }
}
