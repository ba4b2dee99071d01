/// A value that a user has written for a setting, in a configuration, in JSON or as options of a command line.
public struct SettingInput: Sendable, Hashable {
    /// What a user has written.
    public indirect enum Content: Sendable, Hashable {
        /// Nothing stands there, or `null`.
        case nothing
        /// - Parameter isQuoted: Whether it is a text whatever it looks like: `"3"` is, `3` may be a number.
        case text(String, isQuoted: Bool)
        /// A list, as in `[200, 204]`.
        case list([SettingInput])
        /// Keys with values.
        case group([Entry])
    }

    /// A key and its value.
    public struct Entry: Sendable, Hashable {
        /// The key as it was written.
        public let key: String
        /// Where the key is, counted from 1; 0 where there are no lines.
        public let line: Int
        /// The value behind the key.
        public let value: SettingInput

        /// Creates an entry of a group.
        public init(key: String, line: Int = 0, value: SettingInput) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    /// What it is called in messages, as in `http.method` or `--method`.
    public let name: String
    /// What was written.
    public let content: Content
    /// Where it begins, counted from 1; 0 where there are no lines.
    public let line: Int

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - name: What it is called in messages.
    ///   - line: Where it begins, counted from 1; 0 where there are no lines.
    public init(name: String, _ content: Content, line: Int = 0) {
        self.name = name
        self.content = content
        self.line = line
    }

    /// The same value by another name.
    package func named(_ name: String) -> SettingInput { SettingInput(name: name, content, line: line) }

    /// What it is called in messages.
    package var kind: String {
        switch content {
        case .nothing: "without a value"
        case .text: "a single text"
        case .list: "a list"
        case .group: "a group of settings"
        }
    }
}
