/// A value as a separate JSON document: its members, and the member `schema`, which identifies the format.
///
/// Without this wrapper, the type has no such member, so that it can be part of other documents.
package struct VersionedDocument<Content: Encodable>: Encodable {
    private let content: Content
    private let schema: DocumentSchema

    private enum CodingKeys: String, CodingKey { case schema }

    /// Wraps a value.
    ///
    /// - Parameter content: A value that is encoded as an object without a member `schema`.
    package init(_ content: Content, _ schema: DocumentSchema) {
        self.content = content
        self.schema = schema
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema.rawValue, forKey: .schema)
        try content.encode(to: encoder)
    }
}

extension VersionedDocument: Sendable where Content: Sendable {}
