package import SQLite

/// A column of a resource: what its values have to be like.
package struct FieldDefinition: Sendable {
    package typealias Value = SQLiteValue

    /// The kind of its values; the raw values are the words of `type:`.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case text, integer, number, boolean

        /// The column's type in SQLite.
        package var column: String {
            switch self {
            case .text: "TEXT"
            case .integer, .boolean: "INTEGER"
            case .number: "REAL"
            }
        }

        /// For messages, after "write".
        var expected: String {
            switch self {
            case .text: "a text"
            case .integer: "a whole number"
            case .number: "a number"
            case .boolean: "true or false"
            }
        }
    }

    /// Unicode scalars of a text where `length:` says nothing else.
    package static let maxLength = 65_536

    package let name: String
    package var kind: Kind
    package var format: TextFormat?
    package var isRequired = false
    package var isUnique = false
    package var min: Double?
    package var max: Double?
    /// Unicode scalars of a text.
    package var length: ClosedRange<Int> = 0...maxLength
    package var pattern: TextPattern?
    package var choices: [SQLiteValue] = []
    /// What stands where a new row has no value.
    package var fallback: SQLiteValue = .null

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether a name can be that of a table or column: a letter, then letters, digits and underscores, up to 63.
    package static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.enumerated().allSatisfy { index, byte in
                let isLetter = (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                return isLetter || index > 0 && ((0x30...0x39).contains(byte) || byte == UInt8(ascii: "_"))
            }
    }
}
