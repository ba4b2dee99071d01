/// The settings of a kind of target, in the order in which they are documented.
///
/// Configuration, JSON, command line and documentation are derived from ``settings``.
public protocol KindSettings: Sendable {
    /// The settings, each with its key, type and default.
    static var settings: [any KindSettingDescription] { get }

    /// - Parameter values: Those that a user has set; the others have their defaults.
    init(_ values: SettingValues)
}

/// A kind without settings of its own.
public struct NoKindSettings: KindSettings {
    /// No settings.
    public static let settings: [any KindSettingDescription] = []

    /// Creates the settings, of which there are none.
    public init(_ values: SettingValues) {}
}

/// One setting of a kind.
public struct KindSetting<Value: Sendable>: KindSettingDescription {
    /// The key in configurations: lower-case words with `_` between them.
    public let key: String
    /// What the setting takes, and how its text is parsed.
    public let type: SettingType<Value>
    /// The default as it would be written; `nil` if nothing is the default.
    public let defaultText: String?
    /// What the setting does, in one sentence.
    public let sentence: String
    /// Who may be sent its value.
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

    /// What the setting takes, as in `a duration of 1ms to 1h`.
    public var typeWords: String { type.typeWords }

    /// Parses a text, and forgets its value.
    ///
    /// - Throws: What is wrong, and what would be right, after the setting's name.
    public func check(_ text: String) throws(SettingsError) {
        _ = try type.parse(text)
    }
}

/// The recipient that a setting may be sent to.
public enum SettingRecipient: Sendable, Hashable {
    /// It stays here: what is expected, or how often is asked.
    case nobody
    /// It is sent to the target, or shows who asks, and is sent to nobody else: a check of the same target by another address
    /// goes without.
    case target
}

/// The description of a setting, without its type.
public protocol KindSettingDescription: Sendable {
    /// The key in configurations: lower-case words with `_` between them.
    var key: String { get }
    /// What it takes, as in `a duration of 1ms to 1h`.
    var typeWords: String { get }
    /// The default, as it would be written; `nil` if nothing is the default.
    var defaultText: String? { get }
    /// What the setting does, in one sentence.
    var sentence: String { get }
    /// Who may be sent its value.
    var recipient: SettingRecipient { get }

    /// - Throws: What is wrong with a text, and what would be right, after the setting's name.
    func check(_ text: String) throws(SettingsError)
}

/// The settings that a user has set for one target, as text.
public struct SettingValues: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let text: String
        let recipient: SettingRecipient
    }

    private var entries: [String: Entry] = [:]

    /// Creates values of which none is set.
    public init() {}

    /// Whether nothing was set, so that each setting has its default.
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
