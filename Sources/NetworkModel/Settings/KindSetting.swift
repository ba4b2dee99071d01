/// The settings of a kind of target, in the order in which they are documented.
///
/// Configuration, JSON, command line and documentation are derived from ``settings``.
public protocol KindSettings: Sendable {
    static var settings: [any KindSettingDescription] { get }

    /// - Parameter values: Those that somebody has set; the others have their defaults.
    init(_ values: SettingValues)
}

/// A kind without settings of its own.
public struct NoKindSettings: KindSettings {
    public static let settings: [any KindSettingDescription] = []

    public init(_ values: SettingValues) {}
}

/// One setting of a kind.
public struct KindSetting<Value: Sendable>: KindSettingDescription {
    public let key: String
    public let type: SettingType<Value>
    public let defaultText: String?
    public let sentence: String
    public let recipient: SettingRecipient
    let defaultValue: Value

    /// - Parameters:
    ///   - key: As in configurations: lower-case words with `_` between them.
    ///   - defaultValue: What holds where nothing is set.
    ///   - sentence: What it does, in one sentence.
    ///   - recipient: Who may be sent it.
    public init(
        _ key: String, _ type: SettingType<Value>, default defaultValue: Value, _ sentence: String,
        for recipient: SettingRecipient
    ) {
        self.key = key
        self.type = type
        self.defaultValue = defaultValue
        self.sentence = sentence
        self.recipient = recipient
        defaultText = type.text(defaultValue)
    }

    public var typeWords: String { type.words }

    public func check(_ text: String) throws(SettingsError) {
        _ = try type.parse(text)
    }
}

/// Whom a setting is for.
public enum SettingRecipient: Sendable, Hashable {
    /// It stays here: what is expected, or how often is asked.
    case nobody
    /// It is sent to the target, or shows who asks, and is sent to nobody else: a check of the same target by another address
    /// goes without.
    case target
}

/// What is known of a setting without its type.
public protocol KindSettingDescription: Sendable {
    var key: String { get }
    /// What it takes, as in `a duration of 1ms to 1h`.
    var typeWords: String { get }
    /// The default, as it would be written; `nil` where nothing is the default.
    var defaultText: String? { get }
    var sentence: String { get }
    var recipient: SettingRecipient { get }

    /// - Throws: What is wrong with a text, and what would be right, after the setting's name.
    func check(_ text: String) throws(SettingsError)
}

/// A kind of value, written as text in all places where settings are given.
public struct SettingType<Value: Sendable>: Sendable {
    /// What it takes, as in `a duration of 1ms to 1h`.
    let words: String
    let parse: @Sendable (String) throws(SettingsError) -> Value
    /// `nil` where there is no value.
    let text: @Sendable (Value) -> String?

    /// - Parameter parse: Throws what is wrong and what would be right; put after the setting's name.
    public init(
        _ words: String, parse: @escaping @Sendable (String) throws(SettingsError) -> Value,
        text: @escaping @Sendable (Value) -> String?
    ) {
        self.words = words
        self.parse = parse
        self.text = text
    }
}

extension SettingType where Value == Duration {
    /// As in `500ms`, `30s` or `1h`.
    public static func duration(in range: ClosedRange<Duration>) -> Self {
        let words = "a duration of \(range.lowerBound.settingText) to \(range.upperBound.settingText)"
        return Self(words) { text throws(SettingsError) in
            let duration = try Duration(setting: text)
            guard range.contains(duration) else {
                throw SettingsError("\(SafeText.shown(text)) is out of range; it takes \(words)")
            }
            return duration
        } text: {
            $0.settingText
        }
    }
}

extension SettingType where Value == Int {
    public static func number(in range: ClosedRange<Int>) -> Self {
        let words = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Self(words) { text throws(SettingsError) in
            guard text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
                range.contains(number)
            else { throw SettingsError("\(SafeText.shown(text)) cannot be taken; it takes \(words)") }
            return number
        } text: {
            "\($0)"
        }
    }
}

extension SettingType where Value == Bool {
    public static var boolean: Self {
        Self("true or false") { text throws(SettingsError) in
            switch text {
            case "true", "on", "yes": return true
            case "false", "off", "no": return false
            default: throw SettingsError("\(SafeText.shown(text)) cannot be taken; it takes true or false")
            }
        } text: {
            $0 ? "true" : "false"
        }
    }
}

extension SettingType where Value == String? {
    /// A text of so many bytes at least and at most.
    public static func text(bytes: ClosedRange<Int>) -> Self {
        let words = "a text of \(bytes.lowerBound) to \(bytes.upperBound) bytes"
        return Self(words) { text throws(SettingsError) in
            guard bytes.contains(text.utf8.count) else {
                throw SettingsError("has \(text.utf8.count) bytes; it takes \(words)")
            }
            return text
        } text: {
            $0
        }
    }
}

extension SettingType where Value: CaseIterable & RawRepresentable<String> {
    /// One of an enumeration's values.
    public static var choice: Self {
        let words = "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")
        return Self(words) { text throws(SettingsError) in
            guard let value = Value(rawValue: text.lowercased()) else {
                throw SettingsError("\(SafeText.shown(text)) is unknown; it takes \(words)")
            }
            return value
        } text: {
            $0.rawValue
        }
    }
}

/// The settings that somebody has set for one target, as the texts that they were given in.
public struct SettingValues: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let text: String
        let recipient: SettingRecipient
    }

    private var entries: [String: Entry] = [:]

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }

    /// The value of a setting: what was set, or its default.
    public subscript<Value>(setting: KindSetting<Value>) -> Value {
        guard let text = entries[setting.key]?.text, let value = try? setting.type.parse(text) else {
            return setting.defaultValue
        }
        return value
    }

    /// - Throws: Where the setting does not take the text; what is wrong, after the setting's name.
    public mutating func set(_ setting: any KindSettingDescription, _ text: String) throws(SettingsError) {
        try setting.check(text)
        entries[setting.key] = Entry(text: text, recipient: setting.recipient)
    }

    /// What was set, by the settings' keys.
    package var texts: [String: String] { entries.mapValues(\.text) }

    /// Takes over what others have set.
    public mutating func merge(_ others: SettingValues) {
        entries.merge(others.entries) { $1 }
    }

    /// Whether there is anything that is for the target alone.
    var hasSecrets: Bool { entries.values.contains { $0.recipient == .target } }

    /// Takes out what is for the target alone.
    ///
    /// - Returns: Whether there was anything.
    mutating func removeSecrets() -> Bool {
        let before = entries.count
        entries = entries.filter { $0.value.recipient == .nobody }
        return entries.count < before
    }
}
