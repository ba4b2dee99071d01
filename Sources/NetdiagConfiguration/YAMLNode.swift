/// A part of a YAML document, with its position.
package struct YAMLNode: Sendable, Hashable {
    /// A position in the file; both numbers count from 1.
    package struct Mark: Sendable, Hashable {
        package var line: Int
        package var column: Int
    }

    /// A key and its value.
    package struct Entry: Sendable, Hashable {
        package var key: String
        package var mark: Mark
        package var value: YAMLNode
    }

    package enum Content: Sendable, Hashable {
        case scalar(String, ScalarStyle)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    package enum ScalarStyle: Sendable, Hashable {
        case plain, quoted, block
        /// Base64 with the tag `!!binary`, if accepted.
        case binary
    }

    package var content: Content
    package var mark: Mark

    /// Whether there is no value: nothing after the colon, `~` or `null` (YAML 1.2 section 10.3.2).
    package var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return text.isEmpty || text == "~" || text.lowercased() == "null"
    }

    /// The name of the kind in messages.
    package var kind: String {
        switch content {
        case .scalar: isNull ? "without a value" : "a single value"
        case .sequence: "a list"
        case .mapping: "a group of settings"
        }
    }
}
