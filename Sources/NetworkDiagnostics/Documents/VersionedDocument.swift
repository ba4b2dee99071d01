/// A value as a JSON document of its own: its members, and beside them `schema`, by which a reader knows the form.
///
/// The type of the value stays without it where it is part of another document.
package struct VersionedDocument<Content: Encodable>: Encodable {
    private let content: Content
    private let schema: DocumentSchema

    private enum CodingKeys: String, CodingKey { case schema }

    /// - Parameter content: Something that is encoded as an object without a member `schema`.
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
