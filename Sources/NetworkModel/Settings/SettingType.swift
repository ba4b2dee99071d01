/// The values that a setting allows, how they are parsed, and how they are formatted.
public struct SettingType<Value: Sendable>: Sendable {
    private enum Form: Sendable {
        case text(@Sendable (String) throws(SettingsError) -> Value)
        case any(@Sendable (SettingInput, inout SettingReader) -> Value?)
    }

    /// The allowed values in words, as in `a duration of 1ms to 1h`.
    package let typeWords: String
    /// The same, with an example if that helps.
    private let expected: String
    /// The form of the values in JSON.
    package let jsonForm: SettingForm
    /// Whether values may quote what the target sends, so that they are masked where a configuration is shown to others.
    private(set) var quotesContent = false
    private let form: Form
    /// The value as text; `nil` if there is none.
    let text: @Sendable (Value) -> String?

    /// Creates the type of a value that is a single text.
    ///
    /// - Parameters:
    ///   - words: The allowed values in words, as in `a duration of 1ms to 1h`.
    ///   - example: The text after the words in messages, as in `, as in 30s`.
    ///   - jsonForm: The form of the values in JSON.
    ///   - parse: Parses a text, and throws what is wrong and what would be right, without the setting's name.
    ///   - text: Formats a value; `nil` if there is none.
    public init(
        _ words: String, example: String = "", as jsonForm: SettingForm = .text,
        parse: @escaping @Sendable (String) throws(SettingsError) -> Value,
        text: @escaping @Sendable (Value) -> String?
    ) {
        typeWords = words
        expected = words + example
        self.jsonForm = jsonForm
        form = .text(parse)
        self.text = text
    }

    /// Creates the type of a value that can be a list or a group.
    ///
    /// - Parameter read: Reads a value. The result is `nil` if it is invalid, and the reasons are problems of the reader.
    package init(
        _ words: String, as jsonForm: SettingForm = .any,
        read: @escaping @Sendable (SettingInput, inout SettingReader) -> Value?,
        text: @escaping @Sendable (Value) -> String?
    ) {
        typeWords = words
        expected = words
        self.jsonForm = jsonForm
        form = .any(read)
        self.text = text
    }

    /// The same type, for values that may quote what the target sends.
    package var quotingContent: Self {
        var type = self
        type.quotesContent = true
        return type
    }

    package func read(_ input: SettingInput, with reader: inout SettingReader) -> Value? {
        switch form {
        case .text(let parse):
            guard let text = reader.text(input, expected) else { return nil }
            return reader.value(input) { () throws(SettingsError) in try parse(text) }
        case .any(let read): return read(input, &reader)
        }
    }

    func parse(_ text: String) throws(SettingsError) -> Value {
        if case .text(let parse) = form { return try parse(text) }
        var reader = SettingReader(.options)
        guard let value = read(SettingInput(name: "", .text(text, isQuoted: false)), with: &reader) else {
            throw SettingsError(reader.problems.first?.reason ?? "is not valid", expecting: nil)
        }
        return value
    }

    /// The same type with an optional value.
    package var orNone: SettingType<Value?> {
        let text: @Sendable (Value?) -> String? = { [text] in $0.flatMap(text) }
        var type =
            switch form {
            case .text(let parse):
                SettingType<Value?>(
                    typeWords, example: String(expected.dropFirst(typeWords.count)), as: jsonForm,
                    parse: { text throws(SettingsError) in try parse(text) }, text: text)
            case .any(let read):
                SettingType<Value?>(typeWords, as: jsonForm, read: { read($0, &$1).map(Optional.some) }, text: text)
            }
        type.quotesContent = quotesContent
        return type
    }

    /// The type of a list of values, or a single one.
    ///
    /// - Parameter plural: The values in words, as in `statuses, as in 204 or 200-299`.
    package func list(_ plural: String) -> SettingType<[Value]> {
        let text = text
        var type = SettingType<[Value]>("a list of \(plural)", as: .list(jsonForm)) { input, reader in
            reader.items(input, of: plural)?.compactMap { read($0, with: &reader) }
        } text: { values in
            values.isEmpty ? nil : values.compactMap(text).joined(separator: ", ")
        }
        type.quotesContent = quotesContent
        return type
    }
}

extension SettingType where Value == Duration {
    /// A duration in a range, as in `500ms`, `30s`, `1.5m`, `1h` or `1d`. A number without a unit is in seconds.
    public static func duration(in range: ClosedRange<Duration>) -> Self {
        let bounds = "\(range.lowerBound.settingText) to \(range.upperBound.settingText)"
        return Self("a duration of \(bounds)", example: ", as in 30s") { text throws(SettingsError) in
            let duration = try Duration(setting: text)
            guard range.contains(duration) else {
                throw SettingsError("\(SafeText.shown(text)) is out of range; expected \(bounds)")
            }
            return duration
        } text: {
            $0.settingText
        }
    }
}

extension SettingType where Value == Int {
    /// A whole number in a range, in decimal digits without a sign.
    ///
    /// - Parameters:
    ///   - range: The smallest and the largest number, from 0 to 999,999,999,999.
    ///   - unit: What is counted, as in `requests`; `nil` for a number that counts nothing.
    public static func number(in range: ClosedRange<Int>, of unit: String? = nil) -> Self {
        let words =
            "a whole number\(unit.map { " of \($0)" } ?? "") from \(range.lowerBound) to \(range.upperBound)"
        return Self(words, as: .number(range)) { text throws(SettingsError) in
            guard text.utf8.count <= 12, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
                range.contains(number)
            else { throw SettingsError("\(SafeText.shown(text)) is not valid", expecting: words) }
            return number
        } text: {
            "\($0)"
        }
    }
}

extension SettingType where Value == Bool {
    /// `on` or `off`, and the other words for them in YAML 1.1, in any case.
    public static var boolean: Self {
        Self("on or off", as: .flag) { text throws(SettingsError) in
            guard let value = SettingText.boolean(text) else {
                throw SettingsError("\(SafeText.shown(text)) is neither on nor off; write one of the two")
            }
            return value
        } text: {
            $0 ? "on" : "off"
        }
    }
}

extension SettingType where Value == String? {
    /// A text with a minimum and a maximum number of bytes in UTF-8; `nil` for none, as a default.
    public static func text(bytes: ClosedRange<Int>) -> Self {
        let words = "a string of \(bytes.lowerBound) to \(bytes.upperBound) bytes"
        return Self(words) { text throws(SettingsError) in
            guard bytes.contains(text.utf8.count) else {
                throw SettingsError("has \(text.utf8.count) bytes", expecting: words)
            }
            return text
        } text: {
            $0
        }
    }
}

extension SettingType where Value: CaseIterable & RawRepresentable<String> {
    /// A case of an enumeration by its raw value, in any case of its letters. The raw values are in lower case.
    public static var choice: Self {
        let cases = Value.allCases.map(\.rawValue)
        let words = "one of " + cases.joined(separator: ", ")
        return Self(words, as: .choice(cases)) { text throws(SettingsError) in
            guard let value = Value(rawValue: text.lowercased()) else {
                throw SettingsError("\(SafeText.shown(text)) is unknown", expecting: words)
            }
            return value
        } text: {
            $0.rawValue
        }
    }
}

/// Parsers for words that several settings use.
package enum SettingText {
    /// `true`, `yes`, `on` and their opposites (YAML 1.1), in any case.
    package static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
