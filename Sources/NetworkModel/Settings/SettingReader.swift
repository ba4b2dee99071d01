/// Reads the settings that a user has written. Errors are collected, so that all of them are reported at once.
public struct SettingReader: Sendable {
    /// Where the values are. It says which files they may name, and how messages are worded.
    public enum Source: Sendable, Hashable {
        /// The configuration, which names files by absolute paths, and secrets only in files that nobody else may read.
        case configuration
        /// A command line: a list is an option that is given several times, and a group one whose values are `key: value`.
        case options
        /// A request to the daemon.
        case request
    }

    /// What is wrong with a value.
    public struct Problem: Sendable, Hashable {
        /// The setting's; empty where the reason names it.
        public let name: String
        /// What is wrong, and what would be right; after the setting's name, unless that is empty.
        public let reason: String
        /// Counted from 1; 0 where there are no lines.
        public let line: Int
    }

    /// Most entries of a list or a group.
    package static let maxEntries = 64

    /// Where the values are.
    public let source: Source
    /// What was found wrong, in the order in which it was read.
    public private(set) var problems: [Problem] = []

    /// Creates a reader that has found no problem yet.
    public init(_ source: Source) {
        self.source = source
    }

    // MARK: - Problems

    /// Records that a value cannot be taken.
    public mutating func refuse(_ input: SettingInput, _ error: SettingsError) {
        problems.append(Problem(name: input.name, reason: worded(error), line: input.line))
    }

    /// - Parameter reason: All that is to be said, with the names of the settings that it is about.
    package mutating func refuse(line: Int, _ reason: String) {
        problems.append(Problem(name: "", reason: reason, line: line))
    }

    /// - Parameter line: Of the key.
    package mutating func refuse(unknown key: String, known: [String], in name: String, line: Int) {
        let meant = KeySuggestion.nearest(to: key, among: known).map { " did you mean \"\($0)\"?" } ?? ""
        let list = known.joined(separator: ", ")
        refuse(
            line: line,
            source == .configuration
                ? "unknown key \(SafeText.shown(key));\(meant) known here are: \(list)"
                : "the field \(SafeText.shown("\(name).\(key)")) is unknown;\(meant) known are: \(list)")
    }

    private func worded(_ error: SettingsError) -> String {
        guard let expected = error.expected, source == .configuration else { return error.reason }
        return "\(error.problem); write \(expected)"
    }

    // MARK: - Parts

    /// - Parameter expected: What would be right, as in `a method, as in POST`.
    public mutating func text(_ input: SettingInput, _ expected: String) -> String? {
        guard case .text(let text, _) = input.content else {
            refuse(input, SettingsError("is \(input.kind)", expecting: expected))
            return nil
        }
        return text
    }

    /// The items of a list that is not too long, or the one that stands in its place.
    ///
    /// - Parameter expected: What they would be, as in `statuses, as in 204`.
    package mutating func items(
        _ input: SettingInput, of expected: String, called noun: String = "entries"
    ) -> [SettingInput]? {
        let items: [SettingInput]
        switch input.content {
        case .list(let all): items = all.map { $0.named(input.name) }
        case .text: items = [input]
        case .nothing, .group:
            refuse(input, SettingsError("is \(input.kind)", expecting: "a list of \(expected)"))
            return nil
        }
        guard items.count <= Self.maxEntries else {
            refuse(input, SettingsError("has \(items.count) \(noun); it takes at most \(Self.maxEntries)"))
            return nil
        }
        return items
    }

    /// The keys and values of a group whose keys may be anything.
    package mutating func entries(_ input: SettingInput, _ expected: String) -> [SettingInput.Entry] {
        let entries: [SettingInput.Entry]
        switch input.content {
        case .group(let all):
            entries = all.map {
                .init(key: $0.key, line: $0.line, value: $0.value.named("\(input.name).\(SafeText.escaped($0.key))"))
            }
        case .list(let items) where source == .options: entries = items.compactMap { entry($0) }
        default:
            refuse(input, SettingsError("is \(input.kind)", expecting: expected))
            return []
        }
        guard entries.count <= Self.maxEntries else {
            refuse(input, SettingsError("has \(entries.count) entries; it takes at most \(Self.maxEntries)"))
            return []
        }
        return entries
    }

    /// An option's `key: value`.
    package mutating func entry(_ input: SettingInput) -> SettingInput.Entry? {
        guard let text = text(input, "key: value") else { return nil }
        guard let colon = text.firstIndex(of: ":") else {
            refuse(input, SettingsError("\(SafeText.shown(text)) has no colon, write 'Name: value'"))
            return nil
        }
        let value = String(text[text.index(after: colon)...].drop { $0 == " " })
        let content = value.isEmpty ? SettingInput.Content.nothing : .text(value, isQuoted: false)
        return .init(key: String(text[..<colon]), value: SettingInput(name: input.name, content))
    }

    /// What a parser makes of a value; what it throws becomes a problem.
    package mutating func value<Value>(_ input: SettingInput, _ parse: () throws(SettingsError) -> Value) -> Value? {
        do {
            return try parse()
        } catch {
            refuse(input, error)
            return nil
        }
    }
}
