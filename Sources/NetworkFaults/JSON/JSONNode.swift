/// A value of JSON (RFC 8259), and the line of the document that it begins in.
package struct JSONNode: Sendable, Hashable {
    /// A name and its value, in the order of the document.
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
        /// A number without fraction and exponent that fits 64 bits.
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    package var content: Content
    /// Counted from 1.
    package var line: Int

    package init(_ content: Content, line: Int = 1) {
        self.content = content
        self.line = line
    }

    /// The member of this name; `nil` also where it is no object.
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

    /// What it is called in messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
