import FoundationEssentials

/// The only way in which documents are encoded as JSON text and decoded.
public enum JSON {
    /// Encodes on one line, keys in the order of their names, slashes as they are; what could steer a terminal or hide
    /// is escaped (``SafeText/escapedJSON(_:)``), since scripts and people read the same text.
    public static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let json = Array(try encoder.encode(value))
        return json.contains { $0 >= 0x7f } ? SafeText.escapedJSON(json) ?? json : json
    }

    /// Decodes a document that ``line(_:)`` or another program wrote.
    ///
    /// - Parameter kinds: What is read of the evidence of registered kinds of targets.
    public static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from json: some Collection<UInt8>, kinds: LayerEvidenceTypes = .shared
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo[LayerEvidenceTypes.key] = kinds
        return try decoder.decode(type, from: Data(json))
    }
}
