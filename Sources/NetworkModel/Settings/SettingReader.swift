/// Reads settings that a user has given. It collects errors, so that all of them are reported at once.
public struct SettingReader: Sendable {
    /// The source of the values. It determines which files they may refer to, and how messages are worded.
    public enum Source: Sendable, Hashable {
        /// The configuration. It refers to files by absolute paths, and to secrets only in files that nobody else may read.
        case configuration
        /// A command line. A list is an option that is given several times, and a group is one whose values are `key: value`.
        case options
        /// A request to the daemon.
        case request
    }

    /// An invalid value.
    public struct Problem: Sendable, Hashable {
        /// The name of the setting; empty if the reason contains it.
        public let name: String
        /// What is wrong and what would be right. It follows the name of the setting, unless that is empty.
        public let reason: String
        /// The line, from 1; 0 if there are no lines.
        public let line: Int
    }

    /// The maximum number of entries in a list or a group.
    package static let maxEntries = 64

    /// The source of the values.
    public let source: Source
    /// The problems so far, in the order in which the values were read.
    public private(set) var problems: [Problem] = []

    /// Creates a reader without problems.
    public init(_ source: Source) {
        self.source = source
    }

    // MARK: - Problems

    /// Records a value as invalid.
    public mutating func refuse(_ input: SettingInput, _ error: SettingsError) {
        problems.append(Problem(name: input.name, reason: worded(error), line: input.line))
    }

    /// Records a problem.
    ///
    /// - Parameter reason: The whole text, with the names of the settings.
    package mutating func refuse(line: Int, _ reason: String) {
        problems.append(Problem(name: "", reason: reason, line: line))
    }

    /// Records an unknown key.
    ///
    /// - Parameter line: The line of the key.
    package mutating func refuse(unknown key: String, known: [String], in name: String, line: Int) {
        let meant = KeySuggestion.nearest(to: key, among: known).map { " did you mean \"\($0)\"?" } ?? ""
        let list = known.joined(separator: ", ")
        refuse(
            line: line,
            source == .configuration
                ? "unknown key \(SafeText.shown(key));\(meant) allowed here: \(list)"
                : "the field \(SafeText.shown("\(name).\(key)")) is unknown;\(meant) known are: \(list)")
    }

    private func worded(_ error: SettingsError) -> String {
        guard let expected = error.expected, source == .configuration else { return error.reason }
        return "\(error.problem); write \(expected)"
    }

    // MARK: - Parts

    /// Reads a text; anything else is recorded as a problem.
    ///
    /// - Parameters:
    ///   - input: The value.
    ///   - expected: What would be right, as in `a method, as in POST`.
    public mutating func text(_ input: SettingInput, _ expected: String) -> String? {
        guard case .text(let text, _) = input.content else {
            refuse(input, SettingsError("is \(input.kind)", expecting: expected))
            return nil
        }
        return text
    }

    /// The items of a list, or a single item in its place. A list that is too long is recorded as a problem.
    ///
    /// - Parameter expected: What the items should be, as in `statuses, as in 204`.
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
            refuse(input, SettingsError("has \(items.count) \(noun); the maximum is \(Self.maxEntries)"))
            return nil
        }
        return items
    }

    /// The keys and values of a group in which any key is allowed.
    ///
    /// - Parameter expected: What is expected. It begins with the form of an entry, as in `path: value`.
    package mutating func entries(_ input: SettingInput, _ expected: String) -> [SettingInput.Entry] {
        let entries: [SettingInput.Entry]
        switch input.content {
        case .group(let all):
            entries = all.map {
                .init(key: $0.key, line: $0.line, value: $0.value.named("\(input.name).\(SafeText.escaped($0.key))"))
            }
        case .list(let items) where source == .options: entries = items.compactMap { entry($0, expected) }
        default:
            refuse(input, SettingsError("is \(input.kind)", expecting: expected))
            return []
        }
        guard entries.count <= Self.maxEntries else {
            refuse(input, SettingsError("has \(entries.count) entries; the maximum is \(Self.maxEntries)"))
            return []
        }
        return entries
    }

    /// The key and value in an option's `key: value`.
    package mutating func entry(_ input: SettingInput, _ expected: String = "key: value") -> SettingInput.Entry? {
        guard let text = text(input, "key: value") else { return nil }
        guard let colon = text.firstIndex(of: ":") else {
            refuse(
                input,
                SettingsError("\(SafeText.shown(text)) has no colon", expecting: String(expected.prefix { $0 != "," })))
            return nil
        }
        let value = String(text[text.index(after: colon)...].drop { $0 == " " })
        let content = value.isEmpty ? SettingInput.Content.nothing : .text(value, isQuoted: false)
        return .init(key: String(text[..<colon]), value: SettingInput(name: input.name, content))
    }

    /// The result of a parser for a value. An error is recorded as a problem.
    package mutating func value<Value>(_ input: SettingInput, _ parse: () throws(SettingsError) -> Value) -> Value? {
        do {
            return try parse()
        } catch {
            refuse(input, error)
            return nil
        }
    }
}
