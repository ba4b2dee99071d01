import NIOCore
import NIOWebSocket

/// Assembles the frames of a client into messages, and detects violations of RFC 6455.
struct SocketMessages {
    /// The result of a frame.
    enum Step {
        case message(WebSocketOpcode, ByteBuffer)
        case ping(ByteBuffer)
        /// The client closes; the response has this code.
        case close(WebSocketErrorCode)
        /// The connection must be closed with this code.
        case failure(WebSocketErrorCode)
        /// The message is incomplete, or there is nothing to do.
        case nothing
    }

    let maxMessageBytes: Int
    private var kind: WebSocketOpcode?
    private var collected = ByteBuffer()

    init(maxMessageBytes: Int) { self.maxMessageBytes = maxMessageBytes }

    mutating func process(_ frame: WebSocketFrame) -> Step {
        // Frames of clients are masked, and no extension was negotiated (RFC 6455 sections 5.1 and 5.2).
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return .failure(.protocolError) }
        switch frame.opcode {
        case .ping: return .ping(frame.unmaskedData)
        case .pong: return .nothing
        case .connectionClose: return Self.close(frame.unmaskedData)
        case .text, .binary:
            guard kind == nil else { return .failure(.protocolError) }
            kind = frame.opcode
            return add(frame)
        case .continuation:
            guard kind != nil else { return .failure(.protocolError) }
            return add(frame)
        default: return .failure(.protocolError)
        }
    }

    private mutating func add(_ frame: WebSocketFrame) -> Step {
        var data = frame.unmaskedData
        guard collected.readableBytes + data.readableBytes <= maxMessageBytes else { return .failure(.messageTooLarge) }
        // Empty fragments are not stored, so that many of them cost nothing.
        if collected.readableBytes == 0 { collected = data } else { collected.writeBuffer(&data) }
        guard frame.fin, let kind else { return .nothing }
        let message = collected
        (self.kind, collected) = (nil, ByteBuffer())
        guard kind == .text else { return .message(kind, message) }
        // Texts must be valid UTF-8 (RFC 6455 section 8.1).
        guard String(validating: message.readableBytesView, as: UTF8.self) != nil else {
            return .failure(.dataInconsistentWithMessage)
        }
        return .message(.text, message)
    }

    /// Parses a Close frame (RFC 6455 sections 5.5.1 and 7.4).
    private static func close(_ data: ByteBuffer) -> Step {
        var data = data
        guard data.readableBytes > 0 else { return .close(.normalClosure) }
        guard let code = data.readInteger(as: UInt16.self) else { return .failure(.protocolError) }
        switch code {
        case 1_000...1_003, 1_007...1_014, 3_000...4_999: break
        default: return .failure(.protocolError)
        }
        guard String(validating: data.readableBytesView, as: UTF8.self) != nil else {
            return .failure(.dataInconsistentWithMessage)
        }
        return .close(WebSocketErrorCode(codeNumber: Int(code)))
    }
}
