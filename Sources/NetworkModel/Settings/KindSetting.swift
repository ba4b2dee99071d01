import Synchronization

/// The settings of a kind of target, in the order in which they are documented.
///
/// Configuration, JSON, command line and documentation are derived from ``settings``.
public protocol KindSettings: Sendable {
    /// The settings, each with its key, type and default.
    static var settings: [any KindSettingDescription] { get }

    /// Creates settings.
    ///
    /// - Parameter values: The values that a user has set; the others have their defaults.
    init(_ values: SettingValues)
}

/// The settings of a kind that has none.
public struct NoKindSettings: KindSettings {
    /// The settings, of which there are none.
    public static let settings: [any KindSettingDescription] = []

    /// Creates settings without values.
    public init(_ values: SettingValues) {}
}

/// A setting of a kind of target.
public struct KindSetting<Value: Sendable>: KindSettingDescription {
    /// The key in configurations: lower-case words with `_` between them.
    public let key: String
    /// The type of the setting, which defines the allowed values.
    public let type: SettingType<Value>
    /// The default as text; `nil` if there is none.
    public let defaultText: String?
    /// A sentence that describes the setting, for the help and the documentation.
    public let sentence: String
    /// The recipient to whom the value may be sent.
    public let recipient: SettingRecipient
    let defaultValue: Value

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - key: The key in configurations: lower-case words with `_` between them. The option `--NAME-KEY` has hyphens instead.
    ///   - type: The type of the setting, as in `.duration(in: .zero...(.seconds(60)))`.
    ///   - defaultValue: The value if nothing is set.
    ///   - sentence: A sentence that describes the setting, for the help and the documentation.
    ///   - recipient: The recipient to whom the value may be sent.
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

    /// The allowed values in words, as in `a duration of 1ms to 1h`.
    public var typeWords: String { type.typeWords }

    /// The form of the values in JSON.
    public var jsonForm: SettingForm { type.jsonForm }

    /// Whether the value may quote what the target sends, as a pattern for its response does.
    public var quotesContent: Bool { type.quotesContent }

    /// Validates a text.
    ///
    /// - Throws: ``SettingsError`` with what is wrong and what would be right, without the setting's name.
    public func check(_ text: String) throws(SettingsError) {
        _ = try type.parse(text)
    }
}

/// The recipient to whom the value of a setting may be sent.
public enum SettingRecipient: Sendable, Hashable {
    /// The value is not sent, as for an expectation or a count.
    case nobody
    /// The value is sent to the target only, as for credentials. A check of the same target at another address does not use
    /// it.
    case target
}

/// The description of a setting, without its type.
public protocol KindSettingDescription: Sendable {
    /// The key in configurations: lower-case words with `_` between them.
    var key: String { get }
    /// The allowed values in words, as in `a duration of 1ms to 1h`.
    var typeWords: String { get }
    /// The form of the values in JSON.
    var jsonForm: SettingForm { get }
    /// The default as text; `nil` if there is none.
    var defaultText: String? { get }
    /// A sentence that describes the setting.
    var sentence: String { get }
    /// The recipient to whom the value may be sent.
    var recipient: SettingRecipient { get }
    /// Whether the value may quote what the target sends. It is masked where a configuration is shown to others, although it is
    /// not sent.
    var quotesContent: Bool { get }

    /// Validates a text.
    ///
    /// - Throws: ``SettingsError`` with what is wrong and what would be right, without the setting's name.
    func check(_ text: String) throws(SettingsError)
}

/// The settings that a user has set for a target, as text.
public struct SettingValues: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let text: String
        let recipient: SettingRecipient
    }

    private var entries = [String: Entry]()
    private var reads: SettingReads?

    /// Creates an empty set of values.
    public init() {}

    /// Whether nothing is set, so that all settings have their defaults.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of a setting, or its default if it is not set.
    public subscript<Value>(setting: KindSetting<Value>) -> Value {
        reads?.record(setting.key)
        guard let text = entries[setting.key]?.text, let value = try? setting.type.parse(text) else {
            return setting.defaultValue
        }
        return value
    }

    /// Sets a value.
    ///
    /// - Throws: ``SettingsError`` if the text is not valid, without the setting's name.
    public mutating func set(_ setting: any KindSettingDescription, _ text: String) throws(SettingsError) {
        try setting.check(text)
        entries[setting.key] = Entry(text: text, recipient: setting.recipient)
    }

    /// The values that are set, by key.
    package var texts: [String: String] { entries.mapValues(\.text) }

    /// Adds the values of others, which replace those of the same settings.
    public mutating func merge(_ others: SettingValues) {
        entries.merge(others.entries) { $1 }
    }

    /// Whether any value is meant for the target only.
    var hasSecrets: Bool { entries.values.contains { $0.recipient == .target } }

    /// Removes the values that are meant for the target only.
    ///
    /// - Returns: Whether there were any.
    mutating func removeSecrets() -> Bool {
        let before = entries.count
        entries = entries.filter { $0.value.recipient == .nobody }
        return entries.count < before
    }
}

extension SettingValues {
    /// The keys of the settings that a kind reads when it creates its settings.
    package static func keysRead<Settings: KindSettings>(by kind: Settings.Type) -> Set<String> {
        let reads = SettingReads()
        var values = SettingValues()
        values.reads = reads
        _ = Settings(values)
        return reads.keys
    }

    /// Compares the values alone.
    public static func == (left: SettingValues, right: SettingValues) -> Bool { left.entries == right.entries }

    /// Hashes the values alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

/// The keys of the settings that were read.
private final class SettingReads: Sendable {
    private let read = Mutex<Set<String>>([])

    var keys: Set<String> { read.withLock { $0 } }

    func record(_ key: String) { read.withLock { _ = $0.insert(key) } }
}
