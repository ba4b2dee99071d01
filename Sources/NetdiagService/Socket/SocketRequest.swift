import NetworkModel

/// A request of a WebSocket client: `{"subscribe": ["targets", "incidents"], "after": "RUN-NUMBER"}`.
struct SocketRequest: Sendable, Hashable, Decodable {
    var topics: [SocketTopic]
    /// The id of the last event that the client received.
    var after: String?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case topics = "subscribe"
        case after
    }

    private static let example = #"{"subscribe": ["targets", "incidents"]}"#

    /// - Throws: ``BodyError`` with the name of the wrong field.
    static func read(_ json: some Collection<UInt8>) throws(BodyError) -> SocketRequest {
        let topics = SocketTopic.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        do throws(BodyError) {
            return try JSONBody.read(
                json, CodingKeys.self, like: example,
                hints: ["subscribe": "a list of topics, of \(topics)", "after": "the id of an event, as text"])
        } catch {
            // A frame has no body; the example shows a missing field.
            let text = error.description.replacing("the body is", with: "the message is")
            throw BodyError(
                description: text.hasSuffix(" is missing") ? "\(text); send a message like \(example)" : text)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let names = try container.decode([String].self, forKey: .topics)
        let known = SocketTopic.allCases.map(\.rawValue)
        guard names.count <= known.count else {
            throw BodyError(description: "subscribe: has \(names.count) topics; there are \(known.count)")
        }
        topics = try names.map { name in
            guard let topic = SocketTopic(rawValue: name) else {
                let meant = KeySuggestion.nearest(to: name, among: known).map { " did you mean \"\($0)\"?" } ?? ""
                throw BodyError(
                    description: "subscribe: \(SafeText.shown(name)) is not a topic;\(meant) there are: "
                        + known.joined(separator: ", "))
            }
            return topic
        }
        after = try container.decodeIfPresent(String.self, forKey: .after)
    }
}
