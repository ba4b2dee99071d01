/// A JSON Schema (2020-12) of a response of the API. Objects may have more members than are described, since members
/// are added without a new version of their document.
indirect enum APISchema: Sendable, Encodable {
    /// One of ``APISchema/components``.
    case reference(String)
    case text(String? = nil)
    case word([String])
    /// A text with a fixed value.
    case constant(String)
    /// A time of RFC 3339.
    case time
    case integer
    case number
    case flag
    case array(APISchema)
    /// An object with its members by name; members whose names end with `?` are optional.
    case object([String: APISchema])
    /// An object with arbitrary names of members.
    case map(APISchema)
    case nullable(APISchema)
    case either([APISchema])
    case anything

    private enum CodingKeys: String, CodingKey {
        case type, description, format, items, properties, required, additionalProperties, anyOf
        case constant = "const"
        case values = "enum"
        case reference = "$ref"
    }

    private struct Null: Encodable { let type = "null" }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .reference(let name): try container.encode("#/components/schemas/\(name)", forKey: .reference)
        case .text(let description):
            try container.encode("string", forKey: .type)
            try container.encodeIfPresent(description, forKey: .description)
        case .word(let words):
            try container.encode("string", forKey: .type)
            try container.encode(words, forKey: .values)
        case .constant(let text): try container.encode(text, forKey: .constant)
        case .time:
            try container.encode("string", forKey: .type)
            try container.encode("date-time", forKey: .format)
        case .integer: try container.encode("integer", forKey: .type)
        case .number: try container.encode("number", forKey: .type)
        case .flag: try container.encode("boolean", forKey: .type)
        case .array(let items):
            try container.encode("array", forKey: .type)
            try container.encode(items, forKey: .items)
        case .object(let members):
            try container.encode("object", forKey: .type)
            let names = members.map { (name: $0.key.hasSuffix("?") ? String($0.key.dropLast()) : $0.key, $0.value) }
            try container.encode(Dictionary(uniqueKeysWithValues: names), forKey: .properties)
            let required = members.keys.filter { !$0.hasSuffix("?") }.sorted()
            if !required.isEmpty { try container.encode(required, forKey: .required) }
        case .map(let values):
            try container.encode("object", forKey: .type)
            try container.encode(values, forKey: .additionalProperties)
        case .nullable(let schema):
            var alternatives = container.nestedUnkeyedContainer(forKey: .anyOf)
            try alternatives.encode(schema)
            try alternatives.encode(Null())
        case .either(let schemas): try container.encode(schemas, forKey: .anyOf)
        case .anything: break
        }
    }
}
