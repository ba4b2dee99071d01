/// A value that a user has given for a setting, in a configuration, in JSON or as options of a command line.
public struct SettingInput: Sendable, Hashable {
    /// The content of a value.
    public indirect enum Content: Sendable, Hashable {
        /// Nothing, or `null`.
        case nothing
        /// A text.
        ///
        /// - Parameter isQuoted: Whether the text is quoted. `"3"` is a text, while `3` may be a number.
        case text(String, isQuoted: Bool)
        /// A list, as in `[200, 204]`.
        case list([SettingInput])
        /// Keys and values.
        case group([Entry])
    }

    /// A key with its value.
    public struct Entry: Sendable, Hashable {
        /// The key as written.
        public let key: String
        /// The line of the key, from 1; 0 if there are no lines.
        public let line: Int
        /// The value of the key.
        public let value: SettingInput

        /// Creates an entry of a group.
        public init(key: String, line: Int = 0, value: SettingInput) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    /// The name in messages, as in `http.method` or `--method`.
    public let name: String
    /// The content of the value.
    public let content: Content
    /// The first line of the value, from 1; 0 if there are no lines.
    public let line: Int

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - name: The name in messages.
    ///   - content: The content of the value.
    ///   - line: The first line of the value, from 1; 0 if there are no lines.
    public init(name: String, _ content: Content, line: Int = 0) {
        self.name = name
        self.content = content
        self.line = line
    }

    /// The same value under another name.
    package func named(_ name: String) -> SettingInput { SettingInput(name: name, content, line: line) }

    /// The kind of content in messages.
    package var kind: String {
        switch content {
        case .nothing: "without a value"
        case .text: "a single value"
        case .list: "a list"
        case .group: "a group of settings"
        }
    }
}
