/// Frames of RFC 6455 section 5.2, as a client receives and sends them.
///
/// A violation of the protocol is reported as the violated rule, since that is what users need to know.
struct WebSocketReader {
    enum Event: Equatable {
        /// A whole message; text if it was sent as such.
        case message([UInt8], isText: Bool)
        case ping([UInt8])
        case pong([UInt8])
        case close(code: Int?, reason: String)
    }

    struct ProtocolError: Error, Equatable {
        let reason: String
        /// The code to send to the peer (RFC 6455 section 7.4.1).
        let closeCode: Int
    }

    /// The maximum number of frames, since many small frames cost more than their bytes.
    static let maxFrames = 65_536

    private let maxMessageBytes: Int
    private var frames = 0
    private var buffer: [UInt8] = []
    /// The position of the next frame in the buffer.
    private var start = 0
    private var isClosed = false
    private var fragments: (bytes: [UInt8], isText: Bool)?

    init(maxMessageBytes: Int) {
        self.maxMessageBytes = maxMessageBytes
    }

    /// Processes received bytes, of which at most one frame is buffered. Events are reported before the following bytes are
    /// parsed, so that the segmentation of the data does not matter. Nothing is parsed after a close frame (RFC 6455 section
    /// 5.5.1).
    mutating func parse(_ bytes: some Collection<UInt8>, _ handle: (Event) -> Void) throws(ProtocolError) {
        guard !isClosed else { return }
        buffer += bytes
        // Once for all frames, so that a flood of small ones does not move the rest each time.
        defer {
            buffer.removeFirst(start)
            start = 0
        }
        while !isClosed, let frame = try nextFrame() {
            guard let event = try event(of: frame) else { continue }
            if case .close = event { isClosed = true }
            handle(event)
        }
    }

    private struct Frame {
        var isFinal: Bool
        var opcode: UInt8
        var payload: [UInt8]
    }

    private mutating func nextFrame() throws(ProtocolError) -> Frame? {
        guard buffer.count - start >= 2 else { return nil }
        let (first, second) = (buffer[start], buffer[start + 1])
        guard first & 0x70 == 0 else { throw protocolError("a reserved bit is set without an extension (section 5.2)") }
        guard second & 0x80 == 0 else { throw protocolError("a frame of the server is masked (section 5.1)") }
        let opcode = first & 0x0f
        let isControl = opcode & 8 != 0
        guard [0, 1, 2, 8, 9, 10].contains(opcode) else {
            throw protocolError("the opcode \(opcode) is reserved (section 5.2)")
        }
        if isControl {
            guard first & 0x80 != 0 else { throw protocolError("a control frame is fragmented (section 5.5)") }
            guard second <= 125 else { throw protocolError("a control frame has more than 125 bytes (section 5.5)") }
        }
        guard let (length, head) = try length(second) else { return nil }
        let known = fragments?.bytes.count ?? 0
        guard length <= maxMessageBytes - (isControl ? 0 : known) || isControl else {
            throw ProtocolError(
                reason: "a message has more than the maximum of \(maxMessageBytes) bytes", closeCode: 1009)
        }
        guard buffer.count - start >= head + length else { return nil }
        frames += 1
        guard frames <= Self.maxFrames else {
            throw ProtocolError(reason: "there are more than the maximum of \(Self.maxFrames) frames", closeCode: 1008)
        }
        let payload = start + head
        start = payload + length
        return Frame(isFinal: first & 0x80 != 0, opcode: opcode, payload: Array(buffer[payload..<start]))
    }

    /// Parses the length of a frame.
    ///
    /// - Returns: The payload's length, and its offset in the frame; `nil` if they have not arrived yet.
    private func length(_ second: UInt8) throws(ProtocolError) -> (Int, Int)? {
        let digits = second == 126 ? 2 : second == 127 ? 8 : 0
        guard digits > 0 else { return (Int(second), 2) }
        guard buffer.count - start >= 2 + digits else { return nil }
        let value = buffer[(start + 2)..<(start + 2 + digits)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value <= UInt64(Int.max) else { throw protocolError("a length has its highest bit set (section 5.2)") }
        guard value > (digits == 2 ? 125 : 65_535) else {
            throw protocolError("a length is not in its shortest form (section 5.2)")
        }
        return (Int(value), 2 + digits)
    }

    private mutating func event(of frame: Frame) throws(ProtocolError) -> Event? {
        switch frame.opcode {
        case 8: return try close(frame.payload)
        case 9: return .ping(frame.payload)
        case 10: return .pong(frame.payload)
        case 0:
            guard fragments != nil else { throw protocolError("a continuation follows nothing (section 5.4)") }
            // In place, since a message of many small fragments would otherwise be copied for each.
            fragments?.bytes += frame.payload
        default:
            guard fragments == nil else { throw protocolError("a message begins within another one (section 5.4)") }
            fragments = (frame.payload, frame.opcode == 1)
        }
        guard frame.isFinal, let message = fragments else { return nil }
        fragments = nil
        if message.isText, String(validating: message.bytes, as: UTF8.self) == nil {
            throw ProtocolError(reason: "a text is not UTF-8 (section 8.1)", closeCode: 1007)
        }
        return .message(message.bytes, isText: message.isText)
    }

    private func close(_ payload: [UInt8]) throws(ProtocolError) -> Event {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else { throw protocolError("a close frame has a single byte (section 5.5.1)") }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        guard (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code) else {
            throw protocolError("the close code \(code) is not to be sent (section 7.4)")
        }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
            throw ProtocolError(reason: "the reason of a close frame is not UTF-8 (section 5.5.1)", closeCode: 1007)
        }
        return .close(code: code, reason: reason)
    }

    private func protocolError(_ reason: String) -> ProtocolError { ProtocolError(reason: reason, closeCode: 1002) }
}

/// Frames that a client sends: unfragmented, and masked (RFC 6455 section 5.3).
enum WebSocketFrame {
    static func text(_ text: String) -> [UInt8] { frame(opcode: 1, Array(text.utf8)) }
    static func ping(_ payload: [UInt8]) -> [UInt8] { frame(opcode: 9, payload) }
    static func pong(_ payload: [UInt8]) -> [UInt8] { frame(opcode: 10, payload) }
    static func close(_ code: Int) -> [UInt8] { frame(opcode: 8, [UInt8(code >> 8), UInt8(code & 0xff)]) }

    private static func frame(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode]
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(payload.count))
        case ...65_535: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
        }
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
