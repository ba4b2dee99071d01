import FoundationEssentials

/// The encoding and decoding of all documents as JSON text.
public enum JSON {
    /// Encodes a value on one line, with sorted keys and unescaped slashes. Characters that could control a terminal or be
    /// invisible are escaped (``SafeText/escapedJSON(_:)``), since scripts and people read the same text.
    ///
    /// - Throws: `EncodingError` if the value contains a number that is not finite, and what its `encode(to:)` throws.
    public static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let json = Array(try encoder.encode(value))
        return json.contains { $0 >= 0x7f } ? SafeText.escapedJSON(json) ?? json : json
    }

    /// Decodes a document, of ``line(_:)`` or of another program.
    ///
    /// - Parameters:
    ///   - type: The type of the document.
    ///   - json: The document, as UTF-8.
    ///   - kinds: The types of evidence of registered kinds of targets, which are only determined if there is a report
    ///     in the document. Evidence of other kinds is not read.
    /// - Throws: `DecodingError` if it is not JSON, or not such a document.
    public static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from json: some Collection<UInt8>,
        kinds: @escaping @autoclosure @Sendable () -> LayerEvidenceTypes = .shared
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo[LayerEvidenceTypes.key] = LayerEvidenceTypes.Source(types: kinds)
        return try decoder.decode(type, from: Data(json))
    }
}
