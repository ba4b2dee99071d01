import NetworkModel

/// Causes in a WebSocket.
enum WebSocketCauses {
    static let upgradeRefused = CauseEntry(
        "ws.upgrade-refused", .error, "The server does not turn to WebSocket (no 101).",
        summary: "{url} does not become a WebSocket: the server answers with status {status}",
        advice: [
            "see whether the path is that of the WebSocket",
            "a proxy in front of it must pass on Upgrade and Connection",
        ], culprit: "url")
    static let handshakeInvalid = CauseEntry(
        "ws.handshake-invalid", .error, "The server answers 101, but with a wrong key, subprotocol or extension.",
        summary: "{url} answers with 101, but not to this handshake: {detail}",
        advice: [
            "look whether something between here and the server answers from a cache",
            "see the server's WebSocket library",
        ], culprit: "destination")
    static let noPong = CauseEntry(
        "ws.no-pong", .error, "The WebSocket is open, and a ping stays unanswered.",
        summary: "{url} is open, and answers no ping",
        advice: [
            "see whether the server's event loop is blocked", "a proxy may hold back frames: look at its buffering",
        ], culprit: "destination")
    static let protocolError = CauseEntry(
        "ws.protocol-error", .error, "Frames break RFC 6455, or a close code says so.",
        summary: "{url} breaks the WebSocket protocol: {detail}",
        advice: ["see the server's WebSocket library, and any proxy between that changes frames"],
        culprit: "destination")
    static let unexpectedMessage = CauseEntry(
        "ws.unexpected-message", .error, "The WebSocket works, but no message comes that matches what is expected.",
        summary: "{url} sends no message that matches the rule: {detail}",
        advice: ["see what it sends; the rule is websocket: expect: of the target"], culprit: "url")
    static let closed = CauseEntry(
        "ws.closed", .error, "The server closes the WebSocket before it has answered.",
        summary: "{url} closes before it has answered: {detail}",
        advice: ["look at the server's log"], culprit: "url")

    static let all = [upgradeRefused, handshakeInvalid, noPong, protocolError, unexpectedMessage, closed]
}
