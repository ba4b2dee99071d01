public import FoundationEssentials

/// The one way that documents become JSON text and come back.
public enum JSON {
    /// Encodes on one line, keys in the order of their names, slashes as they are; what could steer a terminal or hide
    /// is escaped (``SafeText/escapedJSON(_:)``), since scripts and people read the same text.
    public static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let data = try encoder.encode(value)
        guard data.contains(where: { $0 >= 0x7f }) else { return data }
        return SafeText.escapedJSON(Array(data)).map { Data($0) } ?? data
    }

    /// Decodes a document that ``line(_:)`` or another program wrote.
    ///
    /// - Parameter kinds: What is read of the evidence of registered kinds of targets.
    public static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from data: Data, kinds: LayerEvidenceTypes = .shared
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo[LayerEvidenceTypes.key] = kinds
        return try decoder.decode(type, from: data)
    }
}
