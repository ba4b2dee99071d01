import ArgumentParser
import NetworkModel
import TargetKinds

/// The settings of all registered kinds of targets as options: `--ntp-max-offset` for `max_offset` of `ntp`.
struct KindOptions: ParsableArguments {
    private struct Setting {
        let kind: any TargetKind.Type
        let description: any KindSettingDescription

        var name: String { "\(kind.name)-\(description.key)".split(separator: "_").joined(separator: "-") }

        var option: Option<String?> {
            let fallback = description.defaultText.map { " (default: \($0))" } ?? ""
            return Option(
                name: .customLong(name),
                help: ArgumentHelp("\(description.sentence)\(fallback)", valueName: description.key))
        }
    }

    private static let settings = TargetKinds.builtIn.all.flatMap { kind in
        kind.describedSettings.map { Setting(kind: kind, description: $0) }
    }

    /// What is given, by the options' names.
    private var texts: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for setting in Self.settings {
            texts[setting.name] =
                try container.decode(Option<String?>.self, forKey: AnyKey(stringValue: setting.name)).wrappedValue
        }
    }

    var isEmpty: Bool { texts.isEmpty }

    /// The settings for a target.
    ///
    /// - Throws: Where an option is given that its kind does not have, or with a value that it does not take.
    func values(for target: Target) throws(SettingsError) -> SettingValues {
        var values = SettingValues()
        let kind = TargetKinds.builtIn.kind(of: target)
        for setting in Self.settings {
            guard let text = texts[setting.name] else { continue }
            guard kind?.name == setting.kind.name else {
                throw SettingsError("--\(setting.name) is of no use for \(SafeText.shown(target.text)); leave it out")
            }
            do {
                try values.set(setting.description, text)
            } catch {
                throw SettingsError("--\(setting.name): \(error.reason)")
            }
        }
        return values
    }
}

extension KindOptions: CustomReflectable {
    /// By which the parser of arguments finds the options, as it finds the properties of other groups.
    var customMirror: Mirror {
        Mirror(self, children: Self.settings.map { (label: "_\($0.name)", value: $0.option as Any) })
    }
}
