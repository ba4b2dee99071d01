import Diagnosis
import NetworkModel

/// The root causes of faults in WebSocket sessions.
enum WebSocketCauses {
    static let upgradeRefused = CauseEntry(
        "ws.upgrade-refused", .error, "The server does not switch to WebSocket (no 101).",
        summary: "{url} does not switch to WebSocket: the server answers {status}",
        advice: [
            "It redirects to {location}, which WebSocket clients do not follow; check that address: netdiag check {moved}",
            "Check that the path is the one of the WebSocket",
            "A proxy in front of it must pass on Upgrade and Connection",
        ],
        evidence: "the answer to the upgrade has a status other than 101",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let handshakeInvalid = CauseEntry(
        "ws.handshake-invalid", .error, "The server answers 101, but with a wrong key, subprotocol or extension.",
        summary: "{url} answers with 101, but not to this handshake: {detail}",
        advice: [
            "Check whether something on the path answers from a cache",
            "See the server's WebSocket library",
        ],
        evidence:
            "the answer is 101, but Sec-WebSocket-Accept, the subprotocol or an extension does not match the request",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noPong = CauseEntry(
        "ws.no-pong", .error, "The WebSocket is open, but the server does not answer a ping.",
        summary: "{url} opens, but does not answer a ping",
        advice: [
            "Check whether the server's event loop is blocked", "A proxy may hold back frames: check its buffering",
        ],
        evidence: "the WebSocket is open, but a ping is not answered before the time limit",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let protocolError = CauseEntry(
        "ws.protocol-error", .error, "Frames violate RFC 6455, or a close code reports a violation.",
        summary: "{url} violates the WebSocket protocol: {detail}",
        advice: ["Check the server's WebSocket library, and any proxy on the path that changes frames"],
        evidence: "a frame violates RFC 6455, or the server closes with 1002, 1003, 1007, 1009 or 1010",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unexpectedMessage = CauseEntry(
        "ws.unexpected-message", .error, "The WebSocket works, but no message matches the expected one.",
        summary: "{url} sends no message that matches the rule: {detail}",
        advice: ["Compare the server's messages with websocket: expect: of the target"],
        evidence: "no message matches websocket: expect: before the time limit",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))
    static let closed = CauseEntry(
        "ws.closed", .error, "The server closes the WebSocket before it has answered.",
        summary: "{url} closes before it has answered: {detail}",
        advice: [
            "{overloaded} means that the server is overloaded or restarts: try again later",
            "{denied} means that the server's rules do not admit this client, often because a login or token is missing",
            "Look at the server's log",
        ],
        evidence: "the server closes an open WebSocket before the pong or the expected message",
        incident: .init(scope: .target(by: "url"), basis: .answer, breaks: .nothing))

    static let all = [upgradeRefused, handshakeInvalid, noPong, protocolError, unexpectedMessage, closed]
}
