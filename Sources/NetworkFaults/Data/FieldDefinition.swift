package import SQLite

/// A column of a resource, and the conditions on its values.
package struct FieldDefinition: Sendable {
    package typealias Value = SQLiteValue

    /// The kind of values. The raw values are the words of `type:`.
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

        /// The expected value for messages, after the word "write".
        var expected: String {
            switch self {
            case .text: "a text"
            case .integer: "a whole number"
            case .number: "a number"
            case .boolean: "true or false"
            }
        }
    }

    /// The default maximum length of a text without `length:`, in Unicode scalars.
    package static let maxLength = 65_536

    package let name: String
    package var kind: Kind
    package var format: TextFormat?
    package var isRequired = false
    package var isUnique = false
    package var min: Double?
    package var max: Double?
    /// The length of a text in Unicode scalars.
    package var length: ClosedRange<Int> = 0...maxLength
    package var pattern: TextPattern?
    package var choices: [SQLiteValue] = []
    /// The default value of new rows.
    package var fallback: SQLiteValue = .null

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether a name is valid for a table or column: a letter, then letters, digits and underscores, up to 63.
    package static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.enumerated().allSatisfy { index, byte in
                let isLetter = (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                return isLetter || index > 0 && ((0x30...0x39).contains(byte) || byte == UInt8(ascii: "_"))
            }
    }
}
