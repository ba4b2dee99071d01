/// A JSON value.
package enum BodyValue: Sendable, Hashable, Decodable {
    case object([String: BodyValue])
    case array([BodyValue])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([BodyValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: BodyValue].self))
        }
    }

    /// The text of a placeholder: a string without quotes, a number or a boolean; empty for an object, an array and `null`.
    var text: String {
        switch self {
        case .string(let text): text
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .boolean(let value): "\(value)"
        case .object, .array, .null: ""
        }
    }
}
