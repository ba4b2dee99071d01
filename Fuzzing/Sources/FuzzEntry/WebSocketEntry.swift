@testable import Probes

/// Frames of a WebSocket server, which come in pieces.
enum WebSocketEntry: FuzzEntry {
    static let name = "websocket"
    private static let limit = 1_024

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let pieces = rest.pieces()
        let whole = read([pieces.joined().map(\.self)[...]])
        let cut = read(pieces)
        try require(whole.events == cut.events && whole.error == cut.error, "how it was cut makes a difference")
        for event in whole.events {
            switch event {
            case .message(let bytes, let isText):
                try require(bytes.count <= limit, "a message of \(bytes.count) bytes")
                try require(!isText || String(validating: bytes, as: UTF8.self) != nil, "a text that is none")
            case .ping(let bytes), .pong(let bytes):
                try require(bytes.count <= 125, "a control frame of \(bytes.count) bytes")
            case .close(let code, let reason):
                try require((code ?? 1_000) >= 1_000 && reason.utf8.count <= 123, "a close frame that is none")
            }
        }
    }

    private static func read(
        _ pieces: [ArraySlice<UInt8>]
    ) -> (events: [WebSocketReader.Event], error: WebSocketReader.ProtocolError?) {
        var reader = WebSocketReader(maxMessageBytes: limit)
        var events: [WebSocketReader.Event] = []
        do throws(WebSocketReader.ProtocolError) {
            for piece in pieces { try reader.parse(piece) { events.append($0) } }
        } catch {
            return (events, error)
        }
        return (events, nil)
    }
}
