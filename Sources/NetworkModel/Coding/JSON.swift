public import FoundationEssentials

/// The one way that documents become JSON text and come back.
public enum JSON {
    /// Encodes on one line, keys in the order of their names, slashes as they are.
    public static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return try encoder.encode(value)
    }

    /// Decodes a document that ``line(_:)`` or another program wrote.
    public static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}
