import NIOCore
import NIOHTTP1
import NIOWebSocket
import NetworkModel

/// The faults of `ws.*`: WebSocket servers.
enum WebSocketFaults {
    private static let frames = ["masked", "reserved-bits", "reserved-opcode", "long-ping", "close-1002"]

    static let all: [FaultDefinition] = [
        FaultDefinition(
            "ws.upgrade-refused", "Answers the upgrade with a status other than 101.", isConditional: true,
            arguments: [FaultArgument("status", .integer(400...599, default: 403), "the status")]
        ) { try await endpoint($0, .answers(HTTPResponseStatus(statusCode: $0.arguments.integer("status")))) },
        FaultDefinition(
            "ws.handshake-invalid", "Answers 101, but to another handshake.", isConditional: true,
            arguments: [
                FaultArgument(
                    "what", .choice(["key", "extension", "subprotocol"], default: "key"),
                    "a wrong Sec-WebSocket-Accept, or an extension or subprotocol that was not requested")
            ]
        ) { context in
            switch context.arguments.text("what") {
            case "extension":
                return try await endpoint(
                    context, .opens(.echoes, ["sec-websocket-extensions": "permessage-deflate"]))
            case "subprotocol":
                return try await endpoint(context, .opens(.echoes, ["sec-websocket-protocol": "unasked"]))
            default:
                let fields: HTTPHeaders = [
                    "upgrade": "websocket", "connection": "Upgrade",
                    "sec-websocket-accept": "bm90IHRoaXMgaGFuZHNoYWtlIQ==",
                ]
                return try await endpoint(context, .answers(.switchingProtocols, fields))
            }
        },
        FaultDefinition("ws.no-pong", "Opens, but does not answer a ping.", isConditional: true) {
            try await endpoint($0, .opens(.ignoresPings), ["--timeout", "2"])
        },
        FaultDefinition(
            "ws.protocol-error", "Opens, and sends a frame that RFC 6455 does not allow.", isConditional: true,
            arguments: [FaultArgument("frame", .choice(frames, default: "masked"), "what is wrong with the frame")]
        ) { context in
            try await endpoint(context, .opens(.sends(frame(context.arguments.text("frame")))))
        },
        FaultDefinition(
            "ws.unexpected-message", "Answers a message with one that is not expected.", isConditional: true
        ) {
            try await endpoint($0, .opens(.answers("something else")), expectation + ["--timeout", "2"])
        },
        FaultDefinition(
            "ws.closed", "Closes with an error code when a message arrives.", isConditional: true,
            arguments: [FaultArgument("code", .integer(1_000...4_999, default: 1_011), "the close code")]
        ) { context in
            let code = WebSocketErrorCode(codeNumber: context.arguments.integer("code"))
            return try await endpoint(context, .opens(.closes(code)), expectation)
        },
    ]

    private static let expectation = ["--websocket-send", "hello", "--websocket-expect", "^hello$"]

    private static func endpoint(
        _ context: FaultContext, _ behaviour: WebSocketBehaviour, _ arguments: [String] = []
    ) async throws -> FaultEndpoint {
        let listener = try await WebSocketServer.start(behaviour, context)
        return FaultEndpoint(
            target: "ws://\(context.hostAndPort(listener.port))/", checkArguments: arguments,
            close: { await listener.close() })
    }

    private static func frame(_ name: String) -> WebSocketFrame {
        let text = ByteBuffer(string: "netdiag serve")
        switch name {
        case "reserved-bits": return WebSocketFrame(fin: true, rsv1: true, opcode: .text, data: text)
        case "reserved-opcode":
            return WebSocketFrame(fin: true, opcode: WebSocketOpcode(encodedWebSocketOpcode: 0x3) ?? .text, data: text)
        case "long-ping":
            // The payload of a control frame has at most 125 bytes (RFC 6455 section 5.5).
            return WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(repeating: 0x61, count: 126))
        case "close-1002":
            var code = ByteBuffer()
            code.write(webSocketErrorCode: .protocolError)
            return WebSocketFrame(fin: true, opcode: .connectionClose, data: code)
        default:
            // A server must not mask frames (RFC 6455 section 5.1).
            return WebSocketFrame(fin: true, opcode: .text, maskKey: [1, 2, 3, 4], data: text)
        }
    }
}
