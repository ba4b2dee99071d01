/// A part of a YAML document, with the place where it begins.
struct YAMLNode: Sendable, Hashable {
    /// A place in the file, both counted from 1.
    struct Mark: Sendable, Hashable {
        var line: Int
        var column: Int
    }

    /// A key and its value, in the order of the file.
    struct Entry: Sendable, Hashable {
        var key: String
        var mark: Mark
        var value: YAMLNode
    }

    enum Content: Sendable, Hashable {
        case scalar(String, ScalarStyle)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    enum ScalarStyle: Sendable, Hashable {
        case plain, quoted, block
    }

    var content: Content
    var mark: Mark

    /// Whether there is no value: nothing behind the colon, `~` or `null` (YAML 1.2 section 10.3.2).
    var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return text.isEmpty || text == "~" || text.lowercased() == "null"
    }

    /// What it is called in messages.
    var kind: String {
        switch content {
        case .scalar: isNull ? "without a value" : "a single text"
        case .sequence: "a list"
        case .mapping: "a group of settings"
        }
    }
}
