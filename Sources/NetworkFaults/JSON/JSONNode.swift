/// A JSON value (RFC 8259), and the line on which it begins in the document.
package struct JSONNode: Sendable, Hashable {
    /// A member of an object. Members keep the order of the document.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var node: JSONNode

        package init(_ name: String, _ node: JSONNode) {
            self.name = name
            self.node = node
        }
    }

    package indirect enum Content: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number without a fraction and exponent that fits in 64 bits.
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package var content: Content
    /// The line, counted from 1.
    package var line: Int

    package init(_ content: Content, line: Int = 1) {
        self.content = content
        self.line = line
    }

    /// The member with this name; `nil` also if the value is not an object.
    package subscript(name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.name == name }?.node
    }

    package var isNull: Bool { content == .null }

    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// A number of either kind.
    package var number: Double? {
        switch content {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .boolean, .string, .array, .object: nil
        }
    }

    /// The kind of the value for messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
