/// A value of one of SQLite's five storage classes (https://www.sqlite.org/datatype3.html).
package enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number if the value is real or an integer.
    package var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .text, .blob: nil
        }
    }

    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    package var blob: [UInt8]? {
        if case .blob(let value) = self { value } else { nil }
    }

    package var isNull: Bool { self == .null }
}
