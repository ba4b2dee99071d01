/// The result of a WebSocket session (RFC 6455).
public struct WebSocketEvidence: LayerEvidence {
    /// The layer `ws`.
    public static let layer = Layer.kind("ws")

    /// The result of a session.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The session was opened, a ping was answered, and the session was closed in order.
        case done
        /// The server responded with another status than 101.
        case refused
        /// The server responded with 101, but the key, the subprotocol or an extension is wrong.
        case invalidHandshake = "invalid-handshake"
        /// A ping was not answered in time.
        case noPong = "no-pong"
        /// No message matched the expected one.
        case unexpectedMessage = "unexpected-message"
        /// A frame violates the protocol, or a close code reports a violation.
        case protocolError = "protocol-error"
        /// There was no response to the handshake in time.
        case noAnswer = "no-answer"
        /// The connection ended by FIN or RST, the response is not HTTP, or libcurl failed for another reason.
        case closed, reset, malformed, failed
    }

    /// The requested URL.
    public var url: String
    /// The result of the session.
    public var outcome: Outcome
    /// The status of the response to the handshake, 101 if the session was opened; `nil` if there was no response.
    public var status: Int?
    /// The destination of a redirect, absolute and without credentials, at most 300 Unicode scalars; `nil` if there was
    /// none. WebSocket clients do not follow redirects.
    public var location: String?
    /// The subprotocol that the server selected (RFC 6455 section 1.9); `nil` for none.
    public var subprotocol: String?
    /// The result of the login; `nil` if the server did not require one.
    public var authentication: HTTPEvidence.Authentication?
    /// The time from the request to the end of the response's head.
    public var handshake: Milliseconds?
    /// The time from a ping to its pong.
    public var roundTrip: Milliseconds?
    /// The time from the sent message to the expected one.
    public var answer: Milliseconds?
    /// The number of messages that were received.
    public var messages: Int
    /// The bytes of these messages. JSON key: `message_bytes`.
    public var messageBytes: Int
    /// The code in the server's close frame (RFC 6455 section 7.4); `nil` if there was none.
    public var closeCode: Int?
    /// What was wrong, as text that may contain text of the server; `nil` if nothing was.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case url, outcome, status, location, subprotocol, authentication, messages, detail
        case handshake = "handshake_ms"
        case roundTrip = "round_trip_ms"
        case answer = "answer_ms"
        case messageBytes = "message_bytes"
        case closeCode = "close_code"
    }

    /// Creates the evidence of a session without messages.
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
    /// A one-line summary: subprotocol, times and close code, or how the session ended.
    public var summary: String {
        guard outcome == .done else {
            return [outcome.rawValue, status.map { "status \($0)" }, location.map { "Location: \($0)" }, detail]
                .compactMap(\.self).joined(separator: ", ")
        }
        let parts = [
            subprotocol, roundTrip.map { "pong after \(Quantity.text($0))" },
            answer.map { "answer after \(Quantity.text($0))" }, closeCode.map { "closed with \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Changes the texts of the server: the destination of a redirect and the detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        location = location.map(change)
        detail = detail.map(change)
    }
}
