/// A value that somebody has written for a setting, in a configuration, in JSON or as options of a command line.
public struct SettingInput: Sendable, Hashable {
    public indirect enum Content: Sendable, Hashable {
        /// Nothing stands there, or `null`.
        case nothing
        /// - Parameter isQuoted: Whether it is a text whatever it looks like: `"3"` is, `3` may be a number.
        case text(String, isQuoted: Bool)
        case list([SettingInput])
        case group([Entry])
    }

    /// A key and its value.
    public struct Entry: Sendable, Hashable {
        public let key: String
        /// Where the key stands, counted from 1; 0 where there are no lines.
        public let line: Int
        public let value: SettingInput

        public init(key: String, line: Int = 0, value: SettingInput) {
            self.key = key
            self.line = line
            self.value = value
        }
    }

    /// What it is called in messages, as in `http.method` or `--method`.
    public let name: String
    public let content: Content
    /// Where it begins, counted from 1; 0 where there are no lines.
    public let line: Int

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
