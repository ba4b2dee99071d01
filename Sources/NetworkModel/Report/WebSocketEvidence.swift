/// The result of a WebSocket session (RFC 6455).
public struct WebSocketEvidence: LayerEvidence {
    /// The layer `ws`.
    public static let layer = Layer.kind("ws")

    /// How the WebSocket ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// Opened, a ping answered, closed in order.
        case done
        /// The server answered with another status than 101.
        case refused
        /// 101, but the key, the subprotocol or an extension is wrong.
        case invalidHandshake = "invalid-handshake"
        /// A ping was not answered in time.
        case noPong = "no-pong"
        /// No message matched what is expected.
        case unexpectedMessage = "unexpected-message"
        /// A frame breaks the protocol, or a close code says that one did.
        case protocolError = "protocol-error"
        /// Nothing came back for the handshake in time.
        case noAnswer = "no-answer"
        /// The connection ended by FIN or RST, the answer is no HTTP, or libcurl failed for another reason.
        case closed, reset, malformed, failed
    }

    /// The URL that was asked for.
    public var url: String
    /// How the WebSocket ended.
    public var outcome: Outcome
    /// The status of the answer to the handshake; 101 where it was opened, `nil` if no answer came.
    public var status: Int?
    /// The subprotocol that the server chose (RFC 6455 section 1.9); `nil`: none.
    public var subprotocol: String?
    /// What became of the login; `nil` if the server did not ask for one.
    public var authentication: HTTPEvidence.Authentication?
    /// From the request to the end of the answer's head.
    public var handshake: Milliseconds?
    /// From a ping to its pong.
    public var roundTrip: Milliseconds?
    /// From the message to the one that is expected.
    public var answer: Milliseconds?
    /// Messages and bytes of theirs that came.
    public var messages: Int
    /// The bytes of the messages that came. JSON key: `message_bytes`.
    public var messageBytes: Int
    /// The code of the server's close frame (RFC 6455 section 7.4); `nil` if none came.
    public var closeCode: Int?
    /// What was wrong, in words, some of which may be the server's; `nil` if nothing was.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, status, subprotocol, authentication, messages, detail
        case handshake = "handshake_ms"
        case roundTrip = "round_trip_ms"
        case answer = "answer_ms"
        case messageBytes = "message_bytes"
        case closeCode = "close_code"
    }

    /// Creates the evidence of a WebSocket over which nothing came yet.
    public init(url: String, outcome: Outcome, status: Int? = nil, detail: String? = nil) {
        self.url = url
        self.outcome = outcome
        self.status = status
        messages = 0
        messageBytes = 0
        self.detail = detail
    }
}

extension WebSocketEvidence {
    /// One line for people: subprotocol, times and close code, or how it ended.
    public var summary: String {
        guard outcome == .done else {
            return [outcome.rawValue, status.map { "status \($0)" }, detail]
                .compactMap(\.self).joined(separator: ", ")
        }
        let parts = [
            subprotocol, roundTrip.map { "pong after \(Quantity.text($0))" },
            answer.map { "answer after \(Quantity.text($0))" }, closeCode.map { "closed with \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Changes the texts of the server: the detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        detail = detail.map(change)
    }
}
