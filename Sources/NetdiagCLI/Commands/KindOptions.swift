import ArgumentParser
import NetworkModel
import TargetKinds

/// The settings of targets as options: `--method` for `method` of `http`, `--ntp-max-offset` for `max_offset` of `ntp`. The
/// kinds declare their own settings, and which shared ones they use.
struct KindOptions: ParsableArguments {
    private struct Setting {
        let group: SettingGroup
        let member: any SettingMember
        let option: SettingOption

        private var name: NameSpecification {
            NameSpecification((option.letter.map { [.customShort($0)] } ?? []) + [.customLong(option.name)])
        }

        private var help: ArgumentHelp {
            let setting = member.description
            let parts = [hasLimits ? setting.typeWords : nil, setting.defaultText.map { "default: \($0)" }]
            let notes = parts.compactMap(\.self).joined(separator: "; ")
            return ArgumentHelp(
                setting.sentence + (notes.isEmpty ? "" : " (\(notes))"), valueName: option.valueName)
        }

        /// Whether the values are limited in a way that the sentence does not tell: words, a switch, or a range.
        private var hasLimits: Bool {
            switch member.description.jsonForm {
            case .number, .flag, .choice: true
            case .text, .list, .any: Self.holdsRange(member.description.typeWords)
            }
        }

        /// Whether a text holds a range, such as "1 to 5" or "10ms to 3 s".
        private static func holdsRange(_ text: String) -> Bool {
            let words = text.split(separator: " ")
            return words.indices.dropFirst().dropLast().contains { index in
                words[index] == "to" && words[index - 1].last { !$0.isLetter }?.isNumber == true
                    && words[index + 1].first?.isNumber == true
            }
        }

        /// Completes file names, or the words of a setting that takes one of several words.
        private var completion: CompletionKind {
            let words = member.description.typeWords
            if option.valueName == "file" { return .file() }
            guard words.hasPrefix("one of ") else { return words == "on or off" ? .list(["on", "off"]) : .default }
            return .list(words.dropFirst("one of ".count).split(separator: ", ").map(String.init))
        }

        /// The option as the parser finds it.
        var declaration: (label: String, value: any Sendable) {
            let name = name, help = help, completion = completion
            let option: any Sendable =
                option.isRepeated
                ? Option<[String]>(wrappedValue: [], name: name, help: help, completion: completion)
                : Option<String?>(name: name, help: help, completion: completion)
            return (label: "_\(self.option.name)", value: option)
        }
    }

    private static let allSettings = TargetKinds.builtIn.settingGroups.flatMap { group in
        group.members.compactMap { member in
            member.option.map { Setting(group: group, member: member, option: $0) }
        }
    }

    /// The parser reflects this type many times.
    private static let allDeclarations = allSettings.map(\.declaration)

    /// The command line to be parsed; `nil` to declare all options, as for the help.
    ///
    /// The parser creates a definition of each option, which takes longer than the requested check. If the words are known,
    /// only the options among them are declared. This makes no difference if parsing succeeds. If it fails, ``Program`` parses
    /// again with all options, so that the message can mention those that were not declared.
    @TaskLocal static var words: [String]?

    private static var settings: [Setting] {
        guard let words else { return allSettings }
        let given = Set(words.lazy.filter { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "=" }) })
        guard !given.isEmpty else { return [] }
        let hasLetters = given.contains { !$0.hasPrefix("--") }
        return allSettings.filter { setting in
            given.contains("--\(setting.option.name)") || (hasLetters && setting.option.letter != nil)
        }
    }

    /// The given values by option name. An option that cannot be repeated has one value.
    private var texts: [String: [String]] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for setting in Self.settings {
            let (name, key) = (setting.option.name, AnyKey(stringValue: setting.option.name))
            let given =
                setting.option.isRepeated
                ? try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                : try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] } ?? []
            if !given.isEmpty { texts[name] = given }
        }
    }

    var isEmpty: Bool { texts.isEmpty }

    /// Whether the option with this name is given.
    func isGiven(_ name: String) -> Bool { texts[name] != nil }

    /// Sets the settings that several kinds share.
    ///
    /// - Throws: `SettingsError` if an option has an invalid value.
    func set(_ settings: inout ProbeSettings) throws(SettingsError) {
        try read(SettingGroup.shared, into: &settings)
    }

    /// Returns the settings of the target's own kind.
    ///
    /// - Throws: `SettingsError` if an option does not apply to the target, or has an invalid value.
    func values(for target: Target) throws(SettingsError) -> SettingValues {
        for setting in Self.settings where isGiven(setting.option.name) && !isGood(setting, for: target) {
            throw SettingsError(
                "--\(setting.option.name) does not apply to \(SafeText.shown(target.text)); remove it")
        }
        var settings = ProbeSettings()
        try read(TargetKinds.builtIn.ownSettingGroups, into: &settings)
        return settings.kind
    }

    private func isGood(_ setting: Setting, for target: Target) -> Bool {
        guard setting.group.isTaken(by: target), !setting.option.isForPages || target.isPage else { return false }
        // Only a script can switch to TLS if the target does not begin with it.
        return setting.group.key != RegisteredScheme.SharedSettings.tls.rawValue || !target.takes(.script)
            || isGiven("script")
    }

    private func read(_ groups: [SettingGroup], into settings: inout ProbeSettings) throws(SettingsError) {
        var reader = SettingReader(.options)
        for group in groups {
            var given: [String: SettingInput] = [:]
            for setting in Self.settings where setting.group.key == group.key {
                guard let texts = texts[setting.option.name] else { continue }
                let name = "--\(setting.option.name)"
                let items = texts.map { SettingInput(name: name, .text($0, isQuoted: false)) }
                given[setting.member.description.key] =
                    setting.option.isRepeated ? SettingInput(name: name, .list(items)) : items.last
            }
            if !given.isEmpty { group.read(options: given, into: &settings, with: &reader) }
        }
        if let problem = reader.problems.first {
            throw SettingsError(problem.name.isEmpty ? problem.reason : "\(problem.name): \(problem.reason)")
        }
    }
}

extension KindOptions: CustomReflectable {
    /// The argument parser finds the options by reflection, like the properties of other groups.
    var customMirror: Mirror {
        let declarations = Self.words == nil ? Self.allDeclarations : Self.settings.map(\.declaration)
        return Mirror(self, children: declarations.map { (label: $0.label, value: $0.value) })
    }
}
