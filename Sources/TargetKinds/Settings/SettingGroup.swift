package import NetworkModel

/// A group of settings: `http:` of a target, the object `http` of a request, and options of a command line.
package struct SettingGroup: Sendable {
    /// A rule for several of the settings.
    enum Rule: Sendable {
        /// At most one of these can be given.
        case exclusive([String])
        /// Exactly one of these must be given, as in an example.
        case one(of: [String], example: String)
        /// The first one requires the second one.
        case needs(String, String)
    }

    /// The given settings of a group by key, without unknown ones.
    private typealias GivenSettings = [String: SettingInput]

    package let key: String
    /// The settings in the order in which they are read and documented.
    package let members: [any SettingMember]
    /// Whether the key of the group itself has the value of its only setting.
    package let isSingle: Bool
    private let rules: [Rule]
    private let begin: @Sendable (inout ProbeSettings) -> Void
    private let suits: @Sendable (Target) -> Bool

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - suits: Whether the settings apply to a target.
    ///   - begin: Changes the settings if the group is given, with or without content.
    init(
        _ key: String, _ members: [any SettingMember], rules: [Rule] = [],
        for suits: @escaping @Sendable (Target) -> Bool,
        begin: @escaping @Sendable (inout ProbeSettings) -> Void = { _ in }
    ) {
        self.key = key
        self.members = members
        self.rules = rules
        self.suits = suits
        self.begin = begin
        isSingle = members.count == 1 && members[0].description.key == key
    }

    /// Creates a group that schemes refer to.
    init(
        _ shared: RegisteredScheme.SharedSettings, _ members: [any SettingMember], rules: [Rule] = [],
        begin: @escaping @Sendable (inout ProbeSettings) -> Void = { _ in }
    ) {
        self.init(shared.rawValue, members, rules: rules, for: { $0.takes(shared) }, begin: begin)
    }

    package func isTaken(by target: Target) -> Bool { suits(target) }

    /// The settings that the given ones exclude, whose inherited values are removed.
    package func excluded(by keys: Set<String>) -> Set<String> {
        rules.reduce(into: []) { excluded, rule in
            switch rule {
            case .exclusive(let some), .one(let some, _):
                if !keys.isDisjoint(with: some) { excluded.formUnion(Set(some).subtracting(keys)) }
            case .needs: break
            }
        }
    }

    /// Reads the group, and stores its settings.
    package func read(_ input: SettingInput, into settings: inout ProbeSettings, with reader: inout SettingReader) {
        if isSingle {
            members[0].read(input, into: &settings, with: &reader)
            return
        }
        let members = members.filter { reader.source != .request || $0.isOpenToRequests }
        guard let (given, isComplete) = given(input, members.map(\.description.key), &reader) else { return }
        read(given, of: input, isComplete: isComplete, into: &settings, with: &reader)
    }

    /// Reads options of a command line, by the keys of the settings.
    package func read(
        options: [String: SettingInput], into settings: inout ProbeSettings, with reader: inout SettingReader
    ) {
        let whole = SettingInput(name: "--\(key)", .nothing)
        if isSingle {
            if let input = options[key] { members[0].read(input, into: &settings, with: &reader) }
        } else {
            read(options, of: whole, isComplete: false, into: &settings, with: &reader)
        }
    }

    private func read(
        _ given: GivenSettings, of input: SettingInput, isComplete: Bool, into settings: inout ProbeSettings,
        with reader: inout SettingReader
    ) {
        let left = broken(given, of: input, isComplete: isComplete, &reader)
        begin(&settings)
        for member in members where !left.contains(member.description.key) {
            if let value = given[member.description.key] { member.read(value, into: &settings, with: &reader) }
        }
    }

    /// The given settings by key; unknown keys are problems. A key without a value denotes a group with defaults.
    private func given(
        _ input: SettingInput, _ known: [String], _ reader: inout SettingReader
    ) -> (given: GivenSettings, isComplete: Bool)? {
        let entries: [SettingInput.Entry]
        switch input.content {
        case .nothing: return ([:], true)
        case .group(let all): entries = all
        case .text, .list:
            let keys = known.joined(separator: ", ")
            reader.refuse(input, SettingsError("is \(input.kind)", expecting: "key: value, with one of \(keys)"))
            return nil
        }
        var given = GivenSettings()
        for entry in entries {
            guard known.contains(entry.key) else {
                reader.refuse(unknown: entry.key, known: known, in: input.name, line: entry.line)
                continue
            }
            let value = entry.value
            // Without a value, libyaml's position is after the following blank lines.
            let line = value.content == .nothing ? entry.line : value.line
            given[entry.key] = SettingInput(name: "\(input.name).\(entry.key)", value.content, line: line)
        }
        return (given, given.count == entries.count)
    }

    /// Checks the rules.
    ///
    /// - Returns: The settings that are not read, since they violate a rule.
    private func broken(
        _ given: GivenSettings, of input: SettingInput, isComplete: Bool, _ reader: inout SettingReader
    ) -> [String] {
        var left: [String] = []
        for rule in rules {
            switch rule {
            case .exclusive(let keys):
                let there = keys.filter { given[$0] != nil }
                guard there.count > 1 else { continue }
                let names = there.map { name(of: $0, reader.source) }.joined(separator: " and ")
                reader.refuse(
                    line: there.compactMap { given[$0]?.line }.max() ?? input.line,
                    "\(names) are mutually exclusive; keep one of them")
                left += there
            case .one(let keys, let example):
                let count = keys.count { given[$0] != nil }
                // The other settings have options of their own on a command line.
                guard count != 1, count > 1 || reader.source != .options else { continue }
                left += members.map(\.description.key)
                // An unknown key was reported, and may be a misspelling of the missing one.
                guard isComplete || count > 1 else { continue }
                let list = "\(keys.dropLast().joined(separator: ", ")) and \(keys.suffix(1).joined())"
                reader.refuse(input, SettingsError("takes one of \(list), as in \(example)"))
            case .needs(let key, let other):
                guard let value = given[key], given[other] == nil else { continue }
                reader.refuse(
                    value, SettingsError("has no effect without \(name(of: other, reader.source)); name both"))
            }
        }
        return left
    }

    private func name(of key: String, _ source: SettingReader.Source) -> String {
        guard source == .options, let option = members.first(where: { $0.description.key == key })?.option else {
            return key
        }
        return "--\(option.name)"
    }
}

extension SettingGroup {
    /// Creates the group of a registered kind; `nil` if it has no settings.
    init?(_ kind: any TargetKind.Type) {
        let settings = kind.describedSettings
        guard !settings.isEmpty else { return nil }
        let name = kind.name
        self.init(name, settings.map { KindMember($0, of: name) }, for: { $0.goal.rawValue == name })
    }
}

extension TargetKinds {
    /// All groups of settings for targets: those that kinds share, and those of the kinds.
    package var settingGroups: [SettingGroup] { SettingGroup.shared + ownSettingGroups }

    /// The groups of the kinds.
    package var ownSettingGroups: [SettingGroup] { all.compactMap { SettingGroup($0) } }
}

extension SettingGroup {
    /// The groups that kinds share, in the order in which messages list them.
    package static let shared: [SettingGroup] = [
        .address, .http, .tls, .credentials, .proxy, .ftp, .webSocket, .script, .records, .ping,
    ]
}
