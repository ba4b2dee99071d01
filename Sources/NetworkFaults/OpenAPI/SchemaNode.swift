/// A JSON Schema as in OpenAPI 3.0 and 3.1. Nested schemas are indexes of a ``SchemaSet``.
package struct SchemaNode: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case null, boolean, integer, number, string, array, object

        /// The kind for messages, after the word "write".
        var withArticle: String {
            switch self {
            case .null: "null"
            case .integer, .array, .object: "an \(rawValue)"
            case .boolean, .number, .string: "a \(rawValue)"
            }
        }
    }

    /// The members that are allowed in addition to ``properties``.
    package enum Additional: Sendable, Hashable {
        case any, none
        case schema(Int)
    }

    /// A named member of an object.
    package struct Property: Sendable, Hashable {
        package var name: String
        package var schema: Int

        package init(_ name: String, _ schema: Int) {
            (self.name, self.schema) = (name, schema)
        }
    }

    /// The allowed kinds; `nil` for any.
    package var kinds: Set<Kind>?
    package var choices: [JSONNode]? {
        didSet { choiceKeys = choices.map { Set($0.map { CanonicalJSON($0) }) } }
    }
    /// The choices, to find a value among them.
    private(set) var choiceKeys: Set<CanonicalJSON>?
    package var minimum: Double?
    package var maximum: Double?
    package var exclusiveMinimum: Double?
    package var exclusiveMaximum: Double?
    package var multipleOf: Double?
    package var length: ClosedRange<Int> = 0 ... .max
    package var pattern: TextPattern?
    package var format: TextFormat?
    /// The number of bits of `int32` and `int64`.
    package var bits: Int?
    package var items: Int?
    package var itemCount: ClosedRange<Int> = 0 ... .max
    package var itemsAreUnique = false
    package var properties: [Property] = []
    package var required: [String] = []
    package var additional = Additional.any
    package var memberCount: ClosedRange<Int> = 0 ... .max
    package var allOf: [Int] = []
    package var anyOf: [Int] = []
    package var oneOf: [Int] = []
    package var not: Int?
    /// The target of `$ref`.
    package var reference: Int?
    /// The first of `example`, `examples` and `default`.
    package var example: JSONNode?
    /// Whether the value must not occur in requests.
    package var isReadOnly = false
    /// Whether the value must not occur in responses.
    package var isWriteOnly = false
    /// Whether the schema is `false`, which no value matches.
    package var isNothing = false
    package var line = 1

    package init() {}

    /// The schemas that are applied to the same value.
    package var alike: [Int] { [reference, not].compactMap { $0 } + allOf + anyOf + oneOf }
}
