/// A schema of JSON Schema as OpenAPI 3.0 and 3.1 use it; schemas within it are numbers of a ``SchemaSet``.
package struct SchemaNode: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case null, boolean, integer, number, string, array, object
    }

    /// What members may be there beside ``properties``.
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

    /// `nil` is any.
    package var kinds: Set<Kind>?
    package var choices: [JSONNode]?
    package var minimum: Double?
    package var maximum: Double?
    package var exclusiveMinimum: Double?
    package var exclusiveMaximum: Double?
    package var multipleOf: Double?
    package var length: ClosedRange<Int> = 0 ... .max
    package var pattern: TextPattern?
    package var format: TextFormat?
    /// Of `int32` and `int64`.
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
    /// What `$ref` leads to.
    package var reference: Int?
    /// Of `example`, `examples` and `default`, the first.
    package var example: JSONNode?
    /// Not in requests.
    package var isReadOnly = false
    /// Not in answers.
    package var isWriteOnly = false
    /// `false` as a schema: nothing fits.
    package var isNothing = false
    package var line = 1

    package init() {}

    /// The schemas that the same value has to fit.
    package var alike: [Int] { [reference, not].compactMap { $0 } + allOf + anyOf + oneOf }
}
